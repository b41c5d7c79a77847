"""Which words of a sentence correspond to which part of its formula.

Owns matching a formula's atoms with phrases of a sentence by the words of their glosses. Even if a
gloss occurs verbatim, it is only a guess that the words mean the atom, and displays must say so.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from items.formalizations.sentence_alignment import Span, stem, stopped
from solver.language.syntax import EnumIs, Formula, Pred, Prop, Signature, children

MIN_WORD_SHARE = 0.6
"""Least share of a gloss's words that a phrase must have."""
Path = tuple[int, ...]
_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['’][A-Za-z]+)?|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of a sentence that corresponds to an atom."""

    span: Span
    """Characters of the sentence."""
    paths: frozenset[Path]
    """The positions of the gloss's atoms in the formula, each as a path of child indices."""
    verbatim: bool
    """Whether the gloss occurs verbatim."""


def phrases(sentence: str, formula: Formula, signature: Signature) -> tuple[Phrase, ...]:
    """The phrases of a sentence for the atoms of its formula, each atom once, in the order of the
    sentence. Atoms without a gloss, or whose words do not occur, have none. If two phrases overlap,
    the better match keeps its words."""
    tokens = [
        (match.start(), match.end(), _word(match.group())) for match in _TOKEN.finditer(sentence)
    ]
    gloss_paths: dict[str, set[Path]] = {}
    for path, atom in _atoms(formula, ()):
        gloss = _gloss(atom, signature)
        if gloss:
            gloss_paths.setdefault(gloss, set()).add(path)
    matches: list[tuple[float, int, Phrase]] = []
    for gloss, paths in gloss_paths.items():
        best = _best(sentence, tokens, gloss)
        if best is not None:
            share, span, verbatim = best
            phrase = Phrase(span, frozenset(paths), verbatim)
            matches.append((share, span.end - span.start, phrase))
    chosen: list[Phrase] = []
    for _share, _length, phrase in sorted(matches, key=lambda entry: (-entry[0], entry[1])):
        if all(
            phrase.span.end <= other.span.start or other.span.end <= phrase.span.start
            for other in chosen
        ):
            chosen.append(phrase)
    return tuple(sorted(chosen, key=lambda phrase: phrase.span.start))


def needed_phrases(
    all_phrases: Iterable[Phrase], removed_paths: Iterable[Path]
) -> tuple[Phrase, ...]:
    """The phrases for an atom outside the parts at these paths."""
    away = tuple(removed_paths)
    return tuple(
        phrase
        for phrase in all_phrases
        if any(not any(path[: len(cut)] == cut for cut in away) for path in phrase.paths)
    )


def _atoms(formula: Formula, path: Path) -> Iterable[tuple[Path, Formula]]:
    if isinstance(formula, Prop | Pred | EnumIs):
        yield path, formula
    for place, child in enumerate(children(formula)):
        yield from _atoms(child, (*path, place))


def _gloss(atom: Formula, signature: Signature) -> str:
    """The gloss of an atom without the letters of its places; for an Enum with the value."""
    match atom:
        case Prop():
            symbol = signature.get(atom.name)
            return "" if symbol is None else symbol.gloss
        case Pred():
            symbol = signature.get(atom.name, len(atom.args))
            if symbol is None:
                return ""
            places = "|".join(map(re.escape, symbol.places))
            return re.sub(rf"\b(?:{places})\b", " ", symbol.gloss) if places else symbol.gloss
        case EnumIs():
            symbol = signature.get(atom.symbol)
            gloss = "" if symbol is None else symbol.gloss
            return f"{gloss} {atom.value.replace('_', ' ')}".strip()
    return ""


def _best(
    sentence: str, tokens: list[tuple[int, int, str]], gloss: str
) -> tuple[float, Span, bool] | None:
    """The shortest part of the sentence with the most words of a gloss."""
    place = sentence.casefold().find(gloss.strip().rstrip(".。").casefold())
    if place >= 0 and len(sentence.casefold()) == len(sentence):
        return 1.0, Span(place, place + len(gloss.strip().rstrip(".。"))), True
    words = {_word(match.group()) for match in _TOKEN.finditer(gloss)} - {""}
    if not words:
        return None
    word_places = [place for place, (_start, _end, word) in enumerate(tokens) if word in words]
    best: tuple[float, int, int, int] | None = None
    for first in range(len(word_places)):
        words_seen: set[str] = set()
        for last in range(first, len(word_places)):
            words_seen.add(tokens[word_places[last]][2])
            length = tokens[word_places[last]][1] - tokens[word_places[first]][0]
            key = (len(words_seen) / len(words), -length, word_places[first], word_places[last])
            if best is None or key[:2] > best[:2]:
                best = key
    if best is None or best[0] < MIN_WORD_SHARE:
        return None
    return best[0], Span(tokens[best[2]][0], tokens[best[3]][1]), False


def _word(text: str) -> str:
    """A stemmed word; empty for stop words."""
    lowered = text.casefold().replace("’", "'")
    return "" if lowered in stopped() else stem(lowered)
