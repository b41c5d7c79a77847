"""QMFOL statements in words.

Owns the templates. They restrict the scope of every negation to its verb: sentences with `every`
and `all` use affirmed verbs only, and denied ones use `no`, `if` or `whenever`; each list has a
single connective and ends with its denied parts; a trailing `if` is followed by one verb. `reader`
reads every sentence back.
"""

from collections.abc import Callable, Sequence

from items.families.qmfol.rules import Lit, Side, Statement
from items.families.qmfol.topics import Topic
from items.seeds import Draw
from items.wording.render import capitalised, series

Template = Callable[["Teller", Statement], str]


class Teller:
    """Renders the sentences of one task: the phrase for each predicate, and the named
    individual."""

    def __init__(self, topic: Topic, phrases: Sequence[int], name: str) -> None:
        """`phrases` are places in the topic's list, by predicate."""
        self.topic = topic
        self.phrases = [topic.phrases[place] for place in phrases]
        self.name = name
        self.noun, self.plural = topic.noun, topic.plural
        self.pronoun, self.that = topic.pronoun, topic.relative
        self.indefinite = f"{topic.article} {topic.noun}"

    def verb_phrase(self, literal: Lit, plural: bool = False) -> str:
        """Return a literal's verb phrase."""
        return self.phrases[literal.predicate].form(literal.positive, plural)

    def side(self, side: Side, plural: bool = False) -> str:
        """Return the verb phrases of a side."""
        return series([self.verb_phrase(literal, plural) for literal in side.ordered], side.join)

    def points(self, side: Side, subject: str) -> str:
        """Render the literals as separate short sentences about a subject."""
        return "; ".join(f"{subject} {self.verb_phrase(literal)}" for literal in side.ordered)

    def sentence(self, statement: Statement, draw: Draw) -> str:
        """Render the statement in one of the suitable ways."""
        return draw.choice(_fitting(statement))(self, statement)


def _affirmed(side: Side) -> bool:
    return all(literal.positive for literal in side.ordered)


def _fitting(statement: Statement) -> Sequence[Template]:
    single = len(statement.right.literals) == 1
    if statement.subject == "named":
        if statement.left is not None:
            return (_named_if,)
        plain = single or statement.right.join == "and" or _affirmed(statement.right)
        return (_named_plain,) if plain else (_named_properties,)
    if statement.subject == "some":
        return (_some_if,) if statement.left is not None else (_there_is, _at_least_one)
    if statement.left is None:
        if single:
            return (_universal_sentence, _all) if _affirmed(statement.right) else (_no, _not_one)
        return (_universal_sentence,) if _affirmed(statement.right) else (_properties,)
    functions = [_if, _if, _whenever]
    if len(statement.left.literals) == 1:
        if single or statement.right.join == "or":
            # `a and b if c` could be read as `a, and b if c`; `a if b and c` as `a if b, and c`.
            functions.append(_when_after)
        if _affirmed(statement.right):
            functions += [_every_that, _every_that, _all_that]
        elif single and _affirmed(statement.left):
            functions += [_no_that, _no_that, _no_that]
    return functions


# --- of all ------------------------------------------------------------------------------------


def _left(statement: Statement) -> Side:
    assert statement.left is not None
    return statement.left


def _universal_sentence(t: Teller, s: Statement) -> str:
    return f"Every {t.noun} {t.side(s.right)}."


def _all(t: Teller, s: Statement) -> str:
    return f"All {t.plural} {t.side(s.right, True)}."


def _no(t: Teller, s: Statement) -> str:
    return f"No {t.noun} {t.verb_phrase(s.right.literals[0].denied)}."


def _not_one(t: Teller, s: Statement) -> str:
    return f"There is no {t.noun} {t.that} {t.verb_phrase(s.right.literals[0].denied)}."


def _properties(t: Teller, s: Statement) -> str:
    how = "at least one" if s.right.join == "or" else "each"
    points = t.points(s.right, t.pronoun)
    return f"For every {t.noun}, {how} of the following is true: {points}."


def _if(t: Teller, s: Statement) -> str:
    return f"If {t.indefinite} {t.side(_left(s))}, then {t.pronoun} {t.side(s.right)}."


def _whenever(t: Teller, s: Statement) -> str:
    return f"Whenever {t.indefinite} {t.side(_left(s))}, {t.pronoun} {t.side(s.right)}."


def _when_after(t: Teller, s: Statement) -> str:
    return f"{capitalised(t.indefinite)} {t.side(s.right)} if {t.pronoun} {t.side(_left(s))}."


def _every_that(t: Teller, s: Statement) -> str:
    return f"Every {t.noun} {t.that} {t.side(_left(s))} {t.side(s.right)}."


def _all_that(t: Teller, s: Statement) -> str:
    return f"All {t.plural} {t.that} {t.side(_left(s), True)} {t.side(s.right, True)}."


def _no_that(t: Teller, s: Statement) -> str:
    return f"No {t.noun} {t.that} {t.side(_left(s))} {t.verb_phrase(s.right.literals[0].denied)}."


# --- of some, of one ---------------------------------------------------------------------------


def _there_is(t: Teller, s: Statement) -> str:
    return f"There is {t.indefinite} {t.that} {t.side(s.right)}."


def _at_least_one(t: Teller, s: Statement) -> str:
    return f"At least one {t.noun} {t.side(s.right)}."


def _some_if(t: Teller, s: Statement) -> str:
    condition = f"if {t.pronoun} {t.side(_left(s))}, then {t.pronoun} {t.side(s.right)}"
    return f"For at least one {t.noun}, the following is true: {condition}."


def _named_plain(t: Teller, s: Statement) -> str:
    return f"{capitalised(t.name)} {t.side(s.right)}."


def _named_properties(t: Teller, s: Statement) -> str:
    points = t.points(s.right, t.name)
    return f"At least one of the following is true: {points}."


def _named_if(t: Teller, s: Statement) -> str:
    return f"If {t.name} {t.side(_left(s))}, then {t.name} {t.side(s.right)}."
