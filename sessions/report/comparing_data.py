"""Data for the tables that compare models and people.

Owns data that several of these tables share, each computed once: scores of choices, sub-questions
and truth values, tests of domains, difficulty. The tables are in `tables`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from items.asking.prices import Price
from items.harden.attributes import EXCLUDED_STRATEGIES
from items.shape.structure import base_of
from sessions.record.solver_figures import Solving
from sessions.report.difficulty import Group, Hardness, crossed_of, hardness
from sessions.report.respondents import Respondent, SettingNames, attribute, benchmark
from sessions.report.truth_counts import Setting, by_setting, one_by_one
from sessions.storage.database import Database
from solver.phrases import phrase
from study.scores.sheet_scores import QUESTION_TYPE
from study.statistics.chi_square import ChiSquareMatrix, chi_square_matrix
from study.statistics.circular import Circular
from study.statistics.mixed_model import CrossedModel
from study.statistics.sub_questions import SubAnswer, SubQuestions

ALL = "all"
"""The question type that stands for all of them."""
MOST_DOMAINS = 20
SEVERAL_PEOPLE = phrase("settings of several people, whose answers to one item are correlated")
"""Reason for leaving settings out of tests that require independent answers."""


@dataclass(frozen=True, slots=True)
class ChoiceScores:
    """A respondent's scores over all choices, then over those of each question type; empty where no
    choice was answered."""

    respondent: Respondent
    scores: Mapping[str, Circular]
    """By question type, or `ALL`."""


@dataclass(frozen=True, slots=True)
class BenchmarkAnswers:
    """One respondent's answers to the sub-questions of one benchmark."""

    benchmark: str
    respondent: Respondent
    answers: SubQuestions


@dataclass(frozen=True, slots=True)
class DomainTests:
    """The chi-square tests of every two domains."""

    matrices: Mapping[SettingNames, ChiSquareMatrix]
    answers: int
    excluded: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ModelTables:
    """Data about models alone, prepared while waiting for people's."""

    respondents: Sequence[Respondent]
    """The runs as tables show them: forms and languages separate, unless pooled."""
    groups: Sequence[Group]
    """As returned by `difficulty.grouped`."""
    truths: Sequence[Setting]


