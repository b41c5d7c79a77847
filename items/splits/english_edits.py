"""Edits of a world in English, and recognition of texts that cannot contain an edit.

Owns the English pattern, and which texts need not be processed by the rules of `edited_worlds` at
all: compiling their patterns would take a tenth of the program's start-up time.
"""

import re

EDITED = re.compile(
    r"(?:^|[.;,:?!] |\b(?:now|if (?:we|you)|suppose (?:we|you)|after|then|instead) )"
    r"(?:please )?(?:we )?(?:take away|leave out|set aside|drop|remove|delete|strike(?: out)?|"
    r"ignor|negat|revers|replac|repeal|"
    r"suspend|relax|weaken|strengthen|add|swap|"
    r"discard|retract|withdraw|chang|flip)(?:e|ing|ping)? "
    r"(?:\w+ ){0,3}?(?:rules?|facts?|premises?|clauses?|conditions?|constraints?|records?|"
    r"statements?|assumptions?|testimony)\b"
    r"|\b(?:without|had it not been for|were it not for|in the absence of) (?:the )?(?:rule|"
    r"fact|premise|clause|condition|constraint)\b"
    r"|\b(?:rule|fact|premise|clause|condition|constraint) \w{1,3} (?:is|was|were|had been|"
    r"has been|being) "
    r"(?:\w+ )?(?:dropped|removed|deleted|negated|reversed|replaced|repealed|suspended|false|"
    r"void|ignored|changed|lifted)\b"
    r"|\bif [^.,;?]{1,60}\bhad (?:not |never |instead )?(?:been|\w+(?:ed|en|ne|wn|lt|pt|nt|ld|"
    r"de|id|ft|ght|t))\b[^?]{1,120}\bwould\b"
    r"|(?:^|[.?!] )had \w+ [^.,;?]{1,60}, (?:would|could|might|who|what|which|how)\b"
    r"|\bwith (?:the )?(?:rule|fact|premise|clause|condition|constraint)s?\b[^.,;?]{0,20}"
    r"(?:reversed|negated|removed|dropped|changed|replaced|added|deleted|suspended)\b"
    r"|\b(?:suppose|assume|imagine|say)[^.,;?]{1,60}\b(?:is|was|were|are) "
    r"(?:forged|fake|false|wrong|mistaken|misrecorded|misread|void|invalid)\b"
    r"|\b(?:suppose|imagine|assume|pretend)[^.,;?]{1,60}\b(?:had|were|wasn't|weren't|hadn't|"
    r"never|instead)\b"
    r"|\bif (?:the )?(?:rule|fact|premise|clause|condition|constraint|"
    r"record)s? ?\w{0,3} (?:did not|didn't|no longer|"
    r"were not|had not|ceased)\b|\bif we (?:also )?(?:add|drop|remove|delete|negate|reverse|"
    r"replace|change|swap|relax)(?:ed)?\b"
    r"|\bin (?:a|the|another|every) (?:\w+ )?(?:world|variant|scenario|version|case)"
    r"[^.,;?]{0,30}\bexcept\b"
    r"|\b(?:now|let|suppose|say)\b[^.;?]{1,80}\binstead of\b"
    r"|(?:^|[.;:?!] )(?:now |please )?imagine\b(?! (?:how|why|what))"
    r"|\b(?:exactly |just )?(?:like|as|same as) (?:this|the original|the baseline|before)"
    r"[^.;?]{0,20}\bexcept\b"
    r"|\b(?:amendment|amended|new rule|new law|new clause)\b[^.;?]{0,30}\b(?:now|requires?|"
    r"allows?|forbids?|says|takes effect|in force)\b"
    r"|\breplay\b[^.;?]{0,40}\bwith\b|\bwith and without\b|\b(?:still )?(?:in|under|"
    r"within) that (?:altered|changed|modified|"
    r"edited|new|hypothetical|counterfactual|same) (?:setting|world|variant|scenario|version|"
    r"case)\b"
    r"|(?:^|[.;:?!] |\bby )(?:replac|remov|dropp|delet|revers|negat|add|swapp|"
    r"relax|repeal|chang)ing [^.;?]{2,60}"
    r"(?:\b(?:by|with|to|in|from)\b|, )"
    r"|\b(?:if|when|once) (?:substituted|exchanged|swapped) for\b"
    r"|\b(?:if|were|when) (?:\w+ )?(?:taken|struck|left|cut) out"
    r"(?: of the (?:record|rules|text|list|premises))?\b"
    r"|\bin (?:a|the|another) (?:world|variant|scenario|version) (?:where|in which)\b|"
    r"\bcontrary to (?:the )?(?:fact|record|text|premise)"
)
"""Edits in English, in lower-case text."""
_SIGN = re.compile(
    "version|variant|world|scenario|counterfactual|(?:everything|all) else"
    "|suppose|assume that|imagine that|what if"
)
"""Everything that any other rule searches for in a text without a Chinese or Greek letter."""


def plain(text: str) -> bool:
    """Whether no rule can apply to a lower-case text, or to another text because of it."""
    return text.isascii() and _SIGN.search(text) is None and EDITED.search(text) is None
