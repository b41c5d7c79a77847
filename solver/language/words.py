"""Formulas in English or Chinese words, using the glosses of their symbols.

Owns the phrases. A compound part is put in brackets unless the words around it delimit it, so that
no two formulas read the same for lack of brackets. Sentences for participants are written by an
item's author, not by this module.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Symbol,
    Term,
    Truth,
)

Language = Literal["en", "zh"]

_GAP = re.compile(r"…+|\.{3,}|_{2,}")
_OPENERS = re.compile(
    r"(?:The|A|An|It|There|This|That|These|Those|He|She|They|We|You|Some|Every|All|No)\b"
)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Patterns of one language; {a} and {b} are the sides, {list} is the joined parts."""

    comma: str
    conj: str
    disj: str
    implies: str
    iff: str
    no: str
    not_both: str
    neither: str
    not_all: str
    none: str
    forall: str
    exists: str
    no_exists: str
    equal: str
    unequal: str
    value: str
    no_value: str
    same: str
    different: str
    counts: Mapping[str, str]
    single: Mapping[str, str]
    listing: str
    true: str
    false: str
    brackets: str
    subject: str


_EN = _Phrases(
    comma=", ",
    conj=", and ",
    disj=", or ",
    implies="if {a}, then {b}",
    iff="{a} if and only if {b}",
    no="it is not the case that {a}",
    not_both="not both {a} and {b}",
    neither="neither {a} nor {b}",
    not_all="not all of these hold: {list}",
    none="none of these holds: {list}",
    forall="for every {x}, {a}",
    exists="there is {x} such that {a}",
    no_exists="there is no {x} such that {a}",
    equal="{a} is {b}",
    unequal="{a} is not {b}",
    value="{a} is {b}",
    no_value="{a} is not {b}",
    same="{a} is the same as {b}",
    different="{a} is not the same as {b}",
    counts={
        "at_least": "at least {n} of these hold: {list}",
        "at_most": "at most {n} of these hold: {list}",
        "exactly": "exactly {n} of these hold: {list}",
    },
    single={
        "at_least": "at least one of these holds: {list}",
        "at_most": "at most one of these holds: {list}",
        "exactly": "exactly one of these holds: {list}",
    },
    listing="; ",
    true="what is always true",
    false="what is never true",
    brackets="({a})",
    subject="{a} {b}",
)
_ZH = _Phrases(
    comma="，",
    conj="，并且",
    disj="，或者",
    implies="如果{a}，那么{b}",
    iff="{a}，当且仅当{b}",
    no="并非{a}",
    not_both="“{a}”和“{b}”不同时成立",
    neither="“{a}”和“{b}”都不成立",
    not_all="下列各项不全成立：{list}",
    none="下列各项都不成立：{list}",
    forall="对每个{x}，{a}",
    exists="存在{x}，使得{a}",
    no_exists="不存在{x}，使得{a}",
    equal="{a}就是{b}",
    unequal="{a}不是{b}",
    value="{a}为{b}",
    no_value="{a}不为{b}",
    same="{a}与{b}相同",
    different="{a}与{b}不同",
    counts={
        "at_least": "下列各项中至少有{n}项成立：{list}",
        "at_most": "下列各项中至多有{n}项成立：{list}",
        "exactly": "下列各项中恰有{n}项成立：{list}",
    },
    single={
        "at_least": "下列各项中至少有一项成立：{list}",
        "at_most": "下列各项中至多有一项成立：{list}",
        "exactly": "下列各项中恰有一项成立：{list}",
    },
    listing="；",
    true="恒真",
    false="恒假",
    brackets="（{a}）",
    subject="{a}{b}",
)


def words(formula: Formula, signature: Signature, language: Language = "en") -> str:
    """The formula in words: `if a goat sleeps on the roof, then the baker whistles`.

    No initial capital, no full stop. A symbol without a gloss appears by name.
    """
    return _Words(signature, language).standalone(formula)


