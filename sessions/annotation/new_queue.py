"""Making a queue: drawing entries from sources and mixing in controls.

Owns the way from items (or recorded answers to them) to the entries of a queue file. The draw is
`study.annotation.sampling`'s, the file's form `study.annotation.queue`'s.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from items.files.loading import load, load_all
from items.inspection.pairing import read_pairs
from items.models import Item
from items.shape.structure import BASE
from sessions.annotation.material import known_verdicts
from sessions.models.free_answers import to_grade
from sessions.storage.database import Database
from solver.errors import InputError
from solver.phrases import phrase
from study.annotation.assigning import Place, assigned
from study.annotation.checks import Subject, applying_checks
from study.annotation.queue import FILE_KIND, Entry, Queue, parse_queue, write_queue
from study.annotation.sampling import MISSING, control_number, draw, shuffled, stratum
from study.annotation.scheme import LoadedScheme, load_scheme, scheme_names

NOTES = 100
"""More than the number of lint rules."""


LISTED_RECORDS = 12
"""Unreadable records that an error lists."""


@dataclass(frozen=True, slots=True)
class Order:
    """Requirements for a new queue."""

    path: Path
    """Where the file will be written; relative sources are written relative to it."""
    sources: tuple[str, ...]
    scheme: str
    annotators: tuple[str, ...]
    sample: float = 1.0
    """A share if at most 1, else a number."""
    by: tuple[str, ...] = ()
    overlap: int = 1
    seed: int = 0
    controls: str = ""
    control_share: float = 0.1
    """Share of controls in the queue."""
    base: str = ""
    map: str = ""
    """File that pairs base and hardened ids; without one, items are matched by the base that they
    name, else by their own ids."""
    title: str = ""
    where: tuple[tuple[str, str], ...] = ()
    """Attributes and values that items must have; with several values of one attribute, any of
    them."""
    without_abstract: bool = False
    """Whether abstract items are left out."""
    order: Literal["random", "suspect"] = "random"
    """Which entries are dealt first."""
    fixed: bool = False
    """Whether annotators are assigned to entries now; the two fields below imply it."""
    assign_by: str = ""
    """Attribute by whose values the entries are shared out among annotators."""
    skills: tuple[tuple[str, str, frozenset[str]], ...] = ()
    """Annotator, attribute and values: the annotator can judge only these values of the attribute.
    """


@dataclass(frozen=True, slots=True)
class NewQueue:
    """A new queue."""

    queue: Queue
    text: str
    controls: int
    """How many entries are controls, without which ones."""
    strata: dict[tuple[str, ...], tuple[int, int]]
    """Stratum to how many were drawn and out of how many."""
    problems: tuple[InputError, ...]
    """Records of the sources that could not be read."""
    values_by_entry: Mapping[str, str]
    """Entry to its value of the attribute by which entries were shared out; empty without one."""
    unasked: int = 0
    """How many entries raise no check of the scheme; counted where no base is given."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A candidate of the draw: an item, or a distinct answer to a part of it."""

    item: Item
    part: str = ""
    answer: str = ""

    @property
    def key(self) -> str:
        """Identifies it, independent of the order of reading."""
        return f"{self.item.content_hash} {self.answer}"