@dataclass(frozen=True)
class ComparingData:
    """All respondents, and data shared by several tables."""

    db: Database
    respondents: Sequence[Respondent]
    """Respondents who answered in several forms or languages once for each, unless pooled. Empty
    where the studies' own tables contain everything."""
    unrestricted: Sequence[Respondent]
    """The same respondents with all of their answers."""
    groups: Sequence[Group]
    """Settings and people, for difficulty."""
    solving: Solving
    all_items: bool
    """Whether models were read for all items, or only for those of some studies."""
    mixed: bool = False
    """Whether the mixed model was requested."""
    prices: Mapping[str, Price] | None = None
    """Prices of models by name, if given."""
    ready_models: ModelTables | None = None
    """Data that is already available."""
    pooled: bool = False
    """Whether forms and languages are taken together."""

    @cached_property
    def items(self) -> frozenset[str] | None:
        """Content hashes of the items that the tables are restricted to; None: no restriction."""
        if self.all_items:
            return None
        answered = (key for group in self.groups for key in group.answered_items)
        return frozenset(
            chain((key for respondent in self.respondents for key in respondent.items), answered)
        )

    @cached_property
    def bases(self) -> Mapping[str, str]:
        """By content hash of each hardened item, the id of its base; without items hardened without
        one of the strategies."""
        items = {
            key: item for respondent in self.respondents for key, item in respondent.items.items()
        }
        return {
            key: base
            for key, item in items.items()
            if EXCLUDED_STRATEGIES not in item.attributes and (base := base_of(item))
        }

    @cached_property
    def choices(self) -> Sequence[ChoiceScores]:
        """Every respondent's scores of choices."""
        return choices_of(self.respondents)

    @cached_property
    def sub_questions(self) -> Sequence[BenchmarkAnswers]:
        """Every respondent on every benchmark in which some items have several questions."""
        outcome: list[BenchmarkAnswers] = []
        names: dict[str, str] = {}
        for respondent in self.respondents:
            groups: dict[str, list[SubAnswer]] = {}
            for part in respondent.sheet.parts:
                name = names.get(part.item)
                if name is None:
                    name = names[part.item] = benchmark(respondent.item(part.item))
                groups.setdefault(name, []).append(part)
            outcome += [
                BenchmarkAnswers(
                    name, respondent, SubQuestions(parts, respondent.clusters, respondent.sampling)
                )
                for name, parts in groups.items()
            ]
        return outcome

    @cached_property
    def truths(self) -> Sequence[Setting]:
        """Every setting's truth values, by question; empty where there are none."""
        if not any(respondent.sheet.truths for respondent in self.respondents):
            return ()
        ready_settings = {
            setting.names: setting
            for setting in (self.ready_models.truths if self.ready_models else ())
        }
        return [
            ready_settings.get(setting.names, setting) for setting in by_setting(self.respondents)
        ]

    @cached_property
    def domain_tests(self) -> DomainTests:
        """The tests for the first run of every setting with truth values."""
        matrices: dict[SettingNames, ChiSquareMatrix] = {}
        total = crowded = several = 0
        domains: dict[str, str | None] = {}
        for truth in self.truths:
            domains.update((each.key, attribute(each.item, "domain")) for each in truth.counted)
            counts: dict[str, list[int]] = {}
            answers = one_by_one(truth.runs[0])
            several += answers is None and any(domains[each.key] for each in truth.counted)
            for key, right in (answers or {}).items():
                domain = domains[key]
                if domain is not None:
                    counts.setdefault(domain, [0, 0])[not right] += 1
            if len(counts) > MOST_DOMAINS:
                crowded += 1
            elif len(counts) > 1:
                total += sum(map(sum, counts.values()))
                pairs = {
                    domain: (right, wrong) for domain, (right, wrong) in sorted(counts.items())
                }
                matrices[truth.names] = chi_square_matrix(pairs)
        return DomainTests(
            matrices,
            total,
            {
                phrase("settings of more than {n} domains", n=MOST_DOMAINS): crowded,
                SEVERAL_PEOPLE: several,
            },
        )

    @cached_property
    def crossed(self) -> CrossedModel | None:
        """The mixed model of all answers; None where it was not requested, or cannot be fitted.
        Raises OutsideError where the package that fits it is not installed."""
        return crossed_of(self.groups) if self.mixed else None

    @cached_property
    def hardness(self) -> Hardness:
        """The measures of difficulty of every item answered, within the solver's time limit."""
        return hardness(self.db, self.groups, self.solving)


def choices_of(respondents: Sequence[Respondent]) -> Sequence[ChoiceScores]:
    """Every respondent's scores of choices."""
    types_by_items: dict[int, dict[str, str]] = {}
    outcome: list[ChoiceScores] = []
    for respondent in respondents:
        scores: Mapping[str, Circular] = {}
        if respondent.circular.items:
            # The runs of models share their items.
            if id(respondent.items) not in types_by_items:
                types_by_items[id(respondent.items)] = _types(respondent)
            whole = respondent.circular
            scores = {ALL: whole, **whole.by_kind(types_by_items[id(respondent.items)])}
        outcome.append(ChoiceScores(respondent, scores))
    return outcome


def _types(respondent: Respondent) -> dict[str, str]:
    """The question types of items that have one, by key in the scores."""
    types: dict[str, str] = {}
    for (item_hash, _), part_asked in respondent.parts.items():
        name = attribute(respondent.items[item_hash], QUESTION_TYPE)
        if name is not None:
            types[part_asked.key] = name
    return types
