"""Errors that a person may see. Their text says what was wrong, where, and what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from attrs import frozen

from fcm_core.basics.names import did_you_mean

E = TypeVar("E", bound=BaseException)


class FcmError(Exception):
    """Any error of the engine that has a clear message."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors come out of other processes, and most are made from other things than the text that Exception keeps.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[E], args: tuple[Any, ...], more: dict[str, Any]) -> E:
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class InputError(FcmError):
    """What was handed over is wrong: a file, a name, an option. Programs end with exit code 2."""


@frozen
class Problem:
    """One thing wrong in a file: where, what was found, what was expected, and the nearest valid name if there is one."""

    file: str
    key: str
    message: str
    found: Any = None
    expected: str = ""
    nearest: str | None = None

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


class Problems(InputError):
    """Several problems at once, one a line; `text` where they are told in other words than file, key and message."""

    def __init__(self, problems: Sequence[Problem], text: str = "") -> None:
        self.problems = tuple(problems)
        super().__init__(text or "\n".join(map(str, problems)))


@frozen
class Refusal:
    """Why an action is refused: a stable code and a sentence with the rule and the numbers."""

    code: str
    message: str


class RefusedError(FcmError):
    """An illegal action was applied; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.message} ({refusal.code})")


class UnknownNameError(KeyError):
    """Code named something that there is not: what it was to be, its name, and the nearest there is."""

    def __init__(self, what: str, name: object, valid: Iterable[object]) -> None:
        super().__init__(f"no {what} {name}{did_you_mean(str(name), map(str, valid))}")

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


class PartError(InputError):
    """What a module contributes does not fit: the hook, what is wrong, the module and its file."""

    def __init__(self, hook: str, text: str, module: str, file: str) -> None:
        self.hook = hook
        self.text = text
        self.module = module
        self.file = file
        super().__init__(f"module {module} ({file}): {hook}: {text}")


class HookError(FcmError):
    """A module's hook raised: names module, hook and what was being resolved."""

    def __init__(self, module: str, hook: str, doing: str, cause: BaseException) -> None:
        self.module = module
        self.hook = hook
        self.doing = doing
        self.cause = cause
        whose = f"module {module}, hook {hook}, while {doing}"
        if isinstance(cause, RecursionError):
            super().__init__(f"endless recursion in {whose}")
        else:
            super().__init__(f"{whose}: {type(cause).__name__}: {cause}")


class AnswerError(HookError):
    """A module's hook returned what its specification does not allow."""

    def __init__(self, module: str, hook: str, expected: str, found: Any) -> None:
        super().__init__(module, hook, "checking its answer", TypeError(f"expected {expected}, got {found!r}"))


class BotError(FcmError):
    """A bot raised, or answered with an action that is not legal. The game is what it was before."""

    def __init__(
        self, bot: str, seat: int, player: str, decision: str, action: Any, cause: BaseException | Refusal
    ) -> None:
        self.bot = bot
        self.seat = seat
        self.decision = decision
        self.refusal = cause if isinstance(cause, Refusal) else None
        if isinstance(cause, Refusal):
            what = f"answers with {action!r}: {cause.message} ({cause.code})"
        else:
            what = f"raises {type(cause).__name__}: {cause}"
        super().__init__(f"bot {bot} of {player} (seat {seat}), asked for {decision}, {what}")


class SaveError(InputError):
    """A save cannot be read, written or continued."""


class ConflictError(InputError):
    """Two modules set one thing to different values, and nothing says which of them comes last."""

    def __init__(self, hook: str, first: tuple[str, Any], second: tuple[str, Any]) -> None:
        self.hook = hook
        self.modules = (first[0], second[0])
        super().__init__(
            f"{hook}: module {first[0]} says {first[1]!r}, module {second[0]} says {second[1]!r}; settle it with "
            f'order = [["{first[0]}", "{second[0]}"]] in a manifest or the ruleset: the one named last counts'
        )
