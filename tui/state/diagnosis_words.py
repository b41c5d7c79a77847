"""A diagnosis in lines: of recorded answers, of a table in CCOBRA's format, and of possible
answers.

Owns words, order and digits. `study.diagnosis` owns the contents; misreadings have their English
names from the registry, which options and JSON use, or their titles in another language.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from items.misreadings.registry import MISREADINGS
from study.diagnosis.rates import AS_IT_STANDS, FEW_ANSWERS, GUESS, Rate
from study.diagnosis.second_engine import EngineCounts, sentences
from tui import i18n
from tui.i18n import _, mark, ngettext
from tui.state.inspector.words import spoken_in
from tui.state.translation import translated
from tui.text import pad, plain

MOST_COMBINATIONS = 12
"""Maximum number of combinations of misreadings to list."""
MOST_FITTING = 3
"""Maximum number of combinations to name for one possible answer."""
WIDTH = 48
GROUPS = (mark("people"), mark("models"), mark("simulated"))
OWN_RATES = {AS_IT_STANDS: mark("as it stands"), GUESS: mark("guess")}


def options_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """What leads to each possible answer."""
    for part in entry["questions"]:
        yield _("{item}, question {question}").format(
            item=plain(part["item"]), question=plain(part["question"])
        )
        if "answers" not in part:
            yield "  " + _("without a diagnosis: {reason}").format(
                reason=translated(plain(part["undecided"]))
            )
            continue
        for answer in part["answers"]:
            mark_ = "✓" if answer["right"] else " "
            yield f"  {mark_} {pad(plain(answer['answer']), 14)} {_leads(answer)}"


def _leads(member: Mapping[str, Any]) -> str:
    if member["right"]:
        return _("right as it stands")
    if member["unreached"]:
        return _("explained by no misreading")
    readings = [together(names) for names in member["combinations"]]
    if not readings:
        return _("not decided")
    more = len(readings) - MOST_FITTING
    others = ngettext(" (or {n} other)", " (or {n} others)", more).format(n=more)
    return _("; ").join(readings[:MOST_FITTING]) + (others if more > 0 else "")


def record_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """A diagnosis of recorded answers."""
    yield _("{answers} of {respondents} to {questions}").format(
        answers=_answers(entry["answers"]),
        respondents=_respondents(len(entry["respondents"])),
        questions=_questions(entry["questions"]),
    )
    for group, figures in entry["groups"].items():
        yield ""
        yield _("{group}: {answers}").format(
            group=_(group).capitalize(), answers=_answers(figures["answers"])
        )
        yield from _diagnoses(figures["diagnoses"], figures["answers"])
        yield from _rates(
            figures,
            figures["rates"],
            figures["respondents_mean"],
            figures["respondents_with_enough"],
        )
        yield from _consistency(figures["consistency"])
    yield from _checked(entry["checked"])
    for reason, number in entry["undecided"].items():
        yield ""
        yield _("{questions} without a diagnosis: {reason}").format(
            questions=_questions(number), reason=translated(plain(reason))
        )
    for reason, number in entry["left_out"].items():
        yield _("{answers} left out: {reason}").format(
            answers=_answers(number), reason=translated(reason)
        )


def table_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """A diagnosis of a table in CCOBRA's format."""
    persons, tasks = entry["persons"], entry["tasks"]
    yield _("{answers} of {respondents} to {questions}").format(
        answers=_answers(entry["answers"]),
        respondents=ngettext("{n} person", "{n} persons", persons).format(n=persons),
        questions=ngettext("{n} task", "{n} tasks", tasks).format(n=tasks),
    )
    yield ""
    yield _("Held-out answers predicted, a half of each person's")
    yield _line(_("by readings and neighbours"), entry["predicted"])
    yield _line(_("the others' most frequent answer"), entry["most_frequent"])
    yield from _readings(entry["readings"])
    yield ""
    yield from _diagnoses(entry["diagnoses"], entry["answers"])
    yield from _checked(entry["checked"])
    rates = entry["rates"]
    yield from _rates(entry, rates["group"], rates["persons_mean"], rates["persons_with_enough"])
    yield from _consistency(entry["consistency"])
    yield from _listed(
        [
            f"{plain(task['task'])}: {translated(plain(task['reason']))}"
            for task in entry["undecided"]
        ],
        lambda n: ngettext(
            "{n} task without a diagnosis", "{n} tasks without a diagnosis", n
        ).format(n=n),
    )
    yield from _listed(
        [plain(reason) for reason in entry["skipped"]],
        lambda n: ngettext("{n} row left out", "{n} rows left out", n).format(n=n),
    )
    yield from _listed(
        [plain(reason) for reason in entry["theories_skipped"]],
        lambda n: ngettext(
            "{n} row of theories left out; the theory is not compared on its syllogism",
            "{n} rows of theories left out; the theories are not compared on their syllogisms",
            n,
        ).format(n=n),
    )
    if entry["known_figures"]:
        yield from _known(entry["known_figures"])


def _listed(lines: Sequence[str], head: Callable[[int], str]) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield head(len(lines))
    for line in lines[:MOST_COMBINATIONS]:
        yield f"  {line}"
    if len(lines) > MOST_COMBINATIONS:
        yield "  " + _("and {n} more").format(n=len(lines) - MOST_COMBINATIONS)


