"""The tables that compare models and people, if there are any.

Owns which are left out, and which are made in a second process. The tables and their list are in
`tables`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType

from items.asking.prices import Price
from sessions.models.answer_sheets import without_collecting
from sessions.record.solver_figures import Solving
from sessions.report.background import Background
from sessions.report.comparing_data import ComparingData, ModelTables
from sessions.report.difficulty import grouped
from sessions.report.respondents import Models, People, Respondent, by_sort, compared
from sessions.report.rows import Rows, estimates
from sessions.report.tables.registry import ANSWERED, ANSWERED_AFTER, ANSWERED_ELSEWHERE, RECORDED
from sessions.report.truth_counts import by_setting
from sessions.storage.database import Database
from study.metrics.metric import ANSWERS, TRUTHS

Named = tuple[str, Rows]


def split_respondents(respondents: Sequence[Respondent], *, pooled: bool) -> Sequence[Respondent]:
    """Respondents split by form and language, unless they are pooled."""
    return respondents if pooled else by_sort(respondents)


def ready(models: Models, *, pooled: bool = False) -> ModelTables:
    """Prepare the models' data, including the counts for the models' rows. Scores of choices are
    computed with the tables of choices, in the other process."""
    respondents = split_respondents(models.respondents, pooled=pooled)
    for respondent in respondents:
        _known = respondent.counted, respondent.spread
        estimates(ANSWERS, respondent.sample)
    truths = by_setting(respondents)
    for setting in truths:
        for answers in setting.answers_by_benchmark.values():
            estimates(TRUTHS, answers)
    return ModelTables(respondents, grouped(respondents), truths)


def comparing_tables(
    db: Database,
    people: People,
    models: Models,
    solving: Solving,
    *,
    all_items: bool,
    ready_models: ModelTables | None = None,
    mixed: bool = False,
    prices: Mapping[str, Price] | None = None,
    pooled: bool = False,
) -> tuple[str, tuple[Named, ...]]:
    """A hash over the items, and the tables, over everything models answered, or over the items of
    these people's studies only (`all_items`: which of the two the models were read for). Where no
    model answered and no people answered every mutant, only the tables on difficulty: the studies'
    own tables contain everything else then. `ready_models`: data that is already available; some
    tables are then made in another process. `mixed`: whether the mixed model is fitted. `prices`:
    of models. `pooled`: whether forms and languages are taken together."""
    with without_collecting():
        everybody = compared(people, models)
        people_apart = split_respondents(people.respondents, pooled=pooled)
        answered = (
            ready_models.respondents
            if ready_models
            else split_respondents(models.respondents, pooled=pooled)
        )
        groups = ready_models.groups if ready_models else grouped(answered)
        several = any(
            respondent.kind == "model" or respondent.circular.complete
            for respondent in everybody.respondents
        )
        data = ComparingData(
            db,
            (*answered, *people_apart) if several else (),
            everybody.respondents if several else (),
            (*groups, *grouped(people_apart)),
            solving,
            all_items,
            mixed,
            prices,
            ready_models,
            pooled,
        )
        with _started_tables(data, elsewhere=ready_models is not None) as elsewhere:
            before = _tables(data, ANSWERED)
            after = _tables(data, {**ANSWERED_AFTER, **RECORDED})
            named = (*before, *elsewhere(), *after)
        tables = tuple(
            (name, replace(rows, excluded=dict(everybody.excluded) | dict(rows.excluded)))
            for name, rows in named
        )
    return everybody.version, tables


def _tables(data: ComparingData, modules: Mapping[str, ModuleType]) -> Sequence[Named]:
    """The tables that have a row."""
    tables_made = ((name, module.table(data)) for name, module in modules.items())
    return [(name, rows) for name, rows in tables_made if rows is not None and rows.rows]


def _tables_elsewhere(data: ComparingData) -> Sequence[Named]:
    return _tables(data, ANSWERED_ELSEWHERE)


@contextmanager
def _started_tables(
    data: ComparingData, *, elsewhere: bool
) -> Iterator[Callable[[], Sequence[Named]]]:
    """Start making tables in another process, or defer them to this one until they are needed."""
    if not elsewhere:
        yield lambda: _tables_elsewhere(data)
        return
    with Background(data) as other:
        outcome = other.submit(_tables_elsewhere)
        yield (
            lambda: _tables_elsewhere(data) if (ready_tables := outcome()) is None else ready_tables
        )
