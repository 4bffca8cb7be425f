"""What the declarations of public names say: signatures, docstrings, and the comments beside fields and constants."""

from __future__ import annotations

import ast
import inspect
import io
import sys
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

import attrs
from attrs import asdict, field, frozen

WHEN = "When: "


@frozen
class Entry:
    """One public name, or a member of a public class."""

    name: str
    kind: str  # function, class, constant, field or method
    signature: str  # how it is written, with types
    text: str  # what it means, with units
    changes: bool = False  # it changes the game; everything else only asks
    group: str = ""
    members: tuple[Entry, ...] = field(default=())

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def texts(docstring: str) -> tuple[str, str]:
    """A docstring without its last paragraph `When: ...`, and what that says."""
    text, _, when = docstring.partition(f"\n\n{WHEN}")
    return text, " ".join(when.split())


def docstring(value: Any) -> str:
    """The docstring of a function or class itself, not of what it derives from."""
    return inspect.cleandoc(value.__dict__.get("__doc__") or "" if isinstance(value, type) else value.__doc__ or "")


def entry(name: str, value: Any, home: ModuleType) -> Entry:
    """What is known of a public name that `home` exports."""
    if isinstance(value, type) and value is not Any:
        text, _ = texts(docstring(value))
        bases = [base.__name__ for base in value.__mro__[1:] if getattr(home, base.__name__, None) is base]
        return Entry(name, "class", f"{name}({bases[0]})" if bases else name, text, members=tuple(members(value, home)))
    if isinstance(value, FunctionType):
        return Entry(name, "function", signature(name, value), docstring(value))
    if isinstance(value, ModuleType):
        return Entry(name, "module", name, (inspect.getdoc(value) or "").partition(". ")[0] + ".")
    return Entry(name, "constant", _written(name, home), _said_of(name, home))


