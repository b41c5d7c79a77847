"""The rules of the house that no checker knows, kept by reading the repository's own files."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.catalogues import compiled

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("tui", "sessions", "study", "items", "solver")
HOMES = {
    "z3": "solver/engines/z3*.py",
    "pysat": "solver/engines/sat.py",
    "oxidd": "solver/engines/diagram.py",
    "openai": "items/asking/llm.py",
    "distributed": "items/executors/dask.py",
    "duckdb": "sessions/segments/report.py",
    "sklearn": "items/audit/readers.py",
    "aiohttp": "tui/serving/*.py",
    "textual_serve": "tui/serving/*.py",
    "sqlite3": "sessions/**/*.py",
    "sqlite_utils": "sessions/**/*.py",
    "textual": "tui/**/*.py",
}
"""The only modules that may import a library, also inside a function."""


@cache
def files() -> tuple[Path, ...]:
    """The repository's files: those git keeps or would keep, else all that are in its folders."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        outcome = (ROOT / name for name in listing.stdout.decode().split("\0") if name)
    else:
        folders = (*PACKAGES, "tests", "benchmarks", "docs", "requirements")
        outcome = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return tuple(sorted(path for path in outcome if path.is_file()))


def relative_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def modules() -> list[Path]:
    return [path for path in files() if path.suffix == ".py"]


class Facts(NamedTuple):
    """What the rules ask of a module. The trees themselves are not kept: they are large."""

    statements: int
    """At its outermost level, docstring included."""
    imports: tuple[str, ...]
    """The dotted names it imports, anywhere in it."""
    unimplemented: bool
    """Whether it raises NotImplementedError."""


@cache
def facts(path: Path) -> Facts:
    tree = ast.parse(path.read_text(encoding="utf-8"), relative_name(path))
    nodes = tuple(ast.walk(tree))
    return Facts(
        len(tree.body),
        tuple(name for node in nodes for name in _imported(node)),
        any(isinstance(node, ast.Raise) and _unimplemented(node.exc) for node in nodes),
    )


def imports(path: Path) -> tuple[str, ...]:
    return facts(path).imports


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and _named(node.func, "import_module"):
        yield from (str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant))


def _unimplemented(raised: ast.expr | None) -> bool:
    called = raised.func if isinstance(raised, ast.Call) else raised
    return called is not None and _named(called, "NotImplementedError")


def _named(node: ast.expr, name: str) -> bool:
    return name in (getattr(node, "id", None), getattr(node, "attr", None))


def in_packages() -> list[Path]:
    return [path for path in modules() if path.relative_to(ROOT).parts[0] in PACKAGES]


def pins(name: str) -> dict[str, str]:
    """The versions a set of requirements pins, by package."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE))


def sets() -> list[str]:
    return sorted(path.stem for path in (ROOT / "requirements").glob("*.txt"))


def test_every_module_says_what_it_is_for() -> None:
    begun = {path: path.read_text(encoding="utf-8")[:4] for path in modules()}
    assert [relative_name(path) for path, text in begun.items() if '"""' not in text] == []


def test_an_init_holds_a_docstring_and_nothing_else() -> None:
    inits = [path for path in modules() if path.name == "__init__.py"]
    assert [relative_name(path) for path in inits if facts(path).statements != 1] == []


def test_nothing_is_left_unimplemented() -> None:
    assert [relative_name(path) for path in in_packages() if facts(path).unimplemented] == []


def test_a_library_is_imported_only_where_it_lives() -> None:
    homes = {library: set(ROOT.glob(pattern)) for library, pattern in HOMES.items()}
    strays = [
        f"{relative_name(path)} imports {library}"
        for path in in_packages()
        for library in sorted({name.split(".")[0] for name in imports(path)} & HOMES.keys())
        if path not in homes[library]
    ]
    assert strays == []


