"""Pictures of studies and of one game, as PNG and SVG, and a report in one HTML file that needs no network.

The colours are those of Okabe and Ito, which most colour-blind people can tell apart; lines differ in marker or dash too.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

import fcm_core as fcm
from fcm_lab.compare import Difference
from fcm_lab.statistics import Estimate
from fcm_lab.studies import ASSOCIATION, Rate, Study
from fcm_lab.tournament import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from fcm_lab.story import Story

NEEDS_MATPLOTLIB = "pictures need matplotlib: pip install 'fcm-engine[lab]'"
BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
SEATS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
MARKERS = "osD^vP"
LATE = 40  # rounds; longer games are drawn at this edge
INTERVALS = "Bars are 95 % intervals over blocks (map seeds)."


@frozen
class Picture:
    """A picture with its words. `name` is its file without the ending."""

    name: str
    title: str
    caption: str
    figure: Figure


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1, **more: Any) -> tuple[Figure, Any]:
    """A figure with its axes, off the screen. InputError without matplotlib."""
    if find_spec("matplotlib") is None:
        raise fcm.InputError(NEEDS_MATPLOTLIB)
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    mpl.rcParams.update({"svg.hashsalt": "fcm", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns, squeeze=False, **more)


# --- studies -----------------------------------------------------------------------------------------------------------


def pictures_of(study: Study, standings: Standings | None = None) -> list[Picture]:
    """All pictures of a study that its games are enough for."""
    key = f"{study.arm}-{study.players}p".replace("/", "-").replace(" ", "_")
    found = []
    for given, rates in study.rates.items():
        if rates and given != "milestone":
            found.append(win_rates(f"{key}-by-{given.replace(' ', '-')}", study, given, rates))
    if study.milestones:
        found.append(win_rates(f"{key}-by-milestone", study, "milestone", study.milestones))
        found.append(milestone_rounds(f"{key}-milestone-rounds", study))
    if study.money:
        found.append(money(f"{key}-money", study))
    if study.lengths:
        found.append(lengths(f"{key}-length", study))
    if study.meetings:
        pairs = {(each.opening, each.rival): (each.ahead, each.pairs) for each in study.meetings}
        caption = (
            f"How often the chain with the opening on the left ends ahead of the one with the other. {ASSOCIATION}"
        )
        found.append(matrix(f"{key}-openings", f"Opening against opening: {study.title}", caption, pairs))
    if standings is not None and standings.duels:
        duels = {(each.bot, each.rival): (each.ahead, each.ahead.blocks) for each in standings.duels}
        caption = "How often the bot on the left ends ahead of the other in the games that both play."
        found.append(matrix(f"{key}-head-to-head", f"Head to head: {study.title}", caption, duels))
    return found


def win_rates(name: str, study: Study, given: str, rates: Sequence[Rate]) -> Picture:
    """Win rates with their intervals, and the line of chance."""
    figure, ((axes,),) = new_figure(7.5, 1.3 + 0.32 * len(rates))
    forest(axes, [f"{each.label} ({each.seats})" for each in rates], [each.win for each in rates], study.par)
    axes.set_xlabel("win rate per seat, in percent")
    axes.set_xlim(0, min(105, max(100 * each.win.high for each in rates) * 1.08))
    title = f"Wins by {given}: {study.title}"
    axes.set_title(title, loc="left")
    caption = f"In brackets: seats. The dashed line is chance. {INTERVALS}"
    return Picture(name, title, caption if given == "seat" else f"{caption} {ASSOCIATION}", figure)


def forest(axes: Axes, labels: Sequence[str], estimates: Sequence[Estimate], line: float, scale: float = 100) -> None:
    """A dot and a bar per label, from top to bottom; those whose bar leaves out the line are filled."""
    for row, each in enumerate(estimates):
        differs = each.excludes(line)
        value, low, high = (scale * number for number in (each.value, each.low, each.high))
        colour = BLUE if differs else BLACK
        axes.plot([low, high], [row, row], color=colour, linewidth=1.5)
        axes.plot([value], [row], "o", color=colour, markerfacecolor=colour if differs else "white", markersize=7)
    axes.axvline(scale * line, color=VERMILION, linestyle="--", linewidth=1)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="x", alpha=0.3)


def milestone_rounds(name: str, study: Study) -> Picture:
    """Each milestone: its median round against the win rate of those who earned it."""
    rates = study.milestones
    figure, ((axes,),) = new_figure(9, 5)
    most = max(each.seats for each in rates)
    places = _apart([(each.round, 100 * each.win.value) for each in rates])
    for number, (each, (x, y)) in enumerate(zip(rates, places, strict=True), 1):
        axes.scatter(x, y, s=120 + 500 * each.seats / most, color=SKY, edgecolor=BLUE, alpha=0.6, zorder=2)
        axes.text(x, y, str(number), ha="center", va="center", fontsize=8, zorder=3)
        axes.plot([], [], " ", label=f"{number}  {each.label}")
    axes.axhline(100 * study.par, color=VERMILION, linestyle="--", linewidth=1)
    axes.set_xlabel("median round in which it was earned")
    axes.set_ylabel("win rate of those who earned it, in percent")
    axes.margins(0.12)
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize=8, handlelength=0, handletextpad=0)
    title = f"Milestones, early and late: {study.title}"
    axes.set_title(title, loc="left")
    caption = f"A larger circle: more seats earned it; some are moved aside. The dashed line is chance. {ASSOCIATION}"
    return Picture(name, title, caption, figure)


def _apart(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points, those that would cover each other moved to the right."""
    found: list[tuple[float, float]] = []
    for x, y in points:
        while any(abs(x - other_x) < 0.4 and abs(y - other_y) < 5 for other_x, other_y in found):
            x += 0.4
        found.append((x, y))
    return found


