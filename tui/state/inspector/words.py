"""Words of the inspector that other packages use as data: states, the standing of a formula, kinds
of answers and of lines, in the language of the screens.

Owns which of these words are translated: screens pass them to `_`. Titles and sentences are named
for the catalogue where they are written.
"""

import re
from collections.abc import Mapping

from tui import i18n
from tui.i18n import _, mark

_UNKNOWN_PATTERN = re.compile(r"unknown \((.+)\)")
FACETS = (
    mark("benchmark"),
    mark("question"),
    mark("gold"),
    mark("people right, models wrong"),
    mark("models right, people wrong"),
)
PROOF_WORDS = (
    mark("proved"),
    mark("not checkable"),
    mark("unknown"),
    mark("refuted"),
    mark("words approximate"),
)
VERDICT_WORDS = (
    mark("entailed"),
    mark("contradicted"),
    mark("undetermined"),
    mark("premises inconsistent"),
    mark("unknown"),
)
ANSWERS = (
    mark("possible"),
    mark("impossible"),
    mark("necessary"),
    mark("unnecessary"),
    mark("unique"),
    mark("not_unique"),
    mark("none"),
    mark("alternative"),
    mark("no_alternative"),
)
REASONS = (
    mark("timeout"),
    mark("cancelled"),
    mark("interrupted"),
    mark("memory limit"),
    mark("not asked"),
)
LABELS = (
    mark("answer"),
    mark("agree"),
    mark("disagree"),
)
OPERATIONS = (
    mark("drop"),
    mark("negate"),
)
LINES = (
    mark("symbol"),
    mark("definition"),
    mark("premise"),
    mark("query"),
    mark("comment"),
)
KINDS = (
    mark("choice"),
    mark("truth"),
    mark("text"),
)
NAMES = (
    mark("baseline"),
    mark("edited"),
    mark("worlds"),
    mark("person"),
    mark("model"),
    mark("simulated"),
    mark("words"),
)


def spoken_in(texts: Mapping[str, str]) -> str:
    """A text that exists in several languages, in the language of the screens."""
    return texts.get(i18n.language()) or texts["en"]


def headed(head: str, text: str) -> str:
    """A word, followed by a colon and its explanation."""
    return _("{head}: {text}").format(head=head, text=text)


def edit_in_words(edit: str) -> str:
    """An edit of a single premise, `drop 1`, in the language of the screens."""
    operation, _space, rest = edit.partition(" ")
    return f"{_(operation)} {rest}" if operation in OPERATIONS else edit


def standing_words(text: str) -> str:
    """A standing or an answer in words; if unknown, with the reason. Answers in the formal language
    are unchanged."""
    reason = _UNKNOWN_PATTERN.fullmatch(text)
    return _(text) if reason is None else _("unknown ({reason})").format(reason=_(reason[1]))
