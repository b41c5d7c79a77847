"""Lint of damaged texts: wrong decoding, markup, unfilled placeholders.

Owns the patterns. `items.findings.words` owns a source's own tags, `invisible` invisible
characters.
"""

import re
from collections.abc import Iterator

from items.findings import rules
from items.findings.rules import Finding
from items.models import Item

RULES = (rules.DAMAGED, rules.CUT_OFF)
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "decoded with the wrong encoding",
        re.compile("\ufffd|Ã[\u0080-¿]|â[€\u0080]|Â[\u0080-¿]|ï»¿|锟斤拷|烫烫"),
    ),
    (
        "an entity of HTML",
        re.compile(r"&(?:[a-z]{2,8}|#\d{2,5}|#x[0-9a-fA-F]{2,4});"),
    ),
    (
        "markup",
        re.compile(
            r"</?(?:br|b|i|u|em|strong|p|div|span|su[bp]|font|[ou]l|li|h[1-6]|code)\s*/?>"
            r"|\*\*[^*\s][^*]{0,200}\*\*",
            re.IGNORECASE,
        ),
    ),
    (
        "an unfilled placeholder",
        re.compile(
            r"\{\{?\s*(?:~[A-Za-z]|[A-Za-z_]\w{1,30})\s*\}?\}|%\(\w+\)s"
            r"|\[(?:MASK|BLANK|INSERT[^\]]{0,200}|[A-Z_]{3,} HERE)\]"
            r"|\b(?-i:TODO|FIXME|TBD)\b|\blorem ipsum\b",
            re.IGNORECASE,
        ),
    ),
    (
        "a command of LaTeX",
        re.compile(
            r"(?:(?<=\w\w\s)|(?<=\w\w[.,]\s)|^)\$?\s?\\[A-Za-z]{2,30}(?![A-Za-z])\s?\$?"
            r"(?=\s*$|\s?\w\w)"
        ),
    ),
    ("an unprocessed escape", re.compile(r"\\u[0-9a-fA-F]{4}|\\[nt](?=[\s\"]|$)")),
)
_BLANK = re.compile(
    r"_{2,}|\[[A-Z](?:[A-Z_ ]{1,30}[A-Z][ _]?\d{0,3})?\](?!\()|(?<![\w%])%[sd](?!\w)"
    r"|(?:^|[.!?。！？]\s*)\{[A-Za-z]\}"
)
"""Placeholders for a word. A question may leave a blank on purpose, and braces within a sentence
may be sets."""
_NO_VALUE = re.compile(r"\s*(?:nan|null|undefined|#n/a|<na>)\s*", re.IGNORECASE)
"""What programs write for a missing value."""
_SENTENCES = re.compile(r"[.!?](?=\s)|[。！？]")
_SENTENCE_END = re.compile(r"[.!?。！？][)”\"’'」]*$")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS = 5
"""Fewest words of a text that counts as a sentence."""
_OPEN_END = re.compile(r"[\w,，、]\s*$")


def look(item: Item) -> Iterator[Finding]:
    """Yield each damaged text of the item."""
    yield from _in("the text", item.text)
    blank = _BLANK.search(item.text)
    if blank is not None:
        around = " ".join(item.text[max(0, blank.start() - 60) : blank.end() + 60].split())
        yield Finding(
            rules.DAMAGED, f"an unfilled placeholder, in the text: {blank[0]}", excerpt=around
        )
    if _OPEN_END.search(item.text) and _prose(item):
        yield Finding(rules.CUT_OFF, "no full stop at the end", excerpt=item.text[-60:])
    for question in item.questions:
        leaves = {id(leaf): leaf for leaf in (question, *question.parts)}
        for leaf in leaves.values():
            yield from _in("a question", leaf.text, leaf.id)
            for number, option in enumerate(leaf.options, start=1):
                where = f"option {number}"
                yield from _in(where, option.text, leaf.id)
                none = option.text.strip() == "None" and option.formula is not None
                if none or _NO_VALUE.fullmatch(option.text):
                    yield Finding(rules.DAMAGED, f"no value in {where}: {option.text}", leaf.id)


def _prose(item: Item) -> bool:
    """Whether the text should end with a full stop: it has another one, or it is a sentence and its
    questions end with one."""
    texts = [leaf.text.rstrip() for leaf in item.leaves]
    ended = bool(texts) and all(_SENTENCE_END.search(text) for text in texts)
    return bool(_SENTENCES.search(item.text)) or (
        ended and len(_WORDS.findall(item.text)) >= _LEAST_WORDS
    )


def _in(where: str, text: str, question: str = "") -> Iterator[Finding]:
    for damage, pattern in _KINDS:
        match = pattern.search(text)
        if match:
            around = " ".join(text[max(0, match.start() - 60) : match.end() + 60].split())
            yield Finding(rules.DAMAGED, f"{damage}, in {where}: {match[0]}", question, around)
