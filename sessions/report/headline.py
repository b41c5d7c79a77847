"""The first page of a report: who answered, the main comparison, what was left out.

Owns which comparison is the main one, and the accuracy of guessing. `pairs` makes comparisons; the
studies count sessions.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from items.models import Item
from sessions.models.samples import majorities_among
from sessions.record.results import VersionResults, versions
from sessions.report.exclusion_reasons import (
    EARLIER_WORDING,
    FAILED_REQUESTS,
    NO_GOLD,
    NOT_GRADED,
    UNKNOWN_ITEMS,
)
from sessions.report.judged_questions import JudgedQuestions
from sessions.report.narrowing import Narrowing, narrowed_to
from sessions.report.pairs import Pair, alike, compared_pairs, open_between, split_pairs
from sessions.report.presentation import (
    ALL_ALIKE,
    Presentation,
    differing,
    in_words,
    presentation_of,
)
from sessions.report.respondents import (
    Respondent,
    SettingNames,
    by_sort,
    items_of,
    models_of,
    people_of,
)
from sessions.report.sampling import Clusters
from sessions.report.sides import Side, side_of
from sessions.report.study_data import RecordedStudy
from sessions.storage.database import Database
from solver.phrases import listed, phrase, plural
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Estimate, Sampling
from study.statistics.sub_questions import Bounds, bounds

MAX_COMPARISONS = 8
"""Maximum number of comparisons on the first page, the best models first; the report contains the
figures of the others, and `compare` makes any comparison."""
FOLLOWS = "follows"
"""The scale of truth questions with two values, whether it follows or not."""


@dataclass(frozen=True, slots=True)
class SingleSide:
    """One side by itself."""

    name: str
    presentation: Presentation
    """Presentation of the items, where it is distinguished."""
    answers: int
    accuracy: Estimate | None
    """None while free answers are unsettled."""
    bounds: Bounds | None = None
    """Bounds of the accuracy in that case."""
    unsettled: int = 0
    """Number of unsettled answers."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The accuracy of guessing over some items."""

    presentation: Presentation
    """Presentation of the items, where it is distinguished."""
    share: float | None
    """None where some answers are free."""
    of_choices: float | None
    """Over the multiple-choice items among them; None where there are none."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The first page of a report."""

    participation: Sequence[str]
    """Sentences."""
    single_sides: Sequence[SingleSide]
    """Each side's own figure, where nothing is compared."""
    pairs: Sequence[Pair]
    """People against each model, else the best model against the others; p is corrected for all of
    these."""
    pairs_left_out: int
    """Number of comparisons left out of `pairs`."""
    unsettled: int
    """Number of comparisons that unsettled free answers prevent."""
    excluded: Mapping[str, int]
    """What is not counted anywhere, with numbers; never 0."""
    chances: Sequence[Chance]
    """The accuracy of guessing over the items answered; by form and language where it differs
    between them."""


def headline(
    db: Database,
    study: str | None = None,
    *,
    simulated: bool = False,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    full: bool = False,
    pooled: bool = False,
    narrowing: Narrowing | None = None,
) -> Headline:
    """The first page over one study and the models on its items, or over everything. With
    `simulated`, simulated respondents are shown next to people, and replace them where no person's
    answers count. With `narrowing`, answers and comparisons are over the items it selects.
    Languages and forms are compared separately, unless they are `pooled`."""
    results = versions(db, study, full=full)
    if simulated:
        scripted = versions(db, study, simulated=True, full=full)
        results = (*results, *(version for version in scripted if version.every_session))
    clusters = Clusters(sampling)
    people = people_of(results, clusters)
    models = models_of(db, None if study is None else people, clusters)
    if narrowing is not None:
        people, models = narrowed_to(db, narrowing, people, models, clusters)
    everybody = (*people.respondents, *models.respondents)
    items = items_of(everybody)
    answered = {key for entry in everybody for key in entry.tallies}
    who: list[str] = []
    for version in results:
        began = version.every_session
        if began:
            counts = Counter(session.status.replace("_", " ") for session in began)
            endings = listed(
                phrase("{n} {status}", n=count, status=phrase(status))
                for status, count in counts.most_common()
            )
            n = len(began)
            title = f"{version.study.title} · {version.version[:8]}"
            if version.are_simulated:
                began_it = plural(
                    "{n} simulated respondent began {title}: {endings}.",
                    "{n} simulated respondents began {title}: {endings}.",
                    n=n,
                    title=title,
                    endings=endings,
                )
            else:
                began_it = plural(
                    "{n} person began {title}: {endings}.",
                    "{n} people began {title}: {endings}.",
                    n=n,
                    title=title,
                    endings=endings,
                )
            who += [began_it, *ruled_out(version, pooled=pooled)]
    if models.respondents:
        extra = majorities_among((entry.name, entry.setting) for entry in models.respondents)
        runs = [entry for entry in models.respondents if (entry.name, entry.setting) not in extra]
        names = {entry.name for entry in runs}
        answers = sum(entry.sheet.answers for entry in runs)
        who.append(
            plural(
                "{n} model gave {answers} answers in {runs}.",
                "{n} models gave {answers} answers in {runs}.",
                n=len(names),
                answers=answers,
                runs=plural("{n} run", "{n} runs", n=len(runs)),
            )
        )
    if answered:
        who.append(plural("{n} item was answered.", "{n} items were answered.", n=len(answered)))
    items_asked = [items[key] for key in sorted(answered)]
    if narrowing is not None and narrowing.conditions:
        who.append(phrase("Over items with {values}.", values=narrowing.in_words))
    pairs, more, unsettled = _main(people.respondents, models.respondents, pooled=pooled)
    who += _language(pairs, items) if pairs else _answered_in(items_asked, pooled=pooled)
    excluded: Counter[str] = Counter(people.excluded)
    excluded[UNKNOWN_ITEMS] += models.unknown
    for respondent in everybody:
        excluded[NOT_GRADED] += respondent.sheet.ungraded
        excluded[NO_GOLD] += respondent.sheet.no_gold
        excluded[FAILED_REQUESTS] += len(respondent.sheet.failed_requests)
        excluded[EARLIER_WORDING] += respondent.sheet.superseded
    excluded[phrase("comparisons with unsettled free answers")] += unsettled
    shown_respondents = (
        [] if pairs else [*people.respondents, *_ranked(models.respondents)[:MAX_COMPARISONS]]
    )
    shown_respondents = shown_respondents if pooled else by_sort(shown_respondents)
    sorts = differing({respondent.sort for respondent in shown_respondents})
    return Headline(
        who,
        tuple(_alone(respondent, sorts[respondent.sort]) for respondent in shown_respondents),
        pairs,
        more,
        unsettled,
        {why: n for why, n in excluded.items() if n},
        chances(items_asked, pooled=pooled),
    )


