"""Inspect's logs: finished and unfinished archives, samples in one piece and in chunks, JSON."""

import json
import random
import sys
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from items.recorded.rows import Grade
from solver.errors import InputError
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, option, places, rows, several

ITEMS = [choice("goats", GOATS, 1), choice("ferry", FERRY, 0)]
HEADER = {
    "version": 2,
    "status": "success",
    "eval": {
        "task": "goat_task",
        "created": "2025-01-02T03:04:05+00:00",
        "model": "openai/gpt-4o-mini",
        "dataset": {"name": "goats", "samples": 2},
        "config": {"epochs": 2},
        "model_generate_config": {"max_tokens": 512},
    },
    "plan": {"steps": [{"solver": "multiple_choice"}], "config": {"temperature": 0.5}},
}


def sample(id_: object, item: int = 0, epoch: int = 1, said: str = "ANSWER: B", **more: Any) -> Any:
    """A sample of a multiple-choice task with the scorer `choice`."""
    options = [entry.text for entry in ITEMS[item].leaves[0].options]
    message = {"role": "assistant", "content": said, "source": "generate"}
    return {
        "id": id_,
        "epoch": epoch,
        "input": ITEMS[item].text,
        "choices": options,
        "target": "B",
        "messages": [{"role": "user", "content": ITEMS[item].text}, message],
        "output": {
            "model": "gpt-4o-mini",
            "choices": [{"message": message, "stop_reason": "stop"}],
            "completion": said,
            "usage": {"input_tokens": 90, "output_tokens": 7, "total_tokens": 97},
            "time": 0.75,
        },
        "scores": {"choice": {"value": "C", "answer": said[-1], "explanation": said}},
        "metadata": {},
        "store": {},
        "events": [],
        "total_time": 2.5,
        "attachments": {},
        **more,
    }


def archive(tmp_path: Path, members: dict[str, Any], name: str = "log.eval") -> Path:
    path = tmp_path / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for member, value in members.items():
            file.writestr(member, json.dumps(value))
    return path


def finished(tmp_path: Path, *samples: Any) -> Path:
    members: dict[str, Any] = {
        "_journal/start.json": {key: HEADER[key] for key in ("version", "eval", "plan")}
    }
    for entry in samples:
        members[f"samples/{entry['id']}_epoch_{entry['epoch']}.json"] = entry
    members["summaries.json"] = [
        {key: member[key] for key in ("id", "epoch", "input", "target", "scores")}
        for member in samples
    ]
    return archive(tmp_path, members | {"header.json": HEADER})


def test_a_finished_log(tmp_path: Path) -> None:
    path = finished(
        tmp_path, sample("x"), sample("x", epoch=2, said="ANSWER: A"), sample("y", 1, said="A")
    )
    joineds, skipped = places(path, "inspect", ITEMS)
    assert skipped == []
    assert [(joined.item.id, joined.row.epoch, option(joined)) for joined in joineds] == [
        ("goats", 1, 1),
        ("goats", 2, 0),
        ("ferry", 1, 0),
    ]
    row = joineds[0].row
    assert row.row == "sample x, epoch 1"
    assert (row.model, row.setting) == ("openai/gpt-4o-mini", "goat_task")
    assert (row.prompt_tokens, row.completion_tokens, row.seconds) == (90, 7, 0.75)
    assert row.parameters == {"temperature": 0.5, "max_tokens": 512}
    assert row.utc == "2025-01-02T03:04:05+00:00"
    assert row.raw == "ANSWER: B"


def test_an_unfinished_log_is_read_from_its_journal(tmp_path: Path) -> None:
    start = {key: HEADER[key] for key in ("version", "eval", "plan")}
    summary = {"id": 9, "epoch": 1, "input": FERRY, "target": "A", "metadata": {}}
    path = archive(
        tmp_path,
        {
            "_journal/start.json": start,
            "samples/x_epoch_1.json": sample("x"),
            "_journal/summaries/1.json": [{**summary, "id": "x", "input": GOATS}],
            "_journal/summaries/10.json": [{**summary, "id": 10}],
            "_journal/summaries/2.json": [
                {**summary, "scores": {"choice": {"value": "I", "answer": "C"}}}
            ],
        },
    )
    joineds, skipped = places(path, "inspect", ITEMS)
    assert skipped == []
    assert [(joined.row.row, joined.item.id, joined.status) for joined in joineds] == [
        ("sample x, epoch 1", "goats", "answered"),
        ("sample 9, epoch 1", "ferry", "answered"),
        ("sample 10, epoch 1", "ferry", "failed"),
    ]
    assert option(joineds[1]) == 2
    assert joineds[1].row.model == "openai/gpt-4o-mini"