def _known(figures: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The table at the end: figures that can be compared with published ones, under their names."""
    yield ""
    yield _("Known figures, with 95 % intervals where answers are counted")
    for row in figures:
        of = ""
        if row["n"] is not None:
            of = _("{n} of {all}").format(n=row["successes"], all=row["n"])
        ends = "" if row["low"] is None else f"   {_ends(row['low'], row['high'])}"
        value = f"{row['value']:.3f}"
        yield f"  {pad(plain(row['figure']), WIDTH)} {value}   {pad(of, 12)}{ends}".rstrip()


def _readings(readings: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The task as written and under single misreadings, best first."""
    rows = [entry for entry in readings if entry["share"] is not None]
    if not rows:
        return
    yield ""
    yield _("Share of answers that are right with one misreading applied everywhere")
    for entry in rows[:MOST_COMBINATIONS]:
        yield _line(together(entry["misreadings"]) or _("as it stands"), entry["share"])


def _diagnoses(diagnosed: Mapping[str, Any], answers: int) -> Iterator[str]:
    yield _("Answers by the smallest misreading that makes them right")
    yield _line(_("right as the task stands"), diagnosed["right"] / answers)
    for entry in diagnosed["misread"][:MOST_COMBINATIONS]:
        yield _line(together(entry["misreadings"]), entry["answers"] / answers)
    yield _line(_("random error"), diagnosed["random"] / answers)
    if diagnosed["undecided"]:
        yield _line(_("undecided"), diagnosed["undecided"] / answers)


def _checked(numbers: Mapping[str, int] | None) -> Iterator[str]:
    """The second engine's results for the combinations that explain answers."""
    if numbers is None:
        yield ""
        yield _("The readings were not checked by Z3 (--engine worlds)")
        return
    results = [translated(sentence) for sentence in sentences(EngineCounts(**numbers))]
    if results:
        yield ""
    for sentence in results:
        yield f"{sentence[:1].upper()}{sentence[1:]}"


def _rates(
    entry: Mapping[str, Any],
    rates: Mapping[str, Any],
    means: Mapping[str, Any],
    respondent_count: int,
) -> Iterator[str]:
    decided = entry["answers"] - entry["diagnoses"]["undecided"]
    if decided < FEW_ANSWERS:
        if decided:
            yield ""
            yield _("No rates: they need at least {least} answers, not {decided}").format(
                least=FEW_ANSWERS, decided=f"{decided:g}"
            )
        return
    yield ""
    yield _(
        "Rates of the group, with 95 % intervals, and the mean of the respondents' own "
        "(over {n} with {least} answers or more)"
    ).format(n=respondent_count, least=FEW_ANSWERS)
    for name, rate in rates.items():
        if rate is not None:
            mean = means.get(name)
            own = "–" if mean is None else f"{mean:.3f}"
            figures = f"{rate['value']:.3f}   {_ends(rate['low'], rate['high'])}   {own}"
            yield f"  {pad(_named(name), WIDTH)} {figures}"
    untold = [
        _named(name) for name, rate in rates.items() if rate and not Rate(**rate).is_informative
    ]
    if untold:
        yield "  " + _("these answers cannot determine the rates of: {names}").format(
            names=_(", ").join(untold)
        )
    for group in entry["not_told_apart"]:
        yield "  " + _("not distinguished by these answers: {names}").format(
            names=_(", ").join(map(_named, group))
        )


def _consistency(fields: Mapping[str, Any]) -> Iterator[str]:
    """Consistency within texts with several questions, and over everything."""
    yield ""
    yield _("Consistency")
    if fields.get("decided"):
        fit = fields["decided"] - fields["inconsistent"]
        yield "  " + _(
            "answers to one text fit together: {n} of {all}; to be removed: {answers}"
        ).format(n=fit, all=fields["decided"], answers=_answers(fields["give_up"]))
        fit = fields["decided"] - fields["against_text"]
        yield "  " + _(
            "they also fit what the text says: {n} of {all}; to be removed: {answers}"
        ).format(n=fit, all=fields["decided"], answers=_answers(fields["give_up_against_text"]))
    everybody = fields["respondents"].values()
    answers = sum(entry["answers"] for entry in everybody)
    if not answers:
        return
    consistent = sum(entry["largest_part"] for entry in everybody)
    right = sum(entry["right"] for entry in everybody)
    yield "  " + _("of {answers} that can be diagnosed, by {respondents}").format(
        answers=_answers(answers),
        respondents=_respondents(sum(entry["answers"] > 0 for entry in everybody)),
    )
    yield _line(_("answers right as the questions stand"), right / answers)
    yield _line(_("right under one way of reading each"), consistent / answers)
    whole = sum(entry["answers"] == entry["right"] > 0 for entry in everybody)
    single = sum(bool(entry["consistent_under"]) for entry in everybody)
    yield "  " + _("{respondents} with every answer right").format(respondents=_respondents(whole))
    yield "  " + _("{respondents} with every answer right under one misreading").format(
        respondents=_respondents(single)
    )


def together(names: Sequence[str]) -> str:
    """Misreadings made together."""
    return " + ".join(map(_named, names))


def _named(name: str) -> str:
    if name in OWN_RATES:
        return _(OWN_RATES[name])
    if i18n.language() == i18n.SOURCE_LANGUAGE or name not in MISREADINGS:
        return plain(name)
    return spoken_in(MISREADINGS[name].titles)


def _line(words: str, value: float | None) -> str:
    return f"  {pad(words, WIDTH)} {'–' if value is None else f'{value:.3f}'}"


def _ends(low: float, high: float) -> str:
    return _("{low} to {high}").format(low=f"{low:.3f}", high=f"{high:.3f}")


def _answers(n: int) -> str:
    return ngettext("{n} answer", "{n} answers", n).format(n=n)


def _questions(n: int) -> str:
    return ngettext("{n} question", "{n} questions", n).format(n=n)


def _respondents(n: int) -> str:
    return ngettext("{n} respondent", "{n} respondents", n).format(n=n)
