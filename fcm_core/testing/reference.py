"""The reference of everything that a module may use, made from the declarations themselves.

`fcm hooks`, `fcm events`, `fcm queries`, `fcm steps` and `fcm actions` print parts of it; `fcm reference` prints the whole
page, modules/REFERENCE.md. Which name belongs to which wish of an author says reference.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, field, frozen

from fcm_core import modding
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.plugins import load_plugin
from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import key_of
from fcm_core.game import hooks
from fcm_core.game.codes import ALWAYS
from fcm_core.game.game import PHASES
from fcm_core.game.laws import HOOKS, LAWS, Spec
from fcm_core.game.parts import ActionKind, Step, WorkingStep
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import default_ruleset, find_modules, resolve
from fcm_core.rules.tables import read_toml
from fcm_core.testing.declarations import Entry, docstring, fields, texts
from fcm_core.testing.declarations import entry as entry_of
from fcm_core.testing.hook_listing import WHEN_ASKED, WHEN_MADE, Hook, hook_list, may_ask, when

EXAMPLE = re.compile(r"\s+Example\b[^.]*?::\n.*", re.DOTALL)  # in a docstring; `fcm hooks NAME` shows it
GROUPS = Path(__file__).parent / "reference.toml"


NAMES_IN_JSON = {"cls": "class", "source": "import"}


def _plain(value: Any) -> dict[str, Any]:
    """JSON-ready data of an event or action."""
    return {NAMES_IN_JSON.get(key, key): part for key, part in asdict(value).items()}


# --- groups: what one wants to do ------------------------------------------------------------------------------------


@frozen
class Group:
    """What belongs to one wish of an author, with an example that works as it stands."""

    title: str
    text: str
    hooks: tuple[str, ...]  # names of hooks
    asks: tuple[str, ...]  # names that ask or describe; `Board.free` is a method
    changes: tuple[str, ...]  # names that change the game
    example: str  # Python; imports are left out
    files: dict[str, str] = field(factory=dict)  # content of the example's module besides: file -> TOML
    events: bool = False  # the events of the core belong to it, with their hooks


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """The groups in the order of the page."""
    return tuple(
        Group(
            table["title"],
            table.get("text", "").strip(),
            tuple(table.get("hooks", ())),
            tuple(table.get("asks", ())),
            tuple(table.get("changes", ())),
            table.get("example", "").strip("\n"),
            {name: text.strip("\n") for name, text in table.get("files", {}).items()},
            table.get("events", False),
        )
        for table in read_toml(GROUPS)["group"]
    )


# --- queries and commands --------------------------------------------------------------------------------------------


def query_list(name: str | None = None) -> list[Entry]:
    """Everything public besides hooks, events and the core's actions, by group; or one name, such as `pay` or `Board.free`.

    InputError with the nearest name where there is none.
    """
    found = [
        _named(each, group.title, changes)
        for group in groups()
        for names, changes in ((group.asks, False), (group.changes, True))
        for each in names
    ]
    if name is None:
        return found
    members = [
        evolve(member, name=f"{each.name}.{member.name}", group=each.group) for each in found for member in each.members
    ]
    known = {each.name: each for each in [*members, *found]}
    if name not in known:
        raise InputError(f"no query {name}{did_you_mean(name, known)}")
    return [known[name]]


def _named(name: str, group: str, changes: bool) -> Entry:
    """The entry of a public name or of a member of a public class; members with entries of their own are left out."""
    owner, _, member = name.partition(".")
    found = _entry(owner)
    if member:
        (one,) = [each for each in found.members if each.name == member]
        return evolve(one, name=name, signature=f"{owner}.{one.signature}", group=group, changes=changes)
    single = {each for other in groups() for each in (*other.asks, *other.changes)}
    single |= set(read_toml(GROUPS)["machinery"])
    rest = tuple(each for each in found.members if f"{name}.{each.name}" not in single)
    return evolve(found, group=group, changes=changes, members=rest)


@lru_cache(maxsize=512)
def _entry(name: str) -> Entry:
    if name not in modding.__all__:
        raise InputError(f"reference.toml: fcm_core.modding has no {name}{did_you_mean(name, modding.__all__)}")
    return entry_of(name, getattr(modding, name), modding)


# --- events ----------------------------------------------------------------------------------------------------------


@frozen
class EventEntry:
    """An event class: what has happened, when it is announced, and what its listeners get."""

    event: str  # its kind, as JSON and scenario traces name it
    hook: str  # what hears of it; "" where it is only made from
    cls: str  # name of the class
    source: str  # where it is imported from
    module: str  # "" for the core
    fields: tuple[Entry, ...]
    text: str
    when: str
    may_ask: bool
    reveals: bool  # undo does not go back past it

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return _plain(self)


def event_list(modules_dirs: Iterable[str | Path] = (), name: str | None = None) -> list[EventEntry]:
    """Every event, or the one of this kind or class name (InputError with the nearest name). Imports the modules.

    Events of modules that this process has loaded from elsewhere are left out.
    """
    owners = _load(modules_dirs)
    every = [_event(spec, owners) for spec in HOOKS.values() if spec.event is not None]
    found = [each for each in every if each.module or each.source == "fcm_core.modding"]
    if name is None:
        return found
    known = {key: each for each in found for key in (each.event, each.cls, each.hook)}
    if name not in known:
        raise InputError(f"no event {name}{did_you_mean(name, [each.event for each in found])}")
    return [known[name]]


def _load(modules_dirs: Iterable[str | Path]) -> dict[str, str]:
    """Imports every module; Python package -> module id."""
    owners: dict[str, str] = {}
    for module in find_modules(modules_dirs)[0].values():
        try:
            plugin = load_plugin(module)
        except InputError:
            continue  # a broken module is fcm check's business
        if plugin is not None:
            owners[plugin.__name__.rpartition(".")[0]] = module.id
    return owners


def _event(spec: Spec, owners: dict[str, str]) -> EventEntry:
    cls = spec.event
    assert cls is not None
    text, _ = texts(docstring(cls))
    home = cls.__module__
    module = next((owner for package, owner in owners.items() if home.startswith(f"{package}.")), "")
    return EventEntry(
        cls.kind,
        spec.name,
        cls.__name__,
        "fcm_core.modding" if home.startswith("fcm_core.") else home,
        module,
        tuple(fields(cls)),
        text,
        when(spec),
        may_ask(spec),
        cls.reveals,
    )


# --- steps and actions -----------------------------------------------------------------------------------------------


@frozen
class StepEntry:
    """A step of setup or of a round, or a step of a player's working turn (phase `working_turn`)."""

    phase: str
    step: str
    module: str  # "" for the core
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    actions: tuple[str, ...] = ()  # of a step of the working turn

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