def test_samples_in_chunks_and_their_attachments(tmp_path: Path) -> None:
    shell = sample("big")
    shell["input"] = "attachment://1"
    shell["output"]["choices"][0]["message"]["content"] = [
        {"type": "reasoning", "reasoning": "ANSWER: D"},
        {"type": "text", "text": "attachment://2"},
    ]
    shell["scores"] = {}
    folder = "samples/big_epoch_1"
    path = archive(
        tmp_path,
        {
            "header.json": HEADER | {"version": 3},
            f"{folder}/sample.json": shell,
            f"{folder}/attachments/2.json": ["So: ANSWER: C"],
            f"{folder}/attachments/0.json": ["unused", GOATS],
            f"{folder}/events/0.json": [],
            f"{folder}/events/stats.json": {},
        },
    )
    joineds, skipped = places(path, "inspect", ITEMS)
    assert skipped == []
    assert (joineds[0].item.id, option(joineds[0])) == ("goats", 2)
    assert joineds[0].row.raw == "So: ANSWER: C"


def test_attachments_of_a_sample_in_one_piece(tmp_path: Path) -> None:
    entry = sample("x", input="attachment://abc", attachments={"abc": GOATS})
    joineds, _ = places(finished(tmp_path, entry), "inspect", ITEMS)
    assert joineds[0].item.id == "goats"


def test_shuffled_options_and_metadata(tmp_path: Path) -> None:
    options = [entry.text for entry in ITEMS[0].leaves[0].options]
    turned = sample("x", choices=options[1:] + options[:1], said="ANSWER: A")
    mixed = sample("y", choices=[options[n] for n in (1, 0, 3, 2)])
    other = sample("z", choices=["p", "q", "r", "s"])
    named = sample(7, input="?", metadata={"item_id": "ferry", "mutant": 3})
    del named["choices"]
    hashed = sample(8, input="?", metadata={"item_hash": ITEMS[1].content_hash})
    del hashed["choices"]
    path = finished(tmp_path, turned, mixed, other, named, hashed)
    joineds, skipped = places(path, "inspect", ITEMS)
    assert [
        (joined.row.row, joined.item.id, joined.mutant, option(joined)) for joined in joineds
    ] == [
        ("sample x, epoch 1", "goats", 1, 1),
        ("sample 7, epoch 1", "ferry", 3, 0),
        ("sample 8, epoch 1", "ferry", 0, 1),
    ]
    assert [(skip.row, skip.reason) for skip in skipped] == [
        ("sample y, epoch 1", "its options were shown in an order that is not a rotation"),
        ("sample z, epoch 1", "its options are not the item's"),
    ]


def test_numbers_assigned_by_inspect_are_not_ids(tmp_path: Path) -> None:
    """Ids from 1 on are given where a dataset has none; an item may bear the same by chance."""
    numbered = [choice("1", FERRY, 0), choice("2", GOATS, 1)]
    joineds, _ = places(finished(tmp_path, sample(1, 0)), "inspect", numbered)
    assert not joineds, "its options are those of another item"
    plain = sample(1, 0)
    del plain["choices"]
    joineds, skipped = places(finished(tmp_path, plain), "inspect", numbered)
    assert (joineds[0].item.id, skipped) == ("2", [])


def test_errors_and_grades(tmp_path: Path) -> None:
    dead = sample("dead", error={"message": "TimeoutError()", "traceback": "…"})
    dead["output"] = {"model": "m", "choices": [], "completion": ""}
    dead["scores"] = None
    free = sample("free", input="Two cases.", said="the baker, of course")
    free["scores"] = {
        "model_graded_qa": {"value": "C", "explanation": "GRADE: C"},
        "includes": {"value": 0},
        "length": {"value": 17},
    }
    del free["choices"]
    free["metadata"] = {"question": "b"}
    items = [*ITEMS, several("s", "Two cases.")]
    joineds, _ = places(finished(tmp_path, dead, free), "inspect", items)
    assert (joineds[0].status, joineds[0].note) == ("failed", "TimeoutError()")
    assert joineds[1].part.id == "b"
    assert joineds[1].row.grades == (
        Grade("inspect model_graded_qa", True, "GRADE: C"),
        Grade("inspect includes", False),
    )


def test_the_json_form(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(HEADER | {"samples": [sample("x"), "odd"]}), encoding="utf-8")
    joineds, skipped = places(path, "inspect", ITEMS)
    assert option(joineds[0]) == 1
    assert len(skipped) == 1


