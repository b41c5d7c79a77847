"""`countermodel study new`: a commented study file from a few questions.

Owns the questions and the text of the file. docs/protocol.md documents the fields.
"""

import json
import textwrap
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.console.exitcodes import input_ended
from tui.console.number_options import WholeNumber
from tui.text import plain

if TYPE_CHECKING:
    from study.design.protocol import LoadedStudy

F = TypeVar("F", bound=Callable[..., Any])
TEMPLATE = """\
# {heading}
# Check it:  countermodel study check {name}
# Try it:    countermodel take {name} --pilot
# Every field is described in docs/protocol.md.

id = {id}
title = {title_quoted}
language = "{language}"   # of the screens, en or zh; items are in their own language
seed = {seed}             # decides samples and orders
confidence = {confidence} # ask how sure, 1 to 5, with every answer

# What participants agree to. Say who you are, what is recorded, and how to withdraw.
consent = \"\"\"
{consent}
\"\"\"
contact = {contact}

# on_timeout = "discard"   # or "submit": whether an unconfirmed answer counts when time runs out
# pause_after = 1          # the study pauses after this many time-outs without any answer

# Sessions that the report leaves out; it shows the figures with and without them.
# [[exclude]]
# rule = "unfinished"      # or attention, quick, time_outs, same_place, form

[codes]
who = "open"             # anybody, with any code; "list" or "one-time": only codes of a file,
# file = "codes.csv"     # made by: countermodel study codes codes.csv -n 50
# return_key = true      # participants who come back need a key too

{full}# [end.not_qualified]      # a last page of your own for an outcome: title, text, code,
                         # address
# text = "Thank you. You did not pass the test, so the study ends here."
{form}{gate}
[[blocks]]
id = "main"
source = {source}
number = {number}
{sample}
seconds_per_question = {seconds}
none_option = {none}       # offer N, "none of these, or I cannot tell"
# break_after = 20
# [blocks.attention]       # items that show whether texts are read: no results
# instructed = 2           # say which option to choose
# rotated = 2              # are asked again, with the options in other places
{filter}# attributes = {{ question_type = ["3c1e"] }}
"""
SAME_SAMPLE = """\
sample = "same"          # for everybody; "balanced": all items equally often; or, in its place,
# answers_per_item = 5   # those with the fewest answers, until each item has this many"""
FILLED_SAMPLE = """\
# Everybody gets the items with the fewest answers; when each has this many, the study is full.
answers_per_item = {answers}"""
FULL_PAGE = """\
# [end.full]               # the page of those who come when the study is full
# text = "Thank you for coming. Nobody else is needed."
"""
SCORED_WIDTH = 88
"""Maximum width of a line that lists question kinds."""
FORM = """
[[blocks]]
station = "form"
id = "about-you"
title = {title}
[[blocks.fields]]
id = "age"
kind = "number"
ask = {age}
least = 18
most = 120
decline = true
[[blocks.fields]]
id = "logic"
kind = "choice"
ask = {logic}
options = {options}
"""
GATE_TEST = '''
# Practice with the symbols, then the test: strictly more than pass_above has to be right.
[[blocks]]
station = "practice"
id = "warm-up"
source = "builtin:practice{suffix}"
order = "fixed"
instructions = """
{practice}"""
[blocks.filter]
ids = ["practice/letters-and-arrows{suffix}", "practice/letters-left-open{suffix}"]

[[blocks]]
station = "qualification"
id = "qualification"
source = "builtin:qualification{suffix}"
number = {questions}
seconds_per_question = 120
pass_above = 0.8
# F1 shows these again during the test.
instructions = """
{test}

{rules}
{needed}
"""
'''
PASS_MARK = Fraction(4, 5)
"""Pass mark of the test, as in the text above."""
WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "consent": "We study how people reason. You read short texts and answer questions about "
        "them.\nYour answers and their times are recorded under a code, without your name.\n"
        "You may stop at any time, and have your answers erased.",
        "test": "{questions} short questions with letters, as in the practice, now without being "
        "told what is right.",
        "needed": "To go on to the main part you need at least {needed} right answers out of "
        "{questions}.",
        "title": "About you",
        "age": "How old are you?",
        "logic": "Have you ever taken a course in logic?",
        "options": ["no", "yes, a part of another course", "yes, a whole course"],
    },
    "zh": {
        "consent": "我们研究人如何推理。您会读到一些短文，并回答有关的问题。\n"
        "您的答案和时间会以代号记录，不记姓名。\n您可以随时停下，也可以要求删除自己的答案。",
        "test": "{questions}道短题，和练习时一样，但不再告诉您答案对不对。",
        "needed": "{questions}题中至少要答对{needed}题，才能进入正式部分。",
        "title": "关于您",
        "age": "您多大年纪？",
        "logic": "您上过逻辑课吗？",
        "options": ["没有", "上过，是别的课的一部分", "上过专门的课"],
    },
}