WORKING_TURN = "working_turn"
ANNOUNCED = {"begin": "PhaseBegan is announced.", "end": "PhaseEnded is announced."}


def step_list(rules: Iterable[Rules]) -> list[StepEntry]:
    """The steps of these rules, in order, phase by phase; what only later rules have follows at the end of its phase."""
    found: dict[tuple[str, str], StepEntry] = {}
    for each in rules:
        owners = {(step.phase, step.name): module for module, step in hooks.contribute_steps.by_module(each)}
        turn_owners = {step.name: module for module, step in hooks.contribute_working_steps.by_module(each)}
        for step in (*each.setup_steps, *each.round_steps):
            place = (step.phase, step.name)
            if f"{step.phase}.{step.name}" not in each.steps_left_out:
                found.setdefault(place, _step(step, owners.get(place, "")))
        for index, turn_step in enumerate(each.working_steps):
            actions = tuple(name for name, at in each.step_of_action.items() if at == index)
            entry = _working_step(turn_step, actions, turn_owners.get(turn_step.name, ""))
            before = found.setdefault((WORKING_TURN, turn_step.name), entry)
            more = tuple(dict.fromkeys((*before.actions, *actions)))
            found[WORKING_TURN, turn_step.name] = evolve(before, actions=more)
    order = {phase: place * 2 for place, phase in enumerate(PHASES)}
    order[WORKING_TURN] = order["working"] + 1
    return sorted(found.values(), key=lambda each: (order[each.phase], each.step == "end"))


