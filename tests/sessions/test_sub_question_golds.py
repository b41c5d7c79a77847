"""The report says of hard items how many golds are proved, refuted and open."""

from pathlib import Path

from items.answers import TextAnswer
from items.files.loading import load
from items.models import Item, Provenance, Question
from items.scratchpads.formalized_items import put_on
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.solver_figures import Solving
from sessions.report.comparing_data import ComparingData
from sessions.report.tables.sub_question_golds import table
from sessions.storage.database import Database

PAD = """\
low, gull: Bool
gull -> low
? necessary(low)
gold for 1: necessary
? possible(gull & ~low)
gold for 2: impossible
"""


def hard(id: str) -> Item:
    return Item(
        id=id,
        text="The gull leaves at low tide only.",
        questions=tuple(
            Question(id=str(n), text="?", kind="text", gold=TextAnswer(text="so"))
            for n in (1, 2, 3)
        ),
        attributes={"sub_questions": 3},
        provenance=Provenance(benchmark="Harbour"),
    )


def answered(item: Item) -> ModelAnswer:
    return ModelAnswer(
        model="m",
        setting="s",
        run=1,
        item_hash=item.content_hash,
        item_id=item.id,
        question="1",
        part="1",
        mutant=0,
        status="answered",
        answer=TextAnswer(text="so"),
        call=Call(utc="2025-01-01T12:00:00Z", seconds=1.0),
    )


def test_every_sub_question_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "one.pad").write_text(PAD)
    pads = load(tmp_path / "one.pad", strict=True).items
    items = put_on([hard("one"), hard("two")], pads).items
    with Database.open(tmp_path / "study.db") as db:
        data = ComparingData(db, (), (), (), Solving(), all_items=True)
        assert table(data) is None
        every = (*items, *load("builtin:practice").items[:1])
        responses.add(db, [answered(item) for item in every], items=every)
        rows = table(data)
        assert rows is not None
        assert [list(row) for row in rows.rows] == [["Harbour", 2, 6, 1, 1, 4]]
        stopped = table(ComparingData(db, (), (), (), Solving(seconds=0), all_items=True))
        assert stopped is not None
        assert list(stopped.rows[0]) == ["Harbour", 2, 6, 0, 0, 6]
