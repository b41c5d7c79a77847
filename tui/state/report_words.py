"""Words of the report on screen: names of tables and columns, outcomes, and why something was left
out, in the language of the screens.

Owns which of the report's words are translated; technical names such as CIR or macro-F1, and notes
on method, are not. The report itself is English everywhere else: its names are what files and other
programs know it by.
"""

import re
from collections.abc import Callable

from tui.i18n import _, mark

TABLES = (
    mark("behaviour"),
    mark("sessions"),
    mark("participants"),
    mark("behaviour"),
    mark("qualification"),
    mark("accuracy by block"),
    mark("accuracy by question kind"),
    mark("accuracy by item attribute"),
    mark("item accuracy"),
    mark("items"),
    mark("time per question"),
    mark("time-outs"),
    mark("confidence against accuracy"),
)
COLUMNS = (
    mark("Item Accuracy"),
    mark("Sub-Q"),
    mark("Sub-Q Accuracy"),
    mark("accuracy"),
    mark("answers"),
    mark("attribute"),
    mark("block"),
    mark("clock flagged"),
    mark("completion code"),
    mark("confidence"),
    mark("high"),
    mark("how often"),
    mark("item"),
    mark("items right"),
    mark("kind"),
    mark("low"),
    mark("lower quartile"),
    mark("median"),
    mark("median seconds"),
    mark("median when right"),
    mark("median when wrong"),
    mark("most in a session"),
    mark("not reached"),
    mark("participant"),
    mark("questions"),
    mark("questions right"),
    mark("questions shown"),
    mark("result"),
    mark("right"),
    mark("seconds away"),
    mark("seconds used"),
    mark("share"),
    mark("sign"),
    mark("slot"),
    mark("started"),
    mark("starts"),
    mark("status"),
    mark("timed out"),
    mark("upper quartile"),
    mark("value"),
    mark("with an answer that was not confirmed"),
)
COMPARING = (
    mark("Models and people"),
    mark("accuracy of models and people"),
    mark("multiple choice"),
    mark("multiple choice over runs"),
    mark("items of several questions"),
    mark("counterfactual sub-questions"),
    mark("counterfactual sub-questions over runs"),
    mark("sub-questions by query kind"),
    mark("truth values by label"),
    mark("truth values by gold"),
    mark("depth and width"),
    mark("distractors"),
    mark("topics"),
    mark("domains and levels"),
    mark("domains, p of chi-square"),
    mark("domains, p corrected"),
    mark("annotation progress"),
    mark("annotation outcomes"),
    mark("annotation rates"),
    mark("annotation agreement"),
    mark("annotation agreement of pairs"),
    mark("annotators against controls"),
    mark("annotators against adjudication"),
    mark("annotation speed"),
    mark("graded answers"),
    mark("response times"),
    mark("agreement of judges"),
    mark("difficulty"),
    mark("difficulty, rank correlations"),
    mark("spread of people"),
)
COMPARING_COLUMNS = (
    mark("people"),
    mark("mean accuracy of people"),
    mark("sd of people"),
    mark("lowest accuracy"),
    mark("median accuracy"),
    mark("highest accuracy"),
    mark("CV of people %"),
    mark("respondent"),
    mark("setting"),
    mark("run"),
    mark("runs"),
    mark("unreadable"),
    mark("failed"),
    mark("question type"),
    mark("answers to mutant 0"),
    mark("items with every mutant"),
    mark("put together"),
    mark("benchmark"),
    mark("sub-questions"),
    mark("gap"),
    mark("all right"),
    mark("all wrong"),
    mark("unsettled"),
    mark("split"),
    mark("baseline"),
    mark("baseline sd"),
    mark("baseline sub-questions"),
    mark("counterfactual"),
    mark("counterfactual sd"),
    mark("counterfactual sub-questions"),
    mark("Δ"),
    mark("Δ sd"),
    mark("matched"),
    mark("matched right"),
    mark("judged"),
    mark("judged right"),
    mark("query kind"),
    mark("weighted F1"),
    mark("F1 of gold labels"),
    mark("gold"),
    mark("level"),
    mark("domain"),
    mark("pairs"),
    mark("both right"),
    mark("both wrong"),
    mark("accepted"),
    mark("annotator"),
    mark("check"),
    mark("entries"),
    mark("most frequent"),
    mark("unanimous"),
    mark("majority"),
    mark("adjacent"),
    mark("not accepted"),
    mark("not graded"),
    mark("note"),
    mark("outcome"),
    mark("pair"),
    mark("raw"),
    mark("subset"),
    mark("time"),
    mark("units"),
    mark("verdicts"),
    mark("90th percentile"),
    mark("agreement"),
    mark("by a person"),
    mark("by a person right"),
    mark("from"),
    mark("judge"),
    mark("measure"),
    mark("both accept"),
    mark("both reject"),
    mark("figure"),
    mark("only the first accepts"),
    mark("only the other accepts"),
    mark("other judge"),
    mark("timed items"),
    mark("times"),
    mark("to"),
)
OVER_ITEMS = mark("over items {hash}")
OF_VERSION = mark("version {hash}")
SIMULATED = mark("{title} (simulated respondents)")
LEFT_OUT = (
    mark("pilot sessions"),
    mark("simulated sessions"),
    mark("withdrawn sessions"),
    mark("sessions without a decision"),
    mark("questions not reached"),
    mark("answers without gold"),
    mark("answers not graded"),
    mark("answers without a rating"),
    mark("attributes of more than {n} values"),
    mark("items begun but not wholly judged"),
    mark("timed-out answers"),
    mark("items without every mutant, from CIR and PC"),
    mark("sub-questions of no known kind"),
    mark("answers to an earlier wording"),
    mark("failed requests"),
    mark("settings of a single run"),
    mark("entries without a final verdict"),
    mark("sub-questions nobody graded"),
    mark("answers with one judge"),
    mark("items there was no time to solve"),
    mark("items whose answers rest on no premises, or on nobody knows which"),
    mark("items whose formalization cannot be read"),
    mark("items whose gold claims no implication"),
    mark("items whose models are not counted, as of first-order premises"),
    mark("items without a formalization"),
    mark("items whose text is not at hand"),
    mark("respondents whose times were not taken"),
    mark("verdicts that could not be read"),
)
CELLS = (
    mark("completed"),
    mark("not qualified"),
    mark("declined"),
    mark("under way"),
    mark("passed"),
    mark("not passed"),
    mark("yes"),
    mark("no"),
    mark("all blocks"),
    mark("accuracy"),
    mark("length of the text"),
    mark("number of models"),
    mark("premises"),
    mark("support size"),
    mark("symbols"),
    mark("time"),
    mark("vacuous"),
    mark("fewer than 3 items"),
    mark("no items"),
    mark("not known of any item"),
    mark("nothing was taken"),
    mark("the measure is the same for all"),
    mark("the outcome is the same for all"),
    mark("the ranks agree wholly: no interval, no p"),
    mark("too few for intervals"),
)
OWN = ("status", "result", "clock flagged", "block", "measure", "figure", "note")
"""Columns whose cells may hold the report's own words."""
BOUNDS = (" low", " high")


