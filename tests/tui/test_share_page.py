"""One item as a page: its content, and that no text of an item can run."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.formal import formal_item
from items.inspection.analysis_run import analyse
from items.models import Item
from solver.cancel import Cancel, Cancelled
from solver.language.edits import theory
from solver.results import Structure
from solver.structures import holds
from tests.items.inspected_items import own
from tests.serving.browser import browsing, chromium
from tui import i18n
from tui.cli import main
from tui.pages import share
from tui.pages.share import page_of

ROOT = Path(__file__).parents[2]
HARD = ROOT.parent / "shared/data/llmeval-logic/hard/llmeval_logic_hard.json"
ATTACK = (
    "</p></style></title><script>document.title='run'</script>"
    "<img src=x onerror=\"document.title='run'\"><a href='javascript:alert(1)'>x</a>"
    "<style>body{display:none}</style><meta http-equiv=refresh content='0;url=//example.org'>"
    "\x1b[2J\u202e{name} {0} %s"
)
VOID = {"meta", "br", "img", "link"}


class Tags(HTMLParser):
    """The elements of a page, and whether each is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)


def hostile() -> Item:
    """An item whose every text tries to be markup."""
    return own(
        {
            "id": f"bad{ATTACK}",
            "title": ATTACK,
            "text": f"{ATTACK}. It rains.\n{ATTACK}",
            "explanation": ATTACK,
            "questions": [
                {"id": "1", "text": ATTACK, "condition": ATTACK, "query": "necessary(A)",
                 "gold": "necessary"},
                {"id": "2", "text": ATTACK, "kind": "text",
                 "gold": {"kind": "text", "text": ATTACK}},
                {"id": "3", "text": ATTACK, "kind": "choice", "gold": "A",
                 "options": [{"text": ATTACK, "formula": "B"}, {"text": "x", "formula": "~A"}]},
            ],
            "formalization": {
                "parameters": {"A": "Bool", "B": "Bool"},
                "translation": {"A": ATTACK, "B": ATTACK},
                "premise": ["A | B"],
                "variants": {"alpha": [{"op": "add", "formula": "A"}]},
            },
            "provenance": {"benchmark": ATTACK, "file": ATTACK},
        }
    )  # fmt: skip


def demo(id: str) -> Item:
    return next(item for item in load("builtin:demo").items if item.id == f"demo/{id}")


def test_the_page_names_the_premises_of_all_claims_of_an_answer() -> None:
    page = page_of(demo("barking-dogs"), [])
    assert "premises 1, 2, 3, 4, 5" in page
    assert "premises 1, 2, 4" not in page


def test_no_text_of_an_item_is_markup() -> None:
    page = page_of(hostile(), [f"/srv/private/{ATTACK}"])
    tags = Tags(page)
    assert not tags.open
    assert "private" not in page
    assert not tags.names & {"script", "img", "iframe", "object", "link", "form", "a href", "svg"}
    for name, value in tags.attributes:
        assert not name.startswith("on"), name
        assert name not in ("src", "style"), name
        assert name != "href" or re.fullmatch(r"#[pq]\d+", value), value
    assert page.count("<style>") == page.count("</style>") == 1
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "<script>document.title='run'</script>" in tags.text


def test_the_policy_allows_this_style_and_nothing_else() -> None:
    page = page_of(demo("goat-on-the-roof"), ["builtin:demo"])
    match = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert match is not None
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert unescape(match[1]) == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_the_page_has_verdicts_worlds_and_variants() -> None:
    text = Tags(page_of(demo("goat-on-the-roof"), ["builtin:demo"])).text
    for message in (
        "The baker whistles, provided that a goat sleeps on the roof.",
        "The gold answer is proved.",
        "It rests on premises 1, 2, 3.",
        "Variant alpha",
        "replace 3 ¬S",
        "0 models are kept, 1 removed (−), 3 added (+).",
        "countermodel verify builtin:demo",
        "# item: demo/goat-on-the-roof",
    ):
        assert message in text, message


