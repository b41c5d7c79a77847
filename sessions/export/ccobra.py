"""Answers of a study as a table in CCOBRA's format, so that CCOBRA's models can be run on them.

Owns which answers the format can express: choices whose options have formulas, truth values, and
questions about what must be true, for one formula or several, or whether one can be true; with
premises and options that the format has words for (`items.sources.ccobra`). All other answers are
counted, with the reason. Answers that were imported from such a table are written as they were
there. Pilots, withdrawn sessions and models' answers are left out; people are numbered.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from items.answers import Answer, ChoiceAnswer, SetAnswer, TruthAnswer, VerdictAnswer
from items.files.save import require_no_links, save_text
from items.formal import FormalItem, formal_item
from items.models import Item
from items.sources.ccobra import (
    ACCEPT,
    MULTIPLE_CHOICE,
    REQUIRED_COLUMNS,
    plain_column,
    statement_of,
)
from sessions.export.rows import events
from sessions.record import snapshots
from sessions.record.results import versions
from sessions.storage.database import Database
from solver.errors import InputError
from solver.kinds.registry import asks_whether_follows, asks_whether_possible, kind_of
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Exists, ForAll, Formula, Not, expand

COLUMNS = ("id", "sequence", "task", "choices", "response", "response_type", "domain")
SINGLE = "single-choice"
SYLLOGISTIC = "syllogistic"
PROPOSITIONAL = "propositional"


@dataclass(frozen=True, slots=True)
class Task:
    """A question in the format."""

    premises: str
    choices: tuple[str, ...]
    answers: Mapping[Answer, str]
    """Answer to its choice; for questions with several choices, the answer that has only this
    choice."""
    type: str = SINGLE
    """The `response_type`: one of the choices, every one that follows (`SEVERAL`), or whether the
    only choice can be true (`ACCEPT`)."""
    domain: str = PROPOSITIONAL
    """Tells CCOBRA's models whether they apply to a task: `syllogistic` for two quantified
    premises, `quantified` for another number, `mixed` where some are quantified, and
    `propositional`."""

    @property
    def nothing(self) -> str:
        """The choice that nothing follows, in the domain's wording."""
        return _nothing(self.domain)

    def response(self, answer: Answer | None) -> str | None:
        """An answer as written in the table; None where the format has no words for it."""
        if self.type != MULTIPLE_CHOICE:
            return None if answer is None else self.answers.get(answer)
        if not isinstance(answer, SetAnswer):
            return None
        texts = [self.answers.get(SetAnswer(members=frozenset({key}))) for key in answer.members]
        if None in texts:
            return None
        return "|".join(sorted(text for text in texts if text is not None)) or self.nothing


@dataclass(frozen=True, slots=True)
class ExportedAnswers:
    """Counts of the exported and the omitted answers."""

    rows: int
    people: int
    left_out: Mapping[str, int]


def write_ccobra(db: Database, path: Path, *, simulated: bool = False) -> ExportedAnswers:
    """Write people's answers, or simulated respondents'.

    Raises OutsideError where the file cannot be written.
    """
    rows: list[tuple[object, ...]] = []
    left_out: Counter[str] = Counter()
    people = 0
    for version in versions(db, simulated=simulated, full=True):
        for session in version.sessions:
            place = 0
            before = len(rows)
            as_read = _as_read(db, session.id) if session.imported else {}
            for result in session.results:
                if not result.over:
                    left_out["not reached"] += 1
                    continue
                if result.ending == "timed_out":
                    left_out["not confirmed"] += 1
                    continue
                body = _body(db, result.step.item_hash)
                if body is None:
                    left_out["the item is not in the record"] += 1
                    continue
                item = snapshots.parsed(body, result.step.item_hash)
                first = sum(len(q.leaves) for q in item.questions[: result.step.question])
                for n, leaf in enumerate(result.question.leaves):
                    task = task_of(item, first + n)
                    imported_row = as_read.get(result.step.index)
                    if imported_row is not None:
                        *cells, domain = imported_row
                        domain = domain or (task.domain if isinstance(task, Task) else "")
                        rows.append((people + 1, place, *cells, domain))
                        place += 1
                        continue
                    answer = result.answers.get(leaf.id)
                    if result.scores[leaf.id].why == "not recorded":
                        continue
                    if isinstance(task, str):
                        left_out[task] += 1
                    elif (response := task.response(answer)) is None:
                        left_out["no answer in the format"] += 1
                    else:
                        rows.append(
                            (
                                people + 1,
                                place,
                                task.premises,
                                "|".join(task.choices),
                                response,
                                task.type,
                                task.domain,
                            )
                        )
                        place += 1
            people += len(rows) > before
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([COLUMNS, *rows])
    require_no_links(path)
    save_text(path, text.getvalue())
    return ExportedAnswers(len(rows), people, dict(left_out))


