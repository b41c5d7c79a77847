"""Answers given to questions about items, with their respondents: the input of a diagnosis of
recorded answers.

Owns the rows, and converting them to arrays with the readings of each question. The caller reads
the record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from items.answers import Answer
from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.formal import FormalItem, formal_item
from items.models import Item, Question
from items.values.answer_text import format_answer
from solver.cancel import whole_budget
from solver.errors import InputError
from study.diagnosis.answers import Answers, arrays_of
from study.diagnosis.possible_answers import answers_to
from study.diagnosis.question_readings import BOUND, QUESTION_SECONDS, SECONDS, QuestionReadings
from study.diagnosis.readings import Explanation, Readings
from study.diagnosis.time_allowance import Allowance

if TYPE_CHECKING:
    from study.diagnosis.memory import Memory

Progress = Callable[[int, int], None]
"""Called with the number of finished questions and of all questions."""


class GivenAnswer(NamedTuple):
    """One answer."""

    respondent: str
    group: str
    """`people`, `models` or `simulated`."""
    item: Item
    place: int
    """Index of the question part among the item's leaves."""
    answer: Answer
    seconds: float | None = None
    """How long the question was open; None where unknown."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question part with its answers: the possible ones, where they can be listed; otherwise the
    given ones."""

    item: Item
    place: int
    choices: tuple[Answer, ...]

    @property
    def leaf(self) -> Question:
        """The question part."""
        return self.item.leaves[self.place]

    @cached_property
    def id(self) -> str:
        """Ids of the item and the part."""
        return f"{self.item.id} {self.leaf.id}"

    def text(self, choice: int) -> str:
        """A choice in its written form."""
        return format_answer(self.choices[choice], self.leaf)


@dataclass(frozen=True)
class ExplainedAnswers:
    """Answers to diagnose."""

    answers: Answers
    questions: tuple[AskedQuestion, ...]
    readings: tuple[Readings | None, ...]
    """Readings of each question; None where it cannot be decided."""
    reasons: tuple[str, ...]
    """The reason why it cannot be decided; empty where it can."""
    groups: tuple[str, ...]
    """The group of each respondent."""
    explanations: Mapping[tuple[int, int], Explanation]
    """Index of a question and choice to the explanation, for every given answer."""
    both: bool
    """Whether Z3 checked every combination that explains an answer."""
    seconds: Any
    """How long each question was open, nan where unknown: respondents × questions."""


def explained_answers(
    answers_given: Iterable[GivenAnswer],
    *,
    bound: int = BOUND,
    timeout: float = SECONDS,
    question_seconds: float = QUESTION_SECONDS,
    both: bool = True,
    checking: float | None = None,
    workers: Workers | None = None,
    progress: Progress | None = None,
    memory: "Memory | None" = None,
) -> ExplainedAnswers:
    """Answers with the readings of their questions, and the explanation of each; questions and
    respondents are sorted. With `both`, Z3 checks every combination that explains an answer, for
    `checking` seconds per worker, or without limit. A question that cannot be processed has a
    reason instead of readings. Each question has `question_seconds`; what is left then is
    undecided. Questions with results in `memory` are processed in this process."""
    rows = list(answers_given)
    items: dict[tuple[str, int], Item] = {}
    groups: dict[tuple[str, int], dict[Answer, None]] = {}
    for row in rows:
        key = (row.item.content_hash, row.place)
        items.setdefault(key, row.item)
        groups.setdefault(key, {})[row.answer] = None
    keys = sorted(items, key=lambda key: (items[key].id, key))
    questions = tuple(
        AskedQuestion(items[key], key[1], answers_to(items[key].leaves[key[1]], groups[key]))
        for key in keys
    )
    readings: list[Readings | None] = []
    reasons: list[str] = []
    explanations: dict[tuple[int, int], Explanation] = {}
    job = Reading(bound, timeout, both, checking, question_seconds)
    given_to = [
        (question, tuple(n for n, c in enumerate(question.choices) if c in groups[key]))
        for key, question in zip(keys, questions, strict=True)
    ]
    recalled = {} if memory is None else _recalled(job, given_to, memory)
    asking = Allowance(checking)
    others = (new_question for n, new_question in enumerate(given_to) if n not in recalled)
    worked = (workers or Workers()).run(job, others)
    entries = (
        job.timed(recalled[n], given_to[n][1], asking) if n in recalled else next(worked)
        for n in range(len(given_to))
    )
    for place, entry in enumerate(entries):
        if progress is not None:
            progress(place, len(questions))
        if isinstance(entry, InputFailure):
            readings.append(None)
            reasons.append(f"{entry.title} {entry.reason}".strip())
            continue
        readings.append(entry.readings)
        reasons.append(entry.reason)
        explanations.update(
            {(place, n): explanation for n, explanation in entry.explanations.items()}
        )
    if progress is not None:
        progress(len(questions), len(questions))
    group = {row.respondent: row.group for row in rows}
    names = sorted(group, key=lambda name: (group[name], name))
    places = {key: n for n, key in enumerate(keys)}
    answers = arrays_of(
        names,
        questions,
        (
            (row.respondent, place, questions[place].choices.index(row.answer))
            for row in rows
            for place in (places[row.item.content_hash, row.place],)
        ),
    )
    return ExplainedAnswers(
        answers,
        questions,
        tuple(readings),
        tuple(reasons),
        tuple(group[n] for n in names),
        explanations,
        both,
        _seconds(rows, names, places),
    )


