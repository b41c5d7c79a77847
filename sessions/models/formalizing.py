"""Recorded formalizations by models and people, and their scores.

Owns scoring them, judges' recorded verdicts on points that content cannot settle, the gold items of
the record, and the table of a run: Z3, rubric and both (LLMEval-Logic, table 2).
`items.formalizations` compares, `sessions.models.formalizations` finds people's attachments,
`asking` asks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from items.answers import TextAnswer, TruthAnswer
from items.formalizations.candidates import (
    Candidate,
    ScoredCandidate,
    gold_problem,
    score,
    scored_data,
)
from items.formalizations.columns import Z3, Columns, Decision, columns
from items.formalizations.model_alignment import read_alignment
from items.formalizations.request_items import (
    ALIGN,
    ALIGN_PROTOCOL,
    BENCHMARK,
    JUDGE_PROTOCOL,
    Symbols,
    aligning_item,
    formalization_items,
    is_point,
    judging_item,
)
from items.models import Item
from sessions.models import responses
from sessions.models.formalizations import attachments
from sessions.models.formalizations import by_people as attached_by_people
from sessions.models.request_plan import Plan, PlannedRun, plan
from sessions.models.responses import Response
from sessions.storage.database import Database
from study.statistics.agreement import cohen

PERSON = "person"
"""Setting of formalizations by people."""


@dataclass(frozen=True, slots=True)
class ScoredFormalization:
    """One recorded formalization and its score."""

    model: str
    setting: str
    run: int
    candidate: ScoredCandidate
    columns: Columns

    def data(self) -> dict[str, Any]:
        """As JSON: the score of `--score`, with the columns and who decided."""
        document = self.columns
        return {
            **scored_data(self.candidate),
            "model": self.model,
            "setting": self.setting,
            "run": self.run,
            "z3": document.z3.value,
            "z3_by": document.z3.source,
            "rubric": document.rubric.value,
            "rubric_by": document.rubric.source,
            "both": document.both_pass,
            "rubric_atoms": {
                id: {"passed": atom.value, "by": atom.source} for id, atom in document.atoms.items()
            },
            "to_judge": [point.key for point in document.points],
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of table 2: a run of a model with free or fixed symbols. Shares are in per cent."""

    model: str
    setting: str
    run: int
    symbols: Symbols
    items: int
    """Formalizations received; failed requests are left out."""
    unreadable: int
    """Unreadable ones among them; they count as wrong."""
    z3: float | None
    """Share that is certainly right, without undecided ones. None where nothing is decided;
    likewise the next two fields."""
    rubric: float | None
    """Over the items that have a rubric; likewise the next field."""
    both: float | None
    z3_undecided: float | None
    """Undecided share, which may be right or not; likewise the next two fields."""
    rubric_undecided: float | None
    both_undecided: float | None
    undecided: int
    """Items for which Z3 or rubric is undecided."""
    without_rubric: int
    assumed: int
    """Items for which Z3 or rubric is decided on the assumption that some symbols have the same
    meaning."""


def formalized(
    db: Database,
    items: Sequence[Item],
    symbols: Symbols,
    *,
    model: str | None = None,
    timeout: float,
) -> Iterator[ScoredFormalization]:
    """Every recorded formalization of these items, scored by content alone."""
    owners = {
        asking_item.content_hash: item
        for item in items
        for asking_item in formalization_items([item], symbols).values()
    }
    outcome = [r for r in responses.read(db, model=model) if r.target.item_hash in owners]
    usable = [response for response in outcome if response.status != "failed"]
    candidates = _candidates(db, usable, owners)
    scores = score(candidates, timeout=timeout, by_name=symbols == "fixed")
    for response, scored in zip(usable, scores, strict=True):
        series = response.series
        yield ScoredFormalization(
            series.model, series.setting, series.run, scored, columns(scored, {})
        )


