"""Lint of given facts expressed with the opposite sign: "the ferry is late" for a premise ¬L.

Owns finding the sentence that expresses a fact, whether it has the premise's sign, and how certain
that is. Skipped are sentences that express a rule, that may be about two symbols, or that negate by
their choice of words ("lacks", "failed to"). `double_negation` owns facts expressed through two
negations.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.formalizations.opposed_glosses import PAIRS
from items.lint.double_negation import (
    CUT_AFTER,
    HAN_RULE,
    HAN_SENTENCE,
    LIKELY,
    PAIR,
    RULE,
    SENTENCE,
    facts_of,
    negations,
)
from items.models import Item
from items.wording.lemmas import content_words, stem
from items.wording.text_limit import in_time
from items.wording.words import word_pairs, word_set

RULES = (rules.POLARITY, rules.POLARITY_UNSURE)
LEAST_OVERLAP = 0.75
"""Share of a gloss's content words that must occur in the sentence. If another gloss reaches it
too, the sentence may be about that one."""
MOST_EXTRA = 3
"""Most content words of the sentence that are not in the gloss; with more it may say something
else."""
_EXTRA_OF_WHOLE = 6
"""The same limit if all content words of the gloss occur in the sentence."""
_SURE_EXTRA = 1
_CLEARLY = 0.19
"""Least lead of the gloss over any other gloss in the sentence."""
_DENIED = re.compile(
    r"\b(?:false|untrue|incorrect)\b|\bwrong\s{1,8}(?:to\s{1,8}\w{1,20}\s{1,8})?that\b",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"\b(?:false|untrue|incorrect|not\s{1,8}(?:true|correct|the\s{1,8}case))\b(?!\s{1,8}that\b)",
    re.IGNORECASE,
)
"""A denial of what precedes it."""
_HAN_DENIED = re.compile(r"是假的|为假|是错误的")
_RULES = re.compile(
    r"\b(?:or|either|therefore|imply|implies|(?:it|this|which|that)\s+means?|means?\s+(?:that|it)|meaning"
    r"|(?:leads?|led|leading)\s+to|result(?:s|ed|ing)?\s+in|cause[sd]?|because|since|ensure\w*"
    r"|requires?|depend\w*|thus|hence|must|for\s{1,8}[^,.;]{1,80}\sto\s{1,8}be)\b|[-=]>|[→⇒↔]"
    r"|(?:\b(?:not|cannot|never|false)|n['’]t)\b[^.;?!]{0,60}\bboth\b",
    re.IGNORECASE,
)
"""Further words of sentences that may express a rule."""
_REVERSING = re.compile(
    r"\b(?:lack\w*|fail\w*|absen\w*|without|reject\w*|den(?:y|ie)\w*|refus\w*|prevent\w*|avoid\w*"
    r"|instead|rather|forg[eo]t\w*|negative|few|little|unlikely|doubt\w*|despite|opposite"
    r"|refrain\w*|abstain\w*|stop(?:s|ped)?|cease\w*|neglect\w*|omit\w*|miss(?:es|ed|ing)|free\s{1,8}(?:of|from)"
    r"|other(?:wise)?\s{1,8}than|at\s{1,8}(?:most|least)|still\s{1,8}(?:needs?|lacks?|waits?)"
    r"|nor|this\s{1,8}is\s{1,8}(?:false|untrue|incorrect)|dr(?:y|ie[sd])\s{1,8}up"
    r"|rul(?:e[sd]?|ing)\s{1,8}out|away|off|out\s{1,8}of|wrong(?!\s{1,8}(?:to|that)))\b|以外|之外|除了",
    re.IGNORECASE,
)
"""Words that may reverse a statement without a negation."""
_HAN_RULES = re.compile(
    r"或者?|还是|前提下|情况下|条件|推出|得出|得知|意味|导致|使得|因为|由于|既然|要么|都成立|同时成立"
)
"""Words of Chinese sentences that express a rule, or several statements at once."""
_HAN_LIGHT = frozenset("的了在是有着过地得就也都还很被把到吧呢啊这那个其一不没未无非")
"""Characters of a Chinese gloss that may change when its sign does."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_CLAUSES = re.compile(
    r"(?:;|,\s*(?:and|but|so|yet|while|although|though)\b|\b(?:but|although|though)\b"
    r"|\band\b(?=\s+(?:(?:also|still)\s+)?(?:he|she|it|they|the|there|is|are|was|were|do|does|did|has"
    r"|have|had)\b))",
    re.IGNORECASE,
)
"""Separators between two statements in one sentence."""
_REPORTED = re.compile(
    r"\b(?:claim|belief|believ|argu|assert|assum|critic|idea|view)\w*", re.IGNORECASE
)
"""Words of sentences that may report somebody else's statement."""
_LIGHT = frozenset(
    map(
        stem,
        (
            *("also", "and", "however", "additionally", "furthermore", "moreover", "currently"),
            *("now", "true", "today", "given", "indeed", "suppose", "recently", "already"),
        ),
    )
)
"""Words that add nothing to what a sentence states."""
_PLACES = frozenset(
    ("above", "below", "over", "under", "within", "outside", "inside", "in", "on", "at", "before")
)
"""Words that replace one another when a statement is denied."""
_AND = re.compile(r"(?<!\s)\s{1,8}(?:and|but|so|while|which|who|that)\s{1,8}|[,:]\s{1,8}")
"""Points at which a sentence that fits several glosses may be cut."""
_LONGEST_CUT = 1000
"""Most characters of a sentence that is cut, since all its beginnings are tried."""
_BACK = re.compile(r"\b(?:he|she|it|they|who)\b|^\W*[a-z]", re.ASCII)
"""A clause whose subject was named earlier."""
_FIRST = 4
"""Number of words at the beginning of a sentence that are searched for its subject."""
_SHORTEST_PAST = 3
"""A word with more letters than this may be a past form in "ed"."""
_SUBJECT = re.compile(r"(?:[A-Z][\w'’.-]*\s+)+")
_PASTS = {**word_pairs("pasts"), **word_pairs("participle_pasts")}
_WORD = re.compile(r"[A-Za-z]+")
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|\d+")
_NEGATORS = word_set("negators")
_PASSED = frozenset(("do", "does", "did", "a", "an", "the", "any"))
"""Words that appear and disappear with a negation."""
_OUTSIDE = re.compile(
    r"\W{0,8}it\s{1,8}is\s{1,8}(?:false|untrue|not\s{1,8}(?:true|so|the\s{1,8}case))(?:\s{1,8}that)?\b",
    re.IGNORECASE,
)
"""An outer denial."""
_GIVEN = re.compile(
    r"\W{0,8}given\s{1,8}(?:that\s{1,8})?(?:it\s{1,8}is\s{1,8}true\s{1,8}(?:that\s{1,8})?)?",
    re.IGNORECASE,
)
"""The beginning of a question that states a fact."""
_GIVES = re.compile(r"\b(?:given|knowing|we\s{1,8}know|known\s{1,8}that)\b", re.IGNORECASE)
"""In a question: it states a fact."""
_SINCE = re.compile(
    r"\A\W{0,8}since\s{1,8}(?=(?:we\s{1,8}know|it\s{1,8}is\s{1,8}known)\b)", re.IGNORECASE
)
"""A word before a fact that is known, and not before the condition of a rule."""
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")