class _Words:
    def __init__(self, signature: Signature, language: Language) -> None:
        self.signature = signature
        self.phrases = _ZH if language == "zh" else _EN

    def standalone(self, formula: Formula) -> str:
        """The formula on its own, or as the last part of what encloses it."""
        phrases = self.phrases
        match formula:
            case And(parts):
                return self._joined(parts, phrases.conj)
            case Or(parts):
                return self._joined(parts, phrases.disj)
            case Implies(left, right):
                return phrases.implies.format(a=self._side(left), b=self._side(right))
            case Iff(left, right):
                return phrases.iff.format(a=self._early(left), b=self._part(right))
            case ForAll(variable, body):
                return phrases.forall.format(x=variable, a=self.standalone(body))
            case Exists(variable, body):
                return phrases.exists.format(x=variable, a=self.standalone(body))
            case Count(bound, n, parts):
                pattern = (phrases.single if n == 1 else phrases.counts)[bound]
                return pattern.format(n=n, list=self._listed(parts))
            case Not(body):
                return self._negated(body)
        return self._atom(formula)

    def _negated(self, body: Formula) -> str:
        phrases = self.phrases
        match body:
            case And((left, right)):
                return phrases.not_both.format(a=self._part(left), b=self._part(right))
            case Or((left, right)):
                return phrases.neither.format(a=self._part(left), b=self._part(right))
            case And(parts):
                return phrases.not_all.format(list=self._listed(parts))
            case Or(parts):
                return phrases.none.format(list=self._listed(parts))
            case Exists(variable, inside):
                return phrases.no_exists.format(x=variable, a=self.standalone(inside))
            case Equal(left, right):
                return phrases.unequal.format(a=self.term(left), b=self.term(right))
            case EnumIs(symbol, value):
                return phrases.no_value.format(a=self._name(symbol), b=value)
            case EnumSame(left, right):
                return phrases.different.format(a=self._name(left), b=self._name(right))
        return phrases.no.format(a=self._part(body))

    def _atom(self, formula: Formula) -> str:
        phrases = self.phrases
        match formula:
            case Truth(value):
                return phrases.true if value else phrases.false
            case Prop(name):
                return self._name(name)
            case Pred(name, args):
                return self._predicate(name, args)
            case Equal(left, right):
                return phrases.equal.format(a=self.term(left), b=self.term(right))
            case EnumIs(symbol, value):
                return phrases.value.format(a=self._name(symbol), b=value)
            case EnumSame(left, right):
                return phrases.same.format(a=self._name(left), b=self._name(right))
        raise TypeError(f"not an atom: {formula!r}")

    def _part(self, formula: Formula) -> str:
        """The formula as a part whose end is clear, in brackets if necessary."""
        text = self.standalone(formula)
        match formula:
            case And() | Or() | Implies() | Iff() | ForAll() | Exists() | Count():
                return self.phrases.brackets.format(a=text)
            case Not(And() | Or() | Exists()):
                return self.phrases.brackets.format(a=text)
        return text

    def _early(self, formula: Formula) -> str:
        """A part that is followed by others: a negation must not extend over them."""
        text = self._part(formula)
        if isinstance(formula, Not) and text.startswith(self.phrases.no.partition("{")[0]):
            return self.phrases.brackets.format(a=text)
        return text

    def _side(self, formula: Formula) -> str:
        """A side of a conditional, whose words delimit parts joined by and, or."""
        match formula:
            case And() | Or() | Not():
                return self.standalone(formula)
        return self._part(formula)

    def _joined(self, parts: tuple[Formula, ...], last_joiner: str) -> str:
        texts = [self._early(part) for part in parts[:-1]]
        return self.phrases.comma.join(texts) + last_joiner + self._part(parts[-1])

    def _listed(self, parts: tuple[Formula, ...]) -> str:
        return self.phrases.listing.join(self._part(part) for part in parts)

    def _name(self, name: str) -> str:
        """A Bool, Enum or defined name by its gloss."""
        symbol = self.signature.get(name)
        return _clause(symbol.gloss, symbol.name) if symbol is not None and symbol.gloss else name

    def term(self, term: Term) -> str:
        """An individual by its gloss, a variable by its name."""
        if isinstance(term, Constant):
            symbol = self.signature.get(term.name)
            if symbol is not None and symbol.gloss:
                return symbol.gloss.strip()
        return term.name

    def _predicate(self, name: str, args: tuple[Term, ...]) -> str:
        terms = [self.term(term) for term in args]
        symbol = self.signature.get(name, len(args))
        if symbol is None or not symbol.gloss:
            return f"{name}({', '.join(terms)})"
        return self._filled(symbol, terms) or f"{name}({', '.join(terms)})"

    def _filled(self, symbol: Symbol, terms: list[str]) -> str:
        """The gloss with the terms inserted at its places; "" if the gloss has no places for
        them."""
        gloss = _clause(symbol.gloss, symbol.name)
        if symbol.places:
            place = re.compile(
                rf"(?<![A-Za-z0-9_])(?:{'|'.join(symbol.places)})(?![A-Za-z0-9_])", re.ASCII
            )
            if set(place.findall(gloss)) >= set(symbol.places):
                by_place = dict(zip(symbol.places, terms, strict=True))
                return place.sub(lambda match: by_place[match.group()], gloss)
        gaps = len(_GAP.findall(gloss))
        if gaps == len(terms):
            waiting = iter(terms)
            return _GAP.sub(lambda _: next(waiting), gloss)
        if gaps == len(terms) - 1:
            waiting = iter(terms[1:])
            rest = _GAP.sub(lambda _: next(waiting), gloss)
            return self.phrases.subject.format(a=terms[0], b=rest)
        return ""


def _clause(gloss: str, name: str) -> str:
    """The gloss of a symbol for use inside a sentence: no full stop, no capital article. The A of
    "A is true" is the symbol's name, not an article."""
    text = gloss.strip()
    if not text.endswith("..."):
        text = text.rstrip(".。")
    if text.split(maxsplit=1)[:1] == [name]:
        return text
    return text[:1].lower() + text[1:] if _OPENERS.match(text) else text
