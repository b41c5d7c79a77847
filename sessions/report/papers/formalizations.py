"""The formalization part of paper E, LLMEval-Logic: table 2, figure 5, table 5's rubric part.

Owns scoring all recorded formalizations, by models and by people, against the gold formalizations
in the record, and the resulting rows.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from items.formalizations.candidates import SECONDS
from items.formalizations.request_items import Symbols
from sessions.models.formalizing import (
    PERSON,
    Row,
    aligned,
    by_people,
    decided,
    formalized,
    gold_reference,
    point_languages,
    recorded_golds,
    recorded_judges,
    rubric_points,
    table,
    verdicts_of,
)
from sessions.report.papers.paper_record import Languages, PaperRecord, mean
from sessions.report.papers.paper_table import Figure, Figures, grid
from sessions.report.papers.published import PrintedTable
from sessions.report.rows import Rows, Unit
from solver.phrases import phrase
from study.metrics.agreement import METRIC as AGREEMENT
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.statistics.agreement import Verdicts, unanimous

GOLD_ROW = "Gold reference"
SYMBOLS: Sequence[Symbols] = ("free", "fixed")
SCORES = ("Z3", "Rubric", "Both")
TABLE_NOTE = phrase(
    "mean over the runs of a setting; an unreadable formalization is "
    "wrong, a point that nobody has judged is not right, so a figure is "
    "a lower bound if items are undecided, and exact if none is; if "
    "nothing is decided there is no figure; items without a rubric count "
    "for Z3 only; people chose their own symbols"
)
POINTS_NOTE = phrase(
    "rubric: the atoms and premises that the solver left to a judge, which is what the paper's "
    "rubric side is restricted to"
)


@dataclass(frozen=True)
class ScoredFormalizations:
    """Scored formalizations of the items of one language, or of several that are pooled."""

    languages: Languages
    rows: Sequence[Row]
    """Rows of models, then of people."""
    gold: Row
    """The golds compared with themselves."""


@dataclass(frozen=True)
class Formalizations:
    """All recorded formalizations, scored."""

    scored_formalizations: Sequence[ScoredFormalizations]
    judges: Sequence[str]
    """Judges whose majority decides points that content does not settle."""
    without_gold: int
    """Formalizations whose gold is not in the record."""
    with_warnings: int
    """Formalizations with a note on how they were read, such as their dialect."""


def formalizations(record: PaperRecord, timeout: float) -> Formalizations:
    """Score the recorded formalizations; `timeout` is in seconds for each of them."""
    db = record.data.db
    golds, lost = recorded_golds(db)
    if not golds:
        return Formalizations((), (), lost, 0)
    judges = recorded_judges(db)
    verdicts = verdicts_of(db, judges)
    scored: list[ScoredFormalizations] = []
    noted = 0
    for languages, language_golds in record.by_language(golds):
        rows: list[Row] = []
        for symbols in SYMBOLS:
            candidates = formalized(db, language_golds, symbols, timeout=timeout)
            entries = list(aligned(db, candidates, timeout=timeout))
            noted += sum(bool(entry.candidate.warnings) for entry in entries)
            rows += table(decided(entries, verdicts), symbols)
        people = list(aligned(db, by_people(db, language_golds, timeout=timeout), timeout=timeout))
        noted += sum(bool(entry.candidate.warnings) for entry in people)
        rows += table(decided(people, verdicts), "free")
        (own,) = table(gold_reference(language_golds, timeout=timeout), "fixed")
        scored.append(ScoredFormalizations(languages, rows, own))
    return Formalizations(scored, judges, lost, noted)


def tables(
    record: PaperRecord, paper_tables: Mapping[str, PrintedTable], timeout: float = SECONDS
) -> Iterator[tuple[str, Rows]]:
    """Table 2 and figure 5."""
    outcome = formalizations(record, timeout)
    ours: Figures = {}
    for scored in outcome.scored_formalizations:
        values = _scores(scored.gold)
        ours[record.row_name(GOLD_ROW, scored.languages),] = {
            f"{head} {name}": value for head in ("Free", "Fixed") for name, value in values.items()
        }
    units: dict[str, Unit] = {}
    for model, symbols, runs in _settings(
        record, outcome.scored_formalizations, paper_tables["table 2"]
    ):
        row = ours.setdefault((model,), {})
        for name in SCORES:
            row[f"{symbols.title()} {name}"] = mean(_scores(run)[name] for run in runs)
        name = f"{symbols.title()} undecided"
        row[name], units[name] = sum(run.undecided for run in runs), "count"
    all_rows = [row for scored in outcome.scored_formalizations for row in scored.rows]
    n = sum(row.items for row in all_rows)
    notes = [TABLE_NOTE]
    if outcome.judges:
        who = ", ".join(outcome.judges)
        notes.append(
            phrase(
                "if content does not settle a point, the majority of judges decides: {who}", who=who
            )
        )
    assumed = sum(row.assumed for row in all_rows)
    if assumed:
        notes.append(
            phrase(
                "decided items that depend on symbols with different glosses, "
                "assumed to mean the same, over all rows: {n}",
                n=assumed,
            )
        )
    if outcome.with_warnings:
        notes.append(
            phrase(
                "formalizations that could be read otherwise, in another dialect for one; "
                "`formalize` says how each was read: {n}",
                n=outcome.with_warnings,
            )
        )
    excluded = {
        phrase("formalizations of items whose gold is not in the record"): outcome.without_gold
    }
    yield (
        "table 2",
        grid(paper_tables["table 2"], ours, n, units=units, excluded=excluded, notes=notes),
    )
    points: Figures = {}
    for (model,), row in ours.items():
        figures: dict[str, Figure] = {
            name: row[name]
            for name in ("Free Z3", "Free Rubric", "Fixed Z3", "Fixed Rubric")
            if name in row
        }
        for name in ("Z3", "Rubric"):
            free, fixed = row.get(f"Free {name}"), row.get(f"Fixed {name}")
            if isinstance(free, float) and isinstance(fixed, float):
                figures[f"Δ {name}"] = fixed - free
        points[model,] = figures
    yield "figure 5", grid(paper_tables["figure 5"], points, n, notes=(TABLE_NOTE,))


def _scores(row: Row) -> dict[str, float | None]:
    return {
        name: None if value is None else value / 100
        for name, value in zip(SCORES, (row.z3, row.rubric, row.both), strict=True)
    }


def _settings(
    record: PaperRecord, all_scored: Sequence[ScoredFormalizations], paper_table: PrintedTable
) -> Iterator[tuple[str, Symbols, Sequence[Row]]]:
    """Runs by setting; where a model has several settings, each has a row of its own, and so has
    each language."""
    groups: dict[tuple[str, str], dict[tuple[Languages, Symbols], list[Row]]] = {}
    for scored in all_scored:
        for row in scored.rows:
            runs = groups.setdefault((row.model, row.setting), {})
            runs.setdefault((scored.languages, row.symbols), []).append(row)
    used_names: set[str] = set()
    names = record.paper.names(list(groups), row_names={name for name, *_ in paper_table.rows})
    for ((model, setting), rows), name in zip(groups.items(), names, strict=True):
        name = f"{model} (a person)" if setting == PERSON else name
        name = f"{name} · {setting}" if name in used_names else name
        used_names.add(name)
        for (languages, symbols), language_rows in rows.items():
            yield record.row_name(name, languages), symbols, language_rows


def judged_points(record: PaperRecord) -> tuple[Figures, int, tuple[str, ...]]:
    """Agreement of judges on what the solver left undecided: rows of table 5, number of points that
    two have judged, notes."""
    db = record.data.db
    verdicts = rubric_points(verdicts_of(db, recorded_judges(db)))
    languages = point_languages(db) if verdicts else {}
    ours: Figures = {}
    n = 0
    for chosen_languages in record.languages_of(languages.values()):
        of_these = {
            judge: {
                point: right
                for point, right in rights.items()
                if languages[point] in chosen_languages
            }
            for judge, rights in verdicts.items()
        }
        rows, points = _agreeing(of_these)
        ours |= {
            (record.row_name(side, chosen_languages), who): row for (side, who), row in rows.items()
        }
        n += points
    return ours, n, (POINTS_NOTE,) if ours else ()


def _agreeing(verdicts: Mapping[str, Mapping[str, bool]]) -> tuple[Figures, int]:
    """The rows of some points, and how many of these two have judged."""
    ours: Figures = {}
    for judge, other in combinations(sorted(verdicts), 2):
        clusters: Mapping[str, Hashable] = {
            key: key.partition("#")[0] for judged in verdicts.values() for key in judged
        }
        both = Verdicts(verdicts[judge], verdicts[other], clusters)
        if both.pairs:
            kappa, same = COHENS_KAPPA.estimate(both), AGREEMENT.estimate(both)
            ours["rubric", f"{judge} and {other}"] = {
                "Cohen's kappa": None if kappa is None else kappa.value,
                "agreement": None if same is None else same.value,
            }
    shared = {
        key
        for judged in verdicts.values()
        for key in judged
        if sum(key in other for other in verdicts.values()) > 1
    }
    together = unanimous(verdicts)
    if together is not None and together.n:
        share = together.successes / together.n
        ours["rubric", "all judges"] = {"Cohen's kappa": None, "agreement": share}
    return ours, len(shared)
