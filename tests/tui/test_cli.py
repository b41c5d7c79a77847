"""The list of commands is complete and true, and the group behaves as click's does."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import click
import pytest
from click.testing import CliRunner

import tui.commands
from tui.cli import COMMANDS, PROGRAM, main
from tui.console.lazy_group import Entry, LazyGroup, load

ROOT = Path(__file__).resolve().parents[2]


def test_every_command_module_is_listed() -> None:
    folder = Path(tui.commands.__path__[0])
    written = {f"tui.commands.{path.stem}" for path in folder.glob("*.py")}
    listed = {entry.target.partition(":")[0] for entry in COMMANDS.values()}
    assert listed <= written
    unlisted = written - listed - {"tui.commands.__init__"}
    commands = [name for name in unlisted if not name.rpartition(".")[2].startswith("_")]
    assert commands == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_listed_command_matches_its_entry(name: str) -> None:
    command = load(COMMANDS[name])
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name].short_help
    assert len(COMMANDS[name].short_help) <= 76


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert f"{PROGRAM} {name}" in result.output


@pytest.mark.parametrize("width", [80, 100])
def test_help_fits_the_terminal(width: int) -> None:
    for path, command in every_command(main, ""):
        with click.Context(command, info_name=path, terminal_width=width) as context:
            wide = [line for line in command.get_help(context).splitlines() if len(line) > width]
        assert wide == [], path


TIMED = {
    *("ask", "diagnose", "diff", "formalize", "harden", "inspect", "judge", "solve", "verify"),
    *("word", "items claims", "items lint", "items normalize", "study check"),
}
"""Commands that put queries to an engine or a model, besides those of `generate`."""
UNTIMED = {
    *("backup", "check-db", "compare", "completion", "demo", "export", "import"),
    *("invite", "merge", "payments", "report", "return-key", "score", "sentences", "serve"),
    *("simulate", "take", "watch", "withdraw"),
    *("annotate export", "annotate new", "annotate watch"),
    *("items audit", "items convert", "items dedupe", "items list", "items sample"),
    *("items show", "items split", "items splits"),
    *("study codes", "study new", "study plan"),
}
"""Commands whose work has no query that a user waits for, or that have fixed limits."""


def test_every_command_that_uses_the_solver_has_a_time_limit() -> None:
    leaves = {
        name: {option.name for option in command.params}
        for name, command in every_command(main, "")
        if not isinstance(command, click.Group)
    }
    names = {name.strip(): options for name, options in leaves.items()}
    timed = {name for name, options in names.items() if "timeout" in options}
    generators = {name for name in names if name.startswith("generate ")}
    assert timed == TIMED | generators
    assert names.keys() - timed == UNTIMED


def test_help_lists_the_commands_in_order() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    places = [result.output.find(f"\n  {name} ") for name in COMMANDS]
    assert -1 not in places
    assert places == sorted(places)


def every_command(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for word in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), word)
            assert inner is not None
            yield from every_command(inner, f"{name} {word}")


def test_help_calls_a_number_by_what_it_is() -> None:
    helps = {
        name: command.get_help(click.Context(command, info_name=name))
        for name, command in every_command(main, PROGRAM)
    }
    assert len(helps) > 30
    assert [name for name, message in helps.items() if re.search(r"RANGE|FLOAT", message)] == []
    assert "--sample NUMBER" in helps["countermodel annotate new"]
    assert "--overlap N " in helps["countermodel annotate new"]


def test_no_help_text_holds_a_stray_quotation_mark() -> None:
    commands = dict(every_command(main, PROGRAM))
    assert len(commands) > len(COMMANDS)
    odd = {name: text for name, each in commands.items() if '"' in (text := each.help or "")}
    assert odd == {}


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"], ["completion", "tcsh"]])
def test_wrong_usage_is_exit_code_2_and_says_what(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert arguments[-1] in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "word", "suggestion"),
    [
        ("items inspect builtin:demo", "inspect", "Perhaps you mean countermodel inspect."),
        ("lint", "lint", "Perhaps you mean countermodel items lint."),
        ("inspct", "inspct", "Perhaps you mean countermodel inspect."),
        ("generate zebar", "zebar", "Perhaps you mean countermodel generate zebra."),
        ("study nonsense", "nonsense", "There are check, codes, new, plan."),
        ("nonsensical", "nonsensical", ""),
    ],
)
def test_an_unknown_command_is_looked_for_in_other_groups(
    arguments: str, word: str, suggestion: str
) -> None:
    result = CliRunner().invoke(main, arguments.split(), prog_name=PROGRAM)
    assert result.exit_code == 2
    message = result.stderr.split("Error: ")[1].strip()
    assert message == f"No such command {word!r}. {suggestion}".strip()


def test_a_command_with_subcommands_is_listed_as_a_group() -> None:
    groups = {name for name, entry in COMMANDS.items() if isinstance(load(entry), click.Group)}
    assert {name for name, entry in COMMANDS.items() if entry.group} == groups
    assert groups >= {"items", "study"}


def test_a_code_that_a_command_returns_or_exits_with_is_the_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @click.command()
    @click.option("--exit", "by_exit", is_flag=True)
    @click.pass_context
    def no(ctx: click.Context, by_exit: bool) -> int:
        if by_exit:
            ctx.exit(3)
        return 1

    monkeypatch.setitem(sys.modules, "made_up", cast(ModuleType, SimpleNamespace(no=no)))
    group = LazyGroup("group", entries={"no": Entry("made_up:no", "Say no.")})
    assert CliRunner().invoke(group, ["no"]).exit_code == 1
    assert CliRunner().invoke(group, ["no", "--exit"]).exit_code == 3


def test_no_command_leaves_its_memory_in_a_file_when_it_crashes(tmp_path: Path) -> None:
    (tmp_path / "made_up.py").write_text(
        "import click, resource\n"
        "@click.command()\n"
        "def limits():\n"
        "    click.echo(resource.getrlimit(resource.RLIMIT_CORE))\n",
        encoding="utf-8",
    )
    code = (
        "from tui.cli import main; from tui.console.lazy_group import Entry\n"
        "main.entries['limits'] = Entry('made_up:limits', 'Say the limits.')\n"
        "main(['limits'])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout == "(0, 0)\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert "_COUNTERMODEL_COMPLETE" in result.stdout
    from_shell = CliRunner().invoke(main, ["completion"], env={"SHELL": f"/bin/{shell}"})
    assert from_shell.stdout == result.stdout


def test_completion_in_an_unknown_shell_asks_which() -> None:
    result = CliRunner().invoke(main, ["completion"], env={"SHELL": "/bin/tcsh"})
    assert result.exit_code == 2
    assert "bash, zsh, fish" in result.stderr


def test_commands_and_options_are_completed() -> None:
    ctx = main.make_context(PROGRAM, ["completion"], resilient_parsing=True)
    assert [item.value for item in main.shell_complete(ctx, "comp")] == [
        "compare",
        "completion",
    ]
    assert "--version" in [item.value for item in main.shell_complete(ctx, "--v")]


def test_the_version_is_the_installed_one() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{PROGRAM}, version 0.")
