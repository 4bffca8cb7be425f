"""Everything wrong with the modules there are, at once: what `resolve` and `load_content` would find, and typing errors.

A name that no module of a plan brings is no error in play (a card may be trained to one of a module that is off). Here a
name that no module at all brings is one, unless the manifest mentions it. Modules' code is not imported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from fcm_core.content import CONTENT_SETS, Content, load_content
from fcm_core.errors import InputError, Problem, Problems
from fcm_core.names import did_you_mean, nearest
from fcm_core.plan import ModuleInfo, Ruleset, find_modules, read_ruleset, resolve, shipped_rulesets


def check_modules(modules_dirs: Iterable[str | Path] = ()) -> list[Problem]:
    """The problems of every module that can be found: manifests, content, and names that nothing brings."""
    folders = list(modules_dirs)
    found, problems = find_modules(folders)
    contents: dict[str, Content] = {}
    for name, module in found.items():
        problems.extend(_names_in_manifest(module, found))
        file = str(module.folder / "module.toml")
        try:
            contents[name] = load_content(resolve(_alone(name, module), modules_dirs=folders))
        except Problems as error:
            problems.extend(error.problems)
        except InputError as error:
            problems.append(Problem(file, "", f"cannot be played alone: {error}"))
    cards = {card for content in contents.values() for card in content.cards}
    for name, content in contents.items():
        others = {card for other in found[name].manifest.requires for card in contents[other].cards}
        problems.extend(_names_in_cards(found[name], content, others, cards))
    return list({str(problem): problem for problem in problems}.values())


def check_rulesets(modules_dirs: Iterable[str | Path] = (), files: Iterable[str | Path] = ()) -> list[Problem]:
    """The problems of every shipped ruleset and of further files: keys, modules, options, content."""
    folders = list(modules_dirs)
    problems: list[Problem] = []
    for path in (*shipped_rulesets().values(), *files):
        try:
            load_content(resolve(read_ruleset(path), modules_dirs=folders))
        except Problems as error:
            problems.extend(error.problems)
        except InputError as error:
            problems.append(Problem(str(path), "", str(error)))
    return problems


def _alone(name: str, module: ModuleInfo) -> Ruleset:
    """The smallest ruleset with this module."""
    return Ruleset(name, module.manifest.title, modules=(name,), players=module.manifest.players)


def _names_in_manifest(module: ModuleInfo, found: Mapping[str, ModuleInfo]) -> list[Problem]:
    manifest = module.manifest
    file = str(module.folder / "module.toml")
    problems = []
    for key, names, valid in (
        ("replaces", manifest.replaces, (*CONTENT_SETS, *found)),
        ("conflicts", [conflict.module for conflict in manifest.conflicts], tuple(found)),
        ("recommends", manifest.recommends, tuple(found)),
    ):
        for name in names:
            if name not in valid and name not in manifest.mentions:
                text = f"no module here is called {name}{did_you_mean(name, valid)}; mentions = [...] if that is meant"
                problems.append(Problem(file, key, text, name, "", nearest(name, valid)))
    return problems


def _names_in_cards(
    module: ModuleInfo, content: Content, of_others: Collection[str], cards: Collection[str]
) -> list[Problem]:
    known = sorted(cards)
    file = str(module.folder / "cards.toml")
    problems = []
    for name, card in content.cards.items():
        if name in of_others:
            continue
        for key in ("trains_to", "trained_from"):
            for other in getattr(card, key):
                if other not in known and other not in module.manifest.mentions:
                    text = f"no module here has a card {other}{did_you_mean(other, known)}"
                    problems.append(Problem(file, f"{name}.{key}", text, other, "", nearest(other, known)))
    return problems