def _language(pairs: Sequence[Pair], items: Mapping[str, Item]) -> list[str]:
    """A sentence naming the language of the comparisons, where all are over items in one language
    that their rows do not name; empty where everything answered is in English."""
    if any(pair.sort and pair.sort.language for pair in pairs):
        return []
    languages = {
        items[key].language
        for pair in pairs
        for key in pair.left.accuracy.keys() & pair.right.accuracy.keys()
    }
    if len(languages) != 1 or {item.language for item in items.values()} == {"en"}:
        return []
    return [phrase("The comparisons cover only items in {language}.", language=min(languages))]


def _answered_in(items: Sequence[Item], *, pooled: bool) -> list[str]:
    """A sentence naming the languages of the items answered, where nothing is compared and no row
    names its own; empty where all are in English."""
    languages = sorted({item.language for item in items})
    if languages in ([], ["en"]) or (len(languages) > 1 and not pooled):
        return []
    if len(languages) == 1:
        return [phrase("All items answered are in {language}.", language=languages[0])]
    return [
        phrase(
            "The items answered are in several languages, combined: {languages}.",
            languages=listed(languages),
        )
    ]


def ruled_out(version: VersionResults, *, pooled: bool = False) -> list[str]:
    """Sentences about the exclusion rules of a study, with the accuracy of people in its main
    blocks with and without them, separately by form and language unless they are `pooled`; empty
    where it has no rules."""
    study = RecordedStudy(version, pooled=pooled)
    if not study.rules:
        return []
    counts = Counter(name for session in study.sessions for name in session.rules)
    by_rule = listed(
        phrase("{name} {n}", name=phrase(rule.name), n=counts[rule.name]) for rule in study.rules
    )
    n = sum(bool(session.rules) for session in study.sessions)
    rule_counts = {"all": len(study.sessions), "rules": by_rule}
    over_all, over_rest = study.judged_of(left=False), study.judged_of(left=True)
    shares: dict[Presentation, dict[str, str]] = {}
    for name, judged in (("all", over_all), ("left", over_rest)):
        for sort, places in study.by_sort(judged.questions, judged.places):
            shares.setdefault(sort, {})[name] = _share(judged, places)
    sorts = differing(shares)
    applied = plural(
        "{n} of {all} is left out by the study's rules ({rules}).",
        "{n} of {all} are left out by the study's rules ({rules}).",
        n=n,
        **rule_counts,
    )
    if not study.ruled:
        applied = phrase(
            "{n} of {all} would be left out by the study's rules ({rules}).", n=n, **rule_counts
        )
    return [
        applied,
        *(_with_and_without(sorts[sort], share) for sort, share in shares.items()),
    ]


def _with_and_without(presentation: Presentation, share: Mapping[str, str]) -> str:
    without_rules, over_all = share.get("left", "–"), share.get("all", "–")
    if not presentation:
        return phrase(
            "Accuracy in main blocks: {left} without them, {all} over all.",
            left=without_rules,
            all=over_all,
        )
    return phrase(
        "Accuracy in main blocks, {form}: {left} without them, {all} over all.",
        form=in_words(presentation),
        left=without_rules,
        all=over_all,
    )


