"""The rows of segments other than those of an export: what tables need and no export has.

Owns the columns of every kind of segment, items and blocks as rows, and what is stored about a
version of a study. `append` owns the files.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from items.models import Item, Question
from items.shape.structure import cluster_of, form
from sessions.export import rows
from sessions.record.question_result import Result
from sessions.record.results import SessionResult, VersionResults
from sessions.record.snapshots import parsed
from sessions.report.presentation import Presentation, presentation_of
from sessions.storage.database import Database

ANSWERS, EVENTS, PARTICIPANTS, UNITS = "answers", "events", "participants", "units"
BLOCKS, ITEMS = "blocks", "items"
KINDS = (ANSWERS, EVENTS, PARTICIPANTS, BLOCKS, ITEMS)
"""Kinds of segments."""
UNIT_FIELDS = (
    rows.Field("unit", "the session, or the run of a model"),
    rows.Field(
        "segment", "number of the segment; only a unit's rows in its last segment count", "number"
    ),
)
COUNTED_FIELDS = (
    rows.Field("counted", "whether it counts in the overall accuracy", "true or false"),
    rows.Field("cluster", "cluster of the item, for intervals"),
    rows.Field("form", "form of the item: natural language or symbolic"),
    rows.Field("language", "language of the item"),
    rows.Field("question_number", "place of the question in the item", "number from 0"),
    rows.Field("question_kinds", "distinct kinds of the question's parts"),
    rows.Field("question_decided", "as decided, for the whole question"),
    rows.Field("rotations", "number of rotations of a choice with a gold answer; else 0", "number"),
)
EVENT_FIELDS = (
    rows.Field("session", "random id"),
    rows.Field("seq", "place in the session", "number from 1"),
    rows.Field("kind", "what happened"),
    rows.Field("mono_ns", "time since the process began", "ns"),
    rows.Field("utc", "when", "ISO 8601, UTC"),
    rows.Field("payload", "as JSON, without fields that identify a person or computer"),
)
MET_FIELDS = (
    rows.Field(
        "attention_met",
        "numbers of attention items that were passed, failed and neither, by sort; as JSON",
    ),
)
OF_BLOCKS = (
    rows.Field("block", "block of the study"),
    rows.Field("role", "role of the block: qualification, practice or main"),
    rows.Field("asked", "questions planned, without attention items", "number"),
    rows.Field("not_reached", "questions not reached because the block's time ran out", "number"),
)
OF_ITEMS = (
    rows.Field("item_hash", "content hash"),
    rows.Field("item", "id"),
    rows.Field("benchmark", "benchmark of the item"),
    rows.Field("questions", "number of questions", "number"),
    rows.Field("cluster", "cluster of the item, for intervals"),
    rows.Field("form", "natural language or symbolic"),
    rows.Field("language", "of the text"),
    rows.Field("attributes", "attributes, as JSON"),
)
COLUMNS: Mapping[str, Sequence[rows.Field]] = {
    ANSWERS: (*UNIT_FIELDS, *rows.ANSWERS, *COUNTED_FIELDS),
    EVENTS: EVENT_FIELDS,
    PARTICIPANTS: (*UNIT_FIELDS, *rows.SESSIONS, *MET_FIELDS),
    BLOCKS: (*UNIT_FIELDS, *OF_BLOCKS),
    ITEMS: OF_ITEMS,
}


@dataclass(frozen=True, slots=True)
class SegmentVersion:
    """What tables need to know about a version of a study, or about the simulated respondents in
    it."""

    version: str
    simulated: bool
    """Whether its sessions are those of simulated respondents."""
    title: str
    blocks: tuple[str, ...]
    """Ids of the blocks, in order."""
    main: tuple[str, ...]
    """Ids of the blocks whose answers are results."""
    qualification: bool
    """Whether there is a qualification."""
    attention: bool
    """Whether any block has attention items."""
    confidence: tuple[str, ...]
    """Ids of the blocks that ask for confidence."""
    sittings: bool
    rules: tuple[str, ...]
    """Exclusion rules, each as JSON."""
    pilots: int
    """Pilot sessions, which are left out, like those counted next."""
    withdrawn: int
    simulated_sessions: int

    @classmethod
    def of(cls, results: VersionResults) -> "SegmentVersion":
        """What is stored about a version."""
        study = results.study
        asking = {
            block.id
            for session in results.sessions
            for block in session.state.plan.blocks
            if block.confidence
        }
        return cls(
            results.version,
            results.are_simulated,
            study.title,
            study.block_ids,
            tuple(study.main_ids),
            any(section.role == "qualification" for section in study.sections),
            any(section.watches for section in study.sections),
            tuple(sorted(asking)),
            bool(study.sittings),
            tuple(rule.model_dump_json() for rule in study.exclude),
            results.pilots,
            results.withdrawn,
            results.simulated,
        )


class KnownItems:
    """Cache of facts about items that are needed repeatedly."""

    def __init__(self) -> None:
        self._facts: dict[str, tuple[str, Presentation, Mapping[str, Question]]] = {}

    def of_person(self, result: Result, row: Mapping[str, Any]) -> dict[str, Any]:
        """The columns added to a part of a person's answer."""
        return self._added(result.item, row, result.step.question, result.kind, result.score.why)

    def of_model(
        self, item: Item, row: Mapping[str, Any], number: int, question: Question, reason: str
    ) -> dict[str, Any]:
        """The columns added to a part of a model's answer to the question of this number."""
        kinds = dict.fromkeys(str(leaf.kind) for leaf in question.leaves)
        return self._added(item, row, number, " + ".join(kinds), reason)

    def _added(
        self, item: Item, row: Mapping[str, Any], number: int, kinds: str, reason: str
    ) -> dict[str, Any]:
        """Whether an answer counts in the overall accuracy, and what its item is sampled with.
        Parts other than choices and truth values count only at the first rotation."""
        pair = self._facts.get(row["item_hash"])
        if pair is None:
            parts = {leaf.id: leaf for leaf in item.leaves}
            pair = self._facts[row["item_hash"]] = cluster_of(item), presentation_of(item), parts
        cluster, sort, leaves = pair
        part = leaves[row["part"]]
        counted = row["right"] is not None and row["role"] in ("", "main")
        if not (part.multiple_choice or part.truth):
            counted = counted and row["rotation"] == 0
        return {
            "counted": counted,
            "cluster": cluster,
            "form": sort.form,
            "language": sort.language,
            "question_number": number,
            "question_kinds": kinds,
            "question_decided": reason,
            "rotations": len(part.options) if part.multiple_choice and part.gold else 0,
        }


