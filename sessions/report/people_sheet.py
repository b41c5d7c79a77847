"""The answer sheet of a group of people, from the columns of their sessions.

Owns which of a person's answers count and under which mutant; `sessions.models.answer_sheets` makes
models' sheets.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from items.answers import TruthAnswer
from sessions.record.answer_columns import NO_CODE
from sessions.record.results import SessionResult
from sessions.report.joined_columns import JoinedColumns, grouped, join_columns
from study.scores.answer_sheets import AnswerSheet, AskedPart, MissingAnswer, TruthRow, parts_asked
from study.statistics.circular import ItemChoices
from study.statistics.sub_questions import DECIDERS, SubAnswer
from study.statistics.truth import LABELS

TIME_OUT = "time ran out"
NOT_READ = "the imported answer could not be read"
SORTS = ("choice", "truth", "")
"""Kinds of scores, the last being those by item, as in `AskedPart.scored_as`."""


def main_questions(sessions: Sequence[SessionResult]) -> JoinedColumns:
    """The finished questions of main blocks, whose answers are results."""
    questions = join_columns(sessions)
    return questions.where(questions.main)


def people_sheet(sessions: Sequence[SessionResult]) -> AnswerSheet:
    """The answers of a group of people in their main blocks, as one sheet; the mutant is the
    rotation that each was shown. A time-out counts as an unreadable answer, and so does an imported
    answer without a readable part. A part that an imported file does not contain is not an answer.
    An item with several questions counts once for each time that a person met it, by its content
    hash, the session, and a number from the second time on."""
    return sheet_of(main_questions(sessions), [session.id for session in sessions])


def sheet_of(questions: JoinedColumns, sessions: Sequence[str]) -> AnswerSheet:
    """The sheet from the columns of these questions, and the ids of the sessions."""
    rows = _Rows(questions, sessions)
    parts = list(rows.parts())
    sheet = AnswerSheet(
        truths=list(rows.truths()),
        parts=parts,
        answers=len(rows.part),
        unreadable=list(rows.unreadable()),
        ungraded=sum(part.right is None for part in parts),
        without_gold=Counter(rows.without_gold()),
        people=rows.people(),
    )
    sheet.choices.put(*rows.choices())
    return sheet


class _Rows:
    """The answers to the parts of some questions, in order; columns of arrays of equal length."""

    def __init__(self, questions: JoinedColumns, sessions: Sequence[str]) -> None:
        import numpy

        self._sessions = sessions
        self._items = questions.items
        self.parts_asked, first = _asked_parts(questions)
        self.part = first[questions.part_of] + questions.part
        """For each answer, the place of its part in `parts_asked`."""
        self._item = questions.item[questions.part_of]
        self._session = questions.session[questions.part_of]
        self._met = _met_again(questions)[questions.part_of]
        self._answer_codes, self._right, self._decider, is_given = questions.said.T
        self._missing = is_given == 0
        self._late = questions.late[questions.part_of]
        options = self._of_parts(lambda each: len(each.part.options))
        shift = questions.shift[questions.part_of]
        self._mutant = numpy.where(options > 0, shift % numpy.maximum(options, 1), 0)
        scored = self._of_parts(
            lambda each: NO_CODE if each.part.gold is None else SORTS.index(each.scored_as)
        )
        self._golden = scored != NO_CODE
        self._choice, self._truth = (scored == SORTS.index(name) for name in ("choice", "truth"))
        self._by_item = self._golden & (self._of_parts(lambda each: each.by_item) > 0)
        self._tagged = self._of_parts(lambda each: each.tagged) > 0

    def _of_parts(self, value: Callable[[AskedPart], int]) -> Any:
        """A value of each answer's part."""
        import numpy

        values: Any = numpy.array([value(each) for each in self.parts_asked], dtype=numpy.int64)
        return values[self.part]

    def _listed(self, mask: Any) -> Iterator[tuple[AskedPart, str, int, int, int, int]]:
        """The answers under a mask: part, session, mutant, code, whether it is right, who
        decided."""
        columns = (self._mutant, self._answer_codes, self._right, self._decider)
        return zip(
            map(self.parts_asked.__getitem__, self.part[mask].tolist()),
            map(self._sessions.__getitem__, self._session[mask].tolist()),
            *(column[mask].tolist() for column in columns),
            strict=True,
        )

    def unreadable(self) -> Iterator[MissingAnswer]:
        """Answers that timed out, and those that could not be read."""
        for note, mask in ((TIME_OUT, self._late), (NOT_READ, ~self._late)):
            for part_asked, _session, mutant, *_answer in self._listed(self._missing & mask):
                yield MissingAnswer(
                    part_asked.item_id, part_asked.part.id, mutant, note, part_asked.item_hash
                )

    def without_gold(self) -> Iterator[str]:
        """Content hashes of the items of answers to parts without a gold."""
        return map(self._items.__getitem__, self._item[~self._golden].tolist())

    def truths(self) -> Iterator[TruthRow]:
        """The truth values."""
        for part_asked, session, mutant, code, *_right in self._listed(self._truth):
            value = None if code == NO_CODE else LABELS[code]
            yield TruthRow(part_asked.key, _gold(part_asked), value, session, mutant)

    def parts(self) -> Iterator[SubAnswer]:
        """Answers that are scored by item."""
        times = self._met[self._by_item].tolist()
        for (part_asked, session, _mutant, _answer, right, decider), again in zip(
            self._listed(self._by_item), times, strict=True
        ):
            yield SubAnswer(
                f"{part_asked.item_hash}#{session}{f'#{again}' if again else ''}",
                part_asked.part.id,
                None if right == NO_CODE else bool(right),
                part_asked.counterfactual,
                part_asked.kind,
                DECIDERS[decider],
                part_asked.part_count,
            )

    def choices(self) -> tuple[dict[str, ItemChoices], dict[str, tuple[list[str], ...]]]:
        """The choices by key, and the sessions that gave each."""
        import numpy

        places_of_choices = numpy.flatnonzero(self._choice)
        sessions = self._session[places_of_choices].tolist()
        codes = self._answer_codes[places_of_choices].tolist()
        mutants = self._mutant[places_of_choices].tolist()
        choices: dict[str, ItemChoices] = {}
        people: dict[str, tuple[list[str], ...]] = {}
        for part, places in grouped(self.part[places_of_choices]):
            part_asked = self.parts_asked[part]
            codes_by_mutant: list[list[int]] = [[] for _ in part_asked.part.options]
            by: tuple[list[str], ...] = tuple([] for _ in part_asked.part.options)
            for place in places.tolist():
                codes_by_mutant[mutants[place]].append(codes[place])
                by[mutants[place]].append(self._sessions[sessions[place]])
            choices[part_asked.key] = ItemChoices(
                len(codes_by_mutant), tuple(map(tuple, codes_by_mutant))
            )
            people[part_asked.key] = by
        return choices, people

    def people(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Right answers and answers by content hash of the item and session."""
        import numpy

        golds = numpy.array(
            [
                LABELS.index(_gold(each)) if each.scored_as == "truth" else 0
                for each in self.parts_asked
            ]
        )
        whole = self._choice | self._truth
        hit = (
            numpy.where(
                self._choice, self._answer_codes & 1, self._answer_codes == golds[self.part]
            )
            & whole
        )
        # Answers that are neither choices nor truth values.
        other = self._by_item & ~self._tagged & (self._right != NO_CODE)
        counted = numpy.flatnonzero(whole | other)
        right = (hit + other * self._right)[counted]
        number = whole.astype(int)[counted] + other[counted]
        cells = self._item[counted] * len(self._sessions) + self._session[counted]
        distinct_cells, firsts, places = numpy.unique(cells, return_index=True, return_inverse=True)
        places = places.reshape(-1)
        n, hits = (numpy.bincount(places, each).astype(int) for each in (number, right))
        order = numpy.argsort(firsts)
        items, sessions = numpy.divmod(distinct_cells[order], len(self._sessions))
        keys = zip(
            map(self._items.__getitem__, items.tolist()),
            map(self._sessions.__getitem__, sessions.tolist()),
            strict=True,
        )
        tallies = zip(hits[order].tolist(), n[order].tolist(), strict=True)
        return dict(zip(keys, tallies, strict=True))


def _asked_parts(questions: JoinedColumns) -> tuple[list[AskedPart], Any]:
    """The distinct parts of these questions; and for each question, the place of its first part."""
    import numpy

    named, places = questions.named
    parts: list[AskedPart] = []
    starts: list[int] = []
    for item_hash, number in named:
        item = questions.known_items[item_hash]
        ids = {leaf.id for leaf in item.questions[number].leaves}
        starts.append(len(parts))
        parts += [each for each in parts_asked(item) if each.part.id in ids]
    first: Any = numpy.array(starts, dtype=numpy.int64)
    return parts, first[places]


def _met_again(questions: JoinedColumns) -> Any:
    """For each question, how many times its session had met the item before."""
    import numpy

    cells = numpy.stack([questions.session, questions.item, questions.occasion], axis=1)
    met, places = numpy.unique(cells, axis=0, return_inverse=True)
    _, starts, of = numpy.unique(met[:, :2], axis=0, return_index=True, return_inverse=True)
    again: Any = numpy.arange(len(met)) - starts[of.reshape(-1)]
    return again[places.reshape(-1)]


def _gold(part_asked: AskedPart) -> str:
    """The gold truth value."""
    gold = part_asked.part.gold
    assert isinstance(gold, TruthAnswer)
    return gold.value
