"""Lint of answers given away in a clause, next to a given fact or after a rule.

Owns clauses such as “…, and everybody knew that the cat wakes up”, “…; the cat wakes up” and “…,
and so the cat wakes up”, in items whose premises are propositional and do not state it. `leaks`
owns whole sentences that state it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.lint.clauses import (
    BREAKS,
    HARMLESS_ENDINGS,
    MAX_LEAD,
    RULED,
    SeparateClause,
    Words,
    symbols_in,
)
from items.lint.clauses import separate_clauses as clauses_beside
from items.lint.double_negation import facts_of
from items.lint.leaks import expressed_symbols, plain, quoted
from items.models import Item, Question
from items.wording.bank import LANGUAGES, Language, language_of
from items.wording.lemmas import content_words
from items.wording.text_limit import in_time
from items.wording.tokens import sentences_of

_NAMES = re.compile(r"[A-Za-z_]\w*")
_JOINS = re.compile(r"^(?:means?|impl(?:y|ies)|entails?|leads?|causes?|意味|蕴含)", re.IGNORECASE)
"""The start of a clause that forms a rule with the clause before it."""
_DRAWS = re.compile(
    r"\b(?:so|hence|thus|therefore|consequently|which|this|of\s+course|clearly|obviously|indeed|known?"
    r"|knew|knows)\b|因此|所以|于是|可见|显然|这意味着|故",
    re.IGNORECASE,
)
"""Words that introduce a conclusion after a rule."""
_RULE = re.compile(
    r"→|->|=>|⇒|↔|⇔|<-|∨|\\vee|\\lor|\||⊕|\\oplus|\\(?:to|rightarrow|iff)\b|[¬~]\s*\("
)
"""Signs that a premise has if it does not state a single fact."""
_MIN_CHARACTERS = {"en": 12, "zh": 4}
"""Fewest characters of a questioned statement that is searched for."""


def look(item: Item) -> Iterator[Finding]:
    """Clauses that state what is asked although no premise does."""
    formal = item.formalization
    if formal is None or item.language not in LANGUAGES or reader_of(item) is not None:
        return
    glosses, facts = glosses_of(formal), facts_of(formal)
    written = [str(text) for text in formal.get("premise", ())]
    premises = [frozenset(_NAMES.findall(text)) for text in written]
    language = language_of(item.language)
    sentences = [part for line in item.text.split("\n") for part in sentences_of(line, language)]
    own = {
        name: words
        for name, gloss in glosses.items()
        if (words := content_words((gloss,), item.language))
    }
    for leaf in item.leaves:
        names, texts = _asked_names(leaf)
        # If a premise states it, alone or with something else, the clause may express that premise.
        if not names or names & facts.keys() or not names <= own.keys():
            continue
        texts = [*texts, *(glosses[name] for name in names if len(names) == 1)]
        texts = [text for text in map(plain, texts) if len(text) >= _MIN_CHARACTERS[language]]
        others = {name: words for name, words in own.items() if name not in names}
        wordings = {name: [words] for name, words in own.items()}
        if len(names) == 1:
            wordings[next(iter(names))] += [
                words for text in texts if (words := content_words((text,), language))
            ]
        listed = [(text, names) for text in texts]
        for sentence in in_time(sentences):
            for each in clauses_beside(sentence, listed, wordings, language):
                if each.names == names and (
                    _too_much(each, wordings, written, language)
                    or _once_more(
                        each,
                        wordings,
                        premises,
                        (text for text in sentences if text != sentence),
                        language,
                    )
                ):
                    message = (
                        f"a clause, “{each.clause}”, states the conclusion in question,"
                        " but no premise does"
                    )
                    yield Finding(rules.LEAK, message, leaf.id, sentence[:200])
                    return
            beyond = expressed_symbols(others, sentence, item.language)
            extra_names = beyond & facts.keys() and not any(
                beyond | names == used for used in premises
            )
            for text in texts:
                if _states(plain(sentence), text, bool(extra_names), language):
                    message = "a clause states the conclusion in question, but no premise does"
                    yield Finding(rules.LEAK, message, leaf.id, sentence[:200])
                    return


def _too_much(
    separate_clause: SeparateClause, wordings: Words, premises: Sequence[str], language: Language
) -> bool:
    """Whether a clause cannot be part of a premise's wording: either the sentence without it
    expresses a premise and no premise has both, or the clause asserts a fact that occurs only in
    rules."""
    rest = symbols_in(wordings, separate_clause.rest, language)
    listed = [(text, _NAMES.findall(text)) for text in premises]
    with_it = [text for text, names in listed if rest | separate_clause.names <= set(names)]
    if separate_clause.aside and rest and all(_RULE.search(text) for text in with_it):
        return True
    whole = [names for _, names in listed if set(names) & wordings.keys() == rest]
    if not separate_clause.exact or not whole:
        return False
    if separate_clause.names <= rest:
        return all(names.count(name) == 1 for names in whole for name in separate_clause.names)
    return not with_it


def _once_more(
    separate_clause: SeparateClause,
    wordings: Words,
    premises: Sequence[frozenset[str]],
    others: Iterable[str],
    language: Language,
) -> bool:
    """Whether a clause introduced by "while" or the like, with the exact words of the statement,
    makes one mention of it more than there are premises with it. `others` are the sentences other
    than the one with the clause."""
    if not (separate_clause.meanwhile and separate_clause.exact and separate_clause.rest.strip()):
        return False
    premise_count = sum(separate_clause.names <= used for used in premises)
    texts = (separate_clause.rest, *in_time(others))
    return (
        1 + sum(separate_clause.names <= symbols_in(wordings, text, language) for text in texts)
        > premise_count
    )


def _asked_names(leaf: Question) -> tuple[frozenset[str], Sequence[str]]:
    """The symbols of the questioned statement or of the right option, and its wording."""
    if isinstance(leaf.gold, TruthAnswer) and leaf.query:
        query = re.sub(r"^\s*necessary", "", leaf.query)
        return frozenset(_NAMES.findall(query)), quoted(leaf.text)
    if isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option in range(len(leaf.options)):
        option = leaf.options[leaf.gold.option or 0]
        return frozenset(_NAMES.findall(option.formula or "")), [option.text]
    return frozenset(), ()


def _states(sentence: str, text: str, extra: bool, language: Language) -> bool:
    """Whether a clause (not the only one) is the questioned statement after a few introductory
    words: next to a fact, or after a rule that already contains it."""
    clauses = [clause for clause in BREAKS.split(sentence) if clause.strip()]
    for place, clause in enumerate(clauses):
        start = clause.rfind(text)
        before = clause[:start].strip()
        if (
            start < 0
            or len(clauses) == 1
            or len(before) > MAX_LEAD[language]
            or not HARMLESS_ENDINGS.fullmatch(clause[start + len(text) :])
            or RULED.search(before)
            or _JOINS.search(before)
        ):
            continue
        rest = " ".join((*clauses[:place], *clauses[place + 1 :]))
        if extra and not RULED.search(rest):
            return True
        if text in " ".join(clauses[:place]) and _DRAWS.search(before):
            return True
    return False
