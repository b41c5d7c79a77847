"""The option that a response chooses, out of whatever words it is put in.

Owns letters, options told by their text, "none of these", and which of several statements holds:
the last that is no question, no condition, and not taken back. Two letters side by side choose
nothing.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from items.responses.places import MAX_PLACES, announced, boxes, keyed, tagged, unwrapped
from items.values import phrases
from items.values.letters import letter
from items.values.unreadable import Unreadable

_SIGNS = str.maketrans("", "", "*_`$<>()[]{}\"'“”‘’「」【】《》\\#|~")
_EDGES = " \t\r\n.,;:!?。，；：！？、"
_LEAD = re.compile(
    r"(?:boxed|fbox|final answer|answer|option|choice|letter|the|is|its|it is|definitely|clearly|"
    r"indeed|simply|probably|likely|most likely|therefore|thus|so|hence|both|either|选项|选择|"
    r"应选|故选|答案|选|是|为|项|应该是|应为|[\s:：,，.=>✅✓✔☑️-])*",
    re.IGNORECASE,
)
_LONE = re.compile(r"([A-Za-z])(?![A-Za-z0-9])")
_SECOND = re.compile(
    r"\s{0,4}(?:(?:,\s{0,2})?(?:/|\||&|\+|\band\b|\bor\b|和|或|与|以及|及)\s{0,4}(?:option |选项)?"
    r"([A-Z])(?![A-Za-z0-9])(?! [a-z]{3,9}s\b)"
    r"|(?:,|，|、)\s{0,4}(?:option |选项)?([A-Z])(?![A-Za-z0-9])(?! [a-z])"
    r"|[.。]\s{0,2}([A-Z])[.。]?\s*$|[.。]([A-Z])(?=[.。][A-Z]))"
)
"""Another letter beside the first; after a comma it may begin a clause of its own."""
_BOXES = re.compile(
    r"boxed\{[^{}A-Z]{0,8}([A-Z])[^{}]{0,8}\}{1,2}[\s$).]{0,4}(?:/|,|，|、|&|\bor\b|\band\b|或|和|与)"
    r"[\s$(\\]{0,4}boxed\{[^{}A-Z]{0,8}([A-Z])"
)
"""Two boxes side by side."""
_MANY = re.compile(r"([A-Z]{2,8})(?![A-Za-z0-9])")
_GOES_ON = re.compile(
    r"\s{0,3}(?:$|[^A-Za-z\s])|\s{1,3}(?:because|since|as|is|are|was|and|which|follows|given|would|"
    r"must|can|for|due|with|by|based|in|where|says|only|here|from|according|option|choice|seems|"
    r"should|but|not|if|–|-)\b|\s{1,3}[A-Z]"
)
"""What may follow the letter A, which is also a word."""
_NEGATED = re.compile(
    r"(?:not|never|neither|cannot be|isn't|isnt|can't be)\b|不是|并非|不选|不为|不", re.IGNORECASE
)
_NOBODY = re.compile(
    r"(?:none|no option|no correct option|no answer|"
    r"neither(?!\s{1,3}(?:option |choice |statement )?[(\[]?[A-Z](?![a-z]))|nothing|"
    r"cannot be determined|can not be determined|can't be determined|cannot tell|"
    r"not enough information|undetermined|"
    r"indeterminate|i do not know|i don't know|i dont know|unknown|n/a|all (?:of them )?are wrong|"
    r"以上都不|以上均不|以上皆非|都不对|都不是|均不正确|均不对|都不正确|没有正确|没有一个|无正确|"
    r"无法确定|不能确定|无法判断|不知道|皆非|无一)",
    re.IGNORECASE,
)
_CHOSEN = re.compile(
    r"(?:\b(?:I|we)(?:'d|'ll|’d|’ll| would| will| must| have to| shall)?(?: therefore| thus)? "
    r"(?:choose|chose|pick|picked|select|selected|mean|meant|say|go with|went with|opt for|"
    r"vote for|settle on|believe it is|think it is|think it's|conclude)"
    r"|\b(?:choose|choosing|selecting|going with|go with|settle on|leaves|leaving|leaves us with|"
    r"pick)"
    r"|\b(?:it|that|this)(?:'s| is|’s| must be| has to be| should be| would be)"
    r"|\b(?:should|must|has to|ought to) (?:actually )?be"
    r"|\b(?:correction|actually|final|therefore|thus|hence|consequently|in conclusion|so|"
    r"conclusion|wait, no|rather|instead)\b[:,]?|∴"
    r"|\b(?:is )?not (?:option )?[A-Z]\b[)\].,*]{0,4} but\b(?: rather| instead)?"
    r"|\b(?:no|nope|wait|hold on|no wait)\b[,.:;—–-]{0,2}\s{1,2}(?:[—–-]\s)?"
    r"|\b(?:change (?:my answer|it|that) to|switch to|make (?:that|it))"
    r"|(?<![不勿别可多单])(?:改选|故选|应选|应该选|本题选|所以选|因此选|只能选|我选|选择|选)"
    r"|(?:更正|改为|应该是|应为|应是|而是|所以是|因此是|不对，是|就是|正确的是)[:：]?)"
    r"[\s*_`\"'“(（\[:：,，]{0,8}(?:option |choice |answer |letter |选项|答案)?"
    r"[\s*_`\"'“(（\[:：]{0,6}([A-Za-z])(?![A-Za-z0-9'’])",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"\b(?:is|are|remains|follows is|one is)[\s*(\"“]{1,4}(?:option )?([A-Z])"
    r"(?=[)\].*_\"”]{0,4}(?:\s{0,3}$|[.!]\s|\n|: ))",
    re.MULTILINE,
)
"""A sentence that ends with a letter, as in "the statement that must be true is B"."""
_PRAISED = re.compile(
    r"(?<![A-Za-z0-9'’])([A-Z])[)\]）.*_`\"'”]{0,4}\s{0,2}(?:选项|项)?\s{0,2}"
    r"(?:(?:is|must be|has to be|would be|should be|seems|appears|seems to be|appears to be|"
    r"looks)\s"
    r"(?:therefore |thus |clearly |indeed |definitely )?"
    r"(?:the )?(?:only |single |most |one )?(?:correct|right|best|true|answer|one\b(?! of)|valid|"
    r"logical|accurate|appropriate|sound|necessarily true|entailed|supported|one that follows|"
    r"option that follows)"
    r"|follows|necessarily follows|是?(?:唯一)?(?:正确|符合题意|成立|对)(?:的|答案)?)(?![A-Za-z])"
)
_BLAMED = re.compile(
    r"(?<![A-Za-z0-9'’])([A-Z])[)\]）.*_`\"'”]{0,4}\s{0,2}(?:选项|项)?\s{0,2}"
    r"(?:(?:is|was|must be|can)(?:n't|not| not)? ?(?:definitely |clearly |also )?"
    r"(?:wrong|incorrect|false|not|out\b|ruled out|eliminated|invalid|be)"
    r"|不正确|不对|错误?|不成立|被排除)"
)
_RULED_OUT = re.compile(
    r"\b(?:not|rule out|ruling out|eliminate|reject|isn't|wasn't)\s{1,3}(?:option |choice )?"
    r"[(\[*]{0,4}([A-Z])(?![A-Za-z0-9'’])|(?:排除|不选|不是)\s{0,2}(?:选项)?([A-Z])(?![A-Za-z0-9])"
)
_SUPPOSED_BEFORE = re.compile(
    r"(?:\b(?:if|suppose|supposing|assume|assuming|whether|when|unless|had|could|might|may|perhaps|"
    r"maybe|format|form|e\.g\.?|example|instead of|rather than)\b|"
    r"假设|如果|若|是否|例如|格式|可能|也许)"
    r"[^.,;，；\n。!?]{0,30}$|\b(?:is|was)\s{0,2}(?:the )?$",
    re.IGNORECASE,
)
_JUST_DENIED = re.compile(r"(?:\bnot|\bnor|\bneither|\bnever|n't|不|别|勿)\s{0,2}$", re.IGNORECASE)
_SAID_WRONG = re.compile(
    r"\s{0,3}(?:is|was)?\s{0,2}(?:(?:not(?!\s[A-Z]\b)|isn't|wrong|incorrect)\b"
    r"|(?:选项|项)?(?:显然|肯定|也|都)?是?(?:不正确|不对|错|不成立|不符合|不可能|假的))"
)
_STRONG = re.compile(r"\*\*\s?[(\[]?([A-Z])[)\].:]?\s?\*\*|__([A-Z])__|「([A-Z])」|【([A-Z])】")
_BRACKETED = re.compile(r"(?<![A-Za-z0-9])[(\[（]([A-Z])[)\]）]")
_MARKED_LINE = re.compile(
    r"^[\s*_>#-]{0,8}[(\[（]?([A-Z])[)\]）.:：、*_]{1,4}\s{0,4}(.{0,200})$", re.MULTILINE
)
_YES = re.compile(
    r"(?<!not )(?<!in)\b(?:correct|right|true|yes|valid|follows)\b|✓|✔|✅|☑|(?<!不)正确|"
    r"(?<!不)成立|对(?:的)?$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:incorrect|wrong|false|no|not|invalid|doesn't|cannot)\b|✗|✘|❌|×|☒|不|错|无法",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"(?:i'm|i am|im|we are|we're)? ?(?:very )?(?:sorry|afraid|unable)|"
    r"i (?:can't|cannot|can not|won't|will not|must decline|decline|am not able)|as an ai|"
    r"抱歉|对不起|很遗憾|我无法|我不能|作为一个?(?:人工智能|ai)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.。!?！？;；\n](?:\s|$)|[。！？；]")
_CAPITAL = re.compile(r"(?<![A-Za-z0-9'’])([A-Z])(?![A-Za-z0-9'’])")
_CLOSING = "*_`)]\"'”）"


class Said(NamedTuple):
    """One statement of a choice."""

    at: int
    option: int | None


def chosen(text: str, count: int, options: Sequence[str]) -> int | None:
    """The option a response chooses, from 0 in the order shown; None for none of them (N).

    `text` is the response without its reasoning; `options` are the texts as shown, where known.

    Raises:
        Unreadable: it chooses nothing, or several.
    """
    reader = _Reader([letter(place) for place in range(count)], options)
    return reader.read(unicodedata.normalize("NFKC", text))


def refused(text: str) -> bool:
    """Whether a response begins by refusing to answer."""
    return _REFUSED.match(text.strip(" \n\t*_\"'“>#").replace("’", "'")) is not None


class _AmbiguousError(Unreadable):
    """Several letters are given."""


class _Reader:
    """Reads choices among some letters, with the options' texts as shown."""

    def __init__(self, letters: Sequence[str], options: Sequence[str]) -> None:
        self.letters = letters
        self.options = [phrases.plain(option) for option in options]

    def read(self, text: str) -> int | None:
        """The choice of a whole response. Raises Unreadable."""
        text = text.strip()
        if not text:
            raise Unreadable("the response is empty")
        for value in reversed(keyed(text)):
            return self._value(value)
        for inner in reversed(tagged(text)):
            return self._inside(inner)
        text = unwrapped(text)
        if "\n" not in text and len(text) <= 300:
            said = self._stated(text)
            if said is not None:
                return said.option
            return self._inside(text)
        return self._prose(text)

    def _value(self, value: object) -> int | None:
        """What stands in a JSON object."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, list):
            raise _AmbiguousError("several options are given")
        if not isinstance(value, str):
            raise Unreadable(f"no letter: {str(value)[:40]!r}")
        return self._inside(value)

    def _inside(self, text: str) -> int | None:
        """What stands in a place made for the answer."""
        try:
            return self.direct(text)
        except _AmbiguousError:
            raise
        except Unreadable:
            return self._prose(text)

    def _prose(self, text: str) -> int | None:
        """The last statement, else a line that is nothing but a choice, else the one letter that
        stands out."""
        said = self._stated(text)
        if said is not None:
            return said.option
        lines = [line for line in text.split("\n") if line.strip(" \t\r*_`#>-")]
        listed = {match[1] for match in _MARKED_LINE.finditer(text)} & set(self.letters)
        for line in (lines[-1], lines[0]) if lines else ():
            if len(listed) > 1 and _MARKED_LINE.match(line):
                continue
            try:
                return self.direct(line, strict=True)
            except _AmbiguousError:
                raise
            except Unreadable:
                continue
        if len(listed) > 1 and (alone := self._marked(text)) is not None:
            return alone
        for pattern in (_STRONG, _BRACKETED):
            standing = {next(filter(None, match.groups())) for match in pattern.finditer(text)}
            standing &= set(self.letters)
            if len(standing) == 1:
                return self.letters.index(standing.pop())
        if refused(text):
            raise Unreadable("the response refuses to answer")
        if len(text) <= 400 and (count := self._told(text)) is not None:
            return count
        shown = text if len(text) <= 60 else text[:59] + "…"
        raise Unreadable(f"no letter from A to {self.letters[-1]} and no N: {shown!r}")

    def _told(self, text: str) -> int | None:
        """The one option whose text stands in a short response."""
        plain = phrases.plain(text)
        same = [n for n, option in enumerate(self.options) if len(option) >= 8 and option in plain]
        return same[0] if len(same) == 1 else None

    def _stated(self, text: str) -> Said | None:
        """The last statement of a choice; None where there is none. Raises where it gives two."""
        blamed = {(match[1], match.start()) for match in _BLAMED.finditer(text)}
        blamed |= {(match[1] or match[2], match.start()) for match in _RULED_OUT.finditer(text)}
        last: dict[str, int] = {}
        for name, place in blamed:
            last[name] = max(last.get(name, -1), place)
        statements = sorted(self._statements(text), key=lambda pair: pair[0])
        for at, option in reversed(statements):
            if isinstance(option, Unreadable):
                raise option
            if option is not None and last.get(self.letters[option], -1) > at:
                continue
            return Said(at, option)
        return None

    def _statements(self, text: str) -> Iterator[tuple[int, int | Unreadable | None]]:
        """Where choices are stated, and what they are; an error where one gives two."""
        for place in (*announced(text), *boxes(text)):
            before = text[max(0, place.at - 50) : place.at]
            if _SUPPOSED_BEFORE.search(before) and not place.plain:
                continue
            try:
                yield place.at, self._announced(place.value, place.plain)
            except _AmbiguousError as error:
                if not self._all_named(place.value):
                    yield place.at, error
            except Unreadable:
                continue
        for match in _BOXES.finditer(text):
            if match[1] != match[2] and {match[1], match[2]} <= set(self.letters):
                both = f"two letters are given: {match[1]} and {match[2]}"
                yield match.end(), _AmbiguousError(both)
        for pattern in (_CHOSEN, _ENDING, _PRAISED):
            for match in deque(pattern.finditer(text), maxlen=MAX_PLACES):
                name = match[1]
                after = text[match.end(1) : match.end(1) + 40]
                rest = after.lstrip(_CLOSING)
                before = text[max(0, match.start() - 50) : match.start()]
                if name.upper() not in self.letters or rest[:1] in ("?", "？"):
                    continue
                if _SUPPOSED_BEFORE.search(before) or _JUST_DENIED.search(before):
                    continue
                if pattern is not _PRAISED and not _alone(name, rest):
                    continue
                second = _SECOND.match(rest)
                other = _first(second)
                if other in self.letters and other != name.upper():
                    both = f"two letters are given: {name} and {other}"
                    yield match.start(), _AmbiguousError(both)
                    continue
                yield match.start(), self.letters.index(name.upper())

    def _announced(self, value: str, plain: bool) -> int | None:
        """What an announcement gives: what it begins with, else the one letter in its sentence."""
        if not value:
            raise Unreadable("nothing is announced")
        try:
            return self.direct(value, strict=not plain)
        except _AmbiguousError:
            raise
        except Unreadable:
            sentence = _SENTENCE_END.split(value, maxsplit=1)[0][:160]
            names = {
                match[1]
                for match in _CAPITAL.finditer(sentence)
                if match[1] in self.letters
                and (match[1] != "A" or _GOES_ON.match(sentence[match.end() :]))
            }
            if len(names) == 1 and not _NEGATED.search(sentence):
                return self.letters.index(names.pop())
            raise

    def direct(self, text: str, *, strict: bool = False) -> int | None:
        """The option of a text that begins with it, or is its text; None for none of them. With
        `strict` a letter must be followed by a mark, by what a statement goes on with, or by its
        option's text. Raises Unreadable."""
        whole = phrases.plain(text.translate(_SIGNS))
        same = [n for n, option in enumerate(self.options) if option and option == whole]
        if len(same) == 1 and len(whole) > 1:
            return same[0]
        signed = text.translate(_SIGNS).strip()
        lead = _LEAD.match(signed)
        bare = signed[lead.end() if lead else 0 :]
        if _NEGATED.match(bare) and not _NOBODY.match(bare):
            raise Unreadable(f"what is not the answer: {text[:40]!r}")
        many = _MANY.match(bare)
        if many and len(set(many[1])) == len(many[1]) and set(many[1]) <= set(self.letters):
            raise _AmbiguousError(f"several letters are given: {many[1]}")
        match = _LONE.match(bare)
        rest = bare[match.end() :] if match else ""
        second = _SECOND.match(rest)
        other = _first(second)
        if match and second and match[1] != other and {match[1], other} <= set(self.letters):
            raise _AmbiguousError(f"two letters are given: {match[1]} and {other}")
        if match is None or not self._is_letter(match[1], rest, bare, strict):
            if _NOBODY.match(bare.strip(_EDGES)) or _NOBODY.match(signed.strip(_EDGES)):
                return None
            raise Unreadable(f"no letter: {text[:60]!r}")
        name = match[1].upper()
        if rest.lstrip()[:1] == "?":
            raise Unreadable("a letter with a question mark")
        if name not in self.letters:
            return None
        if _SAID_WRONG.match(rest):
            raise Unreadable(f"{name} is said to be wrong")
        return self.letters.index(name)

    def _is_letter(self, name: str, rest: str, bare: str, strict: bool) -> bool:
        """Whether a lone character is meant as a letter, and is no word."""
        if not rest.strip(_EDGES):
            return True
        if name.islower():
            return rest[:1] in ".):：。、,;" and name in "abcdefgh"
        if name not in self.letters:
            # E, F, …: none of the options, where it stands as a letter does; "I think" does not.
            return rest[:1] in ".):：" and name != "I"
        place = self.letters.index(name)
        if place < len(self.options) and phrases.plain(rest) == self.options[place]:
            return True
        if phrases.plain(bare) in self.options:
            return False
        if name == "A" or strict:
            return _GOES_ON.match(rest) is not None
        return True

    def _marked(self, text: str) -> int | None:
        """The one option that a list of all marks as right."""
        right: set[str] = set()
        wrong: set[str] = set()
        for match in _MARKED_LINE.finditer(text):
            if match[1] in self.letters:
                if _NO.search(match[2]):
                    wrong.add(match[1])
                elif _YES.search(match[2]):
                    right.add(match[1])
        if len(right) == 1 and wrong and not right & wrong:
            return self.letters.index(right.pop())
        return None

    def _all_named(self, value: str) -> bool:
        """Whether a text names every option, as an instruction does."""
        names = {match[1] for match in _CAPITAL.finditer(value[:80])}
        return names >= set(self.letters)


def _first(match: re.Match[str] | None) -> str:
    """What the group that matched holds; nothing without a match."""
    return next(filter(None, match.groups()), "") if match else ""


def _alone(name: str, rest: str) -> bool:
    """Whether a letter after words such as "so" or "it is" is no word: the article "a", or "I"."""
    if name.islower():
        return not rest.strip() or rest[:1] in ".,;\n"
    return name not in ("A", "I") or _GOES_ON.match(rest) is not None
