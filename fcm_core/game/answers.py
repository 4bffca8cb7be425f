"""What a hook may answer: the return type of its specification, held against what an implementation returned."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args

from typeguard import CollectionCheckStrategy, TypeCheckError, check_type

from fcm_core.basics.errors import AnswerError
from fcm_core.game import hooks, state
from fcm_core.game.parts import Reasons


class Missing:
    """No answer has this type."""


@cache
def answer_type(hook: str) -> Any:
    """The type that a hook's specification promises; None for nothing."""
    return eval(getattr(hooks, hook).__annotations__["return"], {**vars(state), **vars(hooks)})


def check_answer(module: str, hook: str, found: Any) -> None:
    """Raises AnswerError, naming module and hook, where the answer is not of the type the specification promises."""
    expected = answer_type(hook)
    if found is None and expected is None:
        return
    try:
        check_type(found, expected, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
    except TypeCheckError as error:
        promised = getattr(hooks, hook).__annotations__["return"]
        wanted = (
            "nothing"
            if promised == "None"
            else promised.replace("Reasons", "((amount, why), ...)").replace(" | ", " or ")
        )
        raise AnswerError(module, hook, wanted, found) from error


def checked(module: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The implementation of a hook, which then raises AnswerError for an answer of the wrong type."""
    promised = answer_type(hook)
    may_be_none = promised is None or type(None) in get_args(promised)
    plain = promised if promised in (int, bool) else type(None) if may_be_none else Missing

    reasons = promised in (Reasons, Reasons | None)

    def call(*arguments: Any) -> Any:
        found = function(*arguments)
        # The frequent answers need no closer look.
        if type(found) is not plain and not (reasons and type(found) is tuple and all(map(_is_reason, found))):
            check_answer(module, hook, found)
        return found

    return call


def _is_reason(each: Any) -> bool:
    return type(each) is tuple and len(each) == 2 and type(each[0]) is int and type(each[1]) is str
