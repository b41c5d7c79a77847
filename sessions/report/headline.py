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
from sessions.report.pairs import Pair, compared_pairs, open_between, side_of
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
    answered = {key for entry in every for key in entry.tallies}
    who: list[str] = []
    for version in results:
        began = version.every_session
        if began:
            counts = Counter(session.status.replace("_", " ") for session in began)
            message = ", ".join(f"{n} {status}" for status, n in counts.most_common())
            n = len(began)
            title = f"{version.study.title} · {version.version[:8]}"
            who.append(f"{n} {'person' if n == 1 else 'people'} began {title}: {message}.")
            who += ruled_out(version)
    if models.respondents:
        names = {entry.name for entry in models.respondents}
        runs = len(models.respondents)
        answers = sum(entry.sheet.answers for entry in models.respondents)
        who.append(
            f"{len(names)} {'model' if len(names) == 1 else 'models'} gave {answers} answers in "
            f"{runs} {'run' if runs == 1 else 'runs'}."
        )
    if answered:
        plural = "item was" if len(answered) == 1 else "items were"
        who.append(f"{len(answered)} {plural} answered.")
    listed = [items[key] for key in sorted(answered)]
    pairs, more, unsettled = _main(people.respondents, models.respondents)
    excluded: Counter[str] = Counter(people.excluded)
    excluded["model answers to unknown items"] += models.unknown
    for respondent in every:
        excluded["answers not graded"] += respondent.sheet.ungraded
        excluded["answers without gold"] += respondent.sheet.no_gold
        excluded["failed requests"] += len(respondent.sheet.failed)
        excluded["answers to an earlier wording"] += respondent.sheet.superseded
    excluded["comparisons with free answers that nothing has settled"] += unsettled
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
        ("left", [session_result for session_result in every if not names[session_result.id]]),
        ("all", every),
    ):
        judged = judge(
            result for session_result in some for result in session_result.results if result.main
        )
        answers, right, *_ = count(judged.results)
        known = answers and not judged.unsettled
        share[name] = f"{100 * right / answers:.1f} %" if known else "–"
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
) -> tuple[tuple[Pair, ...], int, int]:
    """People against the best models; without people, the best model against the next ones. Of the
    runs of a setting the first stands for all. With how many more there are, and how many have free
    answers that nothing has settled."""
    first: dict[tuple[str, str, str], Respondent] = {}
    for respondent in sorted(models, key=lambda entry: entry.run or 0):
        first.setdefault(respondent.names[:3], respondent)
    ranked = sorted(first.values(), key=lambda entry: -_accuracy(entry))
    if people:
        sides = [(human, model) for human in people for model in ranked]
    else:
        sides = [(ranked[0], other) for other in ranked[1:]] if ranked else []
    shared = [
        (entry, other) for entry, other in sides if entry.tallies.keys() & other.tallies.keys()
    ]
    every = [(side_of(entry), side_of(other)) for entry, other in shared]
    settled = [pair for pair in every if not open_between(*pair)]
    shown = compared_pairs(settled[:MOST])
    return shown, max(0, len(settled) - MOST), len(every) - len(settled)


def _accuracy(respondent: Respondent) -> float:
    right = sum(right for right, _ in respondent.tallies.values())
    n = sum(n for _, n in respondent.tallies.values())
    return right / n if n else 0.0