def test_a_wrong_gold_is_refuted_with_a_world_of_the_right_variant(tmp_path: Path) -> None:
    pad = tmp_path / "tide.pad"
    pad.write_text(
        "low, gull: Bool -- x\ngull -> low\n@left add gull\n@right add ~gull\n"
        "? necessary(low)\ngold for 1: necessary\n"
        "? difference(right, left; low, gull)\ngold for 2: {()}\n"
    )
    page = page_of(load(pad).items[0], [str(pad)])
    text = Tags(page).text
    assert "1 proved" not in text
    assert "Gold answers, by question: 0 proved, 2 refuted, 0 open." in text
    assert "All premises hold" not in text or "fails" in text
    assert "In this world all premises of variant right hold:" in text
    # What stands there is all that is needed to repeat it.
    pad_text = unescape(re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)[-1])
    again = tmp_path / "again.pad"
    again.write_text(pad_text)
    ran = CliRunner().invoke(main, ["verify", str(again), "--json", "--db", str(tmp_path / "x.db")])
    assert ran.exit_code == 1, ran.output
    assert json.loads(ran.stdout)["sub_questions"] == {"proved": 0, "refuted": 2, "open": 0}


def wrong_bridge(language: str = "en", **more: Any) -> Item:
    """Two sentences, and a gold that takes the first one backwards."""
    data = {
        "id": "bridge",
        "language": language,
        "text": "If the bridge is closed, the ferry runs. The ferry runs.",
        "questions": [{"id": "1", "text": "Is it closed?", "query": "necessary(B)",
                       "gold": "necessary"}],
        "formalization": {
            "parameters": {"B": "Bool", "F": "Bool"},
            "translation": {"B": "the bridge is closed", "F": "the ferry runs"},
            "premise": ["B -> F", "F"],
        },
    }  # fmt: skip
    return own({**data, **more})


def test_a_refuted_gold_comes_first_with_conditions_for_being_right() -> None:
    page = page_of(wrong_bridge(), ["bridge.json"])
    text = " ".join(Tags(page).text.split())
    first, rest = text.split("If the bridge is closed, the ferry runs.", 1)
    assert "The solver refutes these published answers:" in first
    assert "Question 1 : Gold answer necessary" in first
    assert "unnecessary" in first
    assert 'href="#q0"' in page
    assert 'id="q0"' in page
    # Every premise of the world shown, with its own sentence.
    table = rest.split("To check by hand:", 1)[1]
    assert "1 ✓ B → F" in table
    assert "2 ✓ F the ferry runs ~ The ferry runs." in table
    assert "The published answer would be right:" in table
    assert "“converse”" in table.lower()
    assert "F → B" in table


def test_an_excluded_gold_is_shown_with_the_premises_that_exclude_it() -> None:
    """No world shows that: the premises are to be checked, those that it needs and no others."""
    text = "If the bridge is closed, the ferry runs. The ferry runs. The bridge is closed."
    wrong = wrong_bridge(
        text=text,
        questions=[
            {"id": "1", "text": "May it stand?", "query": "possible(~F)", "gold": "possible"}
        ],
        formalization={
            "parameters": {"B": "Bool", "F": "Bool"},
            "translation": {"B": "the bridge is closed", "F": "the ferry runs"},
            "premise": ["B | F", "B -> F", "B"],
        },
    )
    page = " ".join(Tags(page_of(wrong, ["bridge.json"])).text.split())
    table = page.split("To check by hand: it follows from these premises.", 1)[1]
    table = table.split("The published answer would be right", 1)[0]
    assert "2 B → F" in table
    assert "✓" not in table
    assert page.count("To check by hand") == 1


