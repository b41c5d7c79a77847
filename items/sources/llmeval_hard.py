"""LLMEval-Logic Hard: hardened items, in Chinese as published, with free-text answers.

Owns the file's fields and two interpretations that are made only if the text is unambiguous: a
counterfactual's condition, and the query kind of a sub-question.
"""

import ast
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from items.answers import TextAnswer
from items.formal import language_of
from items.models import Item, Provenance, Question
from items.sources.document import Document, Record, bad_record
from solver.errors import InputError

BENCHMARK = "LLMEval-Logic Hard"

_NUMBER = re.compile(r"^\s*\d+\s*[.．、)）]\s*")
_SUPPOSED = r"((?:反事实|另设|另一|再设|设|假设|假如|倘若|若|如果)[^？?]*?"
_ASKED = (
    r"(?:在[^，。；：？?]{0,24}(?:世界|反事实|情形|情况|条件|假设|前提|政策|alpha|beta|α|β)"
    r"[^，。；：？?]{0,8}[，,]\s*)?"
    r"(?:请|试|求|问|列出|列举|枚举|输出|判断|综合|重新|统计|给出|此时|那么|则|会|是否|有哪|"
    r"共有|哪|所有|多少|截至|alpha|beta|对于|最终|当前)"
)
_CONDITIONS = (
    re.compile(rf"{_SUPPOSED}[。；])\s*({_ASKED}.*)", re.DOTALL),
    re.compile(rf"{_SUPPOSED}[，,])\s*({_ASKED}.*)", re.DOTALL),
    re.compile(rf"{_SUPPOSED}[。；，,])\s*+([^，,。；]+[？?].*)", re.DOTALL),
)
"""The supposition, then the question: after a full stop, or else after a comma, or else the last
clause if it is a question."""
_CUES = (
    ("count_models", re.compile(r"总数|多少[种个组名]|[有为]几[个种]|个数|数量")),
    ("unique_solution", re.compile(r"是否(?:能够|能|可以|仍|被|唯一)*唯一|唯一确定吗")),
    (
        "enumerate_models",
        # Each word is matched at its first place in the line only.
        re.compile(
            r"^(?>.*?(?:枚举|列举|列出))(?>.*?(?:完整|相容|可行|兼容)).*?(?:模型|世界)",
            re.MULTILINE,
        ),
    ),
)
_MORE = re.compile(r"对称差|比较|分别|交集|只在|哪些|必然|投影|不要|变化|改变|取值|并判断|集合族")
"""Signs that the question is about something else, or more, than a cue alone indicates."""


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a background and lists of questions and answers, as text."""
    return (
        isinstance(value.get("background"), str)
        and isinstance(value.get("question"), list)
        and "options" not in value
        and "label" not in value
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record; each sub-question is a free-text question.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = record.value
    if not isinstance(value, dict):
        raise bad_record(where, "an item, a JSON object", type(value).__name__)
    for key in ("id", "background", "question"):
        if key not in value:
            raise bad_record(f"{where}, field {key}", "a value", "nothing")
    questions, answers = value["question"], value.get("answer")
    if not isinstance(questions, list) or not questions:
        raise bad_record(
            f"{where}, field question", "a list of questions", type(questions).__name__
        )
    if answers is not None and (not isinstance(answers, list) or len(answers) != len(questions)):
        outcome = len(answers) if isinstance(answers, list) else type(answers).__name__
        raise bad_record(
            f"{where}, field answer", f"a list of {len(questions)} answers", str(outcome)
        )
    background = _plain(value["background"], f"{where}, field background")
    yield Item(
        id=str(value["id"]),
        title=str(value.get("title", "")),
        language=language_of(background),
        text=background,
        questions=tuple(
            _question(
                _plain(text, f"{where}, question[{n}]"),
                None if answers is None else _gold(answers[n], f"{where}, answer[{n}]"),
                n,
            )
            for n, text in enumerate(questions)
        ),
        attributes={"sub_questions": len(questions)},
        provenance=Provenance(benchmark=BENCHMARK, file=document.path.name, index=record.index),
    )


def query_kind(text: str) -> str | None:
    """The query kind that a sub-question is clearly about; None without a cue or with several."""
    if _MORE.search(text):
        return None
    texts = [kind for kind, cue in _CUES if cue.search(text)]
    return texts[0] if len(texts) == 1 else None


def _question(text: str, gold: str | None, n: int) -> Question:
    bare = _NUMBER.sub("", text)
    match = next((m for pattern in _CONDITIONS if (m := pattern.fullmatch(bare))), None)
    condition, rest = (match[1].strip(), match[2].strip()) if match else (None, bare)
    return Question(
        id=str(n + 1),
        text=rest,
        kind="text",
        query_kind=query_kind(rest),
        gold=None if gold is None else TextAnswer(text=_NUMBER.sub("", gold)),
        condition=condition,
    )


def _gold(value: Any, where: str) -> str:
    """An answer: a text, a list of texts, or an object that holds one under `answer`.

    Some published answers are such objects in Python notation.
    """
    if isinstance(value, str) and value.startswith("{'") and "'answer':" in value:
        with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            value = ast.literal_eval(value)
    if isinstance(value, dict) and "answer" in value:
        value = value["answer"]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _plain(value, where)


def _plain(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise bad_record(where, "text", type(value).__name__)
    return value
