"""No pattern of the program takes time with the square of a text, wherever it stands."""

import re
import time
from collections.abc import Callable
from itertools import islice

import pytest

from tests.fuzz.test_fuzz import TooLongError, bounded
from tests.patterns import FROM_THE_START, Found, Site, hard, patterns

SIZE = 6_000
LIMIT = 4.0
"""Seconds of processor time for the sizes of one text."""
WORTH_A_LOOK = 0.004
"""Seconds of processor time, a tick of a coarse clock: what takes less at this size takes none to
speak of at any."""
SQUARE = 8
"""Four times the text takes four times as long, or sixteen times."""
BUILT = {
    Site("solver/language/loader.py", "f'(?<![A-Za-z]){place}(?![A-Za-z])'"): "(?<![A-Za-z])x",
    Site("solver/language/scratchpad_lines.py", "f'\\\\b{entry.line.name}\\\\b'"): r"\bname\b",
    Site(
        "solver/language/words.py",
        """f"(?<![A-Za-z0-9_])(?:{'|'.join(symbol.places)})(?![A-Za-z0-9_])\"""",
    ): "(?<![A-Za-z0-9_])(?:x|y)(?![A-Za-z0-9_])",
    Site("items/asking/protocol.py", "f'(?i)<(/?)\\\\s?{self.tag}\\\\s?>'"): r"(?i)<(/?)\s?tag\s?>",
    Site(
        "items/asking/protocol.py", "f'(?im)^(\\\\W{{0,8}})(?:{names})(\\\\W{{0,4}}[:：])'"
    ): r"(?im)^(\W{0,8})(?:Answer|Final answer)(\W{0,4}[:：])",
    Site("items/lint/clauses.py", "f'{edge}{re.escape(text)}{edge}'"): r"\bit\ rains\b",
    Site("items/lint/verdicts.py", "f'\\\\b{name}\\\\b'"): r"\bname\b",
    Site(
        "items/lint/verdicts.py",
        "f'[(\\\\[（【]\\\\s*{value}\\\\s*[)\\\\]）】]|[:：–—-]\\\\s+{value}\\\\s*$'",
    ): r"[(\[（【]\s*true\s*[)\]）】]|[:：–—-]\s+true\s*$",
    Site(
        "items/lint/verdicts.py",
        "f'(?<![A-Za-z]){_NAMED}(?:is\\\\W+)?{value}(?![A-Za-z])'",
    ): r"(?<![A-Za-z])(?:answer|gold|label|correct|key|solution|verdict|答案)"
    r"\W*(?:is\W+)?true(?![A-Za-z])",
    Site("items/recorded/json_log.py", "f'{self._sign}\\\\d+{self._sign}'"): r"\ue000\d+\ue000",
    Site("items/recorded/json_log.py", "f'{self._sign}(\\\\d+){self._sign}'"): r"\ue000(\d+)\ue000",
    Site("items/families/dyval/words.py", "'|'.join(map(re.escape, longest_first))"): "it rains|it",
    Site("items/families/dyval/words.py", "f', {word.strip()} |, |{word}'"): ", and |, | and ",
    Site(
        "items/families/knights/read_back.py",
        "re.escape(phrases.texts['asked']).replace(re.escape('{a}'), '(.+)')",
    ): r"Who\ is\ (.+)\?\Z",
    Site("items/families/knights/read_back.py", "f'{intro} ?'"): "intro ?",
    Site("items/families/ordering/read_back.py", "word"): r"(\w+)\ stands\ left\ of\ (\w+)\.\Z",
    Site("items/families/phrases.py", "end"): r"(?<=\.)\s+",
    Site("items/families/phrases.py", "pattern"): r"(Ann|Ben)\ likes\ (red|blue)\.\Z",
    Site("items/families/qmfol/chinese.py", "text + '。'"): r"没有一个(?P<both>[^，。：]+)。\Z",
    Site(
        "items/families/qmfol/reader.py", "pattern + '\\\\.'"
    ): r"For one: if it (?P<left>.+), then it (?P<right>.+)\.\Z",
    Site(
        "items/families/qmfol/task_languages.py", "f'{first}(?:{joint}{second})?{joint}'"
    ): r"\AAbout [^.。]+\.(?: No [^.。]+\.)? ",
    Site(
        "items/families/syllogism/foils.py",
        "'{\\\\w}|\\\\w' if phrases.language == 'zh' else '{\\\\w}|\\\\w+'",
    ): r"{\w}|\w+",
    Site(
        "items/families/syllogism/read_back.py",
        "re.escape(phrases.texts['gloss']).replace(re.escape('{term}'), '(.+)')",
    ): r"x\ is\ a\ (.+)\Z",
    Site("items/families/syllogism/read_back.py", "pattern"): r"All\ (.+)\ are\ (.+)\.\Z",
    Site("items/formal.py", "pattern"): "(?<![A-Za-z0-9_])x(?![A-Za-z0-9_])|(?<![a-z])y",
    Site(
        "items/formalizations/assumed_matches.py", "pattern"
    ): "(?<![A-Za-z0-9_])x(?![A-Za-z0-9_])",
    Site("items/formalizations/symbols.py", "pattern"): "(?<![a-z0-9_])x(?![a-z0-9_])",
    Site("items/inspection/formula_phrases.py", "f'\\\\b(?:{places})\\\\b'"): r"\b(?:x|y)\b",
    Site(
        "items/normalizing/parameters.py", "f'(?<![\\\\w\\\\\\\\])(?:{pattern})(?!\\\\w)'"
    ): r"(?<![\w\\])(?:long|lo)(?!\w)",
    Site(
        "items/responses/vocabulary.py", "'|'.join([*parts, *([f'(?:{wide})'] if wide else [])])"
    ): "(?<![a-z0-9])(?:cannot be said|yes)(?![a-z0-9])|(?:不能|不)",
    Site(
        "items/splits/edited_worlds.py", "_FREE.format(name=_either(name))"
    ): r"(?:^|[，,])[ “]*(?:ab|a b)[ ”]*(?:$|[，,])",
    Site(
        "items/splits/edited_worlds.py", "_FREE_GREEK.format(name=_either(name))"
    ): r"(?:^|[，,])[ “]*(?:ab|a b)[ ”]*(?![a-z0-9\-]|的?(?:路径|路线))",
    Site("tui/state/draft.py", "alone"): "(?<![A-Za-z0-9])(?:[B-HJ-Z]|(?<=[a-z,;)] )A)(?![A-Za-z])",
    Site("tui/state/translation.py", "_pattern(text)"): "",
}
"""Patterns of parts that only the running function knows, each with one as it comes out."""
SHORT = {
    "items/families/qmfol/reader.py": "sentences of generated items",
    "items/families/syllogism/read_back.py": "sentences of the program's own",
    "items/files/unfinished_files.py": "names of files",
    "items/wording/scope.py": "sentences of `_LONGEST` characters",
    "sessions/report/charts/svg.py": "a drawing of the program's own",
    "tui/state/translation.py": "bounded by `_MOST_STEPS`",
    "study/metrics/documentation.py": "a page of the program's own",
    "tui/state/report_words.py": "names of the report's columns",
}
"""Modules whose patterns read nothing that can be long, with what it is."""


