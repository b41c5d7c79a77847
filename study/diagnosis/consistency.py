"""Whether a respondent's answers fit together, and which would have to be given up.

It answers two questions. *Within a text*: is there a set of worlds in which all answers to the
questions on one text are right, and one that the text allows? *Over everything*: how many of a
respondent's answers are right under one way of reading that is the same everywhere?

Owns the search for such a set of worlds, the smallest sets of answers to remove, and the reading
that makes most answers right. `claims` owns what an answer claims.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from items.formal import FormalItem, formal_item
from items.misreadings.registry import MISREADINGS
from items.models import Item
from solver.engines.atoms import NotFinite, axes_of
from solver.engines.regions import Environment, TooLarge, evaluate, space_of
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Add, Query, Theory
from solver.language.syntax import And, Formula
from study.diagnosis.answers import Answers
from study.diagnosis.claims import Claim, claim_of
from study.diagnosis.readers import Readers
from study.diagnosis.readings import Names, Readings
from study.diagnosis.recorded_answers import ExplainedAnswers

MAX_WORLDS = 1 << 16
"""Maximum number of worlds of a text for comparing its answers."""
BOUND = 20_000
"""Maximum number of sets of worlds, or sets of answers, to examine for one text."""
LISTED_SETS = 16
"""Maximum number of listed sets of answers to remove."""


class Undecided(Exception):
    """The search reached its bound."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """Ways to make answers fit together."""

    give_up: int
    """The smallest number of answers to give up; 0 where all fit together."""
    sets: tuple[tuple[int, ...], ...]
    """The smallest sets of answers to remove, by index; at most `LISTED_SETS`."""


@dataclass(frozen=True)
class TextAnswers:
    """A respondent's answers to the questions on one text."""

    respondent: str
    item: Item
    variant_name: str
    """The variant that they are asked under."""
    answers: tuple[tuple[int, int], ...]
    """Indices of the questions, with the choices."""
    together: Repairs | None
    """Repairs after which a set of worlds exists in which all are right; None where undecided."""
    with_text: Repairs | None
    """The same, for worlds that the text allows."""
    readings: tuple[str, ...]
    """Single misreadings under which all of them are right."""


@dataclass(frozen=True, slots=True)
class OneReading:
    """The way of reading, the same everywhere, that makes most of a respondent's answers right."""

    answers: int
    """Number of answers to questions that can be decided."""
    right: int
    """Number of right answers under the questions as written."""
    best_readings: tuple[Names, ...]
    """The smallest combinations that make most answers right; the empty one means as written."""
    largest_part: int
    """Number of answers that are right under them: the others would have to be given up."""
    answers_to_give_up: tuple[tuple[int, int, int], ...]
    """These other answers under the first of `best_readings`: index of the question, choice, and
    count."""
    consistent_misreadings: tuple[str, ...]
    """Single misreadings under which every answer is right."""


# --- claims that fit together ---------------------------------------------------------------------


def fit_together(claims: Sequence[Claim], allowed_worlds: int) -> bool:
    """Whether a non-empty set of worlds within `allowed_worlds` satisfies all claims.

    Raises Undecided.
    """
    region = allowed_worlds
    for claim in claims:
        if claim.empty:
            return False
        for inside in claim.containing:
            region &= inside
    meets = [bits for claim in claims for bits in claim.meets]
    cells = [claim.cells for claim in claims if claim.cells is not None]
    tried = 0

    def fits_from(region: int, start: int) -> bool:
        """Whether the cells from `start` on can be met within a region. Raises Undecided after too
        many attempts."""
        nonlocal tried
        tried += 1
        if tried > BOUND:
            raise Undecided
        if not region or any(not region & bits for bits in meets):
            return False
        for later in range(start, len(cells)):
            cell_set = cells[later]
            shared_cells = [cell for cell in cell_set.cells if region & cell]
            if len(shared_cells) < cell_set.minimum:
                return False
            if len(shared_cells) <= cell_set.maximum:
                continue
            return any(
                fits_from(_within(region, chosen), start)
                for size in range(cell_set.maximum, max(cell_set.minimum, 1) - 1, -1)
                for chosen in combinations(shared_cells, size)
            )
        return True

    return fits_from(region, 0)


def _within(region: int, cells: Sequence[int]) -> int:
    union = 0
    for cell in cells:
        union |= cell
    return region & union


def repairs(number: int, fits: Callable[[tuple[int, ...]], bool]) -> Repairs:
    """The smallest sets among `number` answers whose removal makes the others fit. `fits` gets the
    remaining answers; removing answers never makes them fit worse.

    Raises Undecided.
    """
    checked: dict[frozenset[int], bool] = {}

    def fit(answers: frozenset[int]) -> bool:
        """Whether these answers fit together; each set is examined once. Raises Undecided after too
        many sets."""
        if answers not in checked:
            if len(checked) >= BOUND:
                raise Undecided
            checked[answers] = fits(tuple(sorted(answers)))
        return checked[answers]

    whole = frozenset(range(number))
    level = {frozenset[int]()}
    while True:
        solutions = sorted(tuple(sorted(removed)) for removed in level if fit(whole - removed))
        if solutions:
            return Repairs(len(solutions[0]), tuple(solutions[:LISTED_SETS]))
        # The removed answers must break every conflict, so try each member of one.
        level = {removed | {n} for removed in level for n in _conflict(whole - removed, fit)}