def test_consequences_of_definitions_are_shown_with_their_values() -> None:
    """No premise says that a false post is marked; the definition does, and it is what an author
    has to look at. Rows are named in the order in which the query has them."""
    posts = {
        "id": "posts",
        "text": "A violent post is deleted. A false one is marked.",
        "questions": [
            {
                "id": "1",
                "text": "What may happen?",
                "query": "enumerate_models(Mark, Delete)",
                "gold": "{(), (Mark), (Delete)}",
            }
        ],
        "formalization": {
            "parameters": {"F": "Bool", "V": "Bool", "Idle": "Bool"},
            "premise": ["F | ~F"],
            "define": {"Mark": "F", "Delete": "V", "Other": "Idle"},
        },
    }
    page = " ".join(Tags(page_of(own(posts), [])).text.split())
    assert "(Mark, Delete) was left out." in page
    assert "(Mark, Delete): " not in page
    definitions_text = page.split("the definitions used here have these values:", 1)[1]
    assert definitions_text.split()[:8] == ["Mark", "●", ":=", "F", "Delete", "●", ":=", "V"]
    assert "Other" not in definitions_text.split("How to check this", 1)[0]


@pytest.mark.slow
def test_reasons_are_in_the_language_of_the_page() -> None:
    chinese = page_of(own({**ENDLESS, "language": "zh"}), [], seconds=0)
    assert "超时" in chinese
    assert "timeout" not in chinese
    i18n.use("zh")
    try:
        english = page_of(own(ENDLESS), [], seconds=0)
        assert "timeout" in english
        assert "超时" not in english
        assert i18n.language() == "zh"
    finally:
        i18n.use("en")


def test_sentences_are_of_one_language() -> None:
    text = Tags(page_of(wrong_bridge("zh"), ["bridge.json"])).text
    assert "✗ 参考答案被推翻。" in text
    assert "if the bridge is closed, then the ferry runs" in text
    assert "如果the" not in text
    glosses = {"B": "桥已封闭", "F": "渡船在开"}
    formal = {"parameters": {"B": "Bool", "F": "Bool"}, "translation": glosses,
              "premise": ["B -> F", "F"]}  # fmt: skip
    text = Tags(page_of(wrong_bridge("zh", formalization=formal), ["bridge.json"])).text
    assert "如果桥已封闭，那么渡船在开" in text


def test_no_model_is_not_an_error_if_the_published_answer_says_so() -> None:
    empty: dict[str, Any] = {
        "questions": [
            {"id": "1", "text": "?", "query": "enumerate_models(B) under alpha", "gold": "{}"}
        ],
        "formalization": {
            "parameters": {"B": "Bool"},
            "premise": ["B"],
            "variants": {"alpha": [{"op": "add", "formula": "~B"}]},
        },
    }
    text = Tags(page_of(wrong_bridge(**empty), ["bridge.json"])).text
    assert "verdicts say little" not in text
    assert "Under alpha the premises contradict one another (premises 1, 2)." in text
    other = {"id": "2", "text": "?", "query": "necessary(B) under alpha", "gold": "necessary"}
    both = {**empty, "questions": [*empty["questions"], other]}
    assert "verdicts say little" in Tags(page_of(wrong_bridge(**both), ["bridge.json"])).text


def test_structures_chinese_and_items_without_formulas_have_pages() -> None:
    first_order = own(
        {
            "id": "mothers",
            "language": "zh",
            "text": "有人唱歌。",
            "questions": [{"id": "1", "query": "necessary(P(a, b))", "gold": "necessary"}],
            "formalization": {
                "parameters": {"P": "Function(2)", "a": "Person", "b": "Person"},
                "premise": ["exists x (P(x, b))"],
            },
        }
    )
    page = page_of(first_order, ["x.json"])
    assert '<html lang="zh">' in page
    assert "✗ 参考答案被推翻。" in page
    assert "<pre>" in page
    informal = first_order.model_copy(update={"formalization": None})
    assert "○ 未检验" in page_of(informal, ["x.json"])
    contrary = first_order.model_copy(
        update={"formalization": {"premise": ["P(a, b)", "~P(a, b)"]}}
    )
    assert "‼ 前提相互矛盾" in page_of(contrary, ["x.json"])