def word(text: str) -> str:
    """A name or reason in the language of the screens; as it is where that has none for it."""
    known = _(text)
    if known != text:
        return known
    for bound in BOUNDS:
        if text.endswith(bound):
            return f"{word(text.removesuffix(bound))} {_(bound.strip())}"
    number = re.search(r"\d+", text)
    if number is None:
        return text
    return _(text.replace(number[0], "{n}", 1)).replace("{n}", number[0])


def title_word(text: str) -> str:
    """What a group of tables is about, where that is no study's own title or says more."""
    _before, _title, after = SIMULATED.partition("{title}")
    if text.endswith(after):
        return _(SIMULATED).format(title=text.removesuffix(after))
    return _(text) if text in COMPARING else text


def hash_label(study: str, version: str, say: Callable[[str], str] = str) -> str:
    """What the hash beside a group's title is of, with its beginning: a version of a study, or the
    items that are compared. `say` puts it into another language."""
    of_paper = study.startswith("Paper ") and study[7:9] == ": "
    label = OVER_ITEMS if study == COMPARING[0] or of_paper else OF_VERSION
    return say(label).format(hash=version[:8])


def cell_word(text: str, column: str) -> str:
    """What stands in a cell, where it is the report's own word and not a name from the study."""
    return _(text) if column in OWN and text in CELLS else text
