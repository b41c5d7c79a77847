"""Lint of additions to a statement to be judged that say whether it holds.

Examples are “…, which is of course the case”, “…, as the rules make plain”, “Obviously, …” and
由此可知. Owns clauses at the end of a statement that share no word with anything stated, and words
at its beginning that appeal for agreement. `verdicts` owns truth values in brackets and after a
colon, `extra_text` reasons and tag questions.
"""

import re
from collections.abc import Iterator, Mapping

from items.answers import ChoiceAnswer
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.lint.clauses import RULED
from items.models import Item
from items.wording.bank import LANGUAGES, Language
from items.wording.lemmas import content_words

_QUOTED = re.compile(r'[“"]([^“”"]{4,600})[”"]')
_BREAKS = re.compile(r"\s?[,;–—，；(（【\[]\s?|\s-\s")
_END = " \t\n.。)）]】"
"""Characters that may follow the last clause."""
_REMARKS = re.compile(
    r"(?:and\s)?(?:which|as|that|this|so)\b|no\s(?:one|doubt|wonder)\b|of\scourse|needless"
    r"|(?:这|那|正如|如|由此|据此|与|和|可见|也就|所以|当然|毫无)",
    re.IGNORECASE,
)
"""The start of a clause that comments on the clause before it."""
_LINKS = content_words(
    ("and, but, so, then it holds, it follows, the case, true, of course",), "en"
)
"""Common words that do not count as shared with the text."""
_NO_RULE = re.compile(r"当然|[规准原法]则|\bthe\scase\b(?!\sthat)", re.IGNORECASE)
"""Words that look like signs of a rule but are not."""
_LEADS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^\W{0,8}(?:(?:quite\s)?(?:obviously|clearly|undoubtedly|undeniably|evidently|plainly|of\scourse"
        r"|no\sdoubt|needless\sto\ssay|as\s(?:everyone|anyone|you)\scan\ssee)\b"
        r"|(?:it\sis|it['’]s)\s(?:plain|obvious|evident|clear|easy)\s(?:to\ssee\s)?that\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W{0,8}(?:显然|显而易见|很明显|明显地|不难(?:看出|发现|得出)|毫无疑问|毋庸置疑|无疑|众所周知|可以看出|由此可[见知]|当然)"
    ),
}
"""The start of a statement that appeals for agreement."""


def look(item: Item) -> Iterator[Finding]:
    """Yield each statement of an item that says of itself whether it holds. Texts of families are
    checked by their own readers; without glosses nothing is known about the words."""
    glosses = glosses_of(item.formalization or {})
    if not glosses or reader_of(item) is not None or item.language not in LANGUAGES:
        return
    language: Language = "zh" if item.language == "zh" else "en"
    told_words = content_words((item.text, *glosses.values()), language)
    meanings = " ".join(glosses.values()).casefold()
    for leaf in item.leaves:
        texts = _QUOTED.findall(leaf.text)
        if isinstance(leaf.gold, ChoiceAnswer):
            texts += [option.text for option in leaf.options if option.formula is not None]
        for text in texts:
            lead = _LEADS[language].match(text)
            if lead and lead[0].strip().casefold() not in meanings:
                message = f"a statement appeals for agreement: {lead[0].strip()}"
                yield Finding(rules.ODD, message, leaf.id, text[:120])
            tail = _tail(text, told_words, language)
            if tail:
                message = f"a statement says something of itself: {tail}"
                yield Finding(rules.ODD, message, leaf.id, text[:120])


def _tail(text: str, known_words: frozenset[str], language: Language) -> str:
    """The last clause of a statement, if it comments on what precedes it and shares no word with
    anything stated; otherwise empty."""
    _, *clauses = _BREAKS.split(text)
    tail = clauses[-1].strip(_END) if clauses else ""
    if not tail or not _REMARKS.match(tail) or RULED.search(_NO_RULE.sub("", tail)):
        return ""
    return "" if (content_words((tail,), language) - _LINKS) & known_words else tail