def look(item: Item) -> Iterator[Finding]:
    """Given facts of the item that its text expresses with the opposite sign."""
    formal = item.formalization
    if formal is None or item.language not in ("en", "zh") or reader_of(item) is not None:
        return  # its family's reader checks this better
    glosses, facts = glosses_of(formal), facts_of(formal)
    if not facts.keys() & glosses.keys():
        return
    yield from _word_for_word(item, glosses, facts)
    reported = any(_REPORTED.search(gloss) for gloss in glosses.values())
    gloss_words = {name: _words(gloss, item.language) for name, gloss in glosses.items()}
    agreeing: set[tuple[str, str]] = set()
    """Sentences with the symbols that they express with the sign of the premise."""
    named = {
        name: own & _subject(glosses[name], item.language) for name, own in gloss_words.items()
    }
    for text in (item.text, *(leaf.text for leaf in item.questions)):
        for sentence, statement in _stating(text, item.language, reported):
            words = clause_words = _words(statement, item.language)
            fitting: Mapping[str, frozenset[str]] = gloss_words
            if item.language == "en" and _BACK.search(statement.strip()):
                clause_words = words | _words(" ".join(sentence.split()[:_FIRST]), "en")
                fitting = {name: own - named[name] for name, own in gloss_words.items()}
            name = _about(clause_words, fitting)
            if name is None and clause_words is not words:
                # Words of the sentence before the clause, such as the match in "Amy played chess
                # with Bob, but she did not win", may be part of what the clause says.
                rest = _words(sentence, item.language) - words
                fitting = {
                    key: own - rest for key, own in gloss_words.items() if len(own - rest) > 1
                }
                name = _about(words, fitting)
            if name is None and item.language == "en":
                statement, words, name = _beginning(statement, gloss_words)
                clause_words, fitting = words, gloss_words
            if name is None or name not in facts:
                continue
            if clause_words is not words and 2 * len(words & fitting[name]) < len(fitting[name]):
                continue
            gloss, more = glosses[name], words - gloss_words[name] - _LIGHT
            whole = gloss_words[name] <= words
            if (sentence, name) in agreeing or _may_be_reversed(
                statement, gloss, more, gloss_words[name]
            ):
                continue
            details = (
                whole and item.language == "en" and _one_statement(statement, gloss, len(more))
            )
            if len(more) > MOST_EXTRA and not details:
                continue
            if item.language == "zh" and set(_HAN.findall(gloss)) - set(sentence) - _HAN_LIGHT:
                continue  # in other words, which may be those of the contrary
            if item.language == "en":
                statement = _stating_beginning(statement, gloss_words[name])
            own, count = (_negations(word, item.language) for word in (gloss, statement))
            twice = count >= 2 and (_denied(statement, item.language) or LIKELY.search(statement))
            if twice:
                continue
            if ((count - own) % 2 == 0) == facts[name]:
                agreeing.update([(sentence, name)] if whole else ())
                continue
            sure = whole and len(more) <= _SURE_EXTRA
            sure = sure and _places(gloss) <= _places(statement)
            sure = sure and not (_REPORTED.search(statement) and not _REPORTED.search(gloss))
            rule = rules.POLARITY if sure else rules.POLARITY_UNSURE
            fact = name if facts[name] else f"¬{name}"
            yield Finding(rule, f"{fact}, where {name} is “{gloss}”", excerpt=sentence)


