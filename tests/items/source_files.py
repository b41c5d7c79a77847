"""Files that the tests of sources read, written where pytest says."""

import json
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_lines(path: Path, *values: Any) -> Path:
    """Values as JSON Lines; a string is a line as it stands."""
    lines = [v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in values]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def own_item(id: str = "one", **changes: Any) -> dict[str, Any]:
    """A small item of the own format, decided by its premises."""
    return {
        "id": id,
        "text": "It rains or it snows. It does not rain.",
        "questions": [{"query": "necessary(S)", "gold": "necessary"}],
        "formalization": {"premise": ["R | S", "~R"], "translation": {"S": "it snows"}},
        **changes,
    }


def choice(**changes: Any) -> dict[str, Any]:
    """A multiple-choice record as DivLogicEval has them."""
    return {
        "id_string": "mc_0",
        "context": "If it rains, the street is wet. It rains.",
        "question": "Which one follows?",
        "answers": ["It is dry.", "The street is wet.", "It snows.", "Nobody is out."],
        "label": 1,
        "question_label": "3c1e",
        **changes,
    }


def base_item(**changes: Any) -> dict[str, Any]:
    """A record as LLMEval-Logic Base has them."""
    return {
        "id": 1,
        "title": "下雨",
        "original": {"background": "如果下雨，地就湿。", "question": "地湿吗？", "answer": "是。"},
        "formalization": {
            "parameters": {"A": "Bool", "B": "Bool"},
            "translation": {"A": "下雨", "B": "地湿"},
            "premise": ["A \\rightarrow B", "A"],
            "question": ["necessary(B)"],
            "answer": ["necessary"],
        },
        "label_type": ["possible"],
        "logictype": "pl",
        **changes,
    }


def template(**changes: Any) -> dict[str, Any]:
    """A ContextHub template with two instantiations."""
    return {
        "question": [{"<nl>": "aaa is True.\n(NOT aab) -> aac.\nDeduce the result of aac."}],
        "answer": "N/A",
        "arts": {
            "Opera": {
                "<aaa>": "The soprano sang.",
                "<aab>": "The tenor slept.",
                "<aac>": "The audience clapped.",
                "<nl>": "The soprano sang.\nIf the tenor did not sleep, they clapped.\nDid they?",
            }
        },
        "abstract": {"0": {"<aaa>": "xq", "<aab>": "yz", "<nl>": "xq is True. What of zz?"}},
        **changes,
    }