def family() -> Item:
    """First-order, with two functions, several questions and a variant."""
    return own(
        {
            "id": "family",
            "text": "Ann sings to her mother. Nobody sings to a boss.",
            "questions": [
                {"id": "1", "query": "necessary(Boss(ann) != Mother(ann))", "gold": "necessary"},
                {"id": "2", "query": "necessary(Sings(ann, Boss(ann)))", "gold": "necessary"},
                {"id": "3", "query": "possible(Mother(Boss(ann)) = ann) under kin",
                 "gold": "possible"},
            ],
            "formalization": {
                "parameters": {"Sings": "Function(2)", "ann": "Person"},
                "translation": {"Sings(x, y)": "x sings to y"},
                "premise": ["Sings(ann, Mother(ann))", "forall x forall y (~Sings(x, Boss(y)))"],
                "variants": {"kin": [{"op": "add", "formula": "Mother(Boss(ann)) = ann"}]},
            },
        }
    )  # fmt: skip


@pytest.mark.slow
def test_a_structure_distinguishes_variant_and_baseline_with_functions() -> None:
    item = family()
    page = page_of(item, ["family.json"])
    text = " ".join(Tags(page).text.split())
    assert "Gold answers, by question: 2 proved, 1 refuted, 0 open." in text
    assert "Question 2 : Gold answer necessary" in text.split(item.text, 1)[0]
    # Adding a premise can only forbid: there is a structure that the baseline alone allows.
    variant = text.split("Variant kin", 1)[1]
    assert "A structure that the premises allow and the variant excludes:" in variant
    assert "Every structure that the variant allows, the premises allow too." in variant
    # The structure as the page tells it holds all premises and breaks the variant's.
    structure_text = variant.split("excludes:", 1)[1].split("Every structure", 1)[0]
    listed = re.search(r"exactly \d individuals: ([\w, ]+)\.", structure_text)
    assert listed is not None
    pairs = {
        name: set(re.findall(rf"{name}\((\w+), (\w+)\) is true\.", structure_text))
        for name in ("Mother", "Boss")
    }
    pairs["Sings"] = set(re.findall(r"(\w+) sings to (\w+)\.", structure_text)) - {("x", "y")}
    structure = Structure(
        tuple(listed[1].split(", ")),
        {"ann": "ann"},
        {name: frozenset(members) for name, members in pairs.items()},
    )
    formal = formal_item(item)
    assert formal is not None
    before, after = theory(formal.problem), theory(formal.problem, "kin")
    assert all(holds(structure, premise.formula) for premise in before.premises)
    assert not all(holds(structure, premise.formula) for premise in after.premises)


LAMPS = {
    "id": "lamps",
    "text": "At most three of five lamps burn.",
    "questions": [
        {"id": "1", "text": "How many ways are there?", "kind": "count_models",
         "query": "count_models(A, B, C, D, E)", "gold": "28"},
    ],
    "formalization": {
        "parameters": dict.fromkeys("ABCDE", "Bool"),
        "premise": ["at_most(3; A, B, C, D, E)"],
        "variants": {"lit": [{"op": "add", "formula": "A"}]},
    },
}  # fmt: skip


def test_a_refuted_count_is_shown_with_everything_counted() -> None:
    page = page_of(own(LAMPS), [])
    listed = page[page.index("What is counted:") : page.index("The solver finds: 26")]
    rows = re.findall(r"<tr><td>(\d+)</td>(.*?)</tr>", listed)
    assert [int(number) for number, _cells in rows] == list(range(1, 27))
    assert len({cells for _number, cells in rows}) == 26
    assert all(cells.count("●") <= 3 and cells.count("<td>") == 5 for _number, cells in rows)
    assert "premises 1." not in page


def test_changes_of_a_variant_are_shown_with_answers_before_and_after() -> None:
    page = page_of(own(LAMPS), [])
    changed = page[page.index("Answers that change") :]
    assert "<code>26</code> → <code>11</code>" in changed
    goat = page_of(demo("goat-on-the-roof"), [])
    both = "it holds in every world in which the premises hold → not necessary: it fails in a world"
    assert f"<code>necessary(¬L)</code>: necessary: {both}" in goat
    assert "<code>1</code> → <code>3</code>" in goat


