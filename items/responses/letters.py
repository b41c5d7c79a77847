"""The option that a response chooses, in any wording.

Owns letters, options given by their text, "none of these", and the choice among several statements:
the last one that is not a question, conditional or retracted. Two adjacent letters choose nothing.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from items.responses import certainty_shares
from items.responses import letter_signs as signs
from items.responses.answer_places import (
    MAX_PLACES,
    VALUE,
    Place,
    announced,
    boxes,
    first_line,
    keyed,
    objects,
    tagged,
    unwrapped,
)
from items.responses.answer_words import truth_words
from items.responses.assertion_stances import (
    about_another_reading,
    clause,
    conceded,
    is_asserted,
    refused,
    remarked,
    standing,
    unfinished,
    unmentioned,
)
from items.responses.assigned_letters import names_others, of_option
from items.responses.letters_by_language import announced_letters
from items.responses.marked_options import NAME_OF, Mark, line_marks, marks
from items.responses.opposing_answers import RANKED, RANKING, contradicted, two_finals
from items.responses.ordinals import named_place
from items.values import phrases
from items.values.letters import letter
from items.values.unreadable import Unreadable

_ENDS = re.compile(r"$|[\s\"'*_)\]}]{0,4}(?:[.!。！;；]|$)")
"""Text after a complete sentence."""


class ChoiceStatement(NamedTuple):
    """A statement of a choice."""

    position: int
    option: int | None
    step: bool = False
    """Whether it may be a step on the way to another choice."""


def chosen_option(text: str, count: int, options: Sequence[str]) -> int | None:
    """Return the option a response chooses, from 0 in display order; None for none of them (N).

    `text` is the response without its reasoning; `options` are the texts as displayed, if known.

    Raises:
        Unreadable: it chooses no option, or several.
    """
    reader = _Reader([letter(place) for place in range(count)], options)
    return reader.read(unicodedata.normalize("NFKC", text))


def chosen_value(value: Any, count: int, options: Sequence[str]) -> int | None:
    """Return the same for a value used as the answer in a JSON object."""
    return _Reader([letter(place) for place in range(count)], options).value(value)


class _AmbiguousError(Unreadable):
    """Several letters are given."""


class _Reader:
    """Reads choices among some letters, with the options' texts as displayed."""

    def __init__(self, letters: Sequence[str], options: Sequence[str]) -> None:
        self.letters = letters
        self.option_texts = [unicodedata.normalize("NFKC", option).strip() for option in options]
        self.options = [phrases.plain(option) for option in options]

    def read(self, text: str) -> int | None:
        """Return the choice of a whole response. Raises Unreadable."""
        text = standing(text.strip()).strip()
        if not text:
            raise Unreadable("the response is empty")
        if signs.ONLY_ASKED.fullmatch(text):
            raise Unreadable("the response is a question")
        for value in reversed(keyed(text)):
            return self.value(value)
        for value in reversed(list(objects(text))):
            if (at := self._true_one(value)) is not None:
                return at
        for inner in reversed(tagged(text)):
            return self._inside(standing(inner))
        text = signs.SEVERAL_NAMED.sub("~", unmentioned(text, signs.QUOTED_ANSWER))
        text = certainty_shares.with_largest(
            self._in_capitals(unwrapped(text)), certainty_shares.LETTERS, _named
        )
        if "\n" not in text and len(text) <= 300:
            return self._short(text)
        return self._prose(text)

    def _in_capitals(self, text: str) -> str:
        """A text with letters such as "(b)" and "b)" capitalized, if no option has a capital."""
        if any(match[1] in self.letters for match in signs.CAPITAL.finditer(text)):
            return text
        return signs.SMALL.sub(
            lambda match: match[0].upper() if _first(match).upper() in self.letters else match[0],
            text,
        )

    def _true_one(self, value: Mapping[str, Any]) -> int | None:
        """The only true letter of an object from letters to truth values."""
        values = {str(key).strip().upper(): entry for key, entry in value.items()}
        if len(values) < 2 or not values.keys() <= set(self.letters):
            return None
        true = [key for key, entry in values.items() if str(entry).strip().lower() in signs.TRUE]
        if len(true) > 1:
            raise _AmbiguousError(f"several options are given: {', '.join(true)}")
        return self.letters.index(true[0]) if true else None

    def value(self, value: object) -> int | None:
        """Return the choice in a value of a JSON object; None for none of the options. Raises
        Unreadable if it gives no choice, or several."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict) and (at := self._true_one(value)) is not None:
            return at
        if isinstance(value, list):
            raise _AmbiguousError("several options are given")
        if not isinstance(value, str):
            raise Unreadable(f"no letter: {str(value)[:40]!r}")
        text = unicodedata.normalize("NFKC", value)
        return self.read(text) if "{" not in text else self._inside(standing(text))

    def _short(self, text: str) -> int | None:
        """The choice in a single-line text."""
        statement = self._stated(text)
        return statement.option if statement is not None else self._inside(text)

    def _inside(self, text: str) -> int | None:
        """The choice in a place made for the answer."""
        try:
            return self.direct(text)
        except _AmbiguousError:
            raise
        except Unreadable:
            return self._prose(text)

    def _prose(self, text: str) -> int | None:
        """The last statement, otherwise a line that consists of a choice, otherwise the only letter
        that stands out."""
        statement = self._stated(text)
        if statement is not None:
            return statement.option
        names = names_others(text)
        lines = [line for line in text.split("\n") if line.strip(" \t\r*_`#>-")]
        listed = {match[1] for match in signs.LISTED.finditer(text)} & set(self.letters)
        for line in (lines[-1], lines[0]) if lines else ():
            if signs.LISTED.match(line) and (len(listed) > 1 or signs.WALK.search(text)):
                continue
            try:
                return self.direct(line, strict=True)
            except _AmbiguousError:
                raise
            except Unreadable:
                continue
        if names:
            return self._sentence(text)
        if len(numbered := signs.NUMBERED.findall(text)) == 1:
            return self.direct(numbered[0])
        if (statement := self._marked(text, line_marks(text, self.letters))) is not None:
            return statement.option
        if last := signs.LAST_WORD.search(text, max(0, len(text) - 40)):
            return self.direct(last[1])
        for pattern in (signs.STRONG, signs.BRACKETED):
            standing_out = {
                next(filter(None, match.groups())) for match in pattern.finditer(text)
            } & set(self.letters)
            if len(standing_out) == 1 and self._undisputed(text, pattern):
                return self.letters.index(standing_out.pop())
        return self._sentence(text)

    def _sentence(self, text: str) -> int | None:
        """The option that the last sentence names by its position, or by its text."""
        last = [
            sentence for sentence in signs.SENTENCE_END.split(text) if sentence.strip(signs.EDGES)
        ][-1:]
        for sentence in (text, *last):
            if (
                place := named_place(
                    phrases.plain(sentence.translate(signs.SIGNS)), len(self.letters)
                )
            ) is not None:
                return place
        if refused(text):
            raise Unreadable("the response refuses to answer")
        if len(text) <= 400 and (option := self._option_by_text(text)) is not None:
            return option
        excerpt = text if len(text) <= 60 else text[:59] + "…"
        raise Unreadable(f"no letter from A to {self.letters[-1]} and no N: {excerpt!r}")

    def _undisputed(self, text: str, pattern: re.Pattern[str]) -> bool:
        """Whether each letter matched by a pattern is meant, and none is called wrong."""
        return all(
            is_asserted(text, match.start(), match.end())
            and not signs.MISTAKEN.search(clause(text, match.start()))
            and not signs.SAID_WRONG.match(text[match.end() : match.end() + 40])
            for match in deque(pattern.finditer(text), maxlen=MAX_PLACES)
        )

    def _option_by_text(self, text: str) -> int | None:
        """The only option whose text ends a short response; by a word such as "uncertain" if the
        options are truth values."""
        plain = phrases.plain(text)
        same = [n for n, option in enumerate(self.options) if len(option) >= 8 and option in plain]
        if len(same) == 1:
            end = plain.index(self.options[same[0]]) + len(self.options[same[0]])
            if signs.PRAISES.match(plain[end:]) and is_asserted(
                plain, end - len(self.options[same[0]]), end
            ):
                return same[0]
        if len(same) == 1 and plain.endswith(self.options[same[0]]):
            position = text.casefold().rfind(self.options[same[0]])
            at = position if position >= 0 else len(text) - len(self.options[same[0]])
            before = clause(text, at)
            named = signs.MISTAKEN.search(before) or signs.QUOTES.search(before)
            if is_asserted(text, at, len(text)) and not named:
                return same[0]
        values = [truth_words().value_of(option) for option in self.options]
        if len(values) > 1 and None not in values and len(set(values)) == len(values):
            try:
                return values.index(truth_words().read(text))
            except (Unreadable, ValueError):
                return None
        return None

    def _stated(self, text: str) -> ChoiceStatement | None:
        """The last statement of a choice, or the only option marked as right; None if there is
        none. Raises if it gives two, or retracts its statement."""
        bare = text
        for option_text in self.option_texts:
            if len(option_text) > 3:
                bare = bare.replace(option_text, " " * len(option_text))
        names = names_others(bare)
        listed = [] if names else marks(bare, self.letters)
        pieces, end = list[str](), 0
        for mark in listed:
            pieces += (text[end : mark.start], " " * (mark.end - mark.start))
            end = mark.end
        remainder = "".join((*pieces, text[end:]))
        blamed = {(match[1], match.start()) for match in signs.BLAMED.finditer(text)}
        blamed |= {
            (match[1] or match[2], match.start()) for match in signs.RULED_OUT.finditer(text)
        }
        last: dict[str, int] = {}
        for name, place in blamed:
            last[name] = max(last.get(name, -1), place)
        statements = sorted(self._statements(remainder, names), key=lambda pair: pair[0])
        if not statements:
            return self._marked(text, listed)
        at, statement = self._last(text, statements)
        if isinstance(statement, Unreadable):
            raise statement
        if statement.option is not None and last.get(self.letters[statement.option], -1) > at:
            raise Unreadable(f"{self.letters[statement.option]} is given and called wrong")
        if statement.option is not None and contradicted(text, signs.NO_PRONOUN, str, position=at):
            raise _AmbiguousError("two options are given")
        if two_finals(text, partial(self._final, text), _blamed):
            raise _AmbiguousError("two final answers are given")
        begun = unfinished(text)
        repeated = statement.option is not None and (
            text[begun:].strip(signs.EDGES) == self.letters[statement.option]
        )
        firm = any(
            isinstance(other, ChoiceStatement)
            and not other.step
            and other.option == statement.option
            for _, other in statements
        )
        if (
            statement.step
            and not firm
            and ((at < begun and not repeated) or signs.OBJECTS.search(text, at))
        ):
            raise Unreadable("the response continues without reaching an answer")
        return statement

    def _final(self, text: str, start: int, end: int) -> str:
        """The letter in a final answer, or N; empty if it has none, or is not meant."""
        value = first_line(text[end : end + VALUE]) if text[end : end + 1] != "\n" else ""
        if not is_asserted(text, start, end + min(len(value), 3)):
            return ""
        try:
            option = self.direct(value, strict=True)
        except Unreadable:
            return ""
        return "N" if option is None else self.letters[option]

    def _last(
        self, text: str, statements: Sequence[tuple[int, ChoiceStatement | Unreadable]]
    ) -> tuple[int, ChoiceStatement | Unreadable]:
        """The last statement about the question as answered. Raises if a later one may or may not
        be about another reading."""
        firm = [pair for pair in statements if not about_another_reading(text, pair[0])]
        at, statement = statements[-1]
        if firm and firm[-1] is statements[-1]:
            return at, statement
        if not firm:
            if (option := self._first_alone(text)) is not None:
                firm = [(0, ChoiceStatement(0, option))]
            else:
                if len({getattr(other, "option", None) for _, other in statements}) > 1:
                    raise _AmbiguousError(signs.APART) from None
                return at, statement
        first = firm[-1][1]
        same = (
            isinstance(first, ChoiceStatement)
            and isinstance(statement, ChoiceStatement)
            and first.option == statement.option
        )
        if not (same or remarked(text, at)):
            raise _AmbiguousError(signs.APART)
        return firm[-1]

    def _first_alone(self, text: str) -> int | None:
        """The option of the first line that consists of one; None if there is none."""
        for line in text.split("\n", 20)[:20]:
            try:
                return self.direct(line, strict=True)
            except Unreadable:
                continue
        return None

    def _marked(self, text: str, marks: Sequence[Mark]) -> ChoiceStatement | None:
        """The only option marked as right; None if there is none. Raises if there are several, or
        if the text breaks off among them."""
        last = signs.LISTED.match(text, text.rstrip().rfind("\n") + 1)
        judged = {mark.letter for mark in marks}
        if judged and last and last[1] in set(self.letters) - judged and unfinished(text):
            raise Unreadable("the response is cut off among the options")
        right = {mark.letter for mark in marks if mark.right}
        wrong = {mark.letter for mark in marks if not mark.right}
        if len(right) > 1 or right & wrong:
            raise _AmbiguousError(f"several options are marked: {', '.join(sorted(right))}")
        if wrong >= set(self.letters):
            raise Unreadable("every option is marked as wrong")
        if right and wrong:
            return ChoiceStatement(marks[0].start, self.letters.index(right.pop()))
        return None

    def _statements(
        self, text: str, names: bool
    ) -> Iterator[tuple[int, ChoiceStatement | Unreadable]]:
        """Positions and contents of the statements of a choice; an error for one that gives two.
        With `names`, letters denote things other than options unless stated otherwise."""
        for at, end, name in announced_letters(text):
            if name in self.letters and is_asserted(text, at, end):
                yield at, ChoiceStatement(at, self.letters.index(name))
        for place in (*announced(text), *boxes(text)):
            if not self._is_meant(text, place):
                continue
            try:
                yield (
                    place.announcement_start,
                    ChoiceStatement(
                        place.announcement_start, self._announced(place.value, place.plain)
                    ),
                )
            except _AmbiguousError as error:
                if not self._all_named(place.value):
                    yield place.announcement_start, error
            except Unreadable:
                continue
        for match in signs.BOXES.finditer(text):
            if match[1] != match[2] and {match[1], match[2]} <= set(self.letters):
                both = f"two letters are given: {match[1]} and {match[2]}"
                yield match.end(), _AmbiguousError(both)
        for match in deque(signs.EXCEPTED.finditer(text), maxlen=MAX_PLACES):
            if (name := _first(match)) in self.letters:
                yield match.end(), ChoiceStatement(match.end(), self.letters.index(name))
        for match in deque(signs.HEADED.finditer(text), maxlen=MAX_PLACES):
            if (name := _first(match)) in self.letters and is_asserted(
                text, match.start(), match.end()
            ):
                yield match.start(), ChoiceStatement(match.start(), self.letters.index(name))
        for match in deque(signs.NONE_SAID.finditer(text), maxlen=MAX_PLACES):
            if is_asserted(text, match.start(), match.end()):
                yield match.start(), ChoiceStatement(match.start(), self._nobody())
        for match in deque(signs.NONE_NAMED.finditer(text), maxlen=MAX_PLACES):
            if set(signs.CAPITAL.findall(_first(match))) >= set(self.letters):
                yield match.start(), ChoiceStatement(match.start(), self._nobody())
        for pattern in (
            signs.CHOSEN,
            signs.ENDING,
            signs.ENDING_ZH,
            signs.BESIDE_TEXT,
            signs.COUNTED,
            signs.PRAISED,
        ):
            for match in deque(pattern.finditer(text), maxlen=MAX_PLACES):
                name = match[1]
                rest = text[match.end(1) : match.end(1) + 40].lstrip(signs.CLOSING)
                if name.upper() not in self.letters or rest[:1] in ("?", "？"):
                    continue
                if names and not of_option(
                    f"{clause(text, match.start())[-60:]}{match[0]}{rest[:24]}"
                ):
                    continue
                begin = match.start() + (match[0][0] in ",，")
                if not is_asserted(text, begin, self._end(text, match.end(1), name)):
                    continue
                if self._passed_over(text, match, rest, pattern):
                    continue
                second = signs.SECOND.match(rest)
                other = _first(second)
                if other in self.letters and other != name.upper():
                    both = f"two letters are given: {name} and {other}"
                    yield match.start(), _AmbiguousError(both)
                    continue
                line = text[match.end(1) : match.end(1) + VALUE].split("\n", 1)[0]
                if (other_option := self._told_beside(name.upper(), line)) is not None:
                    both = f"{name} is given with the text of {self.letters[other_option]}"
                    yield match.start(), _AmbiguousError(both)
                    continue
                step = pattern is not signs.CHOSEN or signs.SOFT.match(match[0]) is not None
                option = self.letters.index(name.upper())
                yield match.start(), ChoiceStatement(match.start(), option, step)

    def _passed_over(
        self, text: str, match: re.Match[str], rest: str, pattern: re.Pattern[str]
    ) -> bool:
        """Whether a letter in a sentence such as "so B …" is a word, or not the choice."""
        before = text[max(0, match.start() - 20) : match.start(1)]
        if NAME_OF.search(before):
            return True
        if pattern is signs.PRAISED:
            is_meant = is_asserted(text, match.start(), match.end())
            joined = signs.JOINED.search(before) is not None
            return not is_meant or (joined and not conceded(text, match.start(1)))
        named = any(word in match[0].lower() for word in ("option ", "choice ", "letter ", "选项"))
        if not (named or _alone(match[1], rest)):
            return True
        if RANKED.match(rest) or signs.SAID_WRONG.match(rest) or not signs.AFFIRMED.match(rest):
            return True
        return (
            pattern is signs.ENDING
            and signs.MISTAKEN.search(clause(text, match.start(1))) is not None
        )

    def _is_meant(self, text: str, place: Place) -> bool:
        """Whether an announcement is meant, and is not a question."""
        before = text[max(0, place.announcement_start - 30) : place.announcement_start]
        if not place.plain and signs.ASKED.search(before):
            return False
        end = text.find(place.value[:30], place.value_start) if place.value else place.value_start
        leading = signs.LEADING_LETTER.match(place.value)
        if leading is not None:
            end = self._end(text, end + leading.end(), leading[1])
            if signs.SAID_WRONG.match(text[end : end + 40].lstrip(signs.CLOSING + "}$")):
                return False
        return is_asserted(text, place.announcement_start, end)

    def _end(self, text: str, end: int, name: str) -> int:
        """End of a letter, including its option's text if that follows."""
        place = self.letters.index(name.upper()) if name.upper() in self.letters else -1
        if 0 <= place < len(self.option_texts) and self.option_texts[place]:
            at = text.find(self.option_texts[place], end, end + 8 + len(self.option_texts[place]))
            if at >= 0:
                return at + len(self.option_texts[place])
        return end

    def _announced(self, value: str, plain: bool) -> int | None:
        """The choice in an announcement: at its beginning, otherwise the only letter in its
        sentence."""
        if not value:
            raise Unreadable("nothing is announced")
        try:
            return self.direct(value, strict=not plain)
        except _AmbiguousError:
            raise
        except Unreadable:
            sentence = signs.SENTENCE_END.split(value, maxsplit=1)[0][:160]
            places = [
                match
                for match in signs.CAPITAL.finditer(sentence)
                if match[1] in self.letters
                and (match[1] != "A" or signs.GOES_ON.match(sentence[match.end() :]))
            ]
            names = {match[1] for match in places}
            all_meant = all(is_asserted(sentence, match.start(), match.end()) for match in places)
            if len(names) == 1 and all_meant and not signs.NEGATED.search(sentence):
                return self.letters.index(names.pop())
            raise

    def direct(self, text: str, *, strict: bool = False) -> int | None:
        """Return the option of a text that begins with it, or is its text; None for none of them.
        With `strict`, a letter must be followed by a mark, by a possible continuation of a
        statement, or by its option's text. Raises Unreadable."""
        if RANKING.match(text):
            raise Unreadable("a letter is compared with another")
        whole = phrases.plain(text.translate(signs.SIGNS))
        same = [n for n, option in enumerate(self.options) if option and option == whole]
        if len(same) == 1 and len(whole) > 1:
            return same[0]
        signed = text.translate(signs.SIGNS).strip()
        lead = signs.LEAD.match(signed)
        bare = signed[lead.end() if lead else 0 :]
        if signs.NEGATED.match(bare) and not signs.NOBODY.match(bare):
            raise Unreadable(f"a denied answer: {text[:40]!r}")
        if signs.LIST_DENIED.match(bare):
            raise Unreadable(f"denied answers: {text[:40]!r}")
        many = signs.MANY.match(bare)
        if many and len(set(many[1])) == len(many[1]) and set(many[1]) <= set(self.letters):
            raise _AmbiguousError(f"several letters are given: {many[1]}")
        match = signs.LONE.match(bare)
        rest = bare[match.end() :] if match else ""
        second = signs.SECOND.match(rest)
        other = _first(second)
        if match and second and match[1] != other and {match[1], other} <= set(self.letters):
            raise _AmbiguousError(f"two letters are given: {match[1]} and {other}")
        if match is None or not self._is_letter(match[1], rest, bare, strict):
            for stripped in (bare.strip(signs.EDGES), signed.strip(signs.EDGES)):
                if signs.NOBODY.match(stripped) and not signs.EXCEPTED.search(text):
                    return self._nobody()
                if signs.OPEN.match(stripped):
                    raise Unreadable("nothing is chosen")
            raise Unreadable(f"no letter: {text[:60]!r}")
        name = match[1].upper()
        if rest.lstrip()[:1] == "?":
            raise Unreadable("a letter with a question mark")
        if signs.SCORED.match(rest):
            raise Unreadable("a letter with a number")
        if signs.WORD.match(rest) or signs.SEQUENCE.match(rest) or signs.SPOKEN_OF.match(rest):
            raise Unreadable(f"{name} is only mentioned")
        if name not in self.letters:
            if name == "N" or (name in signs.OPTION_LETTERS and name != "I"):
                return None
            raise Unreadable(f"not the letter of an option: {name}")
        if signs.SAID_WRONG.match(rest) or self._untrue(name, rest):
            raise Unreadable(f"{name} is called wrong")
        option_text = self.options[self.letters.index(name)] if self.options else ""
        if signs.CONDITIONAL.match(rest) and not (
            option_text and phrases.plain(rest).startswith(option_text)
        ):
            raise _AmbiguousError(f"{name} is given conditionally")
        if (place := self._told_beside(name, rest)) is not None:
            raise _AmbiguousError(f"{name} is given with the text of {self.letters[place]}")
        return self.letters.index(name)

    def _told_beside(self, name: str, rest: str) -> int | None:
        """Another option whose text is the sentence after a letter; None if there is none."""
        following = phrases.plain(rest.lstrip(signs.REMARKS + signs.CLOSING))
        own = self.letters.index(name)
        for place, option_text in enumerate(self.options):
            if (
                not option_text
                or option_text == self.options[own]
                or not following.startswith(option_text)
            ):
                continue
            if _ENDS.match(following[len(option_text) :]):
                return place
        return None

    def _untrue(self, name: str, rest: str) -> bool:
        """Whether the text after a letter, with or without its option's text, denies it."""
        following = rest.lstrip(signs.REMARKS)
        place = self.letters.index(name)
        option_text = (
            self.option_texts[place].translate(signs.SIGNS)
            if place < len(self.option_texts)
            else ""
        )
        if option_text and following.startswith(option_text):
            return (
                signs.UNTRUE.match(following[len(option_text) :].lstrip(signs.REMARKS)) is not None
            )
        return following != rest and signs.NOT_SO.match(following) is not None

    def _is_letter(self, name: str, rest: str, bare_text: str, strict: bool) -> bool:
        """Whether a single character is meant as a letter rather than a word."""
        if not rest.strip(signs.EDGES):
            return True
        if name.islower():
            return rest[:1] in ".):：。、,;" and name in "abcdefgh"
        if name not in self.letters:
            # E, F, …: none of the options, if used like a letter, unlike "I think".
            return rest[:1] in ".):：" and name != "I"
        place = self.letters.index(name)
        if place < len(self.options) and phrases.plain(rest) == self.options[place]:
            return True
        if phrases.plain(bare_text) in self.options:
            return False
        if name == "A" or strict:
            return signs.GOES_ON.match(rest) is not None
        return True

    def _nobody(self) -> int | None:
        """The option that itself says "none of the above", otherwise None, for none of them."""
        places = [n for n, option in enumerate(self.options) if signs.NONE_OPTION.fullmatch(option)]
        return places[0] if len(places) == 1 else None

    def _all_named(self, value: str) -> bool:
        """Whether a text names every option, as an instruction does."""
        names = {match[1] for match in signs.CAPITAL.finditer(value[:80])}
        return names >= set(self.letters)


def _first(match: re.Match[str] | None) -> str:
    """The contents of the group that matched; empty without a match."""
    return next(filter(None, match.groups()), "") if match else ""


def _blamed(text: str, name: str) -> bool:
    """Whether a text calls an option wrong."""
    matches = (*signs.BLAMED.finditer(text), *signs.RULED_OUT.finditer(text))
    return any(_first(match) == name for match in matches)


def _named(name: str | None) -> str:
    """Replacement for a row of options with their shares."""
    return name.upper() if name else "–"


def _alone(name: str, rest: str) -> bool:
    """Whether a letter after words such as "so" or "it is" is not a word: the article "a", or
    "I"."""
    if name.islower():
        return not rest.strip() or rest[:1] in ".,;\n"
    return name not in ("A", "I") or signs.GOES_ON.match(rest) is not None