def by_people(
    db: Database, items: Sequence[Item], *, timeout: float
) -> Iterator[ScoredFormalization]:
    """Every formalization that annotators attached to these items at a desk, scored by content
    alone, like a model's with free symbols. At the desk such an item had no formalization, so it is
    identified by its id and its text."""
    for item in items:
        written = list(attached_by_people(db, item))
        candidates = (Candidate(entry.id, item, entry.formalization, item.id) for entry in written)
        for recorded, scored in zip(written, score(candidates, timeout=timeout), strict=True):
            yield ScoredFormalization(recorded.name, PERSON, 1, scored, columns(scored, {}))


def aligning_plan(db: Database, entries: Iterable[ScoredFormalization], model: str) -> Plan:
    """What remains to be asked of a model about symbols that glosses and proofs leave open."""
    items = [asking_item for entry in entries if (asking_item := _aligning(entry)) is not None]
    return plan(items, PlannedRun(model=model, protocol=ALIGN_PROTOCOL), db)


def _aligning(entry: ScoredFormalization) -> Item | None:
    comparison, candidate = entry.candidate.comparison, entry.candidate.candidate
    if comparison is None:
        return None
    return aligning_item(candidate.item, candidate.id, comparison.alignment)


def aligned(
    db: Database, entries: Iterable[ScoredFormalization], *, timeout: float
) -> Iterator[ScoredFormalization]:
    """The same formalizations, scored again where a model gave a verdict on their symbols; the
    first recorded verdict counts."""
    alignments: dict[str, Mapping[str, str]] = {}
    for response in responses.read(db):
        id = response.target.item_id
        if id.endswith(ALIGN) and id not in alignments and isinstance(response.answer, TextAnswer):
            alignments[id] = read_alignment(response.answer.text)
    for entry in entries:
        asking_item = _aligning(entry) if alignments else None
        names = alignments.get(asking_item.id) if asking_item is not None else None
        if not names:
            yield entry
            continue
        candidate = replace(entry.candidate.candidate, names=names)
        (scored,) = score([candidate], timeout=timeout)
        yield replace(entry, candidate=scored, columns=columns(scored, {}))


def gold_reference(items: Sequence[Item], *, timeout: float) -> Iterator[ScoredFormalization]:
    """The gold formalizations compared with themselves."""
    candidates = []
    for item in items:
        queries = [query.text for query in gold_problem(item).queries]
        data = {**(item.formalization or {}), "question": queries}
        candidates.append(Candidate(item.id, item, data, item.id))
    for scored in score(candidates, timeout=timeout, by_name=True):
        yield ScoredFormalization("gold", "gold", 1, scored, columns(scored, {}))


def recorded_golds(db: Database) -> tuple[tuple[Item, ...], int]:
    """The items in the record with a formalization for which one was requested or attached, and the
    number of models' formalizations without such an item."""
    rows = db.tuples("SELECT hash, body FROM item")
    items = {hash_: Item.model_validate_json(body) for hash_, body in rows if _formal(body)}
    counts_by_hash = _requested_items(db)
    requested_items = [items[hash_] for hash_ in counts_by_hash if hash_ in items]
    lost = sum(n for hash_, n in counts_by_hash.items() if hash_ not in items)
    if any(True for _ in attachments(db)):
        have = {item.content_hash for item in requested_items}
        requested_items += [
            item
            for hash_, item in items.items()
            if hash_ not in have and any(True for _ in attached_by_people(db, item))
        ]
    golds = [item for item in requested_items if item.formalization is not None]
    return tuple(sorted(golds, key=lambda item: (item.id, item.content_hash))), lost


def _formal(body: str) -> bool:
    """Whether an item's JSON may contain a formalization, without parsing it."""
    return '"formalization":{' in body


def _requested_items(db: Database) -> dict[str, int]:
    """Content hash of each item for which a formalization was requested, and how many were
    received."""
    rows = db.tuples(
        "SELECT json_extract(item.body, '$.provenance.parameters.item'), count(*) FROM response"
        " JOIN target ON target.id = response.target JOIN item ON item.hash = target.item_hash"
        " WHERE response.status != 'failed'"
        " AND json_extract(item.body, '$.provenance.benchmark') = ?"
        " AND (item.id LIKE '%#free' OR item.id LIKE '%#fixed') GROUP BY 1 ORDER BY 1",
        BENCHMARK,
    )
    return {str(gold): n for gold, n in rows}


