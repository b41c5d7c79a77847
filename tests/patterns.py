"""Every pattern that the program compiles, how it is used, and texts that are hard for it.

Patterns are found in the syntax tree, so that none escapes that is written in a function. One that
is put together there is put together here too, with a stand-in for each name that only the running
function knows.
"""

import ast
import builtins
import importlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("solver", "items", "study", "sessions", "tui")
FROM_THE_START = frozenset({"match", "fullmatch"})
READING = FROM_THE_START | {"search", "sub", "subn", "split", "findall", "finditer"}
BARE = "handed on"
MANY = 20
"""A repeat of more is taken for one without end."""


@dataclass(frozen=True)
class Found:
    """A pattern of the program."""

    where: str
    """File and line."""
    text: str
    flags: int
    ways: frozenset[str]
    """The methods by which it reads: `match`, `search`, …"""


class StandIn(str):
    """What a name of a running function stands for: a word, whatever is asked of it."""

    def __getattr__(self, name: str) -> "StandIn":
        return self

    def __getitem__(self, _key: object) -> "StandIn":
        return self

    def __call__(self, *_more: object, **_named: object) -> "StandIn":
        return self


class Recorder:
    """Takes the place of the module `re` where patterns are compiled."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(re, name)
        if name != "compile" and name not in READING:
            return real

        def call(pattern: str, *more: Any, **named: Any) -> Any:
            flags = named.get("flags", more[0] if more and name == "compile" else 0)
            self.seen.append((str(pattern), int(flags)))
            return real(pattern, *more, **named)

        return call


def asks_re(node: ast.AST) -> bool:
    """Whether a call hands a pattern to `re`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)):
            return name == "compile" or name in READING
    return False


def calls(
    node: ast.AST, running: bool = False, statement: ast.AST | None = None
) -> Iterator[tuple[ast.Call, bool, ast.AST | None]]:
    """Each such call below a node, whether it is made in a function, and the statement it is part
    of where it is not."""
    for child in ast.iter_child_nodes(node):
        inside = running or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        here = child if isinstance(child, ast.stmt) and not inside else statement
        if asks_re(child):
            assert isinstance(child, ast.Call)
            yield child, inside, here
        yield from calls(child, inside, here)


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of the program that has to do with patterns."""
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    return {
        file: ast.parse(text)
        for file, text in texts.items()
        if re.search(r"\bre\b|_[A-Z]+\.", text)
    }


@cache
def uses() -> dict[tuple[str, str], frozenset[str]]:
    """By file and name: the methods of a pattern that are asked of the name. Handed on as it is, a
    name may be searched with."""
    used_names: dict[tuple[str, str], set[str]] = {}
    for file, tree in trees().items():
        method = {
            id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
        }
        turns: list[tuple[str, str]] = []
        gone_through: set[int] = set()
        for node in ast.walk(tree):
            match node:
                case (
                    ast.For(target=target, iter=among)
                    | ast.comprehension(target=target, iter=among)
                    | ast.Assign(targets=[ast.Name() as target], value=ast.Tuple() as among)
                ):
                    through = [part for part in ast.walk(among) if isinstance(part, ast.Name)]
                    gone_through |= {id(part) for part in through}
                    targets = [part for part in ast.walk(target) if isinstance(part, ast.Name)]
                    turns += [(part.id, name.id) for part in through for name in targets]
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                    attr = method.get(id(node), "" if id(node) in gone_through else BARE)
                    if attr in READING or attr == BARE:
                        used_names.setdefault((str(file), name), set()).add(attr)
        for among_name, one_name in [*turns, *turns]:  # a tuple of tuples, then its elements
            names_used = used_names.get((str(file), one_name), set())
            used_names.setdefault((str(file), among_name), set()).update(
                names_used - {BARE} or names_used
            )
    return {
        key: frozenset(value - {BARE} | ({"search"} if BARE in value else set()))
        for key, value in used_names.items()
    }


def uses_of(file: Path, target: str, own: Iterable[str]) -> frozenset[str]:
    """How a pattern of a module is used that has this name there; where it has none, like whatever
    in the module is no pattern's name."""
    names_by_place = uses()
    if not target:
        names = (used_name for (place, name), used_name in names_by_place.items()
                 if place == str(file) and name not in own)  # fmt: skip
        return frozenset().union(*names) & READING or frozenset({"search"})
    places = [str(file)] if target.startswith("_") else {place for place, name in names_by_place}
    return frozenset().union(
        *(names_by_place.get((place, target), frozenset()) for place in places)
    )


