"""The answer of a respondent who reasons without mistakes.

Owns the right answer to one question part over any premises, in the form in which people answer:
three values for a truth question, a word for a verdict, the right options for a choice. Two answers
differ if a respondent would have to answer differently; the number of worlds behind equal answers
does not matter. `check` owns gold answers, `engine_answers` the engines' own answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from items.answers import Answer
from items.formal import FormalItem
from items.gold.check import QUESTION_TYPE
from items.gold.engine_answers import INCONSISTENT, as_answer, conjoined
from items.models import Item, Question
from solver.errors import InputError
from solver.kinds.registry import affirms, asks_whether_follows
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Formula, negation
from solver.phrases import phrase
from solver.queries import Session
from solver.results import EngineAnswer

Value = Answer | str | frozenset[int]
"""An answer to a query, the word of a truth question, or the right options of a choice."""
MOST_MODELS = 20_000
"""Lists with more models are compared only by length."""


@dataclass(frozen=True, slots=True)
class Response:
    """The right answer, or why there is none."""

    value: Value | None
    reason: str = ""
    """Why there is no answer; empty if there is one."""
    count: int | None = None
    """Length of a list that was too long to compare; otherwise None."""

    @property
    def known(self) -> bool:
        """Whether there is an answer to compare."""
        return self.value is not None or self.count is not None


def respond(
    item: Item, formal: FormalItem, place: int, session: Session, given: Formula | None = None
) -> Response:
    """The right answer to the part at `place` of the item's leaves over the session's premises,
    with `given` added."""
    try:
        return _respond(item, formal, place, session, given)
    except InputError as error:
        return Response(None, error.line)


def under_of(formal: FormalItem, place: int) -> str:
    """The variant under which the part at `place` is asked."""
    query = formal.queries.get(place)
    return BASELINE if query is None else query.under


def differ(before: Response, after: Response) -> bool | None:
    """Whether a respondent would have to answer differently; None if undecided."""
    if before.value is not None and after.value is not None:
        return before.value != after.value
    if before.count is not None and after.count is not None:
        return True if before.count != after.count else None
    if before.known and after.known:
        # Lists up to the limit are compared completely, so a truncated list is a longer one.
        return True
    return None


def _respond(
    item: Item, formal: FormalItem, place: int, session: Session, given: Formula | None
) -> Response:
    leaf, query = item.leaves[place], formal.queries.get(place)
    if leaf.free:
        return Response(None, "a free answer")
    options = formal.options.get(place, ())
    if any(option is not None for option in options):
        if None in options:
            return Response(None, phrase("an option has no formula"))
        formulas = [option for option in options if option is not None]
        return _choice(item, leaf, query, formulas, session, given)
    if query is None:
        return Response(None, formal.no_query(place))
    query = replace(query, given=_added(query.given, given))
    if leaf.truth:
        return _truth(item, query, session)
    answer = session.ask(query, limit=MOST_MODELS, want_supports=False).answer
    value = as_answer(query, answer)
    if value is not None:
        return Response(value)
    if answer.unknown or answer.count is None or answer.reason:
        return Response(None, answer.reason or phrase("the solver gave up"))
    return Response(None, count=answer.count)


def _truth(item: Item, query: Query, session: Session) -> Response:
    if not asks_whether_follows(query.kind) or query.formula is None:
        return Response(None, f"a truth question is decided by necessary(…), not {query.kind}")
    follows = _holds(session, query)
    if isinstance(follows, str):
        return Response(None, follows)
    if item.open_is_false:
        return Response("true" if follows else "false")
    refuted = _holds(session, replace(query, formula=negation(query.formula)))
    if isinstance(refuted, str):
        return Response(None, refuted)
    if follows and refuted:
        return Response(INCONSISTENT)
    return Response("true" if follows else "false" if refuted else "unknown")


def _choice(
    item: Item,
    leaf: Question,
    query: Query | None,
    options: Sequence[Formula],
    session: Session,
    given: Formula | None,
) -> Response:
    type_ = str(item.attributes.get(QUESTION_TYPE, "3c1e"))
    if type_ not in ("3c1e", "3e1c", "missing"):
        return Response(None, f"unknown question type {type_!r}")
    option_holds: list[bool] = []
    if type_ == "missing":
        if query is None or not asks_whether_follows(query.kind):
            return Response(None, "there is no query necessary(…) to complete")
        before = _added(query.given, given)
        holds_before = _holds(session, replace(query, given=before))
        completed = [_holds(session, replace(query, given=conjoined(before, o))) for o in options]
        reasons = [reply for reply in (holds_before, *completed) if isinstance(reply, str)]
        if reasons:
            return Response(None, reasons[0])
        # If the query's formula follows without any option, no option completes it.
        option_holds = [False if holds_before else reply is True for reply in completed]
    else:
        for option in options:
            kind = "possible" if leaf.right_where_possible else "necessary"
            reply = _holds(session, Query(kind, "", option, given=given))
            if isinstance(reply, str):
                return Response(None, reply)
            option_holds.append(reply)
    return Response(
        frozenset(n for n, holds in enumerate(option_holds) if holds != (type_ == "3e1c"))
    )


def _holds(session: Session, query: Query) -> bool | str:
    """Whether the query's answer is affirmative; the reason if undecided."""
    answer = session.ask(query, want_supports=False).answer
    return _reason(answer) if answer.unknown else affirms(answer.verdict)


def _reason(answer: EngineAnswer) -> str:
    return answer.reason or phrase("the solver gave up")


def _added(given: Formula | None, extra_premise: Formula | None) -> Formula | None:
    return given if extra_premise is None else conjoined(given, extra_premise)
