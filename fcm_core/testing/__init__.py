"""What tests of modules may use: scenarios, conformance, invariants, checks. Besides there are the fixtures of the pytest plugin.

from fcm_core.testing import conformance

assert conformance("garden_parties", games=2).passed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fcm_core.testing._kit import *  # noqa: F403
else:
    # The pytest plugin costs nothing where it is not used.
    def __getattr__(name: str) -> Any:
        if not name.startswith("_") or name == "__all__":
            from fcm_core.testing import _kit

            if name == "__all__":
                return list(_kit.__all__)
            if name in _kit.__all__:
                return getattr(_kit, name)
        raise AttributeError(f"module {__name__} has no {name}")

    def __dir__() -> list[str]:
        return [*globals(), *__getattr__("__all__")]