def _step(step: Step, module: str) -> StepEntry:
    text = ANNOUNCED.get(step.name) or " ".join(docstring(step.run).split())
    return StepEntry(step.phase, step.name, module, text, step.before, step.after)


def _working_step(step: WorkingStep, actions: tuple[str, ...], module: str) -> StepEntry:
    text = f"Not left while something must be done: {docstring(step.leave)}" if step.leave is not None else ""
    return StepEntry(WORKING_TURN, step.name, module, text.rstrip(), step.before, step.after, actions)


@frozen
class ActionEntry:
    """A kind of action: how it is written, what it answers, and why it may be refused."""

    action: str
    module: str  # "" for the core
    cls: str
    source: str  # where it is imported from
    fields: tuple[Entry, ...]
    answers: tuple[str, ...]  # the decisions that it answers
    step: str  # of the working turn; "" for none
    codes: dict[str, str]  # code -> its meaning in one clause
    help: str
    text: str  # the docstring of the class

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return _plain(self)


def action_list(rules: Iterable[Rules]) -> list[ActionEntry]:
    """The actions of these rules, with the codes and decisions of all of them together."""
    found: dict[str, ActionEntry] = {}
    for each in rules:
        owners = {kind.name: module for module, kind in hooks.contribute_actions.by_module(each)}
        for kind in each.actions.values():
            codes = {code: ALWAYS[code] for code in ("not_your_turn", "wrong_decision")} | each.action_codes[kind.name]
            before = found.setdefault(kind.name, _action(each, kind, owners.get(kind.name, "")))
            answers = tuple(dict.fromkeys((*before.answers, *_answers(each, kind))))
            found[kind.name] = evolve(before, codes=before.codes | codes, answers=answers)
    return list(found.values())


def _answers(rules: Rules, kind: ActionKind[Any]) -> tuple[str, ...]:
    return tuple(name for name, actions in rules.decision_actions.items() if kind.name in actions)


def _action(rules: Rules, kind: ActionKind[Any], module: str) -> ActionEntry:
    step = rules.step_of_action.get(kind.name)
    home = kind.cls.__module__
    kinds = fields(kind.cls)
    return ActionEntry(
        kind.name,
        module,
        kind.cls.__name__,
        "fcm_core.modding" if home.startswith("fcm_core.") else home,
        tuple(evolve(each, name=key_of(each.name), signature=each.signature.replace("_:", ":")) for each in kinds),
        _answers(rules, kind),
        rules.working_steps[step].name if step is not None else "",
        {},
        kind.help,
        docstring(kind.cls),
    )


def rules_of_every_module(modules_dirs: Iterable[str | Path] = ()) -> Iterator[tuple[str, Rules | InputError]]:
    """The base game's rules (under ""), then those with each module besides; the error of one that does not resolve."""
    dirs = tuple(modules_dirs)
    base = default_ruleset()
    for module in ["", *sorted(find_modules(dirs)[0])]:
        try:
            yield module, compile_rules(resolve(base, with_=[module] if module else [], modules_dirs=dirs))
        except InputError as error:
            if not module:
                raise
            yield module, error


def _shipped(module: str) -> bool:
    """Whether the module comes with the engine; the page is the same wherever it is made."""
    return not module or find_modules()[0][module].import_name.startswith("fcm_modules.")


# --- the page --------------------------------------------------------------------------------------------------------