def says_so(statement: str, name: str, glosses: Mapping[str, str], language: str) -> bool | None:
    """Whether a statement says what a symbol means; False if it denies it, None if that is
    uncertain because it has other words, or denies by other means than negations."""
    gloss_words = {key: _words(gloss, language) for key, gloss in glosses.items()}
    words, gloss = _words(statement, language), glosses[name]
    more = words - gloss_words[name] - _LIGHT
    if (
        not gloss_words[name]
        or _about(words, gloss_words) != name
        or not gloss_words[name] <= words
        or len(more) > _SURE_EXTRA
        or _may_be_reversed(statement, gloss, more, gloss_words[name])
        or _places(gloss) != _places(statement)
        or _REPORTED.search(statement)
        or (language == "en" and _may_be_rule(statement))
        or (language == "zh" and (HAN_RULE.search(statement) or _HAN_RULES.search(statement)))
        or (language == "zh" and set(_HAN.findall(gloss)) - set(statement) - _HAN_LIGHT)
    ):
        return None
    own, count = (_negations(text, language) for text in (gloss, statement))
    return (count - own) % 2 == 0


def _word_for_word(
    item: Item, glosses: Mapping[str, str], facts: Mapping[str, bool]
) -> Iterator[Finding]:
    """Sentences with typical words of rules that equal a gloss, or its denial, word for word. They
    state the gloss: "The team found the cause" is not a rule."""
    if item.language != "en":
        return
    own: dict[tuple[str, ...], list[str]] = {}
    for name, gloss in glosses.items():
        own.setdefault(_affirmed(gloss), []).append(name)
    for sentence in in_time(_sentences(item)):
        lead = _GIVEN.match(sentence) if "?" in sentence else None
        statement = CUT_AFTER.sub("", sentence)[lead.end() :] if lead else sentence
        if ("?" in sentence and not lead) or not _may_be_rule(statement):
            continue  # other sentences are checked clause by clause
        outside = _OUTSIDE.match(statement)
        inner_statement = statement[outside.end() :] if outside else statement
        names = own.get(_affirmed(inner_statement), [])
        if len(names) != 1 or names[0] not in facts:
            continue
        name, gloss = names[0], glosses[names[0]]
        count = negations(inner_statement, "en") + (outside is not None) - negations(gloss, "en")
        if (count % 2 == 0) != facts[name]:
            fact = name if facts[name] else f"¬{name}"
            where = f"{fact}, where {name} is “{gloss}”"
            yield Finding(rules.POLARITY, where, excerpt=" ".join(sentence.split()))