def money(name: str, study: Study) -> Picture:
    """Cash by round: the later winners and the rest, medians and quartiles."""
    figure, ((axes,),) = new_figure(7.5, 4.2)
    rounds = [each.round for each in study.money]
    groups = (
        ("winners", BLUE, "o", [each.winners for each in study.money]),
        ("the rest", ORANGE, "s", [each.others for each in study.money]),
    )
    for label, colour, marker, values in groups:
        low, middle, high = zip(*values, strict=True)
        axes.fill_between(rounds, low, high, color=colour, alpha=0.25, linewidth=0)
        axes.plot(rounds, middle, color=colour, marker=marker, label=label)
    axes.set_xlabel("round")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel("cash at the end of the round, in dollars")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    title = f"Money by round: {study.title}"
    axes.set_title(title, loc="left")
    caption = (
        "Lines are medians, bands reach from the lower to the upper quartile, rounds that at least ten games reached."
    )
    return Picture(name, title, caption, figure)


def lengths(name: str, study: Study) -> Picture:
    """How long games last and when the bank breaks first."""
    figure, ((axes,),) = new_figure(7.5, 3.8)
    for label, colour, dash, values in (
        ("first break of the bank", ORANGE, "--", study.first_breaks),
        ("end of the game", BLUE, "-", study.lengths),
    ):
        if values:
            capped = [min(LATE, value) for value in values]
            steps = [100 * (index + 1) / len(values) for index in range(len(values))]
            axes.step([capped[0], *capped], [0, *steps], where="post", color=colour, linestyle=dash, label=label)
    axes.set_xlabel("round")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel("games so far, in percent")
    axes.set_ylim(0, 102)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    title = f"Length of games: {study.title}"
    axes.set_title(title, loc="left")
    stopped = study.ends.get("stopped", 0)
    caption = f"{study.games} games, {study.rounds.number()} rounds on average (95 % interval)."
    if stopped:
        caption += f" {stopped} games that were stopped are not drawn."
    return Picture(name, title, caption, figure)


