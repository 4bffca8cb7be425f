"""The presenter: what a person sees of a game, as data that goes to JSON unchanged.

Between the engine and the faces (line prompt, full-screen table, page). Every function takes a seat's view, `game.view(seat)`,
and tells nothing that the seat may not know. A face only lays out and styles; it knows no rule and no module.

    table(view)                          what lies on the table
    form(view, seat)                     the decision that the seat owes, as a table of all legal actions; None if it owes none
    preview(view, seat, action)          what would follow from an action
    probe(view, seat, name, fields)      why a half-chosen action is not possible, or None
    refused(view, seat)                  what one might try, and why it is refused
    what_if(view, seat, staged)          this round's Dinnertime as it would go
    inspect(view, ref)                   everything about one thing
    entries(events, view)                the log
    action_of(view, seat, plain)         the action of a JSON mapping; row_action: of a row of a form

Squares are [row, column], seats numbers from 0, money whole dollars, distances tile borders. `ref` is a string `kind:id`
(see fcm_face.words).
"""

from __future__ import annotations

from fcm_face.dinners import what_if
from fcm_face.forms import action_json, action_of, form, refused, row_action
from fcm_face.log import entries
from fcm_face.previews import preview
from fcm_face.probes import probe
from fcm_face.sheets import inspect
from fcm_face.structures import sums
from fcm_face.table import table
from fcm_face.texts import card_text, milestone_text
from fcm_face.trial import FaceFault, try_everything

__all__ = [
    "FaceFault",
    "action_json",
    "action_of",
    "card_text",
    "entries",
    "form",
    "inspect",
    "milestone_text",
    "preview",
    "probe",
    "refused",
    "row_action",
    "sums",
    "table",
    "try_everything",
    "what_if",
]