def _affirmed(text: str) -> tuple[str, ...]:
    """The words of a text in their base forms, without negations, articles and the auxiliary
    "do"."""
    words = (word.lower().replace("’", "'") for word in _TOKEN.findall(text))
    return tuple(
        _base(stem(_PASTS.get(word, word)))
        for word in words
        if not (word in _PASSED or word in _NEGATORS or word.endswith("n't"))
    )


def _may_be_rule(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in (RULE, _RULES)) or bool(PAIR.match(sentence))


def _sentences(item: Item) -> Iterator[str]:
    for text in (item.text, *(leaf.text for leaf in item.questions)):
        yield from SENTENCE.split(text)


def _places(text: str) -> frozenset[str]:
    return _PLACES & {word.lower() for word in _WORD.findall(text)}


def _one_statement(statement: str, gloss: str, extra_words: int) -> bool:
    """Whether a sentence with all words of a gloss and `extra_words` additional ones probably
    states it with details: nothing else in it is denied or reported."""
    return (
        extra_words <= _EXTRA_OF_WHOLE
        and abs(_negations(statement, "en") - _negations(gloss, "en")) <= 1
        and not _DENIED_AFTER.search(statement)
        and not _REPORTED.search(statement)
    )


def _beginning(
    statement: str, gloss_words: Mapping[str, frozenset[str]]
) -> tuple[str, frozenset[str], str | None]:
    """The shortest beginning of a statement that fits one symbol, with its words and the symbol:
    "The choir sang and the tenor" of a sentence that fits two."""
    for begun, words in _beginnings(statement):
        name = _about(words, gloss_words)
        if name is not None:
            return begun, words, name
    return statement, _words(statement, "en"), None


def _stating_beginning(statement: str, gloss_words: frozenset[str]) -> str:
    """The beginning of a statement that has all words of a gloss, if the rest says something else,
    as in "is failing and not working". The whole statement if the rest has those words too."""
    for begun, words in _beginnings(statement):
        if gloss_words <= words:
            return statement if gloss_words <= _words(statement[len(begun) :], "en") else begun
    return statement