def matrix(name: str, title: str, caption: str, pairs: Mapping[tuple[str, str], tuple[Estimate, int]]) -> Picture:
    """A heat map of shares: rows against columns, with the number and the interval in every field."""
    labels = sorted({label for pair in pairs for label in pair})
    size = len(labels)
    figure, ((axes,),) = new_figure(3 + 1.25 * size, 1.8 + 0.75 * size)
    values = [
        [100 * pairs[row, to][0].value if (row, to) in pairs else float("nan") for to in labels] for row in labels
    ]
    image = axes.imshow(values, cmap="cividis", vmin=0, vmax=100, aspect="auto")
    for row, one in enumerate(labels):
        for column, other in enumerate(labels):
            if (one, other) in pairs:
                found = pairs[one, other][0]
                text = f"{100 * found.value:.0f} %\n{100 * found.low:.0f} to {100 * found.high:.0f}"
                colour = "white" if found.value < 0.55 else "black"
                axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
    axes.set_xticks(range(size), labels, rotation=30, ha="right")
    axes.set_yticks(range(size), labels)
    axes.spines[:].set_visible(False)
    figure.colorbar(image, ax=axes, label="ends ahead, in percent")
    axes.set_title(title, loc="left")
    return Picture(name, title, f"{caption} Below: 95 % intervals over blocks.", figure)


EFFECTS = (("rounds", "rounds"), ("cash of the winner", "dollars"), ("salaries paid", "dollars"))


def module_effects(players: int, first: str, found: Mapping[str, Sequence[Difference]]) -> Picture | None:
    """The paired differences of every other arm from the first: a panel for each of three numbers."""
    arms = list(found)
    figure, panels = new_figure(11, 1.6 + 0.32 * len(arms), 1, len(EFFECTS), sharey=True)
    drawn = False
    for axes, (what, unit) in zip(panels[0], EFFECTS, strict=True):
        by_arm = {arm: next((each for each in found[arm] if each.what == what), None) for arm in arms}
        there = {arm: each.difference for arm, each in by_arm.items() if each is not None}
        for row, arm in enumerate(arms):
            if arm in there:
                each = there[arm]
                colour = BLUE if each.excludes(0) else BLACK
                axes.plot([each.low, each.high], [row, row], color=colour, linewidth=1.5)
                axes.plot(each.value, row, "o", color=colour, markerfacecolor=colour if each.excludes(0) else "white")
                drawn = True
        axes.axvline(0, color=VERMILION, linestyle="--", linewidth=1)
        axes.set_xlabel(f"{what}: difference in {unit}")
        axes.grid(axis="x", alpha=0.3)
    if not drawn:
        return None
    panels[0][0].set_yticks(range(len(arms)), arms)
    panels[0][0].set_ylim(len(arms) - 0.4, -0.6)
    title = f"What each change does, {players} players"
    figure.suptitle(title, x=0.01, ha="left")
    caption = (
        f"Differences from {first} on the same blocks, in pairs; bars are 95 % intervals. Filled: the interval leaves out 0. "
        "Of twenty such bars one does by chance alone."
    )
    return Picture(f"effects-{players}p", title, caption, figure)


# --- one game ----------------------------------------------------------------------------------------------------------


def pictures_of_story(story: Story) -> list[Picture]:
    """Money, demand and supply, and who served which house, by round."""
    return [story_money(story), story_demand(story), *([story_houses(story)] if story.meals else [])]


def story_money(story: Story) -> Picture:
    """Cash of every player by round."""
    figure, ((axes,),) = new_figure(7.5, 4.2)
    rounds = range(1, story.last_round + 1)
    for seat, who in enumerate(story.names):
        cash = [row.cash for row in story.rounds if row.seat == seat]
        style = {"color": SEATS[seat % len(SEATS)], "marker": MARKERS[seat % len(MARKERS)]}
        axes.plot(rounds, cash, label=who, **style)
    for number, at in enumerate(story.breaks, 1):
        axes.axvline(at, color=BLACK, linestyle=":", linewidth=1)
        axes.text(at, axes.get_ylim()[1], f" break {number}", va="top", fontsize=8)
    axes.set_xlabel("round")
    axes.set_ylabel("cash at the end of the round, in dollars")
    axes.set_xticks(list(rounds))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    title = f"Money: {story.title}"
    axes.set_title(title, loc="left")
    return Picture("money", title, "Dotted lines: rounds in which the bank broke.", figure)