def signature(name: str, function: Any) -> str:
    """How a function is called, with types; `self` is left out."""
    found = inspect.signature(function)
    parts: list[str] = []
    starred = False
    for parameter in found.parameters.values():
        if parameter.name in ("self", "cls") and not parts:
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or parameter.kind is parameter.VAR_POSITIONAL
        several = (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        star = "*" * (several.index(parameter.kind) + 1) if parameter.kind in several else ""
        text = f"{star}{parameter.name}"
        if parameter.annotation is not parameter.empty:
            text += f": {_type(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {parameter.default!r}"
        parts.append(text)
    answer = "" if found.return_annotation is found.empty else f" -> {_type(found.return_annotation)}"
    return f"{name}({', '.join(parts)}){answer}"


def fields(cls: type) -> list[Entry]:
    """The fields of a class with their types, and what the comments beside them say."""
    found: dict[str, Entry] = {}
    for base in reversed(cls.__mro__) if attrs.has(cls) else (cls,):
        for name, (kind, said) in _fields_of(base).items():
            if not name.startswith("_"):
                found[name] = Entry(name, "field", f"{name}: {kind}" if kind else name, said)
    if attrs.has(cls):
        there = {each.name: each for each in attrs.fields(cls)}
        found = {name: found[name] for name in there if name in found and not name.startswith("_")}
    return list(found.values())


def members(cls: type, home: ModuleType) -> Iterator[Entry]:
    """Fields, properties and methods of a class. What it has from a class that `home` exports as well stands there."""
    seen: dict[str, None] = {}
    for base in cls.__mro__:
        if not base.__module__.startswith("fcm_core.") or (
            base is not cls and getattr(home, base.__name__, None) is base
        ):
            break
        derived = any(getattr(home, each.__name__, None) is each for each in base.__mro__[1:])
        for found in fields(base) if base is cls or not attrs.has(cls) else ():
            if found.name not in seen and not (derived and found.signature == found.name):  # a value, not a new field
                seen[found.name] = None
                yield found
        for name, value in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            seen[name] = None
            if isinstance(value, staticmethod | classmethod):
                value = value.__func__
            if isinstance(value, property):
                answer = _type(inspect.signature(value.fget).return_annotation) if value.fget is not None else ""
                yield Entry(name, "field", f"{name}: {answer}", inspect.getdoc(value) or "")
            elif isinstance(value, FunctionType):
                yield Entry(name, "method", signature(name, value), docstring(value))


def _type(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


# --- comments --------------------------------------------------------------------------------------------------------


@frozen
class _Source:
    """A file: its statements, and its comments by line."""

    tree: ast.Module
    comments: dict[int, str]
    alone: frozenset[int]  # lines that hold nothing but a comment

    def said_of(self, statement: ast.stmt, after: ast.stmt | None) -> str:
        """The comment beside a statement, above it, or the string below it."""
        last = statement.end_lineno or statement.lineno
        for line in (last, statement.lineno):
            if line in self.comments and line not in self.alone:
                return self.comments[line]
        line, above = statement.lineno - 1, list[str]()
        while line in self.alone:
            above.insert(0, self.comments[line])
            line -= 1
        if above and not above[0].startswith("---"):
            return " ".join(above)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            return " ".join(after.value.value.split())
        return ""


@lru_cache(maxsize=256)
def _source(module: str) -> _Source | None:
    loaded = sys.modules.get(module)
    try:
        text = inspect.getsource(loaded) if loaded is not None else ""
    except (OSError, TypeError):
        return None
    comments: dict[int, str] = {}
    alone: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("# noqa"):
            comments[token.start[0]] = token.string.lstrip("# ").partition("  # noqa")[0]
            if not token.line[: token.start[1]].strip():
                alone.append(token.start[0])
    return _Source(ast.parse(text), comments, frozenset(alone))


def _assigned(statement: ast.stmt) -> tuple[str, str] | None:
    """The name that a statement declares, and its type where it says one."""
    target: ast.expr
    if isinstance(statement, ast.AnnAssign):
        target, kind = statement.target, ast.unparse(statement.annotation)
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, kind = statement.targets[0], ""
    else:
        return None
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        return target.attr, kind
    return (target.id, kind) if isinstance(target, ast.Name) else None


def _of_self(statement: ast.Assign | ast.AnnAssign) -> bool:
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
    return isinstance(target, ast.Attribute)


def _declared(statements: list[ast.stmt], source: _Source) -> Iterator[tuple[str, str, str]]:
    """Name, type and comment of everything that these statements declare."""
    for place, statement in enumerate(statements):
        found = _assigned(statement)
        if found is not None:
            after = statements[place + 1] if place + 1 < len(statements) else None
            yield *found, source.said_of(statement, after)


def _fields_of(cls: type) -> dict[str, tuple[str, str]]:
    """Name -> type and comment of the fields that a class declares in its body or sets in the methods that make it."""
    source = _source(cls.__module__) if cls is not object else None
    if source is None:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.ClassDef) or node.name != cls.__name__:
            continue
        for name, kind, said in _declared(node.body, source):
            found[name] = (kind, said)
        for method in node.body if not attrs.has(cls) else ():
            if isinstance(method, ast.FunctionDef) and method.name in ("__init__", "_read_content"):
                types = {each.arg: ast.unparse(each.annotation) for each in method.args.args if each.annotation}
                own = [
                    each for each in ast.walk(method) if isinstance(each, ast.Assign | ast.AnnAssign) and _of_self(each)
                ]
                for name, kind, said in _declared([*own], source):
                    found.setdefault(name, (kind or types.get(name, ""), said))
    return found


def _constant(name: str, home: ModuleType) -> tuple[str, str]:
    """How a constant or type is written where it is declared, and what is said of it there."""
    for module in (home.__name__, *(each for each in sorted(sys.modules) if each.startswith("fcm_core."))):
        source = _source(module)
        if source is None:
            continue
        body = source.tree.body
        for place, statement in enumerate(body):
            found = _assigned(statement)
            if found is not None and found[0] == name:
                after = body[place + 1] if place + 1 < len(body) else None
                value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
                return ast.unparse(value) if value is not None else "", source.said_of(statement, after)
    return "", ""


def _written(name: str, home: ModuleType) -> str:
    value = _constant(name, home)[0]
    return f"{name} = {value}" if value and len(value) < 60 else name


def _said_of(name: str, home: ModuleType) -> str:
    return _constant(name, home)[1]
