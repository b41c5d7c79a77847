"""What commands on sets of any size stand on: keys and lists outside of memory, items read as they
are needed, and memory that does not grow with the set."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer
from items.executors.key_table import KeyIndex
from items.executors.spool import NumberedValues, SortedTexts, Spool
from items.families.batches import GeneratedItems, produce, run
from items.families.perturbed.generator import in_rows
from items.families.rules.generator import Rules
from items.files.loading import load, placed
from items.findings import words
from items.gold.verify import Figures, VerifyJob, checking
from items.lint import whole_sets
from items.lint.run import lint
from items.models import Item, Option, Question
from items.scratchpads.formalized_items import put_on
from items.sources.own_format import line_of, write
from items.streams.joining import join_formalizations
from items.streams.reading import ItemStream
from items.streams.writing import ItemFile, RecordFile
from solver.errors import InputError
from tests.effort import rng, turns
from tests.items.verified import verify
from tui.cli import main
from tui.console.json_output import echo_long_json


def truth(number: int, name: str = "P") -> Item:
    """A small item that nothing is wrong with, of its own words, and of one of 50 problems."""
    lamp = number % 50
    symbols = [f"{name}{lamp}", f"Q{lamp}"]
    return Item.model_validate(
        {
            "id": f"item-{number}",
            "text": f"House {number}. If lamp {lamp} is lit, bell {lamp} rings. It is lit.",
            "formalization": {
                "parameters": dict.fromkeys(symbols, "Bool"),
                "premise": [f"{symbols[0]} -> {symbols[1]}", symbols[0]],
                "translation": {
                    symbols[0]: f"lamp {lamp} is lit",
                    symbols[1]: f"bell {lamp} rings",
                },
            },
            "questions": [
                {
                    "id": "1",
                    "kind": "truth",
                    "text": f"Does bell {lamp} ring?",
                    "query": f"necessary({symbols[1]})",
                    "gold": {"kind": "truth", "value": "true"},
                }
            ],
        }
    )


def choice(number: int, gold: int, options: list[str]) -> Item:
    question = Question(
        id="1",
        text="Which?",
        kind="choice",
        options=tuple(Option(text=text) for text in options),
        gold=ChoiceAnswer(option=gold),
    )
    return Item(id=f"choice-{number}", text=f"Text {number}.", questions=(question,))


def test_places_know_what_a_dictionary_knows() -> None:
    random = rng(18)
    for _ in range(turns(5, 100)):
        places, known = KeyIndex(), dict[str, int]()
        for number in range(random.randrange(5_000)):
            key = str(random.randrange(3_000)) + random.choice(["", "\ud800", "字"])
            assert (key in places) == (key in known)
            if random.random() < 0.5:
                assert places.first(key, number) == known.setdefault(key, number)
            else:
                assert places.add(key) == (key not in known)
                known.setdefault(key, 0)
            assert len(places) == len(known)


@pytest.mark.parametrize("held", [16, 1 << 20])
def test_a_spool_is_a_list(held: int) -> None:
    random = rng(19)
    values = [[random.choice(["a\nb", "\ud800", "字", "", None, 1.5]), n] for n in range(3_000)]
    spool, numbered = Spool(held), NumberedValues()
    for value in values:
        spool.append(value)
        numbered.append(value)
    assert list(spool) == list(spool) == values
    assert spool.head(3) == values[:3]
    assert [n for n, _ in zip(range(5), spool, strict=False)] == list(range(5))
    both = zip(spool, spool, strict=True)
    assert all(left == right for left, right in both)
    assert [numbered[n] for n in (2_999, 0, 77)] == [values[n] for n in (2_999, 0, 77)]
    assert len(spool) == len(numbered) == 3_000


@pytest.mark.parametrize("together", [1, 7, 10_000])
def test_sorted_texts_are_those_of_a_dictionary(together: int) -> None:
    random = rng(21)
    sorting, known = SortedTexts(together), dict[str, str]()
    for number in range(500):
        key = str(random.randrange(200))
        sorting.add(key, str(number))
        known[key] = str(number)
    assert list(sorting) == sorted(known.items())
    assert list(SortedTexts(together)) == []


def test_formalizations_are_put_on_a_stream_as_on_a_list() -> None:
    items = list(generated_lines(8))
    pads = [item.model_copy(update={"text": "…"}) for item in (*items[2:5], truth(9))]
    pads[0] = pads[0].model_copy(
        update={"questions": (pads[0].questions[0].model_copy(update={"id": "other"}),)}
    )
    bare = [item.model_copy(update={"formalization": None}) for item in items]
    complaints: list[InputError] = []
    left: list[str] = []
    streamed = list(join_formalizations(iter(bare), iter(pads), complaints.append, left.extend))
    whole = put_on(bare, pads)
    assert tuple(streamed) == whole.items
    assert tuple(left) == whole.unused_ids
    assert sum(item.formalization is not None for item in streamed) == whole.count == 2
    assert list(map(str, complaints)) == list(map(str, whole.problems))
    assert len(complaints) == len(left) == 1


def test_a_long_document_is_printed_like_a_short_one(capsys: pytest.CaptureFixture[str]) -> None:
    spool, empty = Spool(), Spool()
    for value in ({"id": "a\u2028\x1b[2J"}, [1, None], "字"):
        spool.append(value)
    echo_long_json({"n": 1, "list": spool, "deep": [{"ids": spool, "none": empty}], "empty": {}})
    read = json.loads(capsys.readouterr().out)
    values = list(spool)
    assert read == {"n": 1, "list": values, "deep": [{"ids": values, "none": []}], "empty": {}}


@pytest.mark.parametrize("ahead", [2, 100])
def test_a_stream_reports_and_keeps_the_same_as_loading(tmp_path: Path, ahead: int) -> None:
    lines = [line_of(truth(n)) for n in (0, 1, 2, 1, 3)]
    lines[2:2] = ['{"id": "no questions"}', "{no JSON"]
    (tmp_path / "a.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(line_of(truth(2)) + "\n", encoding="utf-8")
    (tmp_path / "c.json").write_text('{"other": 1}', encoding="utf-8")
    complaints: list[InputError] = []
    stream = ItemStream(placed([tmp_path]), warn=complaints.append, read_ahead=ahead)
    assert stream.count == (4 if ahead == 100 else None)
    whole = load(tmp_path)
    assert [item.id for item in stream] == [item.id for item in whole.items]
    assert sorted(error.title for error in complaints) == sorted(e.title for e in whole.problems)
    assert stream.problem_count == len(whole.problems) == 4
    assert [str(path) for path in stream.skipped_files] == list(whole.skipped_files)
    if ahead == 100:
        assert sorted(map(str, complaints)) == sorted(map(str, whole.problems))


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected at least one item"):
        ItemStream(placed([tmp_path]))


def test_figures_are_those_of_a_report() -> None:
    items = [*load("builtin:demo").items, *load("builtin:hard").items[:1]]
    whole = verify(items, engine="worlds").to_json()
    figures = Figures()
    for checked in checking(iter(items), VerifyJob("worlds", 30.0)):
        figures.add(checked.check)
    streamed = {
        key: list(value) if isinstance(value, Spool) else value
        for key, value in figures.to_json(whole["seconds"]).items()
    }
    assert streamed == whole


def test_phrases_are_found_although_few_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    random = rng(20)
    phrases_by_item = {}
    items = []
    for number in range(60):
        options = [" ".join(random.choices("abcdefghij", k=6)) + f" {number} {k}" for k in range(4)]
        gold = random.randrange(4)
        if number % 3:
            options[gold] += " by necessity"
        items.append(choice(number, gold, options))
    for most in (1 << 16, 40):
        monkeypatch.setattr(whole_sets, "PHRASES", most)
        counts = {count.rule.name: count for count in lint(items, only=["gold-phrase"]).counts}
        phrases_by_item[most] = counts["gold-phrase"].findings
    assert phrases_by_item[40] == phrases_by_item[1 << 16]
    assert "“by necessity” occurs in 40 of 60" in phrases_by_item[40][0].finding.what
    assert len(phrases_by_item[40]) == 40


def test_items_that_occur_twice_are_reported_with_the_first() -> None:
    base = load("builtin:divlogic").items[:6]
    again = base[1].model_copy(update={"id": "again"})
    counts = {count.rule.name: count for count in lint(iter([*base, again])).counts}
    (entry,) = counts["duplicate"].findings
    assert (entry.id, entry.finding.what) == ("again", f"the same text as {base[1].id}")


def generated_lines(count: int) -> Iterator[Item]:
    return (truth(number) for number in range(count))


def peak_of(work: Callable[[], None]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.torture
def test_memory_does_not_grow_with_the_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond what is remembered of each item, and caches that fill, all of which is far less than
    the items."""

    def read_lines(count: int) -> None:
        assert len(list(generated_lines(count))) == count

    def check(count: int) -> None:
        figures = Figures()
        for checked in checking(generated_lines(count), VerifyJob("worlds", 30.0)):
            figures.add(checked.check)

    def look(count: int) -> None:
        lint(generated_lines(count), only=["duplicate", "gold-phrase"])

    def write_items(count: int) -> None:
        with ItemFile(tmp_path / "out.jsonl") as file:
            produce(lambda n: GeneratedItems((truth(n),)), count, file.take, unique=False)

    def pair(count: int) -> None:
        for item in join_formalizations(
            generated_lines(count), generated_lines(count), print, print
        ):
            assert item.formalization is not None

    def wait(count: int) -> None:
        for row in in_rows(generated_lines(count)):  # each waits for items of other answers
            assert len(row) == 1

    monkeypatch.setattr(words, "_tokens", words._tokens.__wrapped__)

    def growth(work: Callable[[int], None]) -> int:
        work(100)
        return peak_of(lambda: work(400)) - peak_of(lambda: work(100))

    kept_bytes = growth(read_lines)
    for work in (check, look, write_items, pair, wait):
        assert growth(work) < kept_bytes / 3, work.__name__