def recorded_judges(db: Database) -> tuple[str, ...]:
    """All judges of points of formalizations, in the order in which they were first asked: the
    first decides ties."""
    first: dict[str, str] = {}
    for judge, point, utc in responses.select(
        db,
        "SELECT series.model, target.item_id, call.utc FROM response"
        " JOIN series ON series.id = response.series JOIN target ON target.id = response.target"
        " JOIN call ON call.id = response.call"
        " WHERE response.status = 'answered' AND target.item_id LIKE '%#%'",
    ):
        if is_point(point):
            first[judge] = min(utc, first.get(judge, utc))
    return tuple(sorted(first, key=lambda name: (first[name], name)))


def rubric_points(verdicts: Mapping[str, Mapping[str, bool]]) -> dict[str, dict[str, bool]]:
    """The verdicts on atoms and premises, without those on answers."""
    return {
        judge: {
            point: verdict
            for point, verdict in judge_verdicts.items()
            if is_point(point) and point.rpartition("#")[2] != Z3
        }
        for judge, judge_verdicts in verdicts.items()
    }


def point_languages(db: Database) -> dict[str, str]:
    """The language of each point that a judge was asked about, by the id of the item that asked
    it."""
    rows = db.tuples(
        "SELECT DISTINCT item.id, item.body FROM target JOIN item ON item.hash = target.item_hash"
        " WHERE item.id LIKE '%#%'"
    )
    return {id: Item.model_validate_json(body).language for id, body in rows if is_point(id)}


def decided(
    entries: Iterable[ScoredFormalization], verdicts: Mapping[str, Mapping[str, bool]]
) -> list[ScoredFormalization]:
    """The same formalizations, with the judges' majority where content does not settle a point;
    `verdicts` as returned by `verdicts_of`."""
    points: dict[str, dict[str, Decision]] = {}
    for point, decision in decisions(verdicts).items():
        start, _, key = point.rpartition("#")
        points.setdefault(f"{start}#", {})[key] = decision
    return [
        replace(entry, columns=columns(entry.candidate, points.get(_start(entry), {})))
        for entry in entries
    ]


def _candidates(
    db: Database, formalization_responses: Sequence[Response], owners: Mapping[str, Item]
) -> Iterator[Candidate]:
    calls = responses.calls(db, [response.id for response in formalization_responses])
    for response in formalization_responses:
        raw = calls[response.id].raw or ""
        item = owners[response.target.item_hash]
        yield Candidate(response.id.hex(), item, raw, item.id)


def verdicts_of(db: Database, judges: Sequence[str]) -> dict[str, dict[str, bool]]:
    """Each judge's verdicts, by the id of the item that asked about the point; "unknown" is not a
    verdict."""
    verdicts: dict[str, dict[str, bool]] = {}
    for judge in judges:
        verdicts[judge] = {
            response.target.item_id: response.answer.value == "true"
            for response in responses.read(db, model=judge)
            if isinstance(response.answer, TruthAnswer)
            and response.answer.value in ("true", "false")
            and "#" in response.target.item_id
        }
    return verdicts


def decisions(verdicts: Mapping[str, Mapping[str, bool]]) -> dict[str, Decision]:
    """The judges' majority verdict on each point, with who decided; the first judge decides
    ties."""
    outcome: dict[str, Decision] = {}
    for point in dict.fromkeys(
        point for judge_verdicts in verdicts.values() for point in judge_verdicts
    ):
        votes = {
            judge: judge_verdicts[point]
            for judge, judge_verdicts in verdicts.items()
            if point in judge_verdicts
        }
        yes = sum(votes.values())
        first = next(iter(votes))
        passed = votes[first] if 2 * yes == len(votes) else 2 * yes > len(votes)
        by = first if len(votes) == 1 else f"{max(yes, len(votes) - yes)} of {len(votes)} judges"
        outcome[point] = Decision(passed, by)
    return outcome


