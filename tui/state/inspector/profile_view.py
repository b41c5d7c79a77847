"""A respondent's profile in lines: misreadings beside those of people and models.

Owns the words and bars. `study.diagnosis.profiles` owns the contents.
"""

from collections.abc import Iterator

from items.misreadings.registry import MISREADINGS
from study.diagnosis.profiles import ConflictingAnswers, Misread, Profile
from study.diagnosis.rates import AS_IT_STANDS, FEW_ANSWERS, Rate
from study.diagnosis.second_engine import CONFIRMED, sentences
from tui.i18n import _, ngettext
from tui.state.inspector.words import spoken_in
from tui.state.translation import translated
from tui.text import fit, pad, plain

NAME, BAR, OWN = 22, 7, 22
MOST_NAMED = 3
"""Maximum number of combinations named for one answer, and of texts whose answers do not fit
together."""


def profile_lines(profile: Profile) -> list[str]:
    """All results about one respondent; the table fits in a window of 80 cells."""
    answers = ngettext("{n} answer", "{n} answers", profile.answers).format(n=profile.answers)
    lines = [f"{plain(profile.name)} · {_(profile.group)} · {answers}", ""]
    if profile.decided:
        of = _("of {n}").format(n=profile.decided)
        lines.append(
            _("Right as the questions stand: {right} {of}").format(right=profile.right, of=of)
        )
        combinations = [
            _titles(names) or _("as they stand") for names in profile.readings[:MOST_NAMED]
        ]
        more = len(profile.readings) - MOST_NAMED
        message = ngettext(", or {n} other reading", ", or {n} other readings", more)
        others = message.format(n=more) if more > 0 else ""
        lines.append(
            _("Most under one reading: {kept} {of}, {ways}{others}").format(
                kept=profile.largest_part, of=of, ways=_("; ").join(combinations), others=others
            )
        )
    if profile.texts:
        lines.append(
            _("Texts whose answers fit together: {n} of {all}").format(
                n=profile.consistent, all=profile.texts
            )
        )
    lines += map(_fitting, profile.conflicts[:MOST_NAMED])
    more = len(profile.conflicts) - MOST_NAMED
    if more > 0:
        message = ngettext("And {n} more text.", "And {n} more texts.", more)
        lines.append(message.format(n=more))
    if profile.too_few:
        message = ngettext(
            "{n} answer is too few to tell: some reading explains most of so few by chance.",
            "{n} answers are too few to tell: some reading explains most of so few by chance.",
            profile.decided,
        )
        least = _("Rates of misreadings need at least {few} answers.")
        lines += ["", message.format(n=profile.decided), least.format(few=FEW_ANSWERS)]
    elif profile.rates:
        lines += ["", _("How often each misreading is made where it would change something")]
        groups = list(
            dict.fromkeys(g for _, group_rates in profile.rates.values() for g in group_rates)
        )
        heads = "  ".join(pad(_(group), BAR + 5) for group in groups)
        first = pad(_("own, interval of 95 %"), OWN)
        lines.append(f"{'':{NAME}}  {first}  {heads}".rstrip())
        for name, (rate, rates) in profile.rates.items():
            title = pad(fit(_title(name), NAME), NAME)
            own = f"{_bar(rate)} {rate.low:.2f}–{rate.high:.2f}"
            others = "  ".join(
                _bar(rates[group]) if group in rates else pad("–", BAR + 5) for group in groups
            )
            lines.append(f"{title}  {pad(own, OWN)}  {others}".rstrip())
        everything = [
            rate for own, rates in profile.rates.values() for rate in (own, *rates.values())
        ]
        lines += [
            _("Rates are drawn towards the group's. Intervals use only one's own answers,"),
            _("so a rate may lie near the end of its interval."),
        ]
        if not all(rate.is_informative for rate in everything):
            lines.append(
                _("? The interval is nearly 0 to 1: these answers do not determine the rate.")
            )
    if profile.wrong:
        head = _("Wrong answers, and what would make them right (✓ both engines find it)")
        lines += ["", head, *_checked(profile)]
    for misread in profile.wrong:
        combinations = [_titles(names) for names in misread.combinations[:MOST_NAMED]]
        more = len(misread.combinations) - MOST_NAMED
        others = _(" (or {n} more)").format(n=more) if more > 0 else ""
        combinations = [f"{way}{_mark(misread, n)}" for n, way in enumerate(combinations)]
        why = f"{_('; ').join(combinations)}{others}" if combinations else _("no usual misreading")
        lines.append(
            _("  {item}, {question}, answer {answer}{times}: {why}").format(
                item=plain(misread.item),
                question=plain(misread.question),
                answer=plain(misread.answer),
                times=f" ×{misread.times}" if misread.times > 1 else "",
                why=why,
            )
        )
    return lines


def _checked(profile: Profile) -> Iterator[str]:
    """The second engine's results for the combinations."""
    if profile.checked is not None:
        for sentence in sentences(profile.checked):
            yield f"  {translated(sentence)}"


def _mark(misread: Misread, place: int) -> str:
    return (
        " ✓"
        if misread.engine_results is not None and misread.engine_results[place] == CONFIRMED
        else ""
    )


def _fitting(conflict: ConflictingAnswers) -> str:
    """The answers to remove for the largest part that fits together."""
    message = (
        _("{item}: {kept} of {n} answers fit the text; removed: {gone}{others}")
        if conflict.against_text
        else _("{item}: {kept} of {n} answers fit together; removed: {gone}{others}")
    )
    withdrawn = _("; ").join(
        _("question {question} ({answer})").format(question=plain(question), answer=plain(answer))
        for question, answer in conflict.withdrawals[0]
    )
    more = len(conflict.withdrawals) - 1
    others = ngettext(" (or {n} other set)", " (or {n} other sets)", more).format(n=more)
    return message.format(
        item=plain(conflict.item),
        kept=conflict.largest_part,
        n=conflict.answers,
        gone=withdrawn,
        others=others if more else "",
    )


def _bar(rate: Rate) -> str:
    """A bar, or a question mark where the answers do not determine the rate."""
    if not rate.is_informative:
        return pad("?", BAR + 5)
    full = round(BAR * rate.value)
    return f"{'█' * full}{'░' * (BAR - full)} {rate.value:.2f}"[: BAR + 5]


def _title(name: str) -> str:
    if name in MISREADINGS:
        return spoken_in(MISREADINGS[name].titles)
    return _("As it stands") if name == AS_IT_STANDS else _("Guess")


def _titles(names: tuple[str, ...]) -> str:
    return " + ".join(_title(name) for name in names)