def _beginnings(statement: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The text before each possible cut of a statement, shortest first, with its words. There are
    no cuts if everything is denied at the end, as in "both are false"."""
    for cut in _AND.finditer(statement) if len(statement) <= _LONGEST_CUT else ():
        if not _DENIED_AFTER.search(statement, cut.end()):
            yield statement[: cut.start()], _words(statement[: cut.start()], "en")


def _stating(text: str, language: str, reported: bool = False) -> Iterator[tuple[str, str]]:
    """Sentences that neither express a rule nor ask something, each with the statement it makes.
    `reported`: the glosses themselves have words of reported speech, which then indicate
    nothing."""
    if language == "zh":
        for sentence in in_time(HAN_SENTENCE.split(text)):
            undivided = not (HAN_RULE.search(sentence) or _HAN_RULES.search(sentence))
            if sentence.strip() and undivided and "？" not in sentence:
                yield from ((sentence.strip(), clause) for clause in sentence.split("，"))
        return
    for sentence in in_time(SENTENCE.split(text)):
        if "?" in sentence and not _GIVES.search(sentence):
            continue
        statement = CUT_AFTER.sub("", sentence) if "?" in sentence else sentence
        statement = _SINCE.sub("", statement)
        if _may_be_rule(statement):
            continue
        undivided = "?" in sentence or _DENIED.search(sentence) is not None
        whole = undivided or (not reported and _REPORTED.search(sentence) is not None)
        for clause in (statement,) if whole else _CLAUSES.split(sentence):
            if clause.strip():
                yield " ".join(sentence.split()), clause.strip()


@lru_cache(maxsize=8192)
def _words(text: str, language: str) -> frozenset[str]:
    """Content words, with past forms of verbs replaced by their bases."""
    if language == "en":
        text = _WORD.sub(lambda match: _PASTS.get(match[0].lower(), match[0]), text)
        return frozenset(map(_base, content_words((text,), language)))
    return content_words((text,), language)


def _base(word: str) -> str:
    """A word without the ending of a regular past and without a final "e", so that "vote" and
    "voted" are equal."""
    if len(word) > _SHORTEST_PAST and word.endswith("ed") and not word.endswith("eed"):
        short = len(word) == _SHORTEST_PAST + 1  # "died", "tied" from "die" and "tie"
        word = f"{word[:-3]}y" if word.endswith("ied") and not short else word[:-2]
        if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "lsz":
            word = word[:-1]
    return word.removesuffix("e")


@lru_cache(maxsize=8192)
def _subject(gloss: str, language: str) -> frozenset[str]:
    """The words of the name at the beginning of a gloss, if there is one."""
    match = _SUBJECT.match(gloss) if language == "en" else None
    return _words(match[0], language) if match else frozenset()


def _about(words: frozenset[str], gloss_words: Mapping[str, frozenset[str]]) -> str | None:
    """The one symbol whose gloss clearly matches the words best; None if no gloss or two glosses
    match."""
    shares = sorted((len(words & own) / len(own), name) for name, own in gloss_words.items() if own)
    if not shares or shares[-1][0] < LEAST_OVERLAP:
        return None
    best, name = shares[-1]
    return name if len(shares) == 1 or best - shares[-2][0] >= _CLEARLY else None


def _negations(text: str, language: str) -> int:
    """The number of negations in a text, inner and outer."""
    return negations(text, language) + _denied(text, language)


def _denied(text: str, language: str) -> int:
    return len((_HAN_DENIED if language == "zh" else _DENIED).findall(text))


def _may_be_reversed(
    statement: str, gloss: str, extra_words: frozenset[str], gloss_words: frozenset[str]
) -> bool:
    """Whether the sentence may negate by its choice of words: "lacks", "unknown" for "known"."""
    if len(_REVERSING.findall(statement)) != len(_REVERSING.findall(gloss)) or _contrary(
        statement, gloss
    ):
        return True
    for texts, others in ((extra_words, gloss_words), (gloss_words, extra_words)):
        for word in texts:
            for prefix in _PREFIXES:
                if word.startswith(prefix) and word.removeprefix(prefix) in others:
                    return True
    return False


def _contrary(statement: str, gloss: str) -> bool:
    """Whether one has a word or sign that is the opposite of one in the other."""
    words, gloss_words = (
        {word.lower() for word in _WORD.findall(text)} for text in (statement, gloss)
    )
    pairs = ({first, second} for first in words - gloss_words for second in gloss_words - words)
    return ("≠" in statement) != ("≠" in gloss) or any(pair in PAIRS for pair in pairs)