def reading(found: Found) -> Callable[[str], object]:
    """What the program does with a pattern, as far as it takes longest."""
    pattern = re.compile(found.text, found.flags)
    if found.ways <= {"fullmatch"}:
        return pattern.fullmatch
    if found.ways <= FROM_THE_START:
        return pattern.match
    if found.ways <= FROM_THE_START | {"search"}:
        return pattern.search
    return lambda text: pattern.sub("", text)


def seconds(read: Callable[[str], object], text: str) -> float:
    """Of processor time, the least of two tries."""
    durations = []
    for _turn in range(2):
        began = time.process_time()
        read(text)
        durations.append(time.process_time() - began)
        if durations[0] < WORTH_A_LOOK:
            break
    return min(durations)


def slow(found: Found) -> str:
    """How a text begins for which the pattern takes time with its square or more; empty where none
    was found."""
    read = reading(found)
    for place, small in enumerate(hard(found, SIZE)):
        try:
            with bounded(LIMIT):
                least = seconds(read, small)
                if least < WORTH_A_LOOK:
                    continue
                large = next(islice(hard(found, 4 * SIZE), place, None))
                if seconds(read, large) < SQUARE * least:
                    continue
        except TooLongError:
            pass
        return str(small[:60])
    return ""


@pytest.mark.slow
def test_a_slow_pattern_is_noticed() -> None:
    for text, way in (
        ("a+b", "search"),
        (r"(a|aa)+\Z", "match"),
        (r"(.+?)\s*->\s*(\w+)", "fullmatch"),
    ):
        assert slow(Found("here", text, 0, frozenset({way}))), text
    for text, way in (("a+b", "match"), (r"(?<!a)a++b", "search")):
        assert not slow(Found("here", text, 0, frozenset({way}))), text


@pytest.mark.slow
def test_every_pattern_takes_time_in_proportion() -> None:
    patterns_found, built = patterns()
    assert len(patterns_found) > 400
    assert set(built) == set(BUILT), "a pattern of unknown parts needs an example"
    for site, text in BUILT.items():
        whole = text.endswith("\\Z") or text.startswith("\\A")
        patterns_found.append(
            Found(site.file, text, 0, frozenset({"match" if whole else "search"}))
        )
    files = {pattern.where.partition(":")[0] for pattern in patterns_found}
    assert {package for file in files for package in [file.partition("/")[0]]} == {
        *("solver", "items", "study", "sessions", "tui"),
    }
    assert set(SHORT) <= files
    once = {
        (pattern.text, pattern.flags, pattern.ways): pattern for pattern in patterns_found
    }.values()
    read = [pattern for pattern in once if pattern.where.partition(":")[0] not in SHORT]
    slowly = {
        f"{pattern.where} {pattern.text}": text for pattern in read if (text := slow(pattern))
    }
    assert not slowly
