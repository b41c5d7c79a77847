"""Commands and links of README.md and the pages of docs/: each command exists and has the options
shown, and each link leads to a page and a heading that exist."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tui.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(?:sh|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^(?:\$ )?(countermodel (?:.*\\\n)*.*)", re.MULTILINE)
_AS_IT_STANDS = "These lines run as they stand"
_RUN = "import sys; from tui.cli import main; main(prog_name='countermodel')"


def commands(text: str) -> list[list[str]]:
    """The command lines of a page's blocks, without `countermodel` and comments."""
    blocks = "\n".join(_FENCE.findall(text))
    lines = [line.replace("\\\n", " ") for line in _LINE.findall(blocks)]
    return [_until_shell(shlex.split(line, comments=True)[1:]) for line in lines]


def _until_shell(words: list[str]) -> list[str]:
    """Up to a pipe, a redirection or a further command."""
    ends = [n for n, word in enumerate(words) if word in {"|", ">", "&", "&&", ";", "2>"}]
    return words[: ends[0]] if ends else words


def wrong(words: list[str]) -> str:
    """What a command line names that there is not; empty where all is there."""
    context = click.Context(main, info_name="countermodel")
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        subcommand = command.get_command(context, words[0])
        if subcommand is None:
            # `annotate QUEUE` takes a file in the place of a command.
            return "" if command.name == "annotate" else f"no command {words[0]}"
        context, command = click.Context(subcommand, context, words[0]), subcommand
        words = words[1:]
    known = {name for each in command.get_params(context) for name in each.opts}
    known |= {name for each in command.get_params(context) for name in each.secondary_opts}
    strange = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)} - known
    return f"{context.command_path}: no {', '.join(sorted(strange))}" if strange else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_shown_is_one(page: Path) -> None:
    shown_commands = commands(page.read_text(encoding="utf-8"))
    # The page on extending the program shows a family that it adds itself.
    own = ["generate", "chain"] if page.name == "extending.md" else None
    assert [
        problem for words in shown_commands if words[:2] != own and (problem := wrong(words))
    ] == []


def test_a_command_that_is_none_is_found() -> None:
    assert wrong(["items", "show", "builtin:demo"]) == ""
    assert wrong(["items", "sohw", "builtin:demo"]) == "no command sohw"
    assert wrong(["verify", "x", "--enginee", "z3"]) == "countermodel verify: no --enginee"
    assert commands("```\ncountermodel report --html a.html   # a page\n```\n") == [
        ["report", "--html", "a.html"]
    ]


def headings(page: Path) -> set[str]:
    """The anchors of a page: of its headings, as GitHub makes them, and those it names itself."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        anchors.add(words)
    return anchors


def broken_links(page: Path) -> list[str]:
    """The links of a page to files and headings of the repository that do not exist."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if "://" in path:
            continue
        target = (page.parent / path) if path else page
        if not target.exists() or (anchor and anchor not in headings(target)):
            broken.append(link)
    return broken


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs/decisions").glob("*.md"))]
)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# One `two`\n[x](#one-two) [y](#three) [z](b.md) [w](a.md#one-two)\n")
    assert broken_links(page) == ["#three", "b.md"]


@pytest.mark.torture
def test_lines_that_run_as_they_stand(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = commands(readme.partition(_AS_IT_STANDS)[2].partition("These ask a model")[0])
    assert len(lines) > 10
    for words in lines:
        if words[0] == "inspect" and "--share" not in words:
            continue
        process = subprocess.run(
            [sys.executable, "-c", _RUN, *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COUNTERMODEL_DB": str(tmp_path / "db")},
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        assert process.returncode == 0, f"{words}\n{process.stdout}{process.stderr}"
    assert {"dogs.html", "new.jsonl", "same.jsonl", "harder.jsonl"} <= {
        path.name for path in tmp_path.iterdir()
    }