def module_name(path: Path) -> str:
    return relative_name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def import_circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which imports, directly or by way of others, all of its group."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        reachable: set[str] = set()
        waiting = [start]
        while waiting:
            fresh = graph.get(waiting.pop(), set()) - reachable
            reachable |= fresh
            waiting += fresh
        reached[start] = reachable
    circles = {
        frozenset(other for other in reachable if start in reached.get(other, ()))
        for start, reachable in reached.items()
        if start in reachable
    }
    return sorted(sorted(circle) for circle in circles)


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_import_one_another_in_no_circle(package: str) -> None:
    """Imports inside functions and those for type checking count too."""
    paths = [path for path in in_packages() if path.is_relative_to(ROOT / package)]
    known = {module_name(path) for path in paths}
    graph = {
        module_name(path): {
            name if name in known else name.rpartition(".")[0] for name in imports(path)
        }
        & known
        for path in paths
    }
    assert import_circles(graph) == []


def test_a_circle_of_imports_is_seen() -> None:
    assert import_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert import_circles({"a": {"a"}}) == [["a"]]


def test_one_role_never_imports_another() -> None:
    screens = ROOT / "tui" / "screens"
    roles = {path.parent.name for path in screens.glob("*/__init__.py")} - {"home"}
    crossings = [
        f"{relative_name(path)} imports {name}"
        for role in roles
        for path in (screens / role).rglob("*.py")
        for name in imports(path)
        for other in roles - {role}
        if f"{name}.".startswith(f"tui.screens.{other}.")
    ]
    assert crossings == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    place = re.compile(r"(?<![\w./-])/(?:home|Users|root|work)/\w")
    hits = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        hits += [f"{relative_name(path)}: {match.group()}…" for match in place.finditer(text)]
    assert hits == []


@pytest.mark.parametrize("name", sets())
def test_pins_have_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert re.findall(r"\S*(?:://|@ file|\.org|\.com|\.io)\S*", text) == []
    assert re.findall(r"^\s*--(?!hash=sha256:[0-9a-f]{64}\b).*", text, re.MULTILINE) == []
    lines = [line for line in text.splitlines() if re.match(r"[A-Za-z]", line)]
    assert [line for line in lines if not re.match(r"[a-z0-9._-]+==\S+ (?:;.* )?\\$", line)] == []
    assert len(lines) == len(pins(name)) > 0
    assert len(re.findall(r"\\\n    --hash=", text)) >= len(lines)


def test_no_two_sets_disagree_on_a_version() -> None:
    versions: dict[str, set[str]] = {}
    for name in sets():
        for package, version in pins(name).items():
            versions.setdefault(package, set()).add(version)
    assert {package: texts for package, texts in versions.items() if len(texts) > 1} == {}


EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]


@pytest.mark.parametrize(
    ("name", "extra"),
    [
        ("runtime", None),
        *((extra, extra) for extra in EXTRAS),
    ],
)
def test_what_the_project_asks_for_is_pinned(name: str, extra: str | None) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    if extra is not None:
        wanted += project["optional-dependencies"][extra]
    names = {re.split(r"[\[<>=~! ]", requirement)[0] for requirement in wanted} - {"countermodel"}
    assert names - pins(name).keys() == set()


def test_nothing_in_the_default_install_binds_the_whole() -> None:
    binding = re.compile(r"(?<!L)(?<!Lesser )(?:\bA?GPL|GNU (?:Affero )?General Public)")
    entries = {}
    for package in pins("runtime"):
        about = metadata.metadata(package)
        terms = [
            term
            for field in ("License-Expression", "Classifier")
            for term in about.get_all(field) or []
        ]
        binding_terms = [term for term in terms if binding.search(term)]
        if binding_terms:
            entries[package] = binding_terms
    assert entries == {}


def test_translations_are_compiled_as_they_are_written() -> None:
    stale = []
    for source, content in compiled():
        target = source.with_suffix(".mo")
        if not target.is_file() or target.read_bytes() != content:
            stale.append(f"{relative_name(source)}: run `make locale`")
    assert stale == []