def _seconds(
    rows: Sequence[GivenAnswer], names: Sequence[str], places: Mapping[tuple[str, int], int]
) -> Any:
    import numpy

    seconds = numpy.full((len(names), len(places)), numpy.nan)
    persons = {name: n for n, name in enumerate(names)}
    for row in rows:
        if row.seconds is not None:
            place = places[row.item.content_hash, row.place]
            seconds[persons[row.respondent], place] = row.seconds
    return seconds


def _recalled(
    job: "Reading", given_to: Sequence[tuple[AskedQuestion, tuple[int, ...]]], memory: "Memory"
) -> dict[int, QuestionReadings]:
    """Index to the readings of questions with stored results."""
    recalled: dict[int, QuestionReadings] = {}
    make = job.maker()
    for place, (question, _) in enumerate(given_to):
        question_readings = make(question)
        if not isinstance(question_readings, str) and memory.recall(question_readings):
            recalled[place] = question_readings
    return recalled


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading one question."""

    readings: QuestionReadings | None
    reason: str
    """The reason why there are no readings; empty where there are."""
    explanations: Mapping[int, Explanation]
    """Choice to explanation, for the given choices."""


@dataclass(frozen=True)
class Reading:
    """The job of reading questions, each with the indices of the given choices."""

    bound: int
    timeout: float
    both: bool
    checking: float | None = None
    """Total seconds for Z3 in one worker; None: no limit."""
    question_seconds: float = QUESTION_SECONDS
    """Time for one question, parsing included."""
    size: int = 8

    @property
    def identity(self) -> str:
        """The parameters of the job."""
        return repr(self)

    def begin(self) -> Callable[[tuple[AskedQuestion, tuple[int, ...]]], Read]:
        """The function that reads a question, with cached formalizations of items that have several
        questions."""
        make, asking = self.maker(), Allowance(self.checking)

        def read(question_and_choices: tuple[AskedQuestion, tuple[int, ...]]) -> Read:
            question, choices = question_and_choices
            with whole_budget(self.question_seconds):
                return self.read(make(question), choices, asking)

        return read

    def maker(self) -> Callable[[AskedQuestion], "QuestionReadings | str"]:
        """A function that creates the readings of questions ordered by item, or returns the reason
        why it cannot."""
        last: list[tuple[str, FormalItem | str]] = []

        def make(question: AskedQuestion) -> QuestionReadings | str:
            content = question.item.content_hash
            if not last or last[0][0] != content:
                last[:] = [(content, _formal(question.item))]
            return _readings(question, last[0][1], self)

        return make

    def read(
        self,
        question_readings: "QuestionReadings | str",
        choices: Sequence[int],
        allowance: Allowance,
    ) -> Read:
        """Readings with the explanations of some choices."""
        if isinstance(question_readings, str):
            return Read(None, question_readings, {})
        explained = {
            n: question_readings.explained(n, both=self.both, allowance=allowance) for n in choices
        }
        return Read(question_readings, "", explained)

    def timed(
        self, question_readings: QuestionReadings, choices: Sequence[int], allowance: Allowance
    ) -> Read:
        """`read`, within the time of one question."""
        with whole_budget(self.question_seconds):
            return self.read(question_readings, choices, allowance)

    def key_of(self, input: tuple[AskedQuestion, tuple[int, ...]]) -> str:
        """The item, the index, and the choices."""
        question, choices = input
        return f"{question.item.model_dump_json()} {question.place} {question.choices} {choices}"


def _formal(item: Item) -> FormalItem | str:
    try:
        return formal_item(item) or "no formalization"
    except InputError as error:
        return f"{error.title} {error.message}".strip()


def _readings(
    question: AskedQuestion, formal: FormalItem | str, job: Reading
) -> QuestionReadings | str:
    if isinstance(formal, str):
        return formal
    if question.leaf.free:
        return "a free answer"
    if question.place not in formal.queries and not any(formal.options.get(question.place, ())):
        return "no formal query"
    try:
        return QuestionReadings(
            question.item,
            formal,
            question.place,
            question.choices,
            bound=job.bound,
            timeout=job.timeout,
            question_seconds=job.question_seconds,
        )
    except InputError as error:
        return f"{error.title} {error.message}".strip()
