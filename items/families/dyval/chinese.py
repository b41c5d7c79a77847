"""Strict DyVal tasks in Chinese, and the reader for their texts.

Owns the Chinese sentences of ContextHub's domains (`vocab_zh`, one file per domain, under the
domain's English name) and the templates. A line is `who|did|what`; it is affirmed with 了, and
denied with 没有 and without 了.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from items.families.dyval.strict_tasks import Lit, StrictTask
from items.families.dyval.tree import Op
from items.families.dyval.words import (
    Domain,
    ReadFormulas,
    Sentence,
    TaskText,
    heard,
    heard_list,
    listed,
    literal,
    read_domains,
    signed,
)
from items.seeds import Draw
from items.wording.conventions import with_conventions, without_conventions

FOLDER = Path(__file__).parent / "vocab_zh"
_RULES = ("如果{body}，那么{head}。", "只要{body}，就说明{head}。", "倘若{body}，则{head}。")
_LISTS = (
    "下面几件事中，只要其他任何一件成立，第{place}件就成立：{body}。",
    "以下各项中，若其余有任何一项成立，则第{place}项成立：{body}。",
)
_PLACES = "一二三四五六七八九"
_QUESTION = "下面的陈述是真、是假，还是无法确定（N/A）？“{asked}。”"
_GIVEN = "已知{given}。"
_JOINS = {"并且": " ∧ ", "或者": " ∨ "}


@cache
def domains() -> Mapping[str, Domain]:
    """Return the eleven domains, by ContextHub's names."""
    return read_domains(FOLDER, sentence)


def sentence(line: str) -> Sentence:
    """Parse a line of a vocabulary.

    Raises:
        ValueError: the line does not have three parts.
    """
    who, did, complement = line.split("|")
    return Sentence(f"{who}{did}了{complement}", f"{who}没有{did}{complement}")


def render(task: StrictTask, sentences: Sequence[Sentence], draw: Draw) -> TaskText:
    """Render a strict task with one sentence per symbol."""

    def clause(lit: Lit) -> str:
        return sentences[lit.symbol].clause(lit.positive)

    lines = []
    for line in task.lines:
        if not line.body:
            lines.append(f"{clause(line.head)}。")
            continue
        parts = [clause(lit) for lit in line.body]
        if task.listed(line):
            lines.append(listed(draw, _LISTS, _PLACES, parts, clause(line.head), "；"))
            continue
        body = ("并且" if line.join is Op.AND else "或者").join(parts)
        lines.append(draw.choice(_RULES).format(body=body, head=clause(line.head)))
    question = _QUESTION.format(asked=sentences[task.asked_symbol].affirmation)
    if task.given is not None:
        question = _GIVEN.format(given=clause(task.given)) + question
    return TaskText(with_conventions("".join(lines), "", "zh"), question)


_FRAMES = [
    re.compile(
        re.escape(rule)
        .replace(r"\{body\}", r"(?P<body>[^，。]+)")
        .replace(r"\{head\}", r"(?P<head>\{¬?\w+\})")
    )
    for rule in _RULES
]
_LISTED = [
    re.compile(
        re.escape(text)
        .replace(r"\{body\}", "(?P<body>[^。]+)")
        .replace(r"\{place\}", "(?P<place>.)")
    )
    for text in _LISTS
]
_ASKED = re.compile(
    "(?:" + _GIVEN.format(given=r"(\{¬?\w+\})") + ")?"
    + re.escape(_QUESTION).replace(r"\{asked\}", r"(\{¬?\w+\})")
)  # fmt: skip


def hear(meaning: TaskText, sentences: Mapping[str, Sentence]) -> ReadFormulas:
    """Return the formulas stated by a text from `render`, using only the sentences of its symbols.

    Raises:
        ValueError: a sentence of the text has no known form.
    """
    signs = signed(sentences)
    body = signs(without_conventions(meaning.text, "zh"))
    premises = [_statement(f"{part}。") for part in body.rstrip("。").split("。")]
    return heard(premises, _ASKED.fullmatch(signs(meaning.question)), meaning)


def _statement(text: str) -> str:
    for frame in _LISTED:
        match = frame.fullmatch(text)
        if match:
            return heard_list(match["body"].split("；"), match["place"], _PLACES)
    for frame in _FRAMES:
        match = frame.fullmatch(text)
        if match:
            return f"({_body(match['body'])}) → {literal(match['head'])}"
    return literal(text.rstrip("。"))


def _body(text: str) -> str:
    for word, sign in _JOINS.items():
        if word in text:
            return sign.join(map(literal, text.split(word)))
    return literal(text)
