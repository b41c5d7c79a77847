"""Sentences that attribute their content to a speaker or a belief: "one suspects that …", "legend
has it that …", "odds are that …".

Owns finding the words before "that" which a formalization omits. Frames that assert their content
in full ("it is certain that …", "this means that …", "the rules state that …") are recognized by a
list of words; any other frame is an attitude. Words within a meaning are not a frame.
"""

import re
from collections.abc import Iterator, Mapping

_NEUTRAL = frozenset(
    (
        *("it", "is", "was", "be", "are", "not", "the", "a", "an", "and", "or", "of", "in", "on"),
        *("to", "for", "by", "from", "with", "at", "as", "this", "these", "those", "which", "what"),
        *(
            "we",
            "you",
            "one",
            "them",
            "there",
            "so",
            "such",
            "also",
            "too",
            "else",
            "can",
            "cannot",
        ),
        *("could", "will", "would", "must", "has", "have", "does", "do", "no", "all", "any"),
        *("every", "each", "both", "either", "neither", "nor", "two", "three", "least", "most"),
        *("if", "then", "when", "whenever", "unless", "only", "should", "provided", "providing"),
        *("case", "event", "condition", "conditions", "circumstance", "circumstances", "time"),
        *("supposing", "suppose", "supposed", "assuming", "assume", "assumed", "given", "granted"),
        *("true", "false", "untrue", "wrong", "right", "correct", "incorrect", "impossible"),
        *("possible", "certain", "sure", "clear", "known", "settled", "established", "fixed"),
        *("guaranteed", "guarantee", "guarantees", "ensure", "ensures", "ensured", "fact", "truth"),
        *("hold", "holds", "follow", "follows", "mean", "means", "meaning", "imply", "implies"),
        *("entail", "entails", "result", "results", "consequence", "conclude", "infer", "know"),
        *("knows", "necessary", "necessarily", "sufficient", "enough", "need", "needed", "needs"),
        *("require", "requires", "required", "requirement", "suffices", "suffice", "lead", "leads"),
        *("brings", "about", "cause", "causes", "make", "makes", "rule", "rules", "ruled", "out"),
        *(
            "law",
            "laws",
            "policy",
            "regulation",
            "regulations",
            "protocol",
            "contract",
            "agreement",
        ),
        *("principle", "state", "states", "stated", "say", "says", "said", "stipulate"),
        *("stipulates", "dictate", "dictates", "prescribe", "prescribes", "specify", "specifies"),
        *("demand", "demands", "decree", "decreed", "decided", "order", "way", "thing", "things"),
        *("statement", "statements", "following", "claim", "just", "always", "never", "simply"),
        *("other", "same", "whether", "how", "long", "extent", "but", "now", "here", "that"),
        *(
            "show",
            "shows",
            "shown",
            "prove",
            "proves",
            "proved",
            "confirm",
            "confirms",
            "confirmed",
        ),
        *("permitted", "permissible", "legitimate", "recorded", "noted", "note", "excluded"),
        *("its", "being", "assumption", "nothing", "concluded", "concludes", "deduce", "deduced"),
        *("determined", "determines", "found", "finds", "observed", "idea", "question", "asserts"),
    )
)
"""Words of conditions, and of frames that assert their content in full."""
_OPENS = re.compile(
    r"(?:^|[,;:–—]|\b(?:then|and|or|but|if|whenever|when|unless)\b)\W{0,8}"
    r"(?P<frame>[a-z][\w'’]{0,30}(?:\s[\w'’]{1,30}){0,7}?)\sthat\s(?P<framed>[a-z].*)",
    re.IGNORECASE,
)
_SAY = re.compile(
    r"(?P<frame>\b(?:I|we|people|some|many|most|one)\s(?:\w{1,20}\s)?(?:say|dare\ssay|suspect|reckon|"
    r"fancy|imagine|wager|bet|hear|gather|guess|presume|trust|hope|fear))\s(?P<framed>[a-z].*)",
    re.IGNORECASE,
)
"""The same without "that"."""
_RULE = re.compile(
    r"(?:if|when(?:ever)?|should|unless|either|neither|both|only|at\sleast|it\s(?:is|follows)|provided"
    r"|in\scase|as\slong|every|all|each|no|some|any|there\s(?:is|are)|nothing|everything|something)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_OF = re.compile(r"\s(?:of|in|at|on|for)\s(?:(?:the|this|our|an?|its)\s)?[\w'’]{1,30}$")
"""Whose rule it is, or where it applies."""
_JOINS = frozenset(
    ("condition", "event", "true", "false", "case", "assumption", "follows", "means")
)
"""Last words of frames that join the clause before to the one after."""
_MIN_INITIAL_WORDS = 2
"""Number of initial words of a meaning that must match."""


def framed(text: str, meanings: Mapping[str, str]) -> Iterator[str]:
    """Yield the frames of an English text that are not neutral. The text after a frame must begin
    like a rule or like a meaning; otherwise it is a relative clause ("a dish that is sold")."""
    meaning_words = [_WORD.findall(meaning.casefold()) for meaning in meanings.values()]
    own = {word for words in meaning_words for word in words} - _NEUTRAL
    for pattern in (_OPENS, _SAY):
        for match in pattern.finditer(text):
            frame = _OF.sub("", match["frame"].casefold())
            words = _WORD.findall(re.sub(r"n?['’][a-z]+", "", frame))
            behind = _WORD.findall(match["framed"].casefold())
            begins_meaning = any(
                len(m) >= _MIN_INITIAL_WORDS
                and m[:_MIN_INITIAL_WORDS] == behind[:_MIN_INITIAL_WORDS]
                for m in meaning_words
            )
            strange = not _NEUTRAL.issuperset(words) and own.isdisjoint(words)
            if (
                strange
                and words[-1] not in _JOINS
                and (begins_meaning or _RULE.match(match["framed"]))
            ):
                yield match["frame"]
