"""Pairs of premises that can accompany those of a valid form without being distinguishable by
counting.

Owns the foils of a form. The premises about the subject are one half of a sentence, those about the
predicate the other; the halves share both middle terms, whichever premise shares its term with
which. In every language, the wording around a shared term repeats over the same length: otherwise a
reader that looks for long repeated strings could see which premises share a term.
"""

import re
from collections.abc import Set
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import get_args

from items.families.phrases import Clue, Phrases, load_phrases
from items.families.syllogism.logic import DENIAL, FORMS, Form, entails
from items.wording.bank import Language

FOLDER = Path(__file__).parent


def premises_with_foil(
    form: Form, foil: Form, *, crossed: bool
) -> tuple[tuple[Clue, Clue], tuple[Clue, Clue]]:
    """Return the two premises about the subject S and the two about the predicate P: those of the
    form, over the middle term M, and those of the foil, over N. If crossed, the terms of the latter
    two are exchanged."""
    first, second = ("N", "M") if crossed else ("M", "N")
    (_, minor), (_, other_minor) = form.premises("S", "M", "P"), foil.premises("S", "N", "P")
    major, _ = form.premises("S", first, "P")
    other_major, _ = foil.premises("S", second, "P")
    return (minor, other_minor), (major, other_major)


@cache
def matched(form: Form) -> tuple[Form, ...]:
    """Return the foils of a valid form whose repetitions remain equal if the words of the
    conclusion are treated as identical. Three of the 15 forms have none: AII-3, EIO-3 and IAI-3."""
    return tuple([foil for foil in foils(form) if _told_alike(form, foil, blank=True)])


@cache
def foils(form: Form) -> tuple[Form, ...]:
    """Return the foils of a valid form: premises that are consistent with it and, if crossed, leave
    the conclusion open."""
    return tuple(
        [
            foil
            for foil in FORMS
            if foil.mood[2] == form.mood[2] and _leaves_open(form, foil) and _told_alike(form, foil)
        ]
    )


def _leaves_open(form: Form, foil: Form) -> bool:
    conclusion = form.conclusion("S", "P")
    denial = Clue(DENIAL[conclusion.kind], conclusion.args)
    straight, crossed = (
        [clue for pair in premises_with_foil(form, foil, crossed=across) for clue in pair]
        for across in (False, True)
    )
    return not (
        entails(straight, denial)
        or entails(crossed, conclusion)
        or entails(crossed, denial)
        or entails(foil.premises("S", "N", "P"), conclusion)
    )


def _told_alike(form: Form, foil: Form, *, blank: bool = False) -> bool:
    minors, majors = premises_with_foil(form, foil, crossed=False)
    conclusion = form.conclusion("S", "P")
    for language in get_args(Language):
        phrases = load_phrases(FOLDER, language)
        blanked = set(_words(conclusion, phrases)) if blank else set()
        (minor_m, minor_n), (major_m, major_n) = (
            [_around(clue, phrases, blanked) for clue in pair] for pair in (minors, majors)
        )
        straight = sorted((_repeated(minor_m, major_m), _repeated(minor_n, major_n)))
        if straight != sorted((_repeated(minor_m, major_n), _repeated(minor_n, major_m))):
            return False
    return True


_Context = tuple[list[str], list[str]]
"""Words (in Chinese: characters) before a middle term, from the term outwards, and after it."""


def _words(clue: Clue, phrases: Phrases) -> list[str]:
    """Words of the sentence for a clue; a term counts as one word."""
    template = phrases.clues[clue.kind][0]
    tokens = re.findall(r"{\w}|\w" if phrases.language == "zh" else r"{\w}|\w+", template)
    return [clue.args["ab".index(word[1])] if word.startswith("{") else word for word in tokens]


def _around(clue: Clue, phrases: Phrases, terms: Set[str]) -> _Context:
    words = ["" if word in terms else word for word in _words(clue, phrases)]
    place = next(place for place, word in enumerate(words) if word in ("M", "N"))
    return words[:place][::-1], words[place + 1 :]


def _repeated(first: _Context, second: _Context) -> int:
    """Number of words adjacent to their middle terms that two premises have in common, on either
    side."""
    return sum(
        1
        for first_words, second_words in zip(first, second, strict=True)
        for _ in takewhile(
            lambda pair: pair[0] == pair[1], zip(first_words, second_words, strict=False)
        )
    )