class _PromptedOption(click.Option):
    """An option that is prompted for if it is missing, unless the study starts from another one."""

    def prompt_for_value(self, ctx: click.Context) -> object:
        """The user's answer, or the default if no question is needed. Raises InputError if the
        input ends instead."""
        # A missing option has click's own sentinel here, which is not a text.
        if isinstance(ctx.params.get("template"), str):
            return self.get_default(ctx)
        try:
            return super().prompt_for_value(ctx)
        except click.Abort as error:
            if not input_ended(error):
                raise
            click.echo()  # the question is still there without a line end
            from solver.errors import InputError

            raise InputError(
                "Input ended, and nothing is written",
                f"expected an answer to “{self.prompt}”, found the end of the input",
                f"Answer it, or give {self.opts[0]}; every question has an option (see --help).",
            ) from error


def _new_name(ctx: click.Context, _parameter: click.Parameter, file: Path) -> Path:
    """The file to write, checked before the first question. Raises InputError if the file exists or
    its folder does not."""
    from solver.errors import InputError

    if not ctx.resilient_parsing:
        if file.exists():
            raise InputError("File already exists", f"{file}: expected a new name, found a file")
        if not file.parent.is_dir():
            raise InputError(
                "There is no such folder", f"{file.parent}: expected a folder, found none"
            )
    return file


def question_option(*names: str, **settings: object) -> Callable[[F], F]:
    """An option that is prompted for."""
    return click.option(*names, cls=_PromptedOption, **settings)


@click.command(
    "new",
    short_help="Ask a few questions and write a study file.",
    epilog="Example:  countermodel study new study.toml",
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), callback=_new_name)
@click.option(
    "--from",
    "template",
    is_eager=True,
    metavar="builtin:NAME",
    help="Copy a built-in study instead, without asking questions. --title and --contact may "
    "be given.",
)
@question_option("--title", prompt="Title", help="Shown to participants.")
@question_option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    prompt="Language of the screens",
    help="Language of the screens.",
)
@question_option(
    "--source",
    default="builtin:demo",
    prompt="Items (a file, or builtin:demo)",
    help="Where the items come from.",
)
@question_option(
    "--number",
    type=WholeNumber(1),
    default=6,
    prompt="Items for each participant",
    help="How many items each participant gets.",
)
@question_option(
    "--answers",
    type=WholeNumber(0, 100_000),
    default=0,
    prompt="Answers wanted for each item (0: everybody gets the same items)",
    help="When each item has this many answers, the study is full. 0: everybody gets the "
    "same items.",
)
@question_option(
    "--seconds",
    type=WholeNumber(1, 604_800),
    default=180,
    prompt="Seconds for each question",
    help="Time limit for each question.",
)
@question_option(
    "--gate",
    type=WholeNumber(0, 30),
    default=15,
    prompt="Questions of the symbolic test (0: no test)",
    help="Number of questions in the symbolic test. 0: no test.",
)
@question_option(
    "--about/--no-about",
    default=True,
    prompt="Ask about age and logic courses?",
    help="Ask about age and logic courses.",
)
@question_option(
    "--confidence/--no-confidence",
    default=True,
    prompt="Ask how sure people are?",
    help="Ask how sure people are of each answer.",
)
@question_option(
    "--none/--no-none",
    default=False,
    prompt='Offer "none of these"?',
    help='Offer "none of these" as an option.',
)
@question_option(
    "--contact",
    default="",
    prompt="Contact (may be empty)",
    help="Whom participants can contact.",
)
@click.pass_context
def new(
    ctx: click.Context,
    /,
    file: Path,
    template: str | None,
    title: str,
    language: str,
    source: str,
    number: int,
    answers: int,
    seconds: int,
    gate: int,
    about: bool,
    confidence: bool,
    none: bool,
    contact: str,
) -> None:
    """Ask a few questions and write a commented study file to FILE, which must not exist yet. Every
    question is also an option. With --from, copy a built-in study."""
    if template is not None:
        _refuse_others(ctx)
        _write(file, _copied(template, title, contact, file))
        return
    words = WORDS[language]
    suffix = "-zh" if language == "zh" else ""
    text = TEMPLATE.format(
        heading=plain(" ".join(title.split())),
        name=file.name,
        id=json.dumps(_id(title, file)),
        title_quoted=_quoted(title),
        language=language,
        seed=1,
        confidence=_bool(confidence),
        consent=words["consent"],
        contact=_quoted(contact),
        form=_form(words) if about else "",
        gate=_gate(words, suffix, gate) if gate else "",
        source=_quoted(source),
        number=number,
        sample=FILLED_SAMPLE.format(answers=answers) if answers else SAME_SAMPLE,
        full=FULL_PAGE if answers else "",
        seconds=seconds,
        none=_bool(none),
        # The demo's items are in both languages, and one has a free answer without gold.
        filter=f'[blocks.filter]\nlanguage = "{language}"\n{_scored()}'
        if source == "builtin:demo"
        else "# [blocks.filter]\n",
    )
    _write(file, text)