def met(session: SessionResult) -> str:
    """A session's attention items: by sort, how many were passed, failed, and neither."""
    counts: dict[str, list[int]] = {}
    for each in session.facts.attention:
        place = 2 if each.passed is None else int(not each.passed)
        counts.setdefault(each.sort, [0, 0, 0])[place] += 1
    return json.dumps(counts)


def blocks(session: SessionResult) -> Iterator[dict[str, Any]]:
    """One row per block of a session."""
    counts_by_block: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str]] = Counter()
    for result in session.results:
        if not result.attention:
            place = result.block.id, result.block.role
            counts_by_block[place] += 1
            missed[place] += result.ending == "not_reached"
    for (block, role), number in counts_by_block.items():
        counts = {"asked": number, "not_reached": missed[block, role]}
        yield {"block": block, "role": role, **counts}


def items(db: Database, known_hashes: Collection[str]) -> Iterator[dict[str, Any]]:
    """One row per item in the record, without those of these content hashes."""
    hashes = [row[0] for row in db.tuples("SELECT hash FROM item ORDER BY hash")]
    for item_hash in hashes:
        if item_hash in known_hashes:
            continue
        ((body,),) = db.tuples("SELECT body FROM item WHERE hash = ?", item_hash)
        item = parsed(body, item_hash)
        yield {
            "item_hash": item_hash,
            "item": item.id,
            "benchmark": item.provenance.benchmark,
            "questions": len(item.questions),
            "cluster": cluster_of(item),
            "form": form(item),
            "language": item.language,
            "attributes": json.dumps(dict(item.attributes), ensure_ascii=False, sort_keys=True),
        }