def _as_read(db: Database, session: str) -> dict[int, tuple[str, ...]]:
    """Steps of an imported session whose rows have this format, to task, choices, response, type
    and domain as the table had them."""
    rows_by_step: dict[int, tuple[str, ...]] = {}
    for event in events(db, session):
        if event["kind"] != "answer_recorded":
            continue
        try:
            row = json.loads(event["payload"]["said"])
        except ValueError:
            continue
        if not isinstance(row, dict):
            continue
        cells = {plain_column(str(name)): str(cell) for name, cell in row.items()}
        if all(cells.get(name, "").strip() for name in REQUIRED_COLUMNS):
            rows_by_step[event["payload"]["step"]] = (
                *(cells[name] for name in REQUIRED_COLUMNS[1:]),
                cells.get("response_type", "").strip() or SINGLE,
                cells.get("domain", ""),
            )
    return rows_by_step


def _body(db: Database, content: str) -> str | None:
    for row in db.rows("SELECT body FROM item WHERE hash = ?", content):
        return str(row["body"])
    return None


def task_of(item: Item, place: int) -> Task | str:
    """A question part in the format, or the reason why the format cannot express it."""
    return _task(_Key(item, place))


class _Key:
    """Key of an item and the place of a part, compared by content."""

    def __init__(self, item: Item, place: int) -> None:
        self.item, self.place = item, place

    def __hash__(self) -> int:
        return hash((self.item.content_hash, self.place))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and hash(self) == hash(other)


@lru_cache(maxsize=4096)
def _task(key: _Key) -> Task | str:
    item, place = key.item, key.place
    try:
        formal = formal_item(item)
    except InputError:
        return "a formalization that cannot be read"
    if formal is None:
        return "no formalization"
    choices = _choices(item, formal, place)
    if isinstance(choices, str):
        return choices
    query = formal.queries.get(place)
    under = theory(formal.problem, BASELINE if query is None else query.under)
    definitions = under.definitions
    formulas = [expand(premise.formula, definitions) for premise in under.premises]
    premises = [text for formula in formulas if (text := statement_of(formula)) is not None]
    if len(premises) < len(formulas) or not premises:
        return "premises that the format has no words for"
    domain = _domain(formulas)
    texts = {
        answer: _nothing(domain) if formula is None else statement_of(expand(formula, definitions))
        for answer, formula in choices.items()
    }
    answers = {answer: text for answer, text in texts.items() if text is not None}
    if len(answers) < len(texts) or len(set(answers.values())) < len(answers):
        return "choices that the format has no words for"
    kind = item.leaves[place].kind
    if asks_whether_possible(kind):
        # A single conclusion, which is accepted or not.
        yes, no = answers
        accepted = {yes: "True", no: "False"}
        return Task("/".join(premises), (answers[yes],), accepted, ACCEPT, domain)
    several = any(isinstance(answer, SetAnswer) for answer in answers)
    type_ = MULTIPLE_CHOICE if several else SINGLE
    return Task("/".join(premises), tuple(answers.values()), answers, type_, domain)


def _domain(premises: Sequence[Formula]) -> str:
    quantified = sum(isinstance(premise, ForAll | Exists) for premise in premises)
    if not quantified:
        return PROPOSITIONAL
    if quantified < len(premises):
        return "mixed"
    return SYLLOGISTIC if quantified == 2 else "quantified"


def _nothing(domain: str) -> str:
    return "nothing" if domain == PROPOSITIONAL else "NVC"


def _words(query: Query) -> dict[Answer, Formula | None]:
    """Yes and no of a query about one formula: yes states the formula, no states nothing."""
    yes, no = [str(word.verdict) for word in kind_of(query.kind).verdicts]
    return {VerdictAnswer(word=yes): query.formula, VerdictAnswer(word=no): None}


def _choices(item: Item, formal: FormalItem, place: int) -> dict[Answer, Formula | None] | str:
    """The possible answers, each with the formula that it says follows; None: nothing follows."""
    leaf, query = item.leaves[place], formal.queries.get(place)
    options = formal.options.get(place, ())
    if leaf.options and item.attributes.get("question_type", "3c1e") == "3c1e":
        if not options or None in options or leaf.right_where_possible:
            return "options without formulas, or of another sort"
        document: dict[Answer, Formula | None] = {
            ChoiceAnswer(option=n): formula for n, formula in enumerate(options)
        }
        return {**document, ChoiceAnswer(option=None): None}
    picks = () if query is None else kind_of(query.kind).picks(query)
    if query is not None and picks and all(pick.follows for pick in picks):
        listed: dict[Answer, Formula | None] = {
            SetAnswer(members=frozenset({pick.key})): pick.formula for pick in picks
        }
        if query.given is None and None not in listed.values():
            return {**listed, SetAnswer(members=frozenset()): None}
    if query is None or query.formula is None or query.given is not None:
        return "a question of another kind"
    if asks_whether_possible(query.kind) and query.kind == leaf.kind:
        return _words(query)
    if not asks_whether_follows(query.kind):
        return "a question of another kind"
    if leaf.truth:
        return {
            TruthAnswer(value="true"): query.formula,
            TruthAnswer(value="false"): Not(query.formula),
            TruthAnswer(value="unknown"): None,
        }
    if query.kind == leaf.kind:
        return _words(query)
    return "a question of another kind"