def name_of(statement: ast.AST | None) -> str:
    """The name that a statement gives to its pattern, or to all of them; empty for none."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            pass
        case ast.AnnAssign(target=ast.Name(id=name), value=value):
            pass
        case _:
            return ""
    return name if value is not None else ""


def evaluated(node: ast.expr, names: dict[str, Any]) -> Any:
    """What an expression comes to."""
    return eval(compile(ast.Expression(node), "pattern", "eval"), names)


def unknown(node: ast.AST, module: ModuleType) -> list[str]:
    """Names that only the running function knows, but for those that are escaped, and so read as
    they are, unless something in them is replaced after that."""
    changed = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    escaped = {
        id(part)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "re.escape"
        and id(call) not in changed
        for part in ast.walk(call)
    }  # fmt: skip
    return [
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and id(part) not in escaped
        and not hasattr(module, part.id) and not hasattr(builtins, part.id)
    ]  # fmt: skip


@dataclass(frozen=True)
class Site:
    """A pattern put together in a function of what is known only there."""

    file: str
    expression: str


def patterns() -> tuple[list[Found], dict[Site, int]]:
    """Every pattern of the program, and the places where one is put together of unknown parts."""
    patterns_used: list[Found] = []
    built: dict[Site, int] = {}
    for file, tree in trees().items():
        calls_found = list(calls(tree))
        if not calls_found:
            continue
        short = file.relative_to(ROOT)
        module = importlib.import_module(".".join(short.with_suffix("").parts))
        own = {name for _call, _inside, statement in calls_found if (name := name_of(statement))}
        seen_calls: set[int] = set()
        for call, inside, statement in calls_found:
            where = f"{short}:{call.lineno}"
            recorder = Recorder()
            if not inside:
                if id(statement) not in seen_calls:
                    seen_calls.add(id(statement))
                    assert isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr)
                    assert statement.value is not None
                    evaluated(statement.value, {**vars(module), "re": recorder})
                used = uses_of(file, name_of(statement), own)
            else:
                missing = unknown(call.args[0], module)
                if missing:
                    built[Site(str(short), ast.unparse(call.args[0]))] = call.lineno
                names = {n.id for n in ast.walk(call.args[0]) if isinstance(n, ast.Name)}
                known = {name: StandIn("ab") for name in names if not hasattr(module, name)
                         and not hasattr(builtins, name)}  # fmt: skip
                flags = next((k.value for k in call.keywords if k.arg == "flags"), None)
                function = call.func
                assert isinstance(function, ast.Attribute)
                if function.attr == "compile" and len(call.args) > 1:
                    flags = call.args[1]
                if not missing:
                    text = str(evaluated(call.args[0], {**vars(module), **known}))
                    number = 0 if flags is None else int(evaluated(flags, vars(module)))
                    recorder.seen.append((text, number))
                used = frozenset({"search" if function.attr == "compile" else function.attr})
            patterns_used += [Found(where, text, number, used) for text, number in recorder.seen]
    return patterns_used, built


# --- texts that are hard -----------------------------------------------------------------------


def members(parts: Sequence[tuple[Any, Any]]) -> list[str]:
    """A few of a class of characters."""
    outside = any(code is codes.NEGATE for code, _value in parts)
    some: list[str] = []
    known = {"DIGIT": "1", "SPACE": " \n", "WORD": "a_中", "NOT_WORD": "! ", "NOT_SPACE": "a!"}
    for code, value in parts:
        if code is codes.LITERAL:
            some.append(chr(value))
        elif code is codes.RANGE:
            some += [chr(value[0]), chr(value[1])]
        elif code is codes.CATEGORY:
            some += known.get(str(value).removeprefix("CATEGORY_"), "a")
    if outside:
        return [c for c in "a !1中,(\n_\"'-.A<" if c not in some] or ["☃"]
    return some or ["a"]


def example(parts: Iterable[tuple[Any, Any]], turn: int) -> str:
    """A short text that these parts read, or nearly; another for another turn."""
    text = ""
    for code, value in parts:
        if code is codes.LITERAL:
            text += chr(value)
        elif code is codes.NOT_LITERAL:
            text += "a" if value != ord("a") else "b"
        elif code is codes.ANY:
            text += "a"
        elif code is codes.IN:
            some = members(value)
            text += some[turn % len(some)]
        elif code in REPEATS:
            least, most, inner = value
            text += example(inner, turn) * max(least, min(most, 1))
        elif code is codes.BRANCH:
            text += example(value[1][turn % len(value[1])], turn)
        elif code in GROUPS:
            text += example(group_parts(code, value), turn)
    return text


REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
GROUPS = (codes.SUBPATTERN, codes.ATOMIC_GROUP)


def group_parts(code: Any, value: Any) -> Any:
    """The parts of a group or of a look around."""
    if code is codes.SUBPATTERN:
        return value[3]
    return value if code is codes.ATOMIC_GROUP else value[1]


def repeated(parts: Iterable[tuple[Any, Any]], before: str, turn: int) -> Iterator[tuple[str, Any]]:
    """What stands before each repeat, and what is repeated."""
    for code, value in parts:
        if code in REPEATS:
            if value[1] > MANY:
                yield before, value[2]
            yield from repeated(value[2], before, turn)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from repeated(branch, before, turn)
        elif code in (*GROUPS, codes.ASSERT, codes.ASSERT_NOT):
            yield from repeated(group_parts(code, value), before, turn)
        before += example([(code, value)], turn)


def hard(found: Found, size: int) -> Iterator[str]:
    """Texts of about so many characters that may take the pattern long: what one of its repeats
    reads, or what leads to one, again and again, after what leads there, and an end that does not
    fit."""
    tree = parser.parse(found.text, found.flags)
    leads: dict[str, None] = {"": None}
    units: dict[str, None] = {}
    for turn in range(4):
        whole = example(tree, turn)
        units |= dict.fromkeys((whole, whole[:-1]))
        for lead, inner in repeated(tree, "", turn):
            leads[lead] = None
            unit = example(inner, turn)
            units |= dict.fromkeys((unit, lead, lead + unit, unit[:1]))
    for unit in [unit for unit in units if unit][:16]:
        for lead in list(leads)[:4]:
            for end in ("", "!", "\n!x"):
                yield lead + unit * (size // len(unit) + 1) + end


def beyond_ascii(text: str, flags: int = 0) -> bool:
    """Whether whatever a pattern matches has a letter in it that is not of ASCII."""
    return _beyond(parser.parse(text, flags))


def _beyond(tree: Iterable[tuple[Any, Any]]) -> bool:
    return any(_part_beyond(code, value) for code, value in tree)


def _part_beyond(code: Any, value: Any) -> bool:
    if code is codes.LITERAL:
        return bool(value > 127)
    if code is codes.IN:
        return all(
            (kind is codes.LITERAL and of > 127) or (kind is codes.RANGE and of[0] > 127)
            for kind, of in value
        )
    if code is codes.BRANCH:
        return all(map(_beyond, value[1]))
    if code is codes.SUBPATTERN:
        return _beyond(value[3])
    if code in REPEATS:
        return bool(value[0] > 0) and _beyond(value[2])
    return code is codes.ASSERT and _beyond(value[1])
