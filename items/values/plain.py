"""What a model wrote in the place of an answer, as an answer of the question's form.

Owns letters, truth values, verdicts, numbers and free texts. Sets, lists and tables of worlds are
`worlds`'; which of them is read is the answer form's; finding the place is
`items.asking.extraction`'s.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from items.answers import ChoiceAnswer
from items.values import phrases
from items.values.letters import letter
from items.values.unreadable import Unreadable

if TYPE_CHECKING:
    from solver.kinds.base import Kind

MAX_FREE = 20_000
"""Characters of a free answer that are kept."""
TRUTH_WORDS: Mapping[str, str] = {
    "true": "true",
    "t": "true",
    "false": "false",
    "f": "false",
    "unknown": "unknown",
    "uncertain": "unknown",
    "n/a": "unknown",
    "n-a": "unknown",
    "na": "unknown",
}
"""What is read as True, False and Unknown, in lower case."""
_TRUTH: Mapping[str, str] = {
    **TRUTH_WORDS,
    "cannot be determined": "unknown",
    "undetermined": "unknown",
    "indeterminate": "unknown",
    "neither": "unknown",
    "真": "true",
    "为真": "true",
    "正确": "true",
    "假": "false",
    "为假": "false",
    "错误": "false",
    "未知": "unknown",
    "不确定": "unknown",
    "无法确定": "unknown",
    "不能确定": "unknown",
    "无法判断": "unknown",
}
_WORDS_OF_TRUTH = "|".join(sorted(map(re.escape, _TRUTH), key=len, reverse=True))
_LEADING_TRUTH = re.compile(
    rf"({_WORDS_OF_TRUTH})(?![a-z/|])(?!\s*(?:/|\||or\b|或))(.*)", re.DOTALL
)
_SIGNS = str.maketrans("", "", "*_`$<>()[]{}\"'“”‘’「」【】\\")
_LONE = re.compile(r"([A-Z])(?![A-Z0-9'’])", re.IGNORECASE)
_SECOND = re.compile(
    r"\s*(?:,|/|\||&|、|\band\b|\bor\b|和|或|与)\s*([A-Z])(?![A-Z])", re.IGNORECASE
)


def choice(text: str, options: Sequence[str], shown: Sequence[int]) -> ChoiceAnswer:
    """The letter a text begins with, as an option; any other letter or text is N, none of the
    options (ILogicEval, section 5.1). `options` are as shown, `shown` their own indices.

    Raises Unreadable where two letters are given.
    """
    bare = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    bare = re.sub(r"^(?:boxed|textbf|text|option|choice|选项|选|[\s:])*", "", bare, flags=re.I)
    match = _LONE.match(bare)
    if match is None:
        return ChoiceAnswer(option=None)
    second = _SECOND.match(bare, match.end())
    letters = [letter(place) for place in range(len(shown))]
    if second and second[1].upper() in letters and second[1].upper() != match[1].upper():
        raise Unreadable(f"two letters are given: {match[1]} and {second[1]}")
    if match[1].upper() not in letters or _is_an_option(bare, options):
        # The second: an option's own text that begins with an article, "A goat sleeps".
        return ChoiceAnswer(option=None)
    return ChoiceAnswer(option=shown[letters.index(match[1].upper())])


def _is_an_option(text: str, options: Sequence[str]) -> bool:
    plain = phrases.plain(text)
    return len(plain) > 1 and plain in {phrases.plain(option) for option in options}


def truth(value: Any) -> str:
    """`true`, `false` or `unknown`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    plain = phrases.plain(text_of(value).translate(_SIGNS))
    match = _LEADING_TRUTH.match(plain)
    if match is None:
        raise Unreadable(f"no truth value: {_shown(value)}")
    if len(match[1]) == 1 and match[1].isascii() and match[2]:
        raise Unreadable(f"no truth value: {_shown(value)}")
    return _TRUTH[match[1]]


def verdict(value: Any, kind: "Kind") -> str:
    """A kind's verdict, in its own word, another spelling, or as yes or no."""
    positive, negative = kind.verdicts[0], kind.verdicts[-1]
    if isinstance(value, bool):
        return str((positive if value else negative).verdict)
    plain = phrases.plain(text_of(value).translate(str.maketrans("", "", "*`\"'")))
    word = re.sub(r"[\s\-]+", "_", plain)
    for known in kind.verdicts:
        if word == known.verdict or plain in known.spellings:
            return str(known.verdict)
    answer = phrases.yes_no(plain) if len(kind.verdicts) == 2 else None
    if answer is None:
        raise Unreadable(f"neither {positive.verdict} nor {negative.verdict}: {_shown(value)}")
    return str((positive if answer else negative).verdict)


def count(value: Any) -> int:
    """A number, 0 or more."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        number: int | None = value
    else:
        number = phrases.number(text_of(value))
    if number is None or number < 0:
        raise Unreadable(f"no number: {_shown(value)}")
    return number


def free(value: Any) -> str:
    """A free answer; one given as a list or object is kept as such."""
    import json

    if isinstance(value, str):
        return value.strip()[:MAX_FREE]
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value) and value:
        return "\n".join(value)[:MAX_FREE]
    return json.dumps(value, ensure_ascii=False)[:MAX_FREE]


def text_of(value: Any) -> str:
    """A text, or a number as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise Unreadable(f"expected a text, found {type(value).__name__}")


def _shown(value: Any) -> str:
    text = str(value)[:200]
    return repr(text if len(text) <= 60 else text[:59] + "…")
