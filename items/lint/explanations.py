"""Lint of explanations: the answer they name, and the premises they base it on.

Owns two kinds of sentence that can be checked: one that says that an option, named by its letter,
follows or is right, and one that says from which numbered premises the answer follows. Everything
else in an explanation is ignored.
"""

import re
from collections.abc import Iterator, Mapping

from items.answers import ChoiceAnswer, TruthAnswer
from items.findings import rules
from items.findings.rules import Finding
from items.formal import formal_item
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from items.values.letters import letter
from solver.cancel import Budget
from solver.errors import InputError
from solver.language.syntax import Formula, Not, expand
from solver.premise_relation import entails

_RIGHT = re.compile(
    r"\b(?:option|answer|conclusion|statement)\s+\(?(?P<a>(?-i:[A-J]))\)?\s+(?:is\s+)?(?:right|correct|follows)\b"
    r"|(?:^|[.!?,;:]\s+|\b(?:so|therefore|thus|hence)\s+)\(?(?P<b>(?-i:[A-J]))\)?\s+"
    r"(?:is\s+(?:right|correct|the\s+(?:right\s+|correct\s+)?answer)|follows)\b"
    r"|\b(?:the\s+)?(?:right\s+|correct\s+)?answer\s+is\s+\(?(?P<c>(?-i:[A-J]))\)?(?![\w'’])"
    r"|(?:选项|答案(?:是|为|：))\s*(?P<d>[A-J])(?:正确|成立|能推出)?",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\bthe\s+(?:right\s+|correct\s+)?answer\s+is\s+[“\"]?(?P<value>true|false|unknown)\b",
    re.IGNORECASE,
)
_LIST = r"(\d{1,2}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|、|和)\d{1,2})*+)"
_FROM = re.compile(
    rf"\b(?:it|this|which)\s+follows\s+from\s+premises?\s+{_LIST}|由前提\s*{_LIST}\s*(?:可以|可|能)?推出",
    re.IGNORECASE,
)
_FOLLOWS: Mapping[str, bool] = {"true": True, "false": False}


def look(item: Item, timeout: float) -> Iterator[Finding]:
    """False statements in an item's explanation; `timeout` in seconds for the solver."""
    if not item.explanation or len(item.leaves) != 1:
        return
    (leaf,) = item.leaves
    yield from _answer(item, leaf)
    yield from _premises(item, leaf, timeout)


def _answer(item: Item, leaf: Question) -> Iterator[Finding]:
    gold = leaf.gold
    if isinstance(gold, ChoiceAnswer) and gold.option is not None and leaf.options:
        follows = item.attributes.get(QUESTION_TYPE) == "3e1c"
        for match in _RIGHT.finditer(item.explanation):
            named = next(filter(None, match.groups()))
            # If only one option does not follow, the explanation may name the ones that do.
            if named != letter(gold.option) and not (follows and "follows" in match[0]):
                message = f"the explanation names {named}, and the gold is {letter(gold.option)}"
                yield Finding(rules.CLAIM_FALSE, message, leaf.id, match[0], kind="explanation")
                return
    if isinstance(gold, TruthAnswer):
        stated = _VALUE.search(item.explanation)
        if stated is not None and stated["value"].lower() != gold.value:
            message = f"the explanation says {stated['value']}, and the gold is {gold.value}"
            yield Finding(rules.CLAIM_FALSE, message, leaf.id, stated[0], kind="explanation")


def _premises(item: Item, leaf: Question, timeout: float) -> Iterator[Finding]:
    match = _FROM.search(item.explanation)
    if match is None:
        return
    try:
        formal = formal_item(item, budget=Budget.of(timeout))
    except InputError:
        return  # another rule reports formalizations that cannot be parsed
    if formal is None:
        return
    numbers = [int(text) for text in re.findall(r"\d+", match[0])]
    premises = formal.problem.premises
    beyond = [number for number in numbers if not 0 < number <= len(premises)]
    if beyond:
        message = f"the explanation names premise {beyond[0]}, and there are {len(premises)}"
        yield Finding(rules.CLAIM_FALSE, message, leaf.id, match[0], kind="explanation")
        return
    definitions = formal.problem.definitions
    used = [expand(premises[number - 1], definitions) for number in numbers]
    settled = _settled(item, leaf, formal.queries.get(0), formal.options.get(0, ()))
    if settled is None:
        return
    goal = expand(settled, definitions)
    entailed = entails(used, goal, formal.problem.signature, timeout=timeout)
    if entailed.follows is False:
        listed = ", ".join(map(str, numbers))
        message = (
            f"the explanation bases the answer on premises {listed}, from which it does not follow"
        )
        yield Finding(rules.CLAIM_FALSE, message, leaf.id, match[0], kind="explanation")


def _settled(item: Item, leaf: Question, query: object, options: object) -> Formula | None:
    """The formula that follows, for a question with exactly one."""
    gold = leaf.gold
    if isinstance(gold, ChoiceAnswer):
        single = item.attributes.get(QUESTION_TYPE) in (None, "3c1e") and query is None
        if not single or gold.option is None or not isinstance(options, tuple):
            return None
        option = options[gold.option] if gold.option < len(options) else None
        return option if isinstance(option, Formula) else None
    formula = getattr(query, "formula", None)
    if not isinstance(gold, TruthAnswer) or not isinstance(formula, Formula):
        return None
    follows = _FOLLOWS.get(gold.value)
    if follows is None or (not follows and item.open_is_false):
        return None
    return formula if follows else Not(formula)