def test_a_bad_member_loses_no_other(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("header.json", json.dumps(HEADER))
        file.writestr("samples/bad_epoch_1.json", "{")
        file.writestr("samples/x_epoch_1.json", json.dumps(sample("x")))
    recorded_rows, skipped = rows(path, "inspect")
    assert [recorded_row.row for recorded_row in recorded_rows] == ["sample x, epoch 1"]
    assert skipped[0].row == "sample bad, epoch 1"
    assert "samples/bad_epoch_1.json" in skipped[0].reason


def test_ids_may_hold_anything(tmp_path: Path) -> None:
    recorded_rows, _ = rows(finished(tmp_path, sample("a/b_epoch_7\nc")), "inspect")
    assert [(recorded_row.item_id, recorded_row.epoch) for recorded_row in recorded_rows] == [
        ("a/b_epoch_7\nc", 1)
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"nonsense", "neither a ZIP archive nor JSON"),
        (b"[1]", "JSON without `eval`"),
        (b"PK\x03\x04 and then it breaks off", "truncated"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        rows(path, "inspect")
    assert said in caught.value.message


def test_an_archive_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Not an Inspect log"):
        rows(archive(tmp_path, {"a.json": {}}), "inspect")


def zstd(path: Path) -> Path:
    """The archive with its members marked as Zstandard (method 93) in headers and directory."""
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.find(signature)
        while start >= 0:
            data[start + offset : start + offset + 2] = (93).to_bytes(2, "little")
            start = data.find(signature, start + 4)
    path.write_bytes(bytes(data))
    return path


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads Zstandard itself")
def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("backports", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match="needs an extra") as caught:
        rows(zstd(finished(tmp_path, sample("x"))), "inspect")
    assert "countermodel[inspect]" in caught.value.hint
    assert "Zstandard" in caught.value.message


def test_zstandard_with_the_extra(tmp_path: Path) -> None:
    if sys.version_info >= (3, 14):
        writer: Any = zipfile
    else:
        writer = pytest.importorskip("backports.zstd.zipfile", reason="needs the extra inspect")
    path = tmp_path / "log.eval"
    with writer.ZipFile(path, "w", writer.ZIP_ZSTANDARD) as file:
        file.writestr("header.json", json.dumps(HEADER))
        file.writestr("samples/x_epoch_1.json", json.dumps(sample("x")))
    joineds, skipped = places(path, "inspect", ITEMS)
    assert (len(joineds), skipped) == (1, [])
    assert option(joineds[0]) == 1


def test_what_nothing_can_store_is_not_passed_on(tmp_path: Path) -> None:
    odd = sample("x", said="ANSWER: B \ud83d", metadata={"n": "\udc00"})
    odd["output"]["usage"] = {"input_tokens": 1e300, "output_tokens": "many"}
    recorded_rows, _ = rows(finished(tmp_path, odd), "inspect")
    assert recorded_rows[0].raw == "ANSWER: B ?"
    assert (recorded_rows[0].prompt_tokens, recorded_rows[0].completion_tokens) == (None, None)


def damaged(path: Path, member: str) -> Path:
    """The archive with a few bytes of one member's data changed."""
    with zipfile.ZipFile(path) as file:
        start = file.getinfo(member).header_offset
    data = bytearray(path.read_bytes())
    first = start + 30 + len(member)
    data[first + 5 : first + 25] = bytes(20)
    path.write_bytes(bytes(data))
    return path


def test_a_damaged_member_costs_its_sample_only(tmp_path: Path) -> None:
    path = finished(tmp_path, sample("x"), sample("y", 1))
    recorded_rows, skipped = rows(damaged(path, "samples/x_epoch_1.json"), "inspect")
    assert {row.row for row in recorded_rows} >= {"sample y, epoch 1"}
    assert [skip.row for skip in skipped] == ["sample x, epoch 1"]
    assert "samples/x_epoch_1.json" in skipped[0].reason


def test_damaged_summaries_cost_themselves_only(tmp_path: Path) -> None:
    path = finished(tmp_path, sample("x"))
    recorded_rows, skipped = rows(damaged(path, "summaries.json"), "inspect")
    assert ([row.row for row in recorded_rows], len(skipped)) == (["sample x, epoch 1"], 1)


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_is_a_fault(tmp_path: Path, seed: int) -> None:
    path = finished(tmp_path, sample("x"), sample("y", 1))
    data, generator = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(generator.randint(1, 30)):
        data[generator.randrange(len(data))] = generator.randrange(256)
    path.write_bytes(bytes(data))
    with suppress(InputError):
        rows(path, "inspect")


@pytest.mark.slow
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    text = json.dumps(sample("x", said=" " * 20_000_000))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", json.dumps(HEADER))
        file.writestr("samples/x_epoch_1.json", text)
        file.writestr("padding", random.Random(1).randbytes(1_200_000), zipfile.ZIP_STORED)
    tracemalloc.start()
    recorded_rows, skipped = rows(path, "inspect")
    assert (recorded_rows, len(skipped)) == ([], 1)
    assert "bytes packed into" in skipped[0].reason
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", text)
    tracemalloc.reset_peak()
    with pytest.raises(InputError, match="bytes packed into"):
        rows(path, "inspect")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < len(text) + 10_000_000
