"""Words with values, and the choice among several of them in a response.

Owns the choice: which of the words found in a text is the answer, and which only repeat the
question or belong to something else. Longer words match first, so that no word is matched inside
another.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from items.responses.answer_places import (
    MAX_PLACES,
    VALUE,
    announced,
    boxes,
    keyed,
    objects,
    tagged,
    unwrapped,
)
from items.responses.assertion_stances import (
    clause,
    is_asserted,
    refused,
    standing,
    unfinished,
    unmentioned,
)
from items.responses.certainty_shares import largest, share
from items.responses.conditions import named_answer, of_condition
from items.responses.indirect_truth_values import plainly
from items.responses.opposing_answers import RANKED, contradicted, ranked, two_finals
from items.values import phrases
from items.values.unreadable import Unreadable

NOT_SO = (
    *("并非如此", "并不如此", "不是的", "不是这样", "不是这样的", "情况并非如此", "事实并非如此"),
    *("并非这样", "不是如此", "不,情况并非如此", "不,并非如此"),
)
"""They answer no where they stand alone or first."""
_MARKUP = str.maketrans("", "", '*_`$<>()[]{}"“”‘’「」【】《》\\#|~')
_LEAD = re.compile(
    r"(?:boxed|textbf|text|mathrm|final answer|answer|option|[a-d][).:]|[a-d] - |"
    r"(?:the )?(?:statement|conclusion|claim|hypothesis|proposition|answer|truth value|result|"
    r"value)|"
    r"it|this|that|is|be|are|definitely|clearly|indeed|therefore|thus|so|hence|logically|also|"
    r"答案|结论|命题|该命题|该结论|陈述|它|这|应该是|应该|应为|因此|所以|[\s:：,，.=;>-])*"
)
_CONCLUDED = re.compile(
    r"\b(?:therefore|thus|hence|so|consequently|in conclusion|overall|finally|in summary|conclude|"
    r"we get|we have|deduce|it follows|as a result|ultimately|to conclude|in short)\b"
    r"|因此|所以|综上|故|可知|可得|总之|最终|由此",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[.。!！;；\n](?=\s|$|[^\x00-\x7f])|[。！；]")
_ECHO = re.compile(r"\s{0,3}(?:/|\||[<>≥≤≻≺]|,?\s?\bor\b|\band\b|或|、)\s{0,3}(?:also )?")
_ABOVE = re.compile(r"\s{0,3}[<>≥≤≻≺]=?\s{0,3}")
_PARTS = re.compile(r"[\n,;。]")
_NAMED_VALUE = re.compile(r"(?P<name>\w{1,20})(?:\s{0,3}[:=]\s{0,3}|\s)(?P<value>[^:=\n]{1,30})")
"""A name and its value, in a list of such pairs."""
_EDGES = " \t\r*_.•-"
_SENTENCES = re.compile(r"[.!?。！？\n]\s{0,3}\S")
_QUESTION = re.compile(r"^[\s\"'*_)]{0,4}[吗么]?[?？]")
_DENIED = re.compile(
    r"(?:\b(?:not|never|nor|cannot|without|hardly|scarcely|barely)|n't)\b"
    r"(?:\s(?!and\b|so\b|but\b|then\b|therefore\b)[\w'’]{1,16}){0,7}\s?$"
    r"|(?:不是|并非|并不|不见得|未必|不一定|谈不上|不能说|无法)\s{0,2}(?:说|认为|断定|推出|得出|"
    r"证明)?"
    r"(?:它|其|该结论|该命题|结论|命题)?(?:是|为)?$"
    r"|\b(?:claims?|assertion|idea|suggestion|notion|view)\sthat\b[^.,;:：]{0,80}$"
)
"""Before a word that is not itself a negation: it is denied, and thus not the answer."""
_UNFOUNDED = re.compile(
    r"(?:没有|缺乏|无)(?:任何)?(?:依据|根据|道理)|的?(?:说法|看法)(?:不|没|错)|是(?:错误?|不对|"
    r"不正确|不真)的|的?(?:可能性|概率|几率)|的可能"
)
"""After a word: the statement is rejected."""
_HEDGED = re.compile(
    r"(?:\b(?:may|might|could|can|possibly|probably|likely|perhaps|maybe|presumably|seems?|"
    r"appears?|looks|potentially|chances?|probability|likelihood|odds|"
    r"plausibly|"
    r"unlikely)\b(?:\s(?!and\b|so\b|but\b)[\w'’]{1,16}){0,5}\s?|(?:可能|也许|或许|大概|多半|"
    r"似乎|恐怕)[^,.;，。；]{0,6})$"
)
"""Before a word: it is only a guess."""
_OPEN = re.compile(
    r"(?:无法|不能|难以|不足以)[^,，。.;；]{0,20}(?:真假|真伪|对错|是真是假|(?:推出|推断|得出|"
    r"判断|确定)(?=[,，。.;；]|$))"
    r"|(?:\b(?:not|cannot)|n't)\s(?:\w{1,12}\s){0,4}whether\b[^.,;]{0,60}"
    r"|\b(?:do not|don't|doubt) (?:think |believe )?(?:that )?(?:we|one|it|this|i) (?:can|could) "
    r"(?:tell|know|say|determine|decide|be (?:told|known|determined|decided))\b"
    r"|\b(?:not|\w{2,8}n't)\s(?:\w{1,12}\s){0,3}enough (?:information|info|evidence|data)\b"
    r"(?: to \w{1,12})?"
    r"|\bneither (?:entails?|proves?|implies|imply|supports?|confirms?|entailed|proved|proven|"
    r"implied|supported)"
    r"(?: by the premises| it)? nor (?:is it )?\w{4,14}\b"
)
"""Ways to say that the answer cannot be determined, with words in between."""
_CLAIMED = re.compile(r"\b(?:claim|conclusion|statement|hypothesis|proposition)\sthat\b")
"""The value of a claim that is only mentioned, as in "the claim that it is true"."""
_HELD = ("true", "yes", "是", "对")
"""Values that mark the word that holds, in an object with all words."""
_MAX_LINES = 200
"""Largest number of lines searched for one that is an answer by itself."""
_BRIEF = frozenset(
    [
        "yes",
        "no",
        "是",
        "是的",
        "否",
        "不",
        "不是",
        "对",
        "不对",
        "错",
        "错误",
        "sure",
        "correct",
        "wrong",
        *NOT_SO,
    ]
)
"""Answers that depend on how the question is put."""
_OF_OTHER = re.compile(
    r"\b(?:premise|rule|fact|clue|assumption)s?\s(?:\d{1,2}|[a-h]|one|two|three|four|"
    r"five)\b[^.,;]{0,12}"
    r"\b(?:is|are|was|were|be)\s(?:\w{1,12}\s)?$"
    r"|\b(?:converse|inverse|contrapositive|opposite|negation)\b[^.,;]{0,24}\b(?:is|was|"
    r"be)\s(?:\w{1,12}\s)?$"
    r"|(?:前提|规则|条件)\s?[\d一二三四五六七八九]+[^，。,;；]{0,4}$|(?:逆命题|否命题|反面|"
    r"否定)[^，。,;；]{0,4}$"
)
"""Before a word: it is the value of something other than the question."""
_OF_PREMISES = re.compile(
    r"\b(?:premises?|facts?|rules?|clues?|assumptions?|antecedents?|consequents?|givens?|"
    r"hypothes[ie]s of [^.,;]{1,30}?|conditions?)\s(?:above |given |together |themselves )?"
    r"(?:is|are|were|was|be|being|must be)\s(?:\w{1,12}\s){0,2}?$"
    r"|(?:前提|事实|规则|条件)(?:都|均|全|全都|全部|皆|也)?(?:是|为)?$"
)
"""Before a word: it is the value of a premise, and of nothing else if it is the only one."""
_NO_ANSWER = re.compile(
    r",?\s(?:wonder|doubt|matter|problem|worries)\b|[,!.]{0,2}\s(?:i|we)(?: can|'ll|'d| will|"
    r" would)"
    r" (?:help|be glad|be happy|love|do)\b"
)
"""After yes or no: it answers something else."""
_FOLLOWS_NOT = re.compile(
    r",?\s(?:it|this|that|the (?:conclusion|statement))\s(?:does not|doesn't)\s"
    r"(?:necessarily )?follow"
)
"""After a "no": it may mean False or Unknown."""
_CORRECTED = re.compile(
    r"(?<=[;:.])\s(?:in fact,? |rather,? |actually,? |instead,? |on the contrary,? )?"
    r"(?:it|this|the (?:statement|conclusion|claim|proposition|answer|hypothesis))"
    r"(?:'s| is| must be) (?:in fact |actually |instead |rather )?(?:true|false|unknown)\b"
)
"""After a word that settles nothing: the value that holds."""
_CAUSE = re.compile(r"\b(?:because|since)\b|因为|由于")
_JOINS = re.compile(
    r"\s{0,3}(?:which|and|but|so|or|making|not|while|whereas|since|because|if)\b|而|但"
)
"""Beginning of a clause that is not the main one."""
_PROVIDED = re.compile(
    r",?\s(?:but )?(?:only )?(?:assuming|provided|if|unless|as long as|when)\b|，?(?:前提是|"
    r"如果|只要|除非)"
)
"""After a word: it holds on a condition."""
_REASON = re.compile(r"\b(?:because|since|as|given|for|if)\b|因为|由于|如果|若")


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that matches any of the words, longest first."""
    listed = sorted(words, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in listed if word.isascii())
    wide = "|".join(re.escape(word) for word in listed if not word.isascii())
    parts = [rf"(?<![a-z0-9]){each}(?![a-z0-9])" for each in ([f"(?:{latin})"] if latin else [])]
    return re.compile("|".join([*parts, *([f"(?:{wide})"] if wide else [])]))