def new_queue(order: Order, db: Database | None = None) -> NewQueue:
    """Draw a queue; writes nothing. A scheme that judges answers needs the database.

    Raises InputError where sources, scheme, controls or numbers are unusable.
    """
    scheme = load_scheme(order.scheme)
    loaded = load_all(order.sources)
    if not loaded.items:
        raise _no_items(order.sources, loaded.problems)
    # An item with a known verdict is a control, even where the sources contain it.
    control_hashes = (
        {item.content_hash for item in load(order.controls).items} if order.controls else set()
    )
    regular = [item for item in loaded.items if item.content_hash not in control_hashes]
    if not regular:
        raise InputError(
            "Nothing to draw from",
            f"{', '.join(order.sources)}: expected items that are not among the controls of "
            f"{order.controls}, found none",
        )
    items = matching_items(
        regular,
        order.where,
        order.without_abstract,
    )
    for attribute in order.by:
        _require(attribute, items, "--by")
    pool = _pool(items, scheme, db)
    drawn = draw(
        pool,
        order.sample,
        order.seed,
        key=lambda candidate: candidate.key,
        stratum=lambda candidate: stratum(candidate.item, order.by),
    )
    unasked = 0 if order.base else _unasked(scheme, drawn)
    if unasked == len(drawn):
        raise InputError(
            phrase("Nothing to judge"),
            phrase("scheme {a}: expected checks about these items, found none", a=order.scheme),
            phrase("rubric-atoms needs items with a rubric, or --base with one."),
        )
    bases = _bases(order, [candidate.item for candidate in drawn])
    controls = _controls(order, scheme, len(drawn))
    candidates = shuffled([*drawn, *controls], order.seed, "queue", lambda candidate: candidate.key)
    fixed = _assigned(
        order,
        [
            candidate
            for candidate in candidates
            if candidate.item.content_hash not in control_hashes
        ],
    )
    suspicions = (
        suspicion([candidate.item for candidate in candidates]) if order.order == "suspect" else {}
    )
    entries = tuple(
        Entry(
            id=f"e{number:0{len(str(len(candidates)))}}",
            item=candidate.item.id,
            hash=candidate.item.content_hash,
            stratum=stratum(candidate.item, order.by),
            base=bases.get(candidate.item.id, ""),
            part=candidate.part,
            answer=candidate.answer,
            annotators=fixed.get(candidate.key, ()),
            suspicion=suspicions.get(candidate.item.content_hash, 0),
        )
        for number, candidate in enumerate(candidates, start=1)
    )
    queue = Queue(
        id=order.path.stem,
        title=order.title or order.path.stem,
        scheme=_scheme(order),
        sources=tuple(_relative(source, order.path) for source in order.sources),
        base=_relative(order.base, order.path),
        controls=_relative(order.controls, order.path) if controls else "",
        annotators=order.annotators,
        overlap=order.overlap,
        seed=order.seed,
        sample=order.sample,
        by=order.by,
        order=order.order,
        entries=entries,
    )
    text = write_queue(queue)
    strata: dict[tuple[str, ...], tuple[int, int]] = {}
    chosen = {candidate.key for candidate in drawn}
    for candidate in pool:
        name = stratum(candidate.item, order.by)
        took, of = strata.get(name, (0, 0))
        strata[name] = (took + (candidate.key in chosen), of + 1)
    values = {
        entry.id: stratum(candidate.item, (order.assign_by,))[0]
        if order.assign_by and entry.annotators
        else ""
        for entry, candidate in zip(entries, candidates, strict=True)
    }
    return NewQueue(
        parse_queue(text, FILE_KIND), text, len(controls), strata, loaded.problems, values, unasked
    )


def _no_items(sources: Sequence[str], problems: Sequence[InputError]) -> InputError:
    """The error for sources without a readable item: what was wrong with the first records."""
    lines = [f"{', '.join(sources)}: expected at least one item, found none", *map(str, problems)]
    more = len(lines) - 1 - LISTED_RECORDS
    return InputError(
        "Nothing to draw from",
        "\n".join(lines[: LISTED_RECORDS + 1]) + (f"\nand {more} more" if more > 0 else ""),
    )


def matching_items(
    items: Sequence[Item], conditions: Sequence[tuple[str, str]], without_abstract: bool
) -> list[Item]:
    """The items that have these attribute values, without abstract ones if so requested.

    Raises InputError for an attribute that no item has, or where nothing is left.
    """
    values: dict[str, set[str]] = {}
    for name, value in conditions:
        values.setdefault(name, set()).add(value)
    for name in values:
        _require(name, items, "--where")
    outcome = [
        item
        for item in items
        if all(stratum(item, (name,))[0] in messages for name, messages in values.items())
        and not (without_abstract and _abstract(item))
    ]
    if items and not outcome:
        raise InputError("Nothing to draw from", "no item matches --where and --without-abstract")
    return outcome


def _require(name: str, items: Sequence[Item], option: str) -> None:
    """Raise InputError where no item has an attribute."""
    if all(stratum(item, (name,)) == (MISSING,) for item in items):
        always = ("benchmark", "language", "kind")
        attribute_names = sorted({key for item in items for key in item.attributes} - {*always})
        raise InputError(
            f"Wrong {option}",
            f"expected one of {', '.join((*attribute_names, *always))}, found {name!r}",
        )


def _abstract(item: Item) -> bool:
    return item.attributes.get("abstract") is True or item.attributes.get("domain") == "abstract"


def suspicion(items: Sequence[Item]) -> dict[str, int]:
    """Lint score of each item, by content hash: one broken rule of severity `wrong` outweighs any
    number of notes."""
    from items.lint.run import lint

    broken: dict[str, set[tuple[str, str]]] = {}
    hashes = {item.id: item.content_hash for item in items}
    for count in lint(items).counts:
        for finding in count.findings:
            rule = count.rule
            broken.setdefault(hashes[finding.id], set()).add((rule.severity, rule.name))
    return {
        hash_: sum(NOTES if severity == "wrong" else 1 for severity, _ in rules)
        for hash_, rules in broken.items()
    }


