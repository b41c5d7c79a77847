"""The tables of each version of a study, over segments.

Owns what of the segments they are made from. Rows are those of the tables over the database, and
so are counts of sessions; questions are gathered from their parts by DuckDB and counted as arrays.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from sessions.report.judged import Decided
from sessions.report.rows import Rows, size, table_of
from sessions.report.segment_answers import (
    WHY,
    Asked,
    JudgedColumns,
    count,
    grouped,
    seconds_of,
)
from sessions.report.tables import (
    accuracy_by_attribute,
    accuracy_by_block,
    accuracy_by_kind,
    attention,
    behaviour,
    confidence,
    exclusions,
    full_and_excluded,
    item_accuracy,
    items,
    qualification,
    sessions,
    time_outs,
    time_per_question,
)
from sessions.report.tables.accuracy_by_attribute import MOST_VALUES
from sessions.report.tables.full_and_excluded import ALL, EVERY_BLOCK, LEFT
from sessions.report.unsettled import Between
from sessions.segment_rows import KeptVersion
from solver.errors import InputError
from study.attention import Sort
from study.exclusions.base import Exclusion, read_exclusion
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.times import LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE
from study.statistics.samples import Sampling
from study.statistics.spread import spread

PARTICIPANTS = "participants"
"""The one table of a study that is not made: it names sessions by their codes, which no segment
holds."""
ASIDES = {
    "focus_lost": "times_away",
    "idle_began": "times_idle",
    "pasted": "pastes",
    "typed_at_once": "typed_at_once",
    "answered_quickly": "quick_answers",
    "line_lost": "lines_lost",
}
"""Kinds of events to the columns that count them."""


def prepare(db: Any, segments: Mapping[str, str]) -> None:
    """Make what all versions have in common: items, people, and questions from their parts.
    `segments` are their rows for SQL, by kind; `units` is there."""
    db.execute(
        "CREATE TEMP TABLE known AS SELECT item_hash, item, attributes, questions,"
        " CAST(row_number() OVER (ORDER BY item_hash) AS INTEGER) AS number,"
        " CAST(dense_rank() OVER (ORDER BY cluster) AS INTEGER) AS drawn"
        f" FROM {segments['items']}"
    )
    db.execute(
        "CREATE TEMP TABLE people AS SELECT p.*, u.who, u.version AS of, u.ruled_out,"
        " u.kind = 'simulated' AS simulated,"
        " CAST(dense_rank() OVER (ORDER BY p.participant) AS INTEGER) AS person"
        f" FROM {segments['participants']} p JOIN units u"
        " ON p.unit = u.unit AND p.segment = u.segment"
    )
    db.execute(
        "CREATE TEMP TABLE missed AS SELECT p.of, p.simulated, p.ruled_out, block, role,"
        " CAST(sum(not_reached) AS BIGINT) AS not_reached"
        f" FROM {segments['blocks']} b JOIN people p"
        " ON b.unit = p.unit AND b.segment = p.segment GROUP BY ALL"
    )
    db.execute(
        "CREATE TEMP TABLE asked AS SELECT p.of, p.simulated, p.who, a.place AS step,"
        " any_value(p.ruled_out) AS left_out, any_value(p.person) AS person,"
        " any_value(k.number) AS item, any_value(k.drawn) AS drawn,"
        " any_value(a.block) AS block, any_value(a.role) = 'main' AS main,"
        " any_value(a.question_number) AS number, any_value(a.question_kinds) AS kind,"
        " any_value(a.question_decided) AS why,"
        " coalesce(CAST(any_value(a.question_right) AS TINYINT), -1) AS right_one,"
        " any_value(a.ending) = 'timed_out' AS late, coalesce(any_value(a.seconds), 'NaN')"
        " AS seconds, coalesce(any_value(a.confidence), 0) AS confidence,"
        " bool_or(a.answer IS NOT NULL) AS given"
        f" FROM {segments['answers']} a JOIN people p"
        " ON a.unit = p.unit AND a.segment = p.segment JOIN known k USING (item_hash)"
        " WHERE a.kind <> 'model' AND a.role <> 'attention'"
        " GROUP BY p.of, p.simulated, p.who, a.place"
    )


@dataclass(frozen=True)
class VersionSegments:
    """One version of a study, or the simulated respondents in it."""

    db: Any
    kept: KeptVersion
    sampling: Sampling

    @property
    def _wanted(self) -> list[object]:
        return [self.kept.version, self.kept.simulated]

    # --- what there is ---------------------------------------------------------------------------

    @cached_property
    def people(self) -> Sequence[Mapping[str, Any]]:
        """Every session, those left out by rules included."""
        columns = (
            *("status", "qualified", "qualification_asked", "qualification_right"),
            *("attention_met", "excluded", "ruled_out", *ASIDES.values()),
        )
        found = self.db.execute(
            f"SELECT {', '.join(columns)} FROM people WHERE of = ? AND simulated = ?", self._wanted
        ).fetchall()
        return [dict(zip(columns, row, strict=True)) for row in found]

    @cached_property
    def ruled_out(self) -> int:
        """Sessions that the study's rules leave out."""
        return sum(person["ruled_out"] for person in self.people)

    @cached_property
    def _kinds(self) -> list[str]:
        found = self.db.execute(
            "SELECT DISTINCT kind FROM asked WHERE of = ? AND simulated = ? ORDER BY kind",
            self._wanted,
        ).fetchall()
        return [row[0] for row in found]

    @cached_property
    def _all(self) -> Asked:
        """Every question that is over, those of sessions left out included."""
        found = self.db.execute(
            "SELECT right_one, CAST(list_position(?, why) - 1 AS INTEGER) AS why,"
            " CAST(list_position(?, block) - 1 AS INTEGER) AS block, main, item, drawn, person,"
            " who, number, step, CAST(list_position(?, kind) - 1 AS INTEGER) AS kind, confidence,"
            " seconds, late, given, left_out FROM asked WHERE of = ? AND simulated = ?"
            " ORDER BY who, step",
            [list(WHY), list(self.kept.blocks), self._kinds, *self._wanted],
        ).fetchnumpy()
        names = (
            *("right_one", "why", "block", "main", "item", "drawn", "person", "who", "number"),
            *("step", "kind", "confidence", "seconds", "late", "given", "left_out"),
        )
        return Asked(*(found[name] for name in names))

    @cached_property
    def everything(self) -> Asked:
        """Those of sessions that count."""
        return self._all.where(~self._all.left_out)

    @cached_property
    def _missed(self) -> Sequence[tuple[bool, str, str, int]]:
        found: Sequence[tuple[bool, str, str, int]] = self.db.execute(
            "SELECT ruled_out, block, role, not_reached FROM missed WHERE of = ? AND simulated = ?",
            self._wanted,
        ).fetchall()
        return found

    def _judged(self, asked: Asked, *, main: bool, every: bool = False) -> JudgedColumns:
        missed = sum(
            number
            for ruled_out, _, role, number in self._missed
            if (every or not ruled_out) and (role == "main" or not main)
        )
        return JudgedColumns(asked.where(asked.main) if main else asked, missed, self.sampling)

    @cached_property
    def judged(self) -> JudgedColumns:
        """Those of main blocks."""
        return self._judged(self.everything, main=True)

    @cached_property
    def _items(self) -> Mapping[int, tuple[str, Mapping[str, Any], int]]:
        """Id, attributes and number of questions of every item that was asked, by its number."""
        found = self.db.execute(
            "SELECT number, item, attributes, questions FROM known WHERE number IN"
            " (SELECT item FROM asked WHERE of = ? AND simulated = ?)",
            self._wanted,
        ).fetchall()
        return {number: (id_, json.loads(text), count_) for number, id_, text, count_ in found}

    def _coded(self, values: Mapping[int, Any], items_: Any) -> tuple[list[Any], Any]:
        """What items have, each once, and its place there for each of some items; -1 where an item
        has nothing."""
        import numpy

        numbers, places = numpy.unique(items_, return_inverse=True)
        present = (values[number] for number in numbers.tolist() if number in values)
        named = list(dict.fromkeys(present))
        where = {value: place for place, value in enumerate(named)}
        codes: Any = numpy.array(
            [where[values[n]] if n in values else -1 for n in numbers.tolist()], dtype=numpy.int64
        )
        return named, codes[places]

    # --- tables ----------------------------------------------------------------------------------

    def tables(self) -> Iterator[tuple[str, Rows | None]]:
        """All that can be made, in order; None where a study has nothing of the kind."""
        yield "sessions", sessions.counted(Counter(person["status"] for person in self.people))
        counting = len(self.people) - self.ruled_out
        if not counting and not self.ruled_out:
            return
        yield "exclusions", self._exclusions()
        if not counting:
            return
        yield "accuracy with and without exclusions", self._full_and_excluded()
        yield "attention items", self._attention()
        yield "behaviour", self._behaviour()
        yield "qualification", self._qualification()
        yield "accuracy by block", self._by_block()
        yield "accuracy by question kind", self._by_kind()
        yield "accuracy by item attribute", self._by_attribute()
        yield "item accuracy", self._whole_items()
        yield "items", self._by_item()
        yield "time per question", self._times()
        yield "time-outs", self._time_outs()
        yield "confidence against accuracy", self._confidence()

    @cached_property
    def _rules(self) -> tuple[Exclusion, ...]:
        try:
            return tuple(read_exclusion(json.loads(text)) for text in self.kept.rules)
        except ValueError as error:
            raise InputError(
                "Segments cannot be read",
                f"{self.kept.title}: expected rules of exclusion, {str(error).splitlines()[0]}",
            ) from None

    def _exclusions(self) -> Rows | None:
        if not self._rules:
            return None
        listed = [tuple(filter(None, person["excluded"].split("; "))) for person in self.people]
        return exclusions.counted(self._rules, listed)

    def _full_and_excluded(self) -> Rows | None:
        if not self._rules:
            return None
        import numpy

        of = {ALL: self._judged(self._all, main=True, every=True), LEFT: self.judged}
        rows: list[full_and_excluded.CountedRow] = []
        for block in (*self.kept.main, EVERY_BLOCK):
            for name, judged in of.items():
                blocks = judged.asked.block
                keys = numpy.zeros_like(blocks)
                if block != EVERY_BLOCK:
                    keys = numpy.where(blocks == self.kept.blocks.index(block), 0, -1)
                places = judged.groups(keys).get(0, numpy.array([], dtype=numpy.intp))
                settled = places[judged.settled[places]]
                people = len(numpy.unique(judged.asked.person[settled]))
                row = full_and_excluded.CountedRow(block, name, people, judged.accuracy(places))
                rows.append(row)
        notes = (full_and_excluded.BY_SESSION,) if self.kept.sittings else ()
        excluded = of[ALL].excluded
        return table_of(full_and_excluded.CountedRow, rows, len(self.people), excluded, notes)

    def _attention(self) -> Rows | None:
        if not self.kept.attention:
            return None
        counts: Counter[tuple[Sort, bool | None]] = Counter()
        for person in self.people:
            met: Mapping[Sort, list[int]] = json.loads(person["attention_met"])
            for sort in get_args(Sort):
                for value, number in zip((True, False, None), met.get(sort, ()), strict=False):
                    counts[sort, value] += number
        return attention.counted(counts)

    def _behaviour(self) -> Rows | None:
        return behaviour.counted(
            [{kind: person[name] for kind, name in ASIDES.items()} for person in self.people]
        )

    def _qualification(self) -> Rows | None:
        if not self.kept.qualification:
            return None
        return qualification.counted(
            [
                None
                if person["qualified"] is None
                else qualification.Decision(
                    person["qualified"],
                    person["qualification_asked"],
                    person["qualification_right"],
                )
                for person in self.people
            ]
        )

    def _by_block(self) -> Rows:
        judged = self._judged(self.everything, main=False)
        found = judged.groups(judged.asked.block)
        row = accuracy_by_block.BlockRow
        rows = [
            row(name, judged.accuracy(found.get(place, _nothing())))
            for place, name in enumerate(self.kept.blocks)
        ]
        return table_of(row, rows, judged.n, judged.excluded)

    def _by_kind(self) -> Rows:
        found = self.judged.groups(self.judged.asked.kind)
        row = accuracy_by_kind.KindRow
        named = sorted((self._kinds[place], places) for place, places in found.items())
        rows = [row(name, self.judged.accuracy(places)) for name, places in named]
        return table_of(row, rows, self.judged.n, self.judged.excluded)

    def _by_attribute(self) -> Rows:
        judged = self.judged
        asked = judged.asked
        present = set(asked.item[judged.settled | judged.unsettled].tolist())
        attributes = {number: self._items[number][1] for number in present}
        rows: list[accuracy_by_attribute.AttributeRow] = []
        skipped = 0
        for name in sorted({name for each in attributes.values() for name in each}):
            having = {
                number: accuracy_by_attribute.told(each[name])
                for number, each in attributes.items()
                if name in each
            }
            values, codes = self._coded(having, asked.item)
            if len(values) > MOST_VALUES:
                skipped += 1
                continue
            found = {values[place]: places for place, places in judged.groups(codes).items()}
            rows += [
                accuracy_by_attribute.AttributeRow(name, value, judged.accuracy(found[value]))
                for value in sorted(sorted(found), key=size)
            ]
        excluded = {**judged.excluded, f"attributes of more than {MOST_VALUES} values": skipped}
        return table_of(accuracy_by_attribute.AttributeRow, rows, judged.n, excluded)

    def _by_item(self) -> Rows:
        judged = self.judged
        asked = judged.asked
        ids = {number: entry[0] for number, entry in self._items.items()}
        names, codes = self._coded(ids, asked.item)
        found = judged.groups(asked.block * max(len(names), 1) + codes)
        listed = sorted(
            (self.kept.blocks[key // len(names)], names[key % len(names)], places)
            for key, places in found.items()
        )
        rows = []
        for block, item, places in listed:
            confirmed = places[judged.settled[places] & ~asked.late[places]]
            times = spread(seconds_of(asked, confirmed))
            accuracy = judged.accuracy(places, one_item=True)
            rows.append(items.ItemRow(block, item, accuracy, times.median if times else None))
        return table_of(items.ItemRow, rows, judged.n, judged.excluded)

    def _whole_items(self) -> Rows:
        import numpy

        asked = self.judged.asked
        questions = {number: entry[2] for number, entry in self._items.items()}
        first: Any = asked.step - asked.number
        rounds = numpy.stack([asked.session, first], axis=1)
        _, begins, of = numpy.unique(rounds, axis=0, return_index=True, return_inverse=True)
        of = of.reshape(-1)
        n = len(begins)
        begun = numpy.bincount(of, minlength=n)
        unknown = numpy.bincount(of, weights=asked.right < 0, minlength=n) > 0
        wrong = numpy.bincount(of, weights=asked.right == 0, minlength=n) > 0
        waits = numpy.bincount(of, weights=self.judged.unsettled, minlength=n) > 0
        values, codes = self._coded(questions, asked.item[begins])
        planned: Any = numpy.array(values, dtype=numpy.int64)[codes] if n else begun
        whole = ~unknown & (begun == planned)
        blocks = asked.block[begins]
        answered: Any = whole[of].nonzero()[0]
        judged_here = asked.where(answered)
        standing = asked.where(begins[whole])
        right = ~wrong[whole]
        item_columns = standing.columns(self.sampling, right)
        columns = judged_here.columns(self.sampling)
        free = JudgedColumns(judged_here, 0, self.sampling).free
        rows: list[item_accuracy.WholeItemRow] = []
        for name in (*self.kept.main, item_accuracy.ALL):
            place = None if name == item_accuracy.ALL else self.kept.blocks.index(name)
            here = numpy.ones(n, dtype=bool) if place is None else blocks == place
            these = here[whole].nonzero()[0]
            answers = here[of][answered].nonzero()[0]
            number, right_answers, *who = count(judged_here, answers)
            items_right = int(right[these].sum())
            waiting = int((waits & here).sum())
            ends: Between | None = None
            if waiting:
                total = len(these) + waiting
                most = items_right + int((waits & ~wrong & here).sum())
                ends = Between(waiting, items_right / total, most / total)
            rows.append(
                item_accuracy.WholeItemRow(
                    name,
                    len(these),
                    items_right,
                    None if waiting else ACCURACY.estimate(item_columns.sample(these)),
                    number,
                    right_answers,
                    None if waiting else ACCURACY.estimate(columns.sample(answers)),
                    Decided(*who) if free else None,
                    ends,
                )
            )
        known = int(whole.sum())
        excluded = {"items begun but not wholly judged": n - known}
        return table_of(item_accuracy.WholeItemRow, rows, known, excluded)

    def _times(self) -> Rows:
        asked = self.everything
        found = grouped(asked.block, ~asked.late)
        rows = []
        for place, name in enumerate(self.kept.blocks):
            places = found.get(place, _nothing())
            times = spread(seconds_of(asked, places))
            right = spread(seconds_of(asked, places[asked.right[places] == 1]))
            wrong = spread(seconds_of(asked, places[asked.right[places] == 0]))
            rows.append(
                time_per_question.TimeRow(
                    name,
                    len(places),
                    None if times is None else LOWER_QUARTILE.estimate(times),
                    None if times is None else MEDIAN.estimate(times),
                    None if times is None else UPPER_QUARTILE.estimate(times),
                    right.median if right else None,
                    wrong.median if wrong else None,
                )
            )
        late = int(asked.late.sum())
        n = len(asked) - late
        return table_of(time_per_question.TimeRow, rows, n, {"timed-out answers": late})

    def _time_outs(self) -> Rows:
        asked = self.everything
        columns = asked.columns(self.sampling, asked.late)
        found = grouped(asked.block, asked.block >= 0)
        rows = []
        for place, name in enumerate(self.kept.blocks):
            places = found.get(place, _nothing())
            late = places[asked.late[places]]
            missed = sum(
                number
                for ruled_out, block, _, number in self._missed
                if block == name and not ruled_out
            )
            rate = ACCURACY.estimate(columns.sample(places))
            given = int(asked.given[late].sum())
            row = time_outs.TimeOutRow(name, len(places), len(late), rate, given, missed)
            rows.append(row)
        return table_of(time_outs.TimeOutRow, rows, len(asked))

    def _confidence(self) -> Rows:
        judged = self.judged
        asked = judged.asked
        found = judged.groups(asked.confidence)
        rated = judged.settled & (asked.confidence > 0)
        number = int(rated.sum())
        asking = [self.kept.blocks.index(name) for name in self.kept.confidence]
        import numpy

        here = judged.settled | judged.unsettled
        was_asked = bool(numpy.isin(asked.block[here], asking).any())
        free = JudgedColumns(asked.where(rated), 0, self.sampling).free
        row = confidence.ConfidenceRow
        rows = [
            row(rating, judged.accuracy(found.get(rating, _nothing()), free=free))
            for rating in range(1, 6)
        ]
        excluded = {**judged.excluded, "answers without a rating": judged.n - number}
        return table_of(row, rows if was_asked else [], number, excluded)


def _nothing() -> Any:
    import numpy

    return numpy.array([], dtype=numpy.intp)
