"""The numbers that `seasoned` plays by, all in one place. The defaults were tuned; README.md beside this file says how."""

from __future__ import annotations

from attrs import frozen


@frozen
class Style:
    """How a planner weighs things. Dollars, rounds and cards."""

    # Setup
    reserve: float = 0.5  # which reserve card: 0 the smallest, 1 the largest
    near: float = 1.0  # a house at the first restaurant's door, compared with one at the edge of what is near
    contested: float = 0.3  # a house that is nearer to another chain, compared with one of its own
    # Openings: the roles of the first cards hired
    opening: tuple[str, ...] = ("recruiter", "trainer", "marketeer")
    # Competition
    envy: float = 0.7  # a dollar that a rival does not earn
    crowd: float = 1.0  # how much less that is with more rivals: divided by their number to this power
    tie: float = 0.5  # the chance of a house that finds two chains equally good
    behind: float = 0.1  # the chance of a house that is nearer to somebody who can serve it
    # Campaigns
    least: float = 1.0  # dollars a round; a campaign that brings less is not placed
    short: float = 0.5  # what demand counts that the staff cannot make yet
    unserved: float = 0.0  # dollars for a counter that nobody can serve now
    eternal: float = 1.5  # a campaign that never ends, compared with one of two rounds
    # Price cards
    price_gain: float = 4.0  # dollars a round that a price card must bring to be hired
    # Staff
    large: int = 12  # cards; a small company wants to grow to this size
    recruiters: float = 0.0  # more or fewer recruiters than the beginner's
    spare: int = 4  # items that the staff can make and nobody asks for, before cooks are trained no further
    settled: int = 8  # rounds; by now every salary should bring something