def _scored() -> str:
    """The filter that leaves out question kinds with free answers."""
    from items.kinds.names import own_kind, usable_question_kinds

    names = [
        name
        for name in usable_question_kinds()
        if (own := own_kind(name)) is None or own.form != "text"
    ]
    listed = textwrap.fill(
        "".join(f'"{name}", ' for name in names),
        SCORED_WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
    )
    return f'kinds = [   # not "text": free answers have to be graded afterwards\n{listed}\n]\n'


def _write(file: Path, text: str) -> None:
    from items.files.save import save_text
    from study.design.protocol import parse_study

    loaded = parse_study(text, file.name, file.parent)
    save_text(file, text, new=True)
    file_text = plain(str(file))
    click.echo(f"{file_text} is written. Read it through, above all the consent. Then:")
    click.echo(f"  countermodel study check {file_text}")
    click.echo(f"  countermodel simulate {file_text} --participants 10 --seed 1")
    click.echo(f"  countermodel take {file_text} --pilot")
    missing = _missing(loaded)
    if missing:
        click.echo(plain(f"It cannot run yet. {missing}"))


def _missing(study: "LoadedStudy") -> str:
    """Why the study cannot run with the items that its sources have now; empty if it can. Only
    `study check` calls the solver."""
    from solver.errors import InputError
    from study.design.pools import read_sources
    from study.design.preflight import preflight

    try:
        with study.located():
            sources = read_sources(study)
            preflight(study.study, sources.pools, {}, sources.unread, sources.kept_out)
    except InputError as error:
        return f"{error.title}: {error.message}"
    return ""


def _refuse_others(ctx: click.Context) -> None:
    """Refuse options whose content a copied file already has. Raises UsageError."""
    on_command_line = click.core.ParameterSource.COMMANDLINE
    for name in ctx.params:
        if name in ("file", "template", "title", "contact"):
            continue
        if ctx.get_parameter_source(name) is on_command_line:
            raise click.UsageError(f"--{name} cannot be combined with --from; edit the file.")


def _copied(template: str, title: str | None, contact: str, file: Path) -> str:
    """The text of a built-in study, with its own id, title and contact. Raises InputError if there
    is no built-in study of this name."""
    from solver.errors import InputError
    from study.files.study_file import study_file

    if not template.startswith("builtin:"):
        raise InputError(
            "Not a built-in study",
            f"--from: expected builtin:NAME, found {template!r}",
            "A file of your own can simply be copied; its sources are relative to its folder.",
        )
    original = study_file(template)
    own = _id(title or "", file)
    heads = {
        f"id = {json.dumps(original.table['id'])}": [f"id = {json.dumps(own)}"],
        f"title = {_quoted(original.title)}": [
            f"title = {_quoted(title or original.title)}",
            *([f"contact = {_quoted(contact)}"] if contact else []),
        ],
    }
    lines = [f"# A copy of {template}, to be edited."]
    for line in original.text.splitlines():
        # The first line of each kind belongs to the study; those of blocks follow later.
        lines += heads.pop(line, [line])
    return "\n".join([*lines, ""]).replace(f"--study {original.table['id']} ", f"--study {own} ")


def _gate(words: Mapping[str, Any], suffix: str, questions: int) -> str:
    """The practice and the test, with the demo study's wording of signs and rules."""
    from study.files.study_file import study_file

    blocks = study_file(f"builtin:demo{suffix}").table["blocks"]
    (practice,) = (b["instructions"] for b in blocks if b.get("station") == "practice")
    numbers = {"questions": questions, "needed": int(PASS_MARK * questions) + 1}
    return GATE_TEST.format(
        suffix=suffix,
        questions=questions,
        practice=practice,
        rules=practice.partition("\n\n")[2],
        test=words["test"].format(**numbers),
        needed=words["needed"].format(**numbers),
    )


def _form(words: Mapping[str, object]) -> str:
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in words.items()}
    return FORM.format(**quoted)


def _quoted(text: str) -> str:
    """As a TOML string; JSON's escapes are valid in TOML."""
    from items.hidden_text import controls_escaped

    return controls_escaped(json.dumps(" ".join(text.split()), ensure_ascii=False))


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _id(title: str, file: Path) -> str:
    """An id from the title, or else from the file's name."""
    for text in (title, file.stem):
        name = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text).split())
        if name:
            return name.lower()
    return "study"