ENDLESS = {
    "id": "endless",
    "text": "Everyone is followed by someone, and nobody by himself or by those he follows.",
    "questions": [
        {"id": "1", "text": "Must a run?", "query": "necessary(P(a))", "gold": "necessary"},
    ],
    "formalization": {
        "parameters": {"R": "Function(2)", "P": "Function(1)", "a": "Person"},
        "premise": [
            "∀x ∃y R(x,y)", "∀x ¬R(x,x)", "∀x ∀y ∀z (R(x,y) ∧ R(y,z) → R(x,z))", "∃x P(x)",
        ],
        "variants": {"alpha": [{"op": "add", "formula": "P(a)"}], "beta": [{"op": "drop",
                     "premise": 3}]},
    },
}  # fmt: skip


@pytest.mark.slow
def test_a_page_says_what_was_not_finished_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(own(ENDLESS), [], seconds=0)
    assert "The solver had 0 seconds for this page." in page
    assert "not looked into for lack of time: alpha, beta." in page
    assert "Not decided" in page
    assert "proved, 0 refuted, 1 open" in page
    with monkeypatch.context() as patch:
        # Its verdicts are there, and no time is left for what comes after them.
        patch.setattr(share, "analyse", lambda item, **_budgets: analyse(item))
        refuted = page_of(own(LAMPS), [], seconds=0)
    assert "not looked into for lack of time: 1, lit." in refuted
    assert "The right number is 26." in refuted
    assert "for lack of time" not in page_of(own(LAMPS), [])


def test_a_cancelled_page_is_not_written() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        page_of(own(LAMPS), [], cancel=cancel)


def test_the_command_writes_one_item_and_asks_which(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    ran = CliRunner().invoke(main, ["inspect", "builtin:demo", "--share", str(path)])
    assert ran.exit_code == 2
    assert "Name it with --item ID" in ran.output
    assert not path.exists()
    chosen = ["--item", "demo/goat-on-the-roof"]
    ran = CliRunner().invoke(main, ["inspect", "builtin:demo", "--share", str(path), *chosen])
    assert ran.exit_code == 0, ran.output
    assert "A goat on the roof" in path.read_text(encoding="utf-8")
    ran = CliRunner().invoke(main, ["inspect", "builtin:demo", *chosen])
    assert ran.exit_code == 2
    ran = CliRunner().invoke(main, ["inspect", "builtin:demo", "--share", str(tmp_path), *chosen])
    assert ran.exit_code == 2


# --- in a browser ------------------------------------------------------------------------------


def pages(folder: Path) -> Iterator[Path]:
    """A page in each language, long ones, and one of somebody hostile."""
    items = [hostile(), demo("goat-on-the-roof"), demo("lamp-room")]
    items += [item for item in load("builtin:demo").items if item.language == "zh"][:1]
    for number, item in enumerate(items):
        path = folder / f"{number}.html"
        path.write_text(page_of(item, ["x.jsonl"]), encoding="utf-8")
        yield path


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed here")
async def test_in_a_browser_nothing_runs_and_no_page_is_wider_than_its_window(
    tmp_path: Path,
) -> None:
    async with browsing(tmp_path / "profile") as browser:
        for path in pages(tmp_path):
            tab = await browser.tab()
            for width in (1280, 390):
                await tab.size(width, 800, mobile=width == 390)
                await tab.open(path.as_uri())
                await tab.becomes("document.readyState", "complete")
                assert await tab.run("document.documentElement.scrollWidth") <= width, path
                assert await tab.run("document.title") != "run"
                assert await tab.run("document.scripts.length + document.images.length") == 0
                display = await tab.run("getComputedStyle(document.body).display")
                assert display == "block"
                # The style is the page's own: a policy that kept it out would leave another width.
                assert await tab.run("getComputedStyle(document.querySelector('h1')).fontSize") == (
                    "24px"
                )
            assert not tab.errors
