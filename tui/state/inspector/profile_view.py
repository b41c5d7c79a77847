"""A respondent's profile in lines: misreadings beside those of people and models.

Owns the words and bars. What they tell is `study.diagnosis.profiles`'.
"""

from items.misreadings.registry import MISREADINGS
from study.diagnosis.profiles import Profile
from study.diagnosis.rates import Rate
from tui.text import counted, fit, pad, plain

NAME, BAR = 22, 8
MOST = 3
"""Combinations that are named for one answer."""


def profile_lines(profile: Profile) -> list[str]:
    """Everything that is said of one respondent, in at most 80 cells a line where names are
    short."""
    lines = [f"{plain(profile.name)} · {profile.group} · {counted(profile.answers, 'answer')}", ""]
    if profile.decided:
        of = f"of {profile.decided}"
        lines.append(f"Right as the questions stand: {profile.right} {of}")
        ways = [_titles(names) or "as they stand" for names in profile.readings[:MOST]]
        more = len(profile.readings) - MOST
        others = f", or {counted(more, 'other reading')}" if more > 0 else ""
        lines.append(f"Most under one reading: {profile.kept} {of}, {'; '.join(ways)}{others}")
    if profile.texts:
        lines.append(f"Texts whose answers fit together: {profile.consistent} of {profile.texts}")
    if profile.rates:
        lines += ["", "How often each misreading is made where it would change something"]
        groups = list(dict.fromkeys(g for _, outcome in profile.rates.values() for g in outcome))
        heads = "  ".join(pad(group, BAR + 5) for group in groups)
        lines.append(f"{'':{NAME}}  {'this one, 95 % interval':<24}  {heads}".rstrip())
        for name, (rate, rates) in profile.rates.items():
            title = pad(fit(_title(name), NAME), NAME)
            own = f"{_bar(rate)} {rate.low:.2f}–{rate.high:.2f}"
            others = "  ".join(
                _bar(rates[group]) if group in rates else pad("–", BAR + 5) for group in groups
            )
            lines.append(f"{title}  {pad(own, 24)}  {others}".rstrip())
    if profile.wrong:
        lines += ["", "Wrong answers, and what would make them right"]
    for misread in profile.wrong:
        ways = [_titles(names) for names in misread.combinations[:MOST]]
        more = len(misread.combinations) - MOST
        others = f" (or {more} more)" if more > 0 else ""
        why = f"{'; '.join(ways)}{others}" if ways else "no usual misreading"
        lines.append(
            f"  {plain(misread.item)}, {plain(misread.question)}: {plain(misread.answer)}: {why}"
        )
    return lines


def _bar(rate: Rate) -> str:
    full = round(BAR * rate.value)
    return f"{'█' * full}{'░' * (BAR - full)} {rate.value:.2f}"[: BAR + 5]


def _title(name: str) -> str:
    return MISREADINGS[name].titles["en"] if name in MISREADINGS else name.capitalize()


def _titles(names: tuple[str, ...]) -> str:
    return " + ".join(_title(name) for name in names)
