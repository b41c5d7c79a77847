"""The report as one page: its content, that nothing is fetched, and the page without charts."""

import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer, TextAnswer, TruthAnswer
from items.models import Item, Question
from sessions.models import responses
from sessions.report.accuracy_report import build_report
from sessions.report.charts.svg import charts
from sessions.report.headline import chance, chances, headline
from sessions.report.presentation import ALL_ALIKE
from sessions.report.report_tables import Report, Table
from sessions.report.rows import Column, Row
from sessions.storage.database import Database
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, truth
from tests.sessions.test_comparing_tables import answer_row
from tui.commands.report import report as command
from tui.pages.report import STYLE, page

EVIL = '<script>alert("1")</script>\x1b[31m & $x_1$ 模型'


def record(path: Path) -> None:
    goat = choice("goats", GOATS, 1)
    ship = truth("ferry", FERRY).model_copy(update={"attributes": {"depth": 2, "width": 1}})
    answers = [
        *(answer_row(goat, ChoiceAnswer(option=1), k) for k in range(4)),
        answer_row(ship, TruthAnswer(value="false")),
    ]
    with Database.open(path) as db:
        responses.add(db, answers, [goat, ship])


class _Parsed(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag not in ("meta", "path", "use", "image", "rect", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("path", "use", "image", "rect"):
            return
        assert self.open
        assert self.open.pop() == tag


def parsed(text: str) -> _Parsed:
    outcome = _Parsed()
    outcome.feed(text)
    assert outcome.open == []
    return outcome


@pytest.mark.slow
def test_one_page_that_fetches_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    database, file = tmp_path / "r.db", tmp_path / "r.html"
    record(database)
    run = CliRunner().invoke(command, ["--db", str(database), "--html", str(file)])
    assert run.exit_code == 0, run.output
    assert run.stdout == ""
    text = file.read_text(encoding="utf-8")
    outcome = parsed(text)
    assert "svg" in outcome.tags
    assert "script" not in outcome.tags
    assert "link" not in outcome.tags
    assert all(link.startswith(("#", "data:")) for link in outcome.links)
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    namespaces = {"http://www.w3.org/1999/xlink", "http://www.w3.org/2000/svg"}
    assert set(re.findall(r"https?://[^\"' <]+", text)) <= namespaces
    for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        ET.fromstring(svg)
        assert "currentColor" in svg
        assert "#0a0b0c" not in svg
    with Database.open(database) as db:
        for table in build_report(db).tables:
            assert table.name[:1].upper() + table.name[1:] in text
    for name in ("prefers-color-scheme: dark", "@media print"):
        assert name in text


def test_a_tall_chart_is_printed_within_one_sheet() -> None:
    """A chart is no taller than the smallest usual paper leaves, upright and across (in cm, without
    margins, heading and caption)."""
    _screen, printed = STYLE.split("@media print")
    upright = re.search(r"  figure svg \{ max-height: (\d+)cm; width: auto \}", printed)
    across = re.search(r"section.wide figure svg \{ max-height: (\d+)cm \}", printed)
    assert upright is not None
    assert across is not None
    assert int(upright[1]) <= 27.9 - 2.4 - 4
    assert int(across[1]) <= 21 - 2.4 - 3


def test_response_times_of_models_and_people_are_drawn() -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    units = ("lower quartile", "median", "upper quartile", "90th percentile")
    columns = (
        Column("respondent", "text"),
        Column("kind", "text"),
        Column("setting", "text"),
        Column("run"),
        Column("times"),
        *(Column(name, "seconds") for name in units),
    )
    rows = (
        ("swift", "model", "s", 1, 5, 1.0, 2.0, 3.0, 4.0),
        ("people (3)", "people", "s", None, 9, 10.0, 20.0, 30.0, 40.0),
        ("untimed", "model", "s", 1, 0, None, None, None, None),
    )
    (chart,) = charts(Table("response times", "S", "v", columns, rows, 14, {}, ()))
    assert "swift · s · 1" in chart.svg
    assert "people (3) · s" in chart.svg
    assert "untimed" not in chart.svg
    none = Table("response times", "S", "v", columns, rows[2:], 0, {}, ())
    assert charts(none) == ()


def test_text_on_the_page_is_escaped() -> None:
    columns = (
        Column("respondent", "text"),
        Column("kind", "text"),
        Column("setting", "text"),
        Column("run"),
        Column("accuracy", "share"),
        Column("low", "share", end_of="accuracy"),
        Column("high", "share", end_of="accuracy"),
    )
    rows = (
        (EVIL, "model", EVIL, 1, 0.5, 0.25, 0.75),
        (EVIL, "people", "s", None, None, None, None),
    )
    table = Table("accuracy of models and people", EVIL, "v", columns, rows, 2, {EVIL: 1}, (EVIL,))
    text = page(Report((table,)))
    assert "script" not in parsed(text).tags
    assert "\x1b" not in text
    assert "模型" in text
    assert "50.0 %" in text
    assert "<td>–</td>" in text


def test_without_the_chart_library_the_tables_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    record(tmp_path / "r.db")
    with Database.open(tmp_path / "r.db") as db:
        text = page(build_report(db))
    assert "countermodel[report]" in text
    assert "svg" not in parsed(text).tags
    assert "Multiple choice" in text


def test_a_page_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    (tmp_path / "file").touch()
    for option, place in (("--html", "file/r.html"), ("--csv", "file/tables")):
        run = CliRunner().invoke(
            command, ["--db", str(tmp_path / "r.db"), option, str(tmp_path / place)]
        )
        assert run.exit_code != 0
        assert "cannot be written" in str(run.exception)


def test_a_wide_table_is_printed_in_landscape_and_small_letters() -> None:
    def sections(columns: int) -> str:
        heads = (Column("domain", "text"), *(Column(f"column {n}", "p") for n in range(columns)))
        row: Row = ("a domain of that name", *(0.123,) * columns)
        return page(Report((Table("p", "s", "v", heads, (row,) * 3, 3, {}),)))

    assert '<section class="short" style="--print: 9.0pt">' in sections(3)
    wide = re.search(r'<section class="wide short" style="--print: ([\d.]+)pt">', sections(24))
    assert wide is not None
    assert 5 <= float(wide[1]) < 9
    assert "@page wide { size: landscape }" in sections(3)


def test_whatever_is_wider_than_the_page_scrolls_in_a_box_whose_edge_is_seen() -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    names = ("lower quartile", "median", "upper quartile")
    columns = (Column("block", "text"), *(Column(name, "seconds") for name in names))
    rows = (("first", 1.0, 2.0, 3.0), ("second", 2.0, 3.0, 4.0))
    text = page(Report((Table("time per question", "S", "v", columns, rows, 2, {}, ()),)))
    assert text.count("<svg") == text.count('<div class="scroll"><svg') == 1
    assert text.count("<table") == text.count('<div class="scroll"><table') == 1
    style = text[text.index("<style>") : text.index("</style>")]
    boxes, narrow = re.sub(r"\s+", " ", style).split("@media screen and (max-width: 40rem)")
    scroll = re.search(r"\.scroll \{([^}]*)\}", boxes)
    assert scroll is not None
    # Shades at both edges stay, and what covers them at the ends of the way goes along.
    assert scroll[1].count("scroll,") + scroll[1].count("scroll;") == 2
    assert scroll[1].count("local,") == 2
    assert re.search(r"td:first-child \{ position: sticky; left: 0;", boxes)
    assert re.search(r"\.text:first-child \{ max-width: [\d.]+rem", narrow)


def test_a_long_table_shows_all_its_rows_when_asked_and_on_paper() -> None:
    columns = (Column("participant", "text"), Column("answers"))

    def written(rows: int) -> str:
        people = tuple((f"P{n}", n) for n in range(rows))
        return page(Report((Table("people", "A study", "0" * 12, columns, people, rows, {}),)))

    assert "checkbox" not in written(40)
    text = written(41)
    assert text.count("<tr>") == 42
    assert '<input type="checkbox" class="all" id="all0">' in text
    assert '<label for="all0">Show all 41 rows</label>' in text
    hidden = re.search(
        r"@media screen \{ \.all:not\(:checked\) ~ \.scroll tr:nth-child\(n\+21\)", text
    )
    assert hidden is not None
    on_paper = text[text.index("@media print") :]
    assert ".all, .all + label { display: none }" in on_paper


def test_contents_distinguish_versions_and_link_to_their_tables() -> None:
    columns, row = (Column("kind", "text"),), ("truth",)
    tables = [
        Table(name, study, version, columns, (row,), 1, {})
        for study, version in (("A <b>", "0" * 16), ("A <b>", "1" * 16))
        for name in ("sessions", "items")
    ]
    text = page(Report(tuple(tables)))
    contents = text.partition("<nav>")[2].partition("</nav>")[0]
    assert re.findall("<p>(.*?)</p>|#(t[0-9])", contents) == [
        ("A &lt;b&gt; · version 00000000", ""),
        ("", "t0"),
        ("", "t1"),
        ("A &lt;b&gt; · version 11111111", ""),
        ("", "t2"),
        ("", "t3"),
    ]
    assert re.findall('id="(t[0-9])"', text) == ["t0", "t1", "t2", "t3"]
    # One version alone needs no title of its own in the contents.
    alone = page(Report(tuple(tables[:2]))).partition("<nav>")[2].partition("</nav>")[0]
    assert "<p>" not in alone


def test_the_first_page_says_who_answered_and_what_differs(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    items = [choice(f"goats {n}", GOATS.replace("goat", f"goat {n} "), n % 4) for n in range(40)]
    right = {"good": range(34), "poor": range(12)}
    answers = []
    for model, right_items in right.items():
        for n, item in enumerate(items):
            gold = item.leaves[0].gold
            assert isinstance(gold, ChoiceAnswer)
            assert gold.option is not None
            option = gold.option if n in right_items else (gold.option + 1) % 4
            answers.append(replace(answer_row(item, ChoiceAnswer(option=option)), model=model))
    answers.append(replace(answers[0], model="late", status="failed", answer=None))
    database, file = tmp_path / "r.db", tmp_path / "r.html"
    with Database.open(database) as db:
        responses.add(db, answers, items)
        first = headline(db)
    assert [chance.share for chance in first.chances] == [pytest.approx(0.25)]
    assert first.excluded == {"failed requests": 1}
    (pair,) = first.pairs
    assert pair.accuracy.n == 40
    assert pair.accuracy.difference.value == pytest.approx((34 - 12) / 40)
    low, high = pair.accuracy.difference.low, pair.accuracy.difference.high
    assert low is not None
    assert high is not None
    assert 0 < low < 0.55 < high < 1
    assert pair.accuracy.p < 0.05
    run = CliRunner().invoke(command, ["--db", str(database), "--html", str(file)])
    assert run.exit_code == 0, run.output
    text = file.read_text(encoding="utf-8")
    parsed(text)
    assert text.index("In short") < text.index("<nav>")
    assert "40 items were answered." in text
    assert "85.0 %" in text
    assert "+55.0 points" in text
    assert "failed requests: 1" in text
    assert "dashed: guessing, 25 %" in text


def test_guessing_is_reported_for_two_values_and_free_answers() -> None:
    ship = truth("ferry", FERRY)
    two_valued = ship.model_copy(update={"attributes": {"truth_scale": "follows"}})
    four_options = choice("goats", GOATS, 1)
    assert chance([ship]) == pytest.approx(1 / 3)
    assert chance([two_valued, four_options]) == pytest.approx((1 / 2 + 1 / 4) / 2)
    free = four_options.model_copy(
        update={"questions": (Question(id="1", kind="text", gold=TextAnswer(text="x")),)}
    )
    assert chance([two_valued, free]) is None
    assert chance([]) is None


def test_guessing_is_mentioned_once_if_equal_in_every_form() -> None:
    """Sums of thirds differ in the last digit between 12 and 22 items."""
    items = [
        truth(f"case {n}", f"{FERRY} So says {n}.").model_copy(
            update={"attributes": {"form": "symbolic"} if n < 12 else {}}
        )
        for n in range(34)
    ]
    (only,) = chances(items)
    assert (only.share, only.presentation) == (1 / 3, ALL_ALIKE)


def test_guessing_is_reported_for_choices_next_to_free_answers(tmp_path: Path) -> None:
    four_options = choice("goats", GOATS, 1)
    free = Item(
        id="free",
        text=FERRY,
        questions=(Question(id="1", kind="text", gold=TextAnswer(text="x")),),
    )
    database, file = tmp_path / "r.db", tmp_path / "r.html"
    with Database.open(database) as db:
        answers = [
            answer_row(four_options, ChoiceAnswer(option=1)),
            answer_row(free, TextAnswer(text="x")),
        ]
        responses.add(db, answers, [four_options, free])
    run = CliRunner().invoke(command, ["--db", str(database), "--html", str(file)])
    assert run.exit_code == 0, run.output
    assert "Guessing gets 25.0 % of multiple choice right." in file.read_text(encoding="utf-8")


def test_the_first_page_has_both_bounds_for_unsettled_answers(tmp_path: Path) -> None:
    """Of four answers one is the gold, two are wrong by a comparison, one is settled by nobody."""
    golds = ("gold", "4", "5", "the goats, or else the ferry")
    items = [
        Item(
            id=f"free {n}",
            text=f"{GOATS} So says {n}.",
            questions=(Question(id="1", kind="text", gold=TextAnswer(text=gold)),),
        )
        for n, gold in enumerate(golds)
    ]
    answers = ("gold", "3", "3", "neither of them, I think")
    database, file = tmp_path / "r.db", tmp_path / "r.html"
    with Database.open(database) as db:
        stored_answers = [
            answer_row(item, TextAnswer(text=text))
            for item, text in zip(items, answers, strict=True)
        ]
        responses.add(db, stored_answers, items)
        (alone,) = headline(db).single_sides
    assert (alone.accuracy, alone.bounds, alone.unsettled) == (None, (0.25, 0.5), 1)
    run = CliRunner().invoke(command, ["--db", str(database), "--html", str(file)])
    assert run.exit_code == 0, run.output
    text = file.read_text(encoding="utf-8")
    assert (
        "– : 1 of 4 answers are unsettled; 25.0 % right if all of these are wrong, 50.0 % if "
        "all are right." in text
    )
    assert "No comparison: no two sides answered the same items." in text


def test_the_best_model_whose_answers_are_settled_is_compared(tmp_path: Path) -> None:
    """The one with most right answers has an unsettled one, and is in no comparison."""
    items = [
        Item(
            id=f"free {n}",
            text=f"{GOATS} So says {n}.",
            questions=(Question(id="1", kind="text", gold=TextAnswer(text=str(n))),),
        )
        for n in range(4)
    ]
    right = {"top": 3, "good": 2, "poor": 1}
    stored_answers = []
    for model, number in right.items():
        for n, item in enumerate(items):
            wrong = "who knows, it may be" if model == "top" else str(n + 1)
            text = str(n) if n < number else wrong
            stored_answers.append(replace(answer_row(item, TextAnswer(text=text)), model=model))
    database, file = tmp_path / "r.db", tmp_path / "r.html"
    with Database.open(database) as db:
        responses.add(db, stored_answers, items)
        outcome = headline(db)
    (pair,) = outcome.pairs
    assert (pair.left.respondents[0].name, pair.right.respondents[0].name) == ("good", "poor")
    assert (outcome.unsettled, outcome.pairs_left_out, outcome.single_sides) == (2, 0, ())
    with Database.open(tmp_path / "s.db") as db:
        responses.add(db, [row for row in stored_answers if row.model != "poor"], items)
        assert headline(db).pairs == ()
    run = CliRunner().invoke(command, ["--db", str(tmp_path / "s.db"), "--html", str(file)])
    assert run.exit_code == 0, run.output
    text = file.read_text(encoding="utf-8")
    assert "No comparison: in each pair that would be shown here, free answers are" in text
