"""`fcm explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import fcm_core as fcm
from fcm_cli.common import Json, ModulesDir, print_json


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("explain")(explain)


def explain(
    file: Annotated[Path, typer.Argument(metavar="SAVE|SCENARIO", help="A saved game, or the position of a scenario.")],
    house: Annotated[str | None, typer.Option("--house", help="Why this house chooses its chain.")] = None,
    chain: Annotated[str | None, typer.Option("--chain", help="This player only.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Of a save: ROUND.PHASE, such as 7.dinnertime.")] = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """The reasons behind a number: unit prices, salaries due, distances, and why a house chooses its chain."""
    game = fcm.game_of_file(file, modules_dir or (), until)
    seats = [fcm.seat_of(game, chain)] if chain is not None else list(game.seats)
    houses = (
        [fcm.HouseId(house)]
        if house is not None
        else [name for name in game.state.houses if game.state.demand.get(name)]
    )
    found: dict[str, Any] = {
        "prices": [fcm.explain_price(game, seat) for seat in seats],
        "salaries": [fcm.explain_salaries(game, seat) for seat in seats],
        "distances": [fcm.explain_distance(game, name, seat) for name in houses for seat in seats],
        "houses": [fcm.explain_house(game, name) for name in houses],
    }
    if json:
        print_json(found)
        return
    for title, key in (("unit price", "prices"), ("salaries", "salaries")):
        for each in found[key]:
            print(f"{title} of {each['chain']}: {_sum(each)}")
    for each in found["distances"]:
        print(f"distance of house {each['house']} to {each['chain']}: {_sum(each)}")
    for each in found["houses"]:
        wants = ", ".join(f"{amount} {good}" for good, amount in each["wants"].items()) or "nothing"
        decided = f" (decided by {each['decided_by']})" if each["decided_by"] else ""
        print(f"house {each['house']} wants {wants}: {each['chain'] or 'stays at home'}{decided}")
        for offer in each["candidates"]:
            goods = ", ".join(f"{amount} {good}" for good, amount in offer["goods"].items())
            keys = ", ".join(f"{name} {value}" for name, value in offer["keys"].items())
            print(f"  {offer['chain']}: {goods} at {offer['unit_price']} x {offer['multiplier']}; {keys}")
        for other in each["others"]:
            print(f"  {other['chain']}: no offer, {other['why']}")
        for besides in each["besides"]:
            for line in besides["lines"]:
                print(f"  {besides['title']}: {line}")


def _sum(each: dict[str, Any]) -> str:
    """Parts and their sum: "19 = 10 (base price) - 1 (1 x Pricing Manager) + 10 (1 x Luxuries Manager)"."""
    if each["total"] is None:
        return "not connected"
    text = ""
    for amount, why in each["parts"]:
        sign = ("- " if amount < 0 else "+ ") if text else ("-" if amount < 0 else "")
        text += f"{' ' if text else ''}{sign}{abs(amount)} ({why})"
    if each["total"] != sum(amount for amount, _ in each["parts"]):
        text += ", but never below 0"
    return f"{each['total']} = {text}" if text else str(each["total"])