def _conflict(answers: frozenset[int], fit: Callable[[frozenset[int]], bool]) -> frozenset[int]:
    """A minimal set of conflicting answers: without any one of them, the others fit together."""
    for n in sorted(answers):
        if not fit(answers - {n}):
            answers -= {n}
    return answers


# --- within a text --------------------------------------------------------------------------------


class _Text:
    """The claims of answers to one text under one variant."""

    def __init__(self, item: Item, formal: FormalItem, variant_name: str) -> None:
        """Raises NotFinite and TooLarge."""
        self.item = item
        self.formal = formal
        self.theory: Theory = theory(formal.problem, variant_name)
        asked_formulas = list(_queried_formulas(formal))
        edits = [
            edit.formula
            for variant in formal.problem.variants.values()
            for edit in variant.edits
            if isinstance(edit, Add)
        ]
        targets = [target for query in formal.queries.values() for target in query.targets]
        axes = axes_of(self.theory, [*asked_formulas, *edits], targets)
        self.space = Environment(space_of(axes, max_worlds=MAX_WORLDS), self.theory.definitions)
        self.allowed_worlds = self.space.full
        for premise in self.theory.premises:
            self.allowed_worlds &= self.region(premise.formula)

    def region(self, formula: Formula) -> int:
        return evaluate(formula, self.space)

    def claim(self, place: int, answer: Any) -> Claim | None:
        query = self.formal.queries.get(place)
        options = self.formal.options.get(place, ())
        if None in options:
            return None
        if query is not None and query.under != self.theory.name:
            more = _added(self.formal, query.under)
            if more is None:
                return None
            query = _with_given(query, more)
        return claim_of(
            self.item,
            self.item.leaves[place],
            query,
            [option for option in options if option is not None],
            answer,
            self.region,
            self.space.values,
            self.space.full,
        )


def texts(explained_answers: ExplainedAnswers) -> Iterator[TextAnswers]:
    """Each respondent's answers to each text, where there are at least two."""
    formal: dict[str, FormalItem | None] = {}
    text_by_key: dict[tuple[str, str], _Text | None] = {}
    places: dict[tuple[str, str], list[int]] = {}
    for place, question in enumerate(explained_answers.questions):
        content = question.item.content_hash
        if content not in formal:
            formal[content] = _read(question.item)
        of = formal[content]
        if of is None or explained_answers.readings[place] is None:
            continue
        under = _under(of, question.place)
        places.setdefault((content, under), []).append(place)
    for key, questions in places.items():
        item = explained_answers.questions[questions[0]].item
        of = formal[key[0]]
        assert of is not None
        try:
            text_by_key[key] = _Text(item, of, key[1])
        except (NotFinite, TooLarge, InputError):
            text_by_key[key] = None
    counts = explained_answers.answers.counts
    for person, name in enumerate(explained_answers.answers.persons):
        for key, questions in places.items():
            answers = tuple(
                (place, int(choice))
                for place in questions
                for choice in counts[person, place].nonzero()[0]
            )
            if len(answers) > 1:
                yield _of_text(explained_answers, name, answers, key[1], text_by_key[key])


def _of_text(
    explained_answers: ExplainedAnswers,
    respondent: str,
    answers: tuple[tuple[int, int], ...],
    variant_name: str,
    text: _Text | None,
) -> TextAnswers:
    item = explained_answers.questions[answers[0][0]].item
    together = with_text = None
    if text is not None:
        claims = [
            text.claim(
                explained_answers.questions[place].place,
                explained_answers.questions[place].choices[choice],
            )
            for place, choice in answers
        ]
        decided_claims = [claim for claim in claims if claim is not None]
        if len(decided_claims) == len(claims):
            together = _repaired(decided_claims, text.space.full)
            with_text = (
                _repaired(decided_claims, text.allowed_worlds) if text.allowed_worlds else None
            )
    return TextAnswers(
        respondent,
        item,
        variant_name,
        answers,
        together,
        with_text,
        tuple(_single(explained_answers, answers)),
    )


def _repaired(claims: Sequence[Claim], allowed_worlds: int) -> Repairs | None:
    try:
        return repairs(
            len(claims),
            lambda numbers: (
                not numbers or fit_together([claims[n] for n in numbers], allowed_worlds)
            ),
        )
    except Undecided:
        return None


def _single(
    explained_answers: ExplainedAnswers, answers: Sequence[tuple[int, int]]
) -> Iterator[str]:
    readings = [(explained_answers.readings[place], choice) for place, choice in answers]
    if all(reading is not None and choice in reading.right() for reading, choice in readings):
        return
    for name in MISREADINGS.usable():
        if all(r is not None and choice in r.right((name,)) for r, choice in readings):
            yield name


def _read(item: Item) -> FormalItem | None:
    try:
        return formal_item(item)
    except InputError:
        return None