def reference_text() -> str:
    """The page, in Markdown."""
    told = {each.name: each for each in hook_list() if each.core}
    rules = [found for module, found in rules_of_every_module() if isinstance(found, Rules) and _shipped(module)]
    lines = [read_toml(GROUPS)["intro"].strip(), "", *_laws(), "", "## What do you want to do?", ""]
    lines += [f"- [{group.title}](#{_anchor(group.title)})" for group in groups()]
    lines += [f"- [{title}](#{_anchor(title)})" for title in (STEPS, ACTIONS)]
    for group in groups():
        lines += ["", f"## {group.title}", "", group.text, ""]
        for name, text in group.files.items():
            lines += [f"`{name}`:", "", "```toml", text, "```", ""]
        lines += ["```python", group.example, "```"]
        lines += _part("Hooks", [_hook(told[name]) for name in group.hooks])
        entries = query_list()
        lines += _part("To ask", [_told(each) for each in entries if each.group == group.title and not each.changes])
        lines += _part(
            "These change the game", [_told(each) for each in entries if each.group == group.title and each.changes]
        )
        if group.events:
            lines += _part("Events", [_event_line(each) for each in event_list() if not each.module])
    lines += ["", f"## {STEPS}", "", STEPS_TEXT, ""]
    lines += _steps(step_list(rules))
    lines += ["", f"## {ACTIONS}", "", ACTIONS_TEXT, ""]
    for action in action_list(rules):
        if not action.module:
            lines += _action_lines(action)
    return "\n".join(line.rstrip() for line in lines) + "\n"


STEPS = "Steps of a round, in order"
STEPS_TEXT = """`fcm steps` prints them for any ruleset. A step of a module names its neighbours: `after=("tips",)`. Names of steps that
are not there are ignored."""
ACTIONS = "Actions of the core"
ACTIONS_TEXT = """`fcm actions` prints those of modules as well, with the codes that modules add. All these classes come from
`fcm_core.modding`. A field that is `None` is not written."""


def _laws() -> list[str]:
    """How the answers to a hook combine, law by law."""
    parts = [law.text.partition(": ") for law in LAWS]
    return [
        "**How answers combine.** Each hook has one law. An answer of `None` says nothing.",
        "",
        *(f"- *{name.capitalize()}*: {text}" for name, _, text in parts),
    ]


def _anchor(title: str) -> str:
    """How GitHub calls a heading in a link."""
    return "".join(each for each in title.lower().replace(" ", "-") if each.isalnum() or each in "-_")


def _part(title: str, lines: list[str]) -> list[str]:
    return ["", f"### {title}", "", *lines] if lines else []


def _line(code: str, text: str, indent: str = "") -> str:
    told = " ".join(EXAMPLE.sub("", text).split())
    return f"{indent}- `{code}`{': ' if told else ''}{told}"


def _told(found: Entry) -> str:
    return "\n".join(
        [_line(found.signature, found.text), *(_line(each.signature, each.text, "  ") for each in found.members)]
    )


def _hook(hook: Hook) -> str:
    law = hook.law.partition(":")[0]
    special = f" When: {hook.when}" if hook.when not in (WHEN_MADE, WHEN_ASKED) else ""
    return _line(hook.signature, f"{EXAMPLE.sub('', hook.text)} *{law.capitalize()}.*{special}")


def _event_line(event: EventEntry) -> str:
    code = f"{event.cls}({', '.join(each.signature for each in event.fields)})"
    more = "" if event.may_ask or not event.hook else " A listener may not ask."
    return _line(code, f"`{event.hook}`. {event.text} When: {event.when}{more}")


def _steps(found: list[StepEntry]) -> list[str]:
    lines: list[str] = []
    phase = ""
    for each in found:
        if each.phase != phase:
            phase = each.phase
            lines += ["", f"### {phase.replace('_', ' ').capitalize()}", ""]
        more = f" (module {each.module}; {_neighbours(each)})" if each.module else ""
        actions = f" Actions: {', '.join(f'`{name}`' for name in each.actions)}." if each.actions else ""
        lines.append(_line(each.step, f"{each.text}{actions}{more}"))
    return lines[1:]


def _neighbours(step: StepEntry) -> str:
    """The neighbours that a step names, in words."""
    parts = [f"{word} {', '.join(names)}" for word, names in (("after", step.after), ("before", step.before)) if names]
    return ", ".join(parts) or "anywhere"


def _action_lines(action: ActionEntry) -> list[str]:
    owed = (
        f"step `{action.step}` of the working turn"
        if action.step
        else ", ".join(f"`{each}`" for each in action.answers)
    )
    return [
        _line(action.action, f"`{action.cls}`. {action.help} Answers {owed}."),
        *(_line(each.signature, each.text, "  ") for each in action.fields),
        *(f"  - refused with `{code}`: {meaning}" for code, meaning in action.codes.items() if code not in ALWAYS),
    ]
