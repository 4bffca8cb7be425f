"""The names of a game's things, those of one game and those that any module brings: what `absent` may state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fcm_core.assembly.compile import compile_rules
from fcm_core.basics.errors import FcmError
from fcm_core.rules.plan import default_ruleset, find_modules, resolve

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules


def names_of(rules: Rules) -> dict[str, list[str]]:
    """Every name that these rules know, with what it names: a card, a good, an action, a kind of piece."""
    known: Mapping[str, Iterable[Any]] = {
        "card": rules.cards,
        "good": rules.goods,
        "milestone": rules.milestones,
        "map tile": rules.tiles,
        "campaign tile": rules.campaign_tiles,
        "action": rules.actions,
        "decision": rules.decisions,
        "kind of campaign": rules.campaign_kinds,
        "kind of house": rules.house_kinds,
        "piece": rules.piece_kinds,
    }
    found: dict[str, list[str]] = {}
    for what, names in known.items():
        for name in names:
            found.setdefault(str(name), []).append(what)
    return found


def names_elsewhere(modules_dirs: Iterable[str | Path]) -> frozenset[str]:
    """The names that the modules found here bring, each of them tried with the default ruleset.

    A module that does not fit there is left out.
    """
    found: set[str] = set()
    folders = list(modules_dirs)
    for module in find_modules(folders)[0]:
        try:
            found |= names_of(compile_rules(resolve(default_ruleset(), [module], modules_dirs=folders))).keys()
        except FcmError:
            continue
    return frozenset(found)