def story_demand(story: Story) -> Picture:
    """Demand on the board, stock of all chains, and what was sold."""
    figure, ((axes,),) = new_figure(7.5, 3.8)
    rounds = list(range(1, story.last_round + 1))
    rows = [story.of_round(number) for number in rounds]
    told = (
        ("demand on the board", VERMILION, "o", "-", [each[0].demand if each else 0 for each in rows]),
        ("stock of all chains", BLUE, "s", "--", [sum(row.stock for row in each) for each in rows]),
        ("items sold", GREEN, "D", ":", [sum(row.items for row in each) for each in rows]),
    )
    for label, colour, marker, dash, values in told:
        axes.plot(rounds, values, color=colour, marker=marker, linestyle=dash, label=label)
    axes.set_xlabel("round")
    axes.set_ylabel("counters or items")
    axes.set_xticks(rounds)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    title = f"Demand and supply: {story.title}"
    axes.set_title(title, loc="left")
    return Picture("demand", title, "As Dinnertime came; sold: in that Dinnertime.", figure)


def story_houses(story: Story) -> Picture:
    """Which chain served which house in which round."""
    houses = sorted({meal.house for meal in story.meals}, key=lambda house: (len(house), house))
    figure, ((axes,),) = new_figure(8.5, 1.5 + 0.36 * len(houses))
    for seat, who in enumerate(story.names):
        meals = [meal for meal in story.meals if meal.seat == seat]
        axes.scatter(
            [meal.round for meal in meals],
            [houses.index(meal.house) for meal in meals],
            color=SEATS[seat % len(SEATS)],
            marker=MARKERS[seat % len(MARKERS)],
            s=[60 + 25 * meal.items for meal in meals],
            label=who,
            zorder=2,
        )
    for meal in story.meals:
        if meal.rival >= 0:
            at = (meal.round + 0.27, houses.index(meal.house))
            axes.text(*at, story.names[meal.rival][:3], va="center", fontsize=7)
    axes.set_yticks(range(len(houses)), [f"house {house}" for house in houses])
    axes.set_xticks(range(1, story.last_round + 1))
    axes.set_xlim(0.5, story.last_round + 0.9)
    axes.invert_yaxis()
    axes.set_xlabel("round")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), markerscale=0.8)
    title = f"Who served which house: {story.title}"
    axes.set_title(title, loc="left")
    caption = "A larger sign: more items. The letters beside it begin the name of the chain with the second best offer."
    return Picture("houses", title, caption, figure)


# --- files -------------------------------------------------------------------------------------------------------------


def write_pictures(folder: Path, title: str, pictures: Sequence[Picture], facts: Sequence[str] = ()) -> Path:
    """Every picture as PNG and SVG, and report.html with all of them inside; answers with the report's path."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for each in pictures:
        png, svg = folder / f"{each.name}.png", folder / f"{each.name}.svg"
        each.figure.savefig(png, dpi=110, metadata={"Software": None})
        each.figure.savefig(svg, metadata={"Date": None})
        data = b64encode(svg.read_bytes()).decode()
        parts.append(
            f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(each.title)}">'
            f"<figcaption><b>{escape(each.title)}.</b> {escape(each.caption)}</figcaption></figure>"
        )
    report = folder / "report.html"
    told = "".join(f"<p>{escape(fact)}</p>" for fact in facts)
    report.write_text(PAGE.format(title=escape(title), facts=told, figures="\n".join(parts)), encoding="utf-8")
    return report


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; }}
figure {{ margin: 2.5rem 0; }} img {{ max-width: 100%; height: auto; }} figcaption {{ color: #333; max-width: 46rem; }}
</style></head><body>
<h1>{title}</h1>
{facts}
{figures}
</body></html>
"""