@pytest.mark.slow
def test_commands_take_what_cannot_be_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More items than are read ahead: the same documents, also from Parquet."""
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    source, table = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    items = [*islice(load("builtin:demo").items, 8), *generated_lines(4)]
    source.write_text(write([*items, items[0]]), encoding="utf-8")
    with ItemFile(table) as file:
        for item in [*items, items[0]]:
            file.add(item)
    outputs = []
    for ahead in (100, 3):
        monkeypatch.setattr(
            ItemStream.__init__, "__kwdefaults__", {"read_ahead": ahead, "warn": print}
        )
        for path in (source, table):
            for command in (
                ("verify", "--db", str(tmp_path / "db")),
                ("items", "lint"),
                ("verify", "--db", str(tmp_path / "db"), "--pads", str(source)),
                ("diagnose", "--options"),
            ):
                arguments = [*command, str(path), "--json", "--executor", "here"]
                result = CliRunner().invoke(main, arguments)
                document = json.loads(result.stdout)
                assert len(document.pop("problems")) == (2 if "--pads" in command else 1)
                document.pop("seconds", None)
                outputs.append((result.exit_code, document))
    for number in range(4):
        assert all(entry == outputs[number] for entry in outputs[number::4])


@pytest.mark.torture
def test_what_is_made_of_items_does_not_depend_on_how_many_are_read_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.jsonl"
    rules = run(Rules(1, depth=3, third="apart"), 6).items
    few = (*rules[:3], *islice(load("builtin:demo").items, 2))
    commands = (
        (few, ("harden",)),
        (rules, ("generate", "perturbed", "--balance")),
        (few, ("generate", "perturbed", "--certify", "support=1-9")),
    )
    for items, command in commands:
        source.write_text(write([*items, items[0]]), encoding="utf-8")
        generated = []
        for ahead, where in ((100, "here"), (3, "here"), (3, "local:2")):
            monkeypatch.setattr(
                ItemStream.__init__, "__kwdefaults__", {"read_ahead": ahead, "warn": print}
            )
            out = tmp_path / "out.jsonl"
            arguments = [*command, str(source), "-o", str(out), "--force", "--executor", where]
            result = CliRunner().invoke(main, [*arguments, "--db", str(tmp_path / "db"), "--json"])
            assert result.exit_code == 2, result.output  # an id comes twice
            document = json.loads(result.stdout)
            document.pop("seconds")
            generated.append((document, out.read_bytes()))
        assert generated[0] == generated[1] == generated[2], command
        assert generated[0][0]["written"] == len(generated[0][1].splitlines()) > 0, command


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    for kind in (ItemFile, RecordFile):
        path = tmp_path / "there.json"
        path.write_text("before", encoding="utf-8")
        file = kind(path)
        file.take(GeneratedItems((truth(0),), ({"a": [1]},)))
        error = RuntimeError()
        file.__exit__(RuntimeError, error, None)
        assert path.read_text(encoding="utf-8") == "before"
        assert [entry.name for entry in tmp_path.iterdir()] == ["there.json"]


@pytest.mark.parametrize("number", [0, 1, 3])
def test_records_are_written_as_a_json_list(tmp_path: Path, number: int) -> None:
    records = tuple({"a": [n, {"字": "x\ny"}], "empty": {}} for n in range(number))
    path = tmp_path / "records.json"
    with RecordFile(path) as file:
        for record in records:
            file.take(GeneratedItems((), (record,)))
    whole = json.dumps(list(records), ensure_ascii=False, indent=1) + "\n"
    assert path.read_text(encoding="utf-8") == whole