def _share(questions: JudgedQuestions, places: Any) -> str:
    """Accuracy over some answers, as text; empty while any is unsettled."""
    if not len(places) or questions.unsettled[places].any():
        return "–"
    return f"{100 * int((questions.questions.right[places] > 0).sum()) / len(places):.1f} %"


def chances(items: Sequence[Item], *, pooled: bool = False) -> Sequence[Chance]:
    """The accuracy of guessing over items; where it differs between forms or languages, for each of
    them, unless they are `pooled`."""
    by_sort: dict[Presentation, list[Item]] = {}
    for item in items:
        by_sort.setdefault(presentation_of(item), []).append(item)
    sorts = differing(by_sort)
    parts = [_chance(sorts[sort], sort_items) for sort, sort_items in sorted(by_sort.items())]
    if pooled or len({(part.share, part.of_choices) for part in parts}) < 2:
        return [_chance(ALL_ALIKE, items)]
    return parts


def _chance(presentation: Presentation, items: Sequence[Item]) -> Chance:
    choices = [item for item in items if all(leaf.multiple_choice for leaf in item.leaves)]
    return Chance(presentation, chance(items), chance(choices))


def chance(items: Sequence[Item]) -> float | None:
    """The mean accuracy of guessing: one over the number of options of a choice, or of truth
    values. None where some question has another form, or there is none."""
    numbers: Counter[int] = Counter()
    for item in items:
        values = 2 if item.two_valued else 3
        for leaf in item.leaves:
            if leaf.multiple_choice:
                numbers[len(leaf.options)] += 1
            elif leaf.truth:
                numbers[values] += 1
            else:
                return None
    # Exact, so that sets of items with equal chances have equal figures.
    shares = sum((Fraction(n, number) for number, n in numbers.items()), Fraction(0))
    return float(shares / numbers.total()) if numbers else None


def _main(
    everybody: Sequence[Respondent], models: Sequence[Respondent], *, pooled: bool
) -> tuple[tuple[Pair, ...], int, int]:
    """People against the best models and simulated respondents; if people share no item with
    anybody, simulated respondents against the best models; else the best model against the next
    ones, where the best is one that can be compared. The first run represents a setting. Also
    returns how many more pairs there are, and how many have unsettled free answers."""
    ranked = _ranked(models)
    people = [entry for entry in everybody if entry.kind == "people"]
    scripted = [entry for entry in everybody if entry.kind != "people"]
    pairings = (
        # Each model against all groups of people, so that none of these is left to the tables.
        ((entry, other) for other, entry in product([*ranked, *scripted], people)),
        product(scripted, ranked),
    )
    shared = next(filter(None, map(_sharing, pairings)), [])
    comparable, unsettled = _comparable(shared, pooled=pooled)
    for place, best in enumerate(() if shared else ranked[:MAX_COMPARISONS]):
        comparable, more = _comparable(
            _sharing(product([best], ranked[place + 1 :])), pooled=pooled
        )
        unsettled += more
        if comparable:
            break
    shown_pairs = compared_pairs(comparable[:MAX_COMPARISONS])
    return shown_pairs, len(comparable) - len(shown_pairs), unsettled


def _comparable(
    respondent_pairs: Iterable[tuple[Respondent, Respondent]], *, pooled: bool
) -> tuple[list[tuple[Side, Side]], int]:
    """The pairs that can be compared, and how many have unsettled free answers."""
    all_pairs = [(side_of(entry), side_of(other)) for entry, other in respondent_pairs]
    all_pairs = [alike(*pair) for pair in (all_pairs if pooled else split_pairs(all_pairs))]
    closed = [pair for pair in all_pairs if not open_between(*pair)]
    # For items with several questions, the two may have answered different ones.
    comparable = [pair for pair in closed if pair[0].accuracy.keys() & pair[1].accuracy.keys()]
    return comparable, len(all_pairs) - len(closed)


def _sharing(
    sides: Iterable[tuple[Respondent, Respondent]],
) -> list[tuple[Respondent, Respondent]]:
    return [(entry, other) for entry, other in sides if entry.tallies.keys() & other.tallies.keys()]


def _ranked(models: Sequence[Respondent]) -> list[Respondent]:
    """The first run of each setting, the best first."""
    first: dict[SettingNames, Respondent] = {}
    for respondent in sorted(models, key=lambda entry: entry.run or 0):
        first.setdefault(respondent.group, respondent)
    return sorted(first.values(), key=lambda entry: -_accuracy(entry))


def _alone(respondent: Respondent, presentation: Presentation) -> SingleSide:
    name, tallies = side_of(respondent).name, respondent.tallies.values()
    n, unsettled = sum(n for _, n in tallies), respondent.sheet.ungraded
    if not unsettled:
        return SingleSide(name, presentation, n, ACCURACY.estimate(respondent.sample))
    ends = bounds(sum(right for right, _ in tallies), n, unsettled)
    return SingleSide(name, presentation, n, None, ends, unsettled)


def _accuracy(respondent: Respondent) -> float:
    right = sum(right for right, _ in respondent.tallies.values())
    n = sum(n for _, n in respondent.tallies.values())
    return right / n if n else 0.0