def of_points(
    verdicts: Mapping[str, Mapping[str, bool]], entries: Iterable[ScoredFormalization]
) -> dict[str, dict[str, bool]]:
    """The verdicts on points of these formalizations."""
    starts = {_start(entry) for entry in entries}
    return {
        judge: {
            point: verdict
            for point, verdict in judge_verdicts.items()
            if f"{point.rpartition('#')[0]}#" in starts
        }
        for judge, judge_verdicts in verdicts.items()
    }


def _start(entry: ScoredFormalization) -> str:
    """Prefix of the ids of all points of a formalization."""
    return f"{entry.candidate.candidate.item.id}#{entry.candidate.candidate.id}#"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two judges on points that both were asked about."""

    judge: str
    other: str
    points: int
    agreement: float
    """Share of points with the same verdict."""
    kappa: float | None
    """Cohen's kappa; None where both always gave the same single verdict."""


def agreements(verdicts: Mapping[str, Mapping[str, bool]]) -> list[Agreement]:
    """Agreement of every two judges on the points of rubrics and answers that both were asked
    about."""
    outcome: list[Agreement] = []
    for judge, other in combinations(verdicts, 2):
        both = cohen(verdicts[judge], verdicts[other])
        if both is not None:
            kappa = None if both.kappa is None else both.kappa.value
            outcome.append(Agreement(judge, other, both.n, both.observed, kappa))
    return outcome


def judging_plan(db: Database, entries: Iterable[ScoredFormalization], judge: str) -> Plan:
    """What remains to be asked of a judge."""
    items = [
        judging_item(entry.candidate.candidate.item, entry.candidate.candidate.id, point)
        for entry in entries
        for point in entry.columns.points
    ]
    return plan(items, PlannedRun(model=judge, protocol=JUDGE_PROTOCOL), db)


def table(entries: Iterable[ScoredFormalization], symbols: Symbols) -> tuple[Row, ...]:
    """One row per run."""
    runs: dict[tuple[str, str, int], list[ScoredFormalization]] = {}
    for entry in entries:
        runs.setdefault((entry.model, entry.setting, entry.run), []).append(entry)
    return tuple(_row(series, symbols, listed) for series, listed in sorted(runs.items()))


def _row(
    series: tuple[str, str, int],
    symbols: Symbols,
    candidates_of_setting: Sequence[ScoredFormalization],
) -> Row:
    judged = [member for member in candidates_of_setting if member.candidate.candidate.item.rubric]
    z3 = [member.columns.z3.value for member in candidates_of_setting]
    rubric = [member.columns.rubric.value for member in judged]
    both = [member.columns.both_pass for member in judged]
    return Row(
        *series,
        symbols,
        len(candidates_of_setting),
        sum(member.candidate.comparison is None for member in candidates_of_setting),
        _certain(z3),
        _certain(rubric),
        _certain(both),
        _share(z3, None),
        _share(rubric, None),
        _share(both, None),
        sum(
            member.columns.z3.value is None
            or (
                bool(member.candidate.candidate.item.rubric) and member.columns.rubric.value is None
            )
            for member in candidates_of_setting
        ),
        len(candidates_of_setting) - len(judged),
        sum(_assumes(member) for member in candidates_of_setting),
    )


def _assumes(entry: ScoredFormalization) -> bool:
    """Whether a decision on it assumes that some symbols have the same meaning."""
    comparison, document = entry.candidate.comparison, entry.columns
    decided = (document.z3.value, document.rubric.value) != (None, None)
    return comparison is not None and bool(comparison.assumed) and decided


def _certain(values: Sequence[bool | None]) -> float | None:
    """Share that is certainly right; None where nothing is decided."""
    return None if set(values) <= {None} else _share(values, True)


def _share(values: Sequence[bool | None], value: bool | None) -> float | None:
    return 100 * values.count(value) / len(values) if values else None
