"""Options displayed with numbers: converts a response that names them by number to letters.

Owns where a number names an option. Elsewhere, as in "premise 2" or "there are 3 people", it is
unchanged. `letters` then reads the choice.
"""

import re
import unicodedata
from collections.abc import Sequence

from items.values.letters import letter

_NUMBER = r"(?<![\d.])(\d{1,2})(?!\d|[.,]\d|%| ?%)"
_OPEN = r"[\s*_`$\"'“(\[{（【「:：]{0,8}"
_NAMED = re.compile(
    r"(?:\b(?:options?|choices?|alternatives?|selection)\b(?: (?:is|are))?(?: (?:number|no\.?|#))?"
    r"|(?:选项|选择|答案|故选|应选|本题选|我选|选第?)(?:是|为|应为|应该是)?第?"
    r"|\b(?:answer|solution)\b(?: (?:number|no\.?))?"
    r"(?: (?:is|would be|must be|should be|has to be))?(?: (?:therefore|thus|clearly|not))?"
    r"(?: (?:option|number))?"
    r"|\b(?:choose|chose|pick|picked|select|selected|go with|going with|went with|opt for)\b"
    r"|\b(?:correct|right|best) (?:one|answer|option|choice|statement|conclusion) is"
    r"|\b(?:boxed|fbox|text)\{|####|<answer>|\"(?:final_?)?(?:answer|choice|option)\"\s?:"
    rf"|\b(?:Respuesta|Antwort|Réponse|Ответ|Jawaban)\b|答え|정답){_OPEN}{_NUMBER}",
    re.IGNORECASE,
)
"""A number after a word for an option or an answer."""
_LISTED = re.compile(
    r"(?:,|、|，|/|&|\b(?:and|or|but)\b|和|或者?|与|而是)\s{0,3}(?:option |选项)?[(\[*]{0,3}"
    rf"{_NUMBER}"
)
"""A number after another that names an option, in a list of such numbers."""
_PRAISED = re.compile(
    rf"{_NUMBER}[)\]*_.`\"']{{0,4}}\s{{0,2}}"
    r"(?:is (?:the )?(?:only |most )?(?:correct|right|best|answer)|follows\b"
    r"|是?正确(?!率)|是对的|项正确)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"^[\s*_`$\"'“(\[#>]{{0,8}}{_NUMBER}[\s*_`$\"'”)\].。:：]{{0,8}}$", re.MULTILINE
)
"""A line that consists of a number."""
_MARKED = re.compile(
    rf"{_NUMBER}[*_`\"')\]]{{0,3}}\s?[.):、：\]]?[*_`\"']{{0,3}}\s{{0,3}}[\"'“*_`]{{0,3}}"
)
"""A number that may mark the text of an option."""
_BEGINS = re.compile(
    rf"\A[\s*_`\"'(\[]{{0,8}}{_NUMBER}[*_)\]]{{0,3}}(?:[.:,;，。、—–-]|\s(?:because|since|as|is|follows)\b|因为)"
)
"""A number at the beginning of a response that continues."""
_ITEM = re.compile(r"^\s{0,4}[*_(]{0,3}\d{1,2}[.)、:]", re.MULTILINE)


def lettered(text: str, count: int, options: Sequence[str], first: int) -> str:
    """Replace the numbers in the response that name one of `count` options by letters. `first` is
    the number of the first option as displayed; `options` are the texts as displayed, if known. A
    number that names no option is unchanged."""
    text = unicodedata.normalize("NFKC", text)
    names = {first + place: letter(place) for place in range(count)}
    places: dict[int, tuple[int, str]] = {}

    def add_place(match: re.Match[str]) -> None:
        name = names.get(int(match[1]))
        if name is not None:
            places[match.start(1)] = match.end(1), name

    for pattern in (_NAMED, _PRAISED, _ALONE):
        for match in pattern.finditer(text):
            add_place(match)
    for match in _marked(text, options, first):
        add_place(match)
    begins = _BEGINS.match(text)
    if begins and len(_ITEM.findall(text)) < 2:
        add_place(begins)
    ends = [end for end, _name in places.values()]
    while ends:
        # Lists of options by number: "2 or 3".
        other = _LISTED.match(text, _closed(text, ends.pop()))
        if other is not None and other.start(1) not in places:
            add_place(other)
            ends += [other.end(1)] * (other.start(1) in places)
    return _replaced(text, places)


def _marked(text: str, options: Sequence[str], first: int) -> Sequence[re.Match[str]]:
    """Numbers before the text of the option that they name."""
    folded_options = [
        unicodedata.normalize("NFKC", option).strip().casefold() for option in options
    ]
    whole = text.casefold()
    if len(whole) != len(text):
        return ()
    matches = []
    for match in _MARKED.finditer(text):
        place = int(match[1]) - first
        if (
            0 <= place < len(folded_options)
            and folded_options[place]
            and whole.startswith(folded_options[place], match.end())
        ):
            matches.append(match)
    return matches


def _closed(text: str, end: int) -> int:
    """The position after closing marks and white space."""
    while end < len(text) and text[end] in " *_`)]\"'}":
        end += 1
    return end


def _replaced(text: str, places: dict[int, tuple[int, str]]) -> str:
    pieces: list[str] = []
    at = 0
    for begin, (end, name) in sorted(places.items()):
        before = text[at:begin]
        # A value in a JSON object needs quotation marks.
        pieces += (before, f'"{name}"' if before.rstrip().endswith('":') else name)
        at = end
    return "".join((*pieces, text[at:]))
