"""Clauses of a sentence that make a statement separate from the rest of the sentence.

Owns where clauses end, which of them are part of a rule, and what a sentence says without one of
them. The callers know what the sentence should say, and decide whether the clause is too much.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from items.wording.bank import Language
from items.wording.lemmas import content_words

BREAKS = re.compile(
    r"\s?[,;:–—，；：()（）]\s?|\s-\s|\s(?=(?:and|but|while|whereas|so|hence|thus|therefore"
    r"|because|since|although|though|(?:given|seeing)\s+that|even\s+though)\s)",
    re.IGNORECASE,
)
"""Separators between clauses."""
_HARD = re.compile(r"[;:–—；：()（）]|\s-\s")
"""A break that limits the scope of a condition."""
_ADDED = re.compile(r"[;；—–]|\s-\s")
"""A break followed by an addition."""
_LISTED = re.compile(r"[:：;；]")
"""Breaks that form a list if there are several."""
_WORD = re.compile(
    r"\W*(?:and\s+)?(?:after\s+all|in\s+fact|indeed|of\s+course|besides|毕竟|事实上|其实)\W*",
    re.IGNORECASE,
)
"""Words that introduce a clause asserted as a fact, and form a part of their own before it."""
RULED = re.compile(
    r"\b(?:if|unless|when(?:ever)?|only|or|either|neither|nor|provided|suppos\w+|assum\w+|condition"
    r"|necessary|sufficient|enough|requires?|without|exactly|depends?|long\s+as|then|whether"
    r"|otherwise|else|(?<!\bnot\s)least|(?<!\bin\sthis\s)case|event|for\s+(?:it|this)\s+to\s+be)\b"
    r"|要让|要使|如果|若|假如|只要|只有|除非|当|则|那么|就(?!是说)|或|要么|才|(?<!大家)都|凡|皆|是否",
    re.IGNORECASE,
)
"""Words that a clause has if it may be part of a rule."""
_CONDITION = re.compile(
    r"^\W*(?P<joined>(?:and|but|or|yet|while)\s+)?(?:even\s+)?(?P<opens>if|unless|when(?:ever)?|only"
    r"|provided|suppos\w+|assum\w+|in\s+(?:the\s+event|case)|on\s+condition|(?:as|so)\s+long\s+as"
    r"|given\s+that|once|如果|若|假如|只要|只有|除非|当)",
    re.IGNORECASE,
)
"""The start of a clause that is the condition of another."""
_THEN = re.compile(r"\bthen\b|那么|则|就(?!是说)|才", re.IGNORECASE)
_GROUNDS = re.compile(
    r"^\W*(?:and\s+)?(?:not\s+least\s+)?(?:because|since|as|although|though|while|whereas|given|seeing|knowing|so|hence"
    r"|thus|which|after\s+all|in\s+fact|indeed|in\s+other\s+words|因为|由于|既然|虽然|尽管|鉴于|所以|因此"
    r"|可见|也就是说|换句话说|换言之)",
    re.IGNORECASE,
)
"""The start of a clause that is not the consequence of a condition after it."""
_ASIDE = re.compile(
    r"^\W*(?:and\s+)?(?:not\s+least\s+as|(?:not\s+least\s+)?(?:because|since)|although|though|even\s+though|which|hence|thus"
    r"|in\s+other\s+words|therefore|after\s+all|in\s+fact|indeed|besides|因为|由于|既然|虽然|尽管|鉴于|毕竟|事实上|所以|因此"
    r"|可见|这说明|这意味着|也就是说|换句话说|换言之)",
    re.IGNORECASE,
)
"""The start of a clause that is asserted as a fact, regardless of the clauses around it."""
_MEANWHILE = re.compile(
    r"^\W*(?:while|whereas|knowing(?:\s+(?:full|very)\s+well)?\s+that)\b|^\W*(?:而与此同时|与此同时|明知)",
    re.IGNORECASE,
)
"""The start of a clause that accompanies another statement and is not part of a rule."""
_FILLING = re.compile(
    r"\W*(?:(?:in\s+other\s+words|that\s+is(?:\s+to\s+say)?|so\s+to\s+speak|as\s+it\s+were|you\s+know"
    r"|by\s+the\s+way)|换句话说|也就是说|顺便说一句)\W*",
    re.IGNORECASE,
)
"""A clause without content."""
_JOINED = re.compile(r"^\W*(?:and|but|or|yet|并且|而且|但)\b", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\s+\S", re.IGNORECASE)
"""The first of two statements made together."""
HARMLESS_ENDINGS = re.compile(
    r"(?:\s?(?:after\s+all|of\s+course|indeed|anyway|too|as\s+well|in\s+fact|了))?\W*",
    re.IGNORECASE,
)
"""Words that may follow a statement without changing it."""
MAX_LEAD: Mapping[Language, int] = {"en": 60, "zh": 12}
"""Most characters before a statement within its clause."""
_MIN_CHARACTERS: Mapping[Language, int] = {"en": 8, "zh": 3}
"""Fewest characters of a text that is searched for word for word."""
_EXPRESSED = 0.6
"""Share of a gloss's content words that a text must have to express it."""
_MARK = "\ue000"


@dataclass(frozen=True, slots=True)
class SeparateClause:
    """A clause that makes a separate statement."""

    clause: str
    names: frozenset[str]
    """The symbols that it expresses."""
    rest: str
    """The sentence without the clause."""
    exact: bool
    """Whether it has the exact words searched for."""
    aside: bool
    """Whether it gives a reason or a conclusion, or is added at the end after a hard break."""
    meanwhile: bool
    """Whether it begins like an accompanying statement: "while …", "knowing that …"."""


