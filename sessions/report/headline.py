"""What a busy reader of a report wants first: who answered, the main comparison, what was left out.

Owns which comparison is the main one, and the level of guessing. Comparisons are `pairs`', counts
of sessions the studies'.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from items.check import TRUTH_SCALE
from items.models import Item
from sessions.database import Database
from sessions.report.judged import count, judge
from sessions.report.pairs import Pair, compared_pairs, side_of
from sessions.report.respondents import Respondent, items_of, models_of, people_of
from sessions.report.sampling import Clusters
from sessions.results import VersionResults, broken, versions
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling

MOST = 8
"""Comparisons that stand on the first page, the best models first; the report has the others'
figures, and `compare` makes any."""
FOLLOWS = "follows"
"""The scale of truth questions that have two values, whether it follows or not."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The first page of a report."""

    who: Sequence[str]
    """Sentences."""
    pairs: Sequence[Pair]
    """People against each model, else the best model against the others; p is corrected for all
    that are here."""
    more: int
    """Comparisons that were left out of `pairs`."""
    excluded: Mapping[str, int]
    """What counts nowhere, with how often; never 0."""
    chance: float | None
    """The share that guessing gets right over the items answered; None where answers are free."""
    choice_chance: float | None
    """The same over the multiple-choice items among them; None where there is none."""


def headline(
    db: Database,
    study: str | None = None,
    *,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    full: bool = False,
) -> Headline:
    """The first page over one study and the models on its items, or over everything."""
    results = versions(db, study, full=full)
    clusters = Clusters(sampling)
    people = people_of(results, clusters)
    models = models_of(db, None if study is None else people, clusters)
    every = (*people.respondents, *models.respondents)
    items = items_of(every)
    answered = {key for one in every for key in one.tallies}
    who: list[str] = []
    for version in results:
        began = version.every_session
        if began:
            counts = Counter(session.status.replace("_", " ") for session in began)
            told = ", ".join(f"{n} {status}" for status, n in counts.most_common())
            n = len(began)
            title = f"{version.study.title} · {version.version[:8]}"
            who.append(f"{n} {'person' if n == 1 else 'people'} began {title}: {told}.")
            who += ruled_out(version)
    if models.respondents:
        names = {one.name for one in models.respondents}
        runs = len(models.respondents)
        answers = sum(one.sheet.answers for one in models.respondents)
        who.append(
            f"{len(names)} {'model' if len(names) == 1 else 'models'} gave {answers} answers in "
            f"{runs} {'run' if runs == 1 else 'runs'}."
        )
    if answered:
        plural = "item was" if len(answered) == 1 else "items were"
        who.append(f"{len(answered)} {plural} answered.")
    listed = [items[key] for key in sorted(answered)]
    pairs, more = _main(people.respondents, models.respondents)
    excluded: Counter[str] = Counter(people.excluded)
    excluded["model answers to unknown items"] += models.unknown
    for one in every:
        excluded["answers not graded"] += one.sheet.ungraded
        excluded["answers without gold"] += one.sheet.no_gold
        excluded["failed requests"] += len(one.sheet.failed)
        excluded["answers to an earlier wording"] += one.sheet.superseded
    return Headline(
        who,
        pairs,
        more,
        {why: n for why, n in excluded.items() if n},
        chance(listed),
        chance([item for item in listed if all(leaf.multiple_choice for leaf in item.leaves)]),
    )


def ruled_out(version: VersionResults) -> list[str]:
    """Sentences about the rules of exclusion of a study, with the accuracy of people in its main
    blocks with and without them; none where it has no rules."""
    if not version.study.exclude:
        return []
    every = version.every_session
    names = {session.id: broken(version.study.exclude, session) for session in every}
    counts = Counter(name for broke in names.values() for name in broke)
    by_rule = ", ".join(f"{rule.name} {counts[rule.name]}" for rule in version.study.exclude)
    n = sum(map(bool, names.values()))
    share = {}
    for name, some in (
        ("left", [one for one in every if not names[one.id]]),
        ("all", every),
    ):
        judged = judge(result for one in some for result in one.results if result.main)
        answers, right, *_ = count(judged.results)
        share[name] = f"{100 * right / answers:.1f} %" if answers else "–"
    applied = "are left out" if version.ruled else "would be left out, but are not,"
    return [
        f"{n} of {len(every)} {applied} by the study's rules ({by_rule}). "
        f"Accuracy in main blocks: {share['left']} without them, {share['all']} over all."
    ]


def chance(items: Sequence[Item]) -> float | None:
    """What guessing gets right on average: one over the options of a choice, or over the truth
    values that are asked for. None where some question is of another form, or there is none."""
    shares: list[float] = []
    for item in items:
        values = 2 if item.attributes.get(TRUTH_SCALE) == FOLLOWS else 3
        for leaf in item.leaves:
            if leaf.multiple_choice:
                shares.append(1 / len(leaf.options))
            elif leaf.truth:
                shares.append(1 / values)
            else:
                return None
    return sum(shares) / len(shares) if shares else None


def _main(
    people: Sequence[Respondent], models: Sequence[Respondent]
) -> tuple[tuple[Pair, ...], int]:
    """People against the best models; without people, the best model against the next ones. Of the
    runs of a setting the first stands for all."""
    first: dict[tuple[str, str, str], Respondent] = {}
    for one in sorted(models, key=lambda one: one.run or 0):
        first.setdefault(one.names[:3], one)
    ranked = sorted(first.values(), key=lambda one: -_accuracy(one))
    if people:
        sides = [(human, model) for human in people for model in ranked]
    else:
        sides = [(ranked[0], other) for other in ranked[1:]] if ranked else []
    shared = [(one, other) for one, other in sides if one.tallies.keys() & other.tallies.keys()]
    shown = [(side_of(one), side_of(other)) for one, other in shared[:MOST]]
    return compared_pairs(shown), max(0, len(shared) - MOST)


def _accuracy(one: Respondent) -> float:
    right = sum(right for right, _ in one.tallies.values())
    n = sum(n for _, n in one.tallies.values())
    return right / n if n else 0.0