class Vocabulary:
    """Words and their values. Words with the empty value settle nothing, such as "not true", which
    may be False or Unknown; words with the value "-" only repeat the question."""

    def __init__(self, values: Mapping[str, Sequence[str]]) -> None:
        self.value = {word: name for name, words in values.items() for word in words}
        self.words = _pattern(tuple(self.value))
        self.unambiguous = _pattern(tuple(word for word in self.value if _is_unambiguous(word)))
        """Words without another meaning inside a sentence."""

    def _in_order(self, text: str) -> bool:
        """Whether one of the words is ranked above another, as in `True > False`."""
        end = -1
        for match in islice(self.words.finditer(text), MAX_PLACES):
            if end >= 0 and _ABOVE.fullmatch(text, end, match.start()):
                return True
            end = match.end()
        return False

    def _of_several(self, text: str) -> bool:
        """Whether a text consists of the values of several things, none of them the answer."""
        names: set[str] = set()
        for part in _PARTS.split(text.lower()):
            if not part.strip(_EDGES):
                continue
            named = _NAMED_VALUE.fullmatch(part.strip(_EDGES))
            if named is None or named["value"] not in self.value:
                return False
            if named["name"] in self.value or named_answer(named["name"]):
                return False
            names.add(named["name"])
        return len(names) > 1

    def read(self, text: str) -> str:
        """Return the value of a whole response. Raises Unreadable."""
        text = standing(unicodedata.normalize("NFKC", text).strip()).strip()
        if not text:
            raise Unreadable("the response is empty")
        if text[-1] in "?？" and not _SENTENCES.search(text[:-1]):
            raise Unreadable("the response is a question")
        for value in reversed(keyed(text)):
            return self.value_given(value)
        for value in reversed(list(objects(text))):
            if (name := self._true_one(value)) is not None:
                return name
        text = self._plainly(unmentioned(text))
        for inner in reversed(tagged(text)):
            return self._inside(standing(inner))
        if (name := self.value_of(text)) is not None:
            return name
        if contradicted(text.lower(), self.words, lambda word: self.value[word]):
            raise Unreadable("two answers are given")
        if two_finals(text, partial(self._final, text), lambda _between, _value: False):
            raise Unreadable("two final answers are given")
        if self._in_order(text.lower()):
            raise Unreadable("the answers are only ranked")
        if self._of_several(text):
            raise Unreadable("the values of several things are given")
        places = (*announced(text), *boxes(text))
        for place in sorted(places, key=lambda place: place.announcement_start, reverse=True):
            if not is_asserted(text, place.announcement_start, place.value_start):
                continue
            if (name := self._clause(place.value)) is not None:
                return name
        return self._inside(text)

    def _final(self, text: str, start: int, end: int) -> str:
        """The value of a final answer; empty if it has none, or is not meant."""
        line = text[end : end + VALUE].split("\n", 1)[0]
        return (self._leading(line) or "") if is_asserted(text, start, end) else ""

    def _plainly(self, text: str) -> str:
        """Replace indirect truth values in the text by plain words."""
        return plainly(text) if "unknown" in self.value else text

    def _true_one(self, value: Mapping[str, Any]) -> str | None:
        """The only true word of an object from words to truth values, or the one with the largest
        share in an object with shares. Raises Unreadable if several have it."""
        entries = {self.value.get(_bare(str(key)), ""): entry for key, entry in value.items()}
        if len(entries) < 2 or "" in entries or "-" in entries:
            return None
        shares = {name: share(entry) for name, entry in entries.items()}
        known_shares = {name: each for name, each in shares.items() if each is not None}
        if len(known_shares) == len(entries):
            return largest(known_shares)
        true = [name for name, entry in entries.items() if str(entry).strip().lower() in _HELD]
        return true[0] if len(true) == 1 else None

    def value_given(self, value: object) -> str:
        """Return the value of an entry in a JSON object. Raises Unreadable."""
        if isinstance(value, bool):
            yes = "true" if value else "false"
            if yes in self.value:
                return self.value[yes]
        if isinstance(value, list) and len(value) == 1:
            return self.value_given(value[0])
        if isinstance(value, dict) and (name := self._true_one(value)) is not None:
            return name
        if not isinstance(value, str):
            raise Unreadable(f"no such word: {str(value)[:40]!r}")
        if (name := self.value_of(value)) is not None:
            return name
        return (
            self.read(value) if "{" not in value else self._inside(self._plainly(standing(value)))
        )

    def _inside(self, text: str) -> str:
        if (name := self.value_of(text)) is not None:
            return name
        lines = [line for line in text.split("\n") if line.strip(" \t\r*_`#>-")]
        for line in (*lines[-1:], *lines[:1]):
            if (name := self._leading(line)) is not None:
                return name
        alone = {name for line in lines[:_MAX_LINES] if (name := self.value_of(line)) is not None}
        if len(alone) == 1:
            return alone.pop()
        if begun := unfinished(text):
            # A truncated response had no answer before its last sentence.
            text = text[begun:]
            lines = [line for line in text.split("\n") if line.strip(" \t\r*_`#>-")]
        for line in reversed(lines[-3:]):
            places = list(_CONCLUDED.finditer(line))
            if not places or _DENIED.search(clause(line.lower(), places[-1].start())):
                continue
            if (name := self._clause(line[places[-1].end() :])) is not None:
                return name
        if refused(text):
            raise Unreadable("the response refuses to answer")
        for line in lines[-1:]:
            if (name := self._only(line, self.unambiguous)) is not None:
                return name
            stated, cause, _ = self._with_cause(line)
            if cause and (name := self._only(stated, self.unambiguous)) is not None:
                return name
        if (name := self._only(text, self.unambiguous)) is not None:
            return name
        excerpt = text if len(text) <= 60 else text[:59] + "…"
        raise Unreadable(f"no answer in words: {excerpt!r}")

    def _with_cause(self, line: str) -> tuple[str, str, str]:
        """A line that is one sentence, parted at the word that begins its reason."""
        match = _CAUSE.search(line.lower())
        if match is None or _CLAUSE_END.search(line.rstrip(" .。\n")):
            return line, "", ""
        if not line[: match.start()].strip(_EDGES):
            at = max(line.rfind(","), line.rfind("，"))
            main = line[at + 1 :] if at > 0 else ""
            return ("" if _JOINS.match(main.lower()) else main), match[0], line[match.end() : at]
        return line[: match.start()], match[0], line[match.end() :]

    def value_of(self, text: str) -> str | None:
        """Return the value of a text that is one of the words."""
        value = self.value.get(_bare(text), "") if len(text) <= 200 else ""
        return None if value == "-" else value or None

    def _leading(self, text: str) -> str | None:
        """The value of the word a text begins with, unless another is next to it."""
        plain = _bare(text[:400])
        questioned = text.rstrip(" \t\r\n*_\"'”")[-1:] in ("?", "？")
        lead = _LEAD.match(plain)
        start = lead.end() if lead else 0
        if _CLAIMED.search(plain[:start]):
            return None
        for begin in (0, start):
            match = self.words.match(plain, begin)
            if match is None:
                continue
            rest = plain[match.end() :]
            if RANKED.match(rest) or self._echoed(rest, self.value[match[0]]):
                return None
            if _PROVIDED.match(rest) or _UNFOUNDED.match(rest):
                return None
            if question := _QUESTION.match(rest):
                after = rest[question.end() :].strip()
                return self._leading(after + "?" * questioned) if after else None
            if questioned and not rest.strip():
                return None
            if (
                len(match[0]) == 1
                and rest
                and (match[0].isascii() or rest[0] not in " ,.:;。，；：、")
            ):
                continue
            if match[0] in NOT_SO and rest and rest[0] not in " ,.;:!。，；：！":
                return None
            value = self.value[match[0]]
            if match[0] in _BRIEF and _NO_ANSWER.match(rest):
                return None
            if match[0] in _BRIEF and value == "false" and _FOLLOWS_NOT.match(rest):
                raise Unreadable("no, and then that it does not follow: False or Unknown")
            if match[0] in _BRIEF and (following := self._goes_on(rest)) not in (None, value):
                if following == "unknown":
                    return following
                raise Unreadable(f"{match[0]!r}, and then {following}")
            return None if value == "-" else value or None
        return None

    def _goes_on(self, rest: str) -> str | None:
        """The value in the rest of a sentence after yes or no, unless it is part of a reason."""
        sentence, *others = _CLAUSE_END.split(rest[:200], maxsplit=1)
        if others and self._only(others[0], self.unambiguous) == "unknown":
            return "unknown"
        return self._only(_REASON.split(sentence, maxsplit=1)[0], self.unambiguous)

    def _clause(self, text: str) -> str | None:
        """The announced value: the word it begins with, or the only one in its sentence."""
        name = self._leading(text)
        if name is not None:
            return name
        sentence = _CLAUSE_END.split(text, maxsplit=1)[0][:200]
        return self._only(sentence, self.unambiguous)

    def _only(self, text: str, words: re.Pattern[str]) -> str | None:
        """The value of all the words in a text, if they agree."""
        values: set[str] = set()
        guessed: set[str] = set()
        denied: set[str] = set()
        of_premises = True
        plain = phrases.plain(text.translate(_MARKUP))
        if "unknown" in self.value:
            plain = _OPEN.sub("unknown", plain)
        places = list(islice(words.finditer(plain), MAX_PLACES + 1))
        if len(places) > MAX_PLACES:
            return None
        for match in places:
            rest = plain[match.end() :]
            value = self.value[match[0]]
            if self._echoed(rest, value):
                return None
            before = clause(plain, match.start())
            if ranked(before, rest):
                return None
            if of_condition(plain, before, match.start()):
                continue
            if _HEDGED.search(before):
                guessed.add(value)
            elif not value and rest.strip() and rest.lstrip()[:1] not in ",.;:，。；：":
                corrected = _CORRECTED.search(rest)
                return self._only(rest[corrected.start() :], words) if corrected else None
            elif value and (_DENIED.search(before) or _UNFOUNDED.match(rest)):
                denied.add(value)
            elif value and _OF_OTHER.search(before):
                continue
            elif value and is_asserted(plain, match.start(), match.end()):
                values.add(value)
                of_premises = of_premises and value != "unknown" and _of_premises(before)
        values.discard("-")
        if not values and {"true", "false"} in (guessed, denied):
            return "unknown"
        return values.pop() if len(values) == 1 and not of_premises else None

    def _echoed(self, rest: str, value: str | None = None) -> bool:
        """Whether another of the words follows as in an instruction: `True/False/Unknown`; another
        word for the same `value` does not count."""
        echo = _ECHO.match(rest)
        word = self.words.match(rest, echo.end()) if echo else None
        return word is not None and (value is None or self.value[word[0]] != value)


def _of_premises(before: str) -> bool:
    """Whether a value is that of a premise."""
    return _OF_PREMISES.search(before) is not None


def _bare(text: str) -> str:
    return phrases.plain(unwrapped(text).translate(_MARKUP)).replace("’", "'")


def _is_unambiguous(word: str) -> bool:
    if word in NOT_SO or word == "是的":
        return False
    if word.isascii():
        return len(word) > 2 and word not in (
            "yes",
            "not",
            "holds",
            "follows",
            "neither",
            "correct",
        )
    return len(word) > 1 and word not in (
        "正确",
        "成立",
        "存在",
        "没有",
        "可以",
        "能够",
        "不能",
        "不会",
    )