Words = Mapping[str, Sequence[frozenset[str]]]
"""Maps a symbol to the content words of each of its wordings."""


def symbols_in(symbol_wordings: Words, text: str, language: str) -> frozenset[str]:
    """The symbols that a text expresses, judged by the content words of their wordings. A symbol is
    left out if its words in the text are a proper subset of another symbol's."""
    words = content_words((text,), language)
    common = [
        (name, gloss_words & words)
        for name, wordings in symbol_wordings.items()
        for gloss_words in wordings
        if len(gloss_words & words) >= _EXPRESSED * len(gloss_words)
    ]
    return frozenset(
        name
        for name, has in common
        if not any(name != other and has < more for other, more in common)
    )


def separate_clauses(
    sentence: str,
    texts: Sequence[tuple[str, frozenset[str]]],
    symbol_wordings: Words,
    language: Language,
) -> Iterator[SeparateClause]:
    """The clauses of a sentence that are not part of a rule and state one of the `texts` (each
    given with its symbols), or express one symbol by its content words. A sentence with only one
    clause yields none."""
    plain_sentence = _plain(sentence)
    for raw, names in texts:
        text = _plain(raw)
        if len(text) < _MIN_CHARACTERS[language]:
            continue
        edge = r"\b" if language == "en" else ""
        for match in re.finditer(f"{edge}{re.escape(text)}{edge}", plain_sentence):
            marked = f"{plain_sentence[: match.start()]}{_MARK}{plain_sentence[match.end() :]}"
            for place, clause, parts in _split(marked):
                before, mark, behind = clause.partition(_MARK)
                if (
                    not mark
                    or len(before) > MAX_LEAD[language]
                    or not HARMLESS_ENDINGS.fullmatch(behind)
                    or RULED.search(before)
                    or _consequence(parts, place)
                    or _more(symbol_wordings, names, text, clause, language)
                ):
                    continue
                rest = _text_without(parts, place)
                whole = clause.replace(_MARK, text).strip()
                yield SeparateClause(
                    whole, names, rest, True, _aside(parts, place), _meanwhile(clause)
                )
    for place, clause, parts in _split(plain_sentence):
        names = symbols_in(symbol_wordings, clause, language)
        if len(names) == 1 and not RULED.search(clause) and not _consequence(parts, place):
            rest = _text_without(parts, place)
            aside, meanwhile = _aside(parts, place), _meanwhile(clause)
            yield SeparateClause(clause.strip(), names, rest, False, aside, meanwhile)


def _more(
    symbol_wordings: Words, names: frozenset[str], text: str, clause: str, language: Language
) -> bool:
    """Whether the words around a text in its clause express another symbol."""
    within = content_words((text,), language)
    whole = content_words((clause.replace(_MARK, text),), language)
    return any(
        len(words & whole) >= _EXPRESSED * len(words) and not words & whole <= within
        for name, wordings in symbol_wordings.items()
        if name not in names
        for words in wordings
    )


def _aside(parts: Sequence[tuple[str, str]], place: int) -> bool:
    cut, clause = parts[place]
    breaks = "".join(cut for cut, _ in parts)
    listed = len(_LISTED.findall(breaks)) > 1
    last = all(_FILLING.fullmatch(after) for _, after in parts[place + 1 :])
    added = last and not listed and bool(_ADDED.search(cut))
    behind = place and _WORD.fullmatch(parts[place - 1][1]) and not _ADDED.search(cut)
    return added or bool(behind) or bool(_ASIDE.search(clause))


def _meanwhile(clause: str) -> bool:
    return _MEANWHILE.search(clause) is not None


def _plain(text: str) -> str:
    """A text without quotation marks, case and full stops."""
    bare = re.sub(r"[“”\"‘’「」『』]|(?<!\w)'|'(?!\w)", "", text.casefold())
    return re.sub(r"[\s.。]+", " ", bare).strip()


def _split(sentence: str) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """Each clause with its index, and the list of all clauses with the break before each."""
    parts: list[tuple[str, str]] = []
    start, cut = 0, ""
    for match in [*BREAKS.finditer(sentence), None]:
        clause = sentence[start : match.start()] if match else sentence[start:]
        if re.search(r"\w|\ue000", clause):
            parts.append((cut, clause))
            cut = ""
        if match:
            cut += match[0]
            start = match.end()
    if len(parts) > 1:
        for place, (_, clause) in enumerate(parts):
            yield place, clause, parts


def _text_without(parts: Sequence[tuple[str, str]], place: int) -> str:
    return "".join(f"{cut or ' '}{clause}" for n, (cut, clause) in enumerate(parts) if n != place)


def _consequence(parts: Sequence[tuple[str, str]], place: int) -> bool:
    """Whether a clause states what holds under the condition in a neighbouring clause: "if it
    rains, X", "X, provided that it rains", or one of "both X and X". A condition does not extend
    over a hard break, nor to its own grounds."""
    cut, clause = parts[place]
    if _BOTH.search(clause):
        return True
    if _GROUNDS.search(clause):
        return False
    if place and not _HARD.search(cut):
        if _BOTH.search(parts[place - 1][1]) and _JOINED.search(clause):
            return True
        match = _CONDITION.search(parts[place - 1][1])
        first = place == 1 or bool(_HARD.search(parts[place - 1][0]))
        if match and (first or match["joined"]) and not _THEN.search(parts[place - 1][1]):
            return True
    if place + 1 == len(parts) or _HARD.search(parts[place + 1][0]):
        return False
    after = parts[place + 1][1]
    if not _CONDITION.search(after) or _THEN.search(after):
        return False
    last = place + 2 == len(parts) or bool(_HARD.search(parts[place + 2][0]))
    return last or bool(_JOINED.search(parts[place + 2][1]))
