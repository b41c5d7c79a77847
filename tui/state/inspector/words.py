"""Words of the inspector that come from other packages: names of columns and facets, states, the
standing of a formula, reasons, in the language of the screens.

Owns which of these words are translated: screens pass them to `_`. Other words, such as the message
of an error, are shown unchanged.
"""

import re
from collections.abc import Mapping

from tui import i18n
from tui.i18n import _, mark

_UNKNOWN = re.compile(r"unknown \((.+)\)")
COLUMNS = (
    mark("id"),
    mark("title"),
    mark("benchmark"),
    mark("kind"),
    mark("premises"),
    mark("symbols"),
    mark("gold"),
    mark("models"),
    mark("support"),
    mark("people"),
    mark("median time"),
)
FACETS = (
    mark("benchmark"),
    mark("question"),
    mark("gold"),
    mark("people and models"),
    mark("people right, models wrong"),
    mark("models right, people wrong"),
)
STATES = (
    mark("proved"),
    mark("not checkable"),
    mark("unknown"),
    mark("refuted"),
    mark("words approximate"),
)
STANDS = (
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
AGAINST = (
    mark("does not follow"),
    mark("is not excluded"),
    mark("follows"),
    mark("is excluded"),
    mark("was left out"),
    mark("another number"),
    mark("does not belong to it"),
    mark("the premises contradict one another"),
)
REASONS = (
    mark("timeout"),
    mark("cancelled"),
    mark("no formalization"),
    mark("no formal query"),
    mark("no gold answer"),
    mark("free answer"),
    mark("an option has no formula"),
    mark("no option is right"),
    mark("no engine decided every option"),
    mark("the engines contradict each other"),
    mark("the list of models was cut short"),
    mark("the solver's answer differs"),
    mark("the item has no formalization"),
    mark("nothing contradicts it"),
    mark("the time limit was reached"),
    mark("no set of premises helps"),
    mark("some sets could not be decided"),
    mark("interrupted"),
    mark("memory limit"),
    mark("first-order premises have no list of models"),
    mark("not asked"),
)
LABELS = (
    mark("Statement"),
    mark("The statement"),
    mark("answer"),
    mark("agree"),
    mark("disagree"),
)
OPERATIONS = (
    mark("drop"),
    mark("negate"),
)
ROLES = (
    mark("Adjudicator"),
    mark("Answerer"),
    mark("Background proposer"),
    mark("Decider"),
    mark("Question proposer"),
    mark("Reviewer"),
    mark("Verifier"),
)
LINES = (
    mark("symbol"),
    mark("definition"),
    mark("premise"),
    mark("query"),
    mark("comment"),
)
CLAIMS = (
    mark("Answers agree with one another"),
    mark("Aliases must be matched"),
    mark("Branches meet"),
    mark("Every clue is used"),
    mark("Variants flip what is asked"),
    mark("Questions differ"),
    mark("Distractors tempt and decide nothing"),
    mark("No premise gives everything away"),
    mark("Gold answers are right"),
    mark("Harder than its base"),
    mark("A closed space is searched"),
    mark("An open axis reaches several answers"),
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
    reason = _UNKNOWN.fullmatch(text)
    return _(text) if reason is None else _("unknown ({reason})").format(reason=_(reason[1]))
