"""`countermodel study new`: a commented study file from a few questions.

Owns the questions and the file's text. What the fields mean is docs/protocol.md's.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from tui.number_options import Whole

TEMPLATE = """\
# {title}
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
# pause_after = 1          # after so many untouched time-outs the study waits

# [end.not_qualified]      # a last page of your own for an outcome: title, text, code, address
# text = "Thank you. You did not pass the test, so the study ends here."
{form}{gate}
[[blocks]]
id = "main"
source = {source}
number = {number}
sample = "{sample}"        # "same" for everybody, or "balanced": all items equally often
seconds_per_question = {seconds}
none_option = {none}       # offer N, "none of these, or I cannot tell"
# break_after = 20
# [blocks.filter]
# attributes = {{ question_type = ["3c1e"] }}
"""
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
GATE = """
# Practice with the symbols, then the test: strictly more than pass_above has to be right.
[[blocks]]
station = "practice"
id = "warm-up"
source = "builtin:practice{suffix}"
[blocks.filter]
ids = ["practice/letters-and-arrows{suffix}", "practice/letters-left-open{suffix}"]

[[blocks]]
station = "qualification"
id = "qualification"
source = "builtin:qualification{suffix}"
number = {questions}
seconds_per_question = 120
pass_above = 0.8
"""
WORDS = {
    "en": {
        "consent": "We study how people reason. You read short texts and answer questions about "
        "them.\nYour answers and their times are recorded under a code, without your name.\n"
        "You may stop at any time, and have your answers erased.",
        "title": "About you",
        "age": "How old are you?",
        "logic": "Have you ever taken a course in logic?",
        "options": ["no", "yes, a part of another course", "yes, a whole course"],
    },
    "zh": {
        "consent": "我们研究人如何推理。您会读到一些短文，并回答有关的问题。\n"
        "您的答案和时间会以代号记录，不记姓名。\n您可以随时停下，也可以要求删除自己的答案。",
        "title": "关于您",
        "age": "您多大年纪？",
        "logic": "您上过逻辑课吗？",
        "options": ["没有", "上过，是别的课的一部分", "上过专门的课"],
    },
}


@click.command(
    "new",
    short_help="Write a study file after a few questions.",
    epilog="Example:  countermodel study new study.toml",
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--title", prompt="Title", help="Shown to participants.")
@click.option(
    "--language", type=click.Choice(["en", "zh"]), default="en", prompt="Language of the screens"
)
@click.option(
    "--source",
    default="builtin:demo",
    prompt="Items (a file, or builtin:demo)",
    help="Where the items come from.",
)
@click.option("--number", type=Whole(1), default=6, prompt="Items for each participant")
@click.option("--seconds", type=Whole(1, 604_800), default=180, prompt="Seconds for each question")
@click.option(
    "--gate", type=Whole(0, 30), default=15, prompt="Questions of the symbolic test (0: no test)"
)
@click.option("--about/--no-about", default=True, prompt="Ask about age and logic courses?")
@click.option("--confidence/--no-confidence", default=True, prompt="Ask how sure people are?")
@click.option("--none/--no-none", default=False, prompt='Offer "none of these"?')
@click.option("--contact", default="", prompt="Contact (may stay empty)", help="Whom to turn to.")
def new(
    file: Path,
    title: str,
    language: str,
    source: str,
    number: int,
    seconds: int,
    gate: int,
    about: bool,
    confidence: bool,
    none: bool,
    contact: str,
) -> None:
    """Ask a few questions and write a commented study file to FILE, which must not exist yet. Every
    question is an option too."""
    from solver.errors import InputError
    from study.protocol import parse_study

    if file.exists():
        raise InputError("There is such a file", f"{file}: expected a new name, found a file")
    words = WORDS[language]
    suffix = "-zh" if language == "zh" else ""
    text = TEMPLATE.format(
        title=" ".join(title.split()),
        name=file.name,
        id=json.dumps(_id(title, file)),
        title_quoted=_quoted(title),
        language=language,
        seed=1,
        confidence=_bool(confidence),
        consent=words["consent"],
        contact=_quoted(contact),
        form=_form(words) if about else "",
        gate=GATE.format(suffix=suffix, questions=gate) if gate else "",
        source=_quoted(source),
        number=number,
        sample="same",
        seconds=seconds,
        none=_bool(none),
    )
    parse_study(text, file.name, file.parent)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise InputError("The file cannot be written", f"{file}: {error.strerror}") from error
    click.echo(f"{file} is written. Read it through, above all the consent. Then:")
    click.echo(f"  countermodel study check {file}")
    click.echo(f"  countermodel take {file} --pilot")


def _form(words: Mapping[str, object]) -> str:
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in words.items()}
    return FORM.format(**quoted)


def _quoted(text: str) -> str:
    """As a TOML string: JSON's escapes are TOML's too."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _id(title: str, file: Path) -> str:
    """From the title, else from the file's name."""
    for text in (title, file.stem):
        name = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text).split())
        if name:
            return name.lower()
    return "study"