def _under(formal: FormalItem, place: int) -> str:
    """The variant whose text a question is about; a variant that only adds premises is a
    supposition about the text as written."""
    query = formal.queries.get(place)
    if query is None or _added(formal, query.under) is not None:
        return BASELINE
    return query.under


def _added(formal: FormalItem, variant_name: str) -> Formula | None:
    if variant_name == BASELINE:
        return None
    edits = formal.problem.variants[variant_name].edits
    added = [edit.formula for edit in edits if isinstance(edit, Add)]
    return And(tuple(added)) if added and len(added) == len(edits) else None


def _with_given(query: Query, addition: Formula) -> Query:
    supposition = addition if query.given is None else And((query.given, addition))
    return replace(query, given=supposition)


def _queried_formulas(formal: FormalItem) -> Iterator[Formula]:
    for query in formal.queries.values():
        listed = [target.formula for target in (*query.targets, *query.listed)]
        yield from (f for f in (query.formula, query.given, *listed) if f is not None)
    for options in formal.options.values():
        yield from (f for f in options if f is not None)


# --- over everything ------------------------------------------------------------------------------


def one_reading(
    answers: Answers, readings: Sequence[Readings | None], readers: Readers
) -> dict[str, OneReading]:
    """For each respondent, the way of reading that makes most answers right. Answers that nothing
    makes right count too."""
    import numpy

    decided = numpy.array(
        [reading is not None and reading.decided for reading in readings], dtype=bool
    )
    counts = answers.counts * decided[None, :, None]
    flat = counts.reshape(len(counts), -1)
    hits = (readers.right.reshape(len(readers.names), -1) @ flat.T).T.round().astype(int)
    one_readings: dict[str, OneReading] = {}
    sizes = numpy.array([len(names) for names in readers.names])
    for person, person_hits in zip(answers.persons, hits, strict=True):
        number = int(flat[len(one_readings)].sum())
        most = int(person_hits.max(initial=0))
        best = numpy.flatnonzero(person_hits == most)
        least = sizes[best].min(initial=99)
        names = tuple(readers.names[n] for n in best if sizes[n] == least)
        whole = most == number and person_hits[0] < number
        singles = [n for n in best if sizes[n] == 1] if whole else []
        single = tuple(
            name
            for n in singles
            for alike in readers.alike_readers[n]
            if len(alike) == 1
            for name in alike
        )
        first = best[sizes[best] == least][0]
        person_counts = counts[len(one_readings)]
        wrong = numpy.argwhere((person_counts > 0) & (readers.right[first] == 0)).tolist()
        given_up = tuple(
            (place, choice, int(person_counts[place, choice])) for place, choice in wrong
        )
        one_readings[person] = OneReading(
            number, int(person_hits[0]), names, most, given_up, single
        )
    return one_readings


def summary(texts_told: Sequence[TextAnswers]) -> dict[str, Any]:
    """Number of texts with several answers, and of those whose answers do not fit together."""
    decided = [text for text in texts_told if text.together is not None]
    with_text = [text.with_text for text in texts_told if text.with_text is not None]
    return {
        "texts": len(texts_told),
        "decided": len(decided),
        "inconsistent": sum(
            text.together is not None and text.together.give_up > 0 for text in decided
        ),
        "give_up": sum(text.together.give_up for text in decided if text.together is not None),
        "against_text": sum(repaired.give_up > 0 for repaired in with_text),
        "give_up_against_text": sum(repaired.give_up for repaired in with_text),
    }


def text_json(explained_answers: ExplainedAnswers, text: TextAnswers) -> dict[str, Any]:
    """The figures about one text, for machines."""
    questions = [(explained_answers.questions[place], choice) for place, choice in text.answers]
    answer_rows = [{"question": q.leaf.id, "answer": q.text(choice)} for q, choice in questions]

    def side(repaired: Repairs | None) -> dict[str, Any] | None:
        if repaired is None:
            return None
        return {
            "consistent": repaired.give_up == 0,
            "largest_part": len(answer_rows) - repaired.give_up,
            "give_up": [[answer_rows[n] for n in removed] for removed in repaired.sets if removed],
        }

    return {
        "respondent": text.respondent,
        "item": text.item.id,
        "under": text.variant_name,
        "answers": answer_rows,
        "together": side(text.together),
        "with_text": side(text.with_text),
        "misreadings": list(text.readings),
    }


def one_reading_json(answers: Answers, one_readings: Mapping[str, OneReading]) -> dict[str, Any]:
    """The figures about whole sets of answers, for machines."""

    def answer_json(answer: tuple[int, int, int]) -> dict[str, str | int]:
        place, choice, times = answer
        text = answers.tasks[place].text(choice)
        return {"question": answers.ids[place], "answer": text, "times": times}

    return {
        name: {
            "answers": reading.answers,
            "right": reading.right,
            "largest_part": reading.largest_part,
            "readings": [list(names) for names in reading.best_readings],
            "give_up": reading.answers - reading.largest_part,
            "answers_to_give_up": [answer_json(answer) for answer in reading.answers_to_give_up],
            "consistent_under": list(reading.consistent_misreadings),
        }
        for name, reading in one_readings.items()
    }