def _pool(
    items: Sequence[Item], scheme: LoadedScheme, db: Database | None
) -> tuple[_Candidate, ...]:
    """What entries can be made of: items, or recorded answers to them. Raises InputError where a
    scheme for answers has no database, or the database has no such answer."""
    if scheme.scheme.unit == "item":
        if any(check.each == "atom" for check in scheme.scheme.checks):
            items = [item for item in items if item.rubric] or items
        return tuple(_Candidate(item) for item in items)
    if db is None:
        raise InputError(
            "No answers to judge", f"scheme {scheme.scheme.name}: expected a database, found none"
        )
    candidates = tuple(
        _Candidate(item, answer.part, answer.key.hex()) for item, answer in to_grade(db, items)
    )
    if not candidates:
        raise InputError(
            "No answers to judge",
            f"{db.path}: expected recorded answers to these items that only a reader can grade, "
            "found none",
            "Record some with `countermodel take`, `ask` or `import`.",
        )
    return candidates


def _unasked(scheme: LoadedScheme, candidates: Sequence[_Candidate]) -> int:
    """How many candidates raise no check, with or without a formalization that an annotator
    attaches."""
    return sum(
        not any(
            applying_checks(scheme.scheme, Subject(each.item, None, each.part, attached))
            for attached in (False, True)
        )
        for each in candidates
    )


def _bases(order: Order, items: Sequence[Item]) -> dict[str, str]:
    """Item id to the id of its base, where that is known. Raises InputError for a map without a
    source of bases, and for a base that the source does not have."""
    if not order.base:
        if order.map:
            raise InputError("Wrong --map", "expected --base SOURCE as well, found none")
        return {}
    base_ids = {item.id for item in load(order.base).items}
    if not order.map:
        # A hardened item names its base; others are matched by their own ids.
        named = {
            item.id: next((str(item.attributes[n]) for n in BASE if n in item.attributes), item.id)
            for item in items
        }
        return {id: base for id, base in named.items() if base in base_ids}
    pairs = {hardened: base for base, hardened in read_pairs(order.map)}
    bases = {item.id: pairs[item.id] for item in items if item.id in pairs}
    lost = next((base for base in bases.values() if base not in base_ids), None)
    if lost is not None:
        raise InputError("A base item is missing", f"{order.map}: found no {lost} in {order.base}")
    return bases


def _controls(order: Order, scheme: LoadedScheme, sample_size: int) -> tuple[_Candidate, ...]:
    """The sampled controls. Raises InputError where the scheme allows none, or their source has no
    item."""
    if not order.controls:
        return ()
    if scheme.scheme.controls == "none":
        raise InputError(
            "This scheme has no controls",
            f"{order.scheme}: expected controls to be silent or feedback, found none",
            'Leave out --controls, or say controls = "silent" in a scheme of your own.',
        )
    items = load(order.controls).items
    for item in items:
        known_verdicts(scheme.scheme, item, strict=True)
    candidates = [_Candidate(item) for item in items]
    if not candidates:
        raise InputError("No controls", f"{order.controls}: expected items, found none")
    number = min(control_number(sample_size, order.control_share), len(candidates))
    return shuffled(candidates, order.seed, "controls", lambda candidate: candidate.key)[:number]


def _assigned(order: Order, candidates: Sequence[_Candidate]) -> Mapping[str, tuple[str, ...]]:
    """Key of a candidate to its annotators; empty where the assignment is not fixed. Raises
    InputError for an attribute that no item has, and a skill of somebody who is not an
    annotator."""
    if not (order.fixed or order.assign_by or order.skills):
        return {}
    named = {attribute for _, attribute, _ in order.skills} | {order.assign_by} - {""}
    for attribute in sorted(named):
        _require(attribute, [candidate.item for candidate in candidates], "--assign-by or --skill")
    strange = next((who for who, _, _ in order.skills if who not in order.annotators), None)
    if strange is not None:
        expected = ", ".join(order.annotators)
        raise InputError("Wrong --skill", f"expected one of {expected}, found {strange!r}")

    def able(annotator: str, item: Item) -> bool:
        return all(
            stratum(item, (attribute,))[0] in values
            for name, attribute, values in order.skills
            if name == annotator
        )

    places = [
        Place(
            candidate.key,
            stratum(candidate.item, (order.assign_by,))[0] if order.assign_by else "",
            frozenset(who for who in order.annotators if able(who, candidate.item)),
            candidate.item.id,
        )
        for candidate in candidates
    ]
    return assigned(places, order.annotators, order.overlap, order.seed)


def _scheme(order: Order) -> str:
    if order.scheme in scheme_names():
        return order.scheme
    return _relative(order.scheme, order.path)


def _relative(source: str, path: Path) -> str:
    """A source as the queue file names it; absolute paths stay absolute."""
    if not source or source.startswith("builtin:") or Path(source).is_absolute():
        return source
    return Path(os.path.relpath(source, path.parent)).as_posix()
