"""Words in the papers' tables that are the program's own: names of rows, the places of published
figures, and what a paper contains that answers do not provide.

Owns which of them are translated; names of models, data sets and measures are not. The data files
of `sessions.report.papers`, one per paper, have the figures and their English texts.
"""

import re
from collections.abc import Mapping

from tui.i18n import mark

FORMS = (
    mark("natural language"),
    mark("symbolic"),
)
"""Forms of items: words or symbols."""
ROWS: Mapping[str, tuple[str, ...]] = {
    "form": FORMS,
    "settings": FORMS,
    "kind": (
        mark("deductive"),
        mark("abductive"),
    ),
    "model": (
        mark("Human"),
        mark("(mean of 14)"),
        mark("(best on Hard)"),
        mark("(best of 14)"),
        mark("Gold reference"),
    ),
    "metric": (
        mark("Accuracy"),
        mark("Circular"),
        mark("proposer retries"),
        mark("review → proposers"),
        mark("verify → proposers"),
        mark("answer repairs"),
    ),
    "side": (
        mark("answers and rubric"),
        mark("answers"),
        mark("rubric"),
    ),
    "judges": (
        mark("lowest of six pairs"),
        mark("highest of six pairs"),
        mark("all judges"),
    ),
    "split": (
        mark("prefix"),
        mark("edit"),
    ),
    "rubric atoms of Base": (
        mark("all"),
        mark("logical relation"),
        mark("stated constraint"),
        mark("query alignment"),
    ),
    "of": (
        mark("items"),
        mark("sub-questions"),
        mark("items of {n} sub-questions"),
    ),
    "models": (
        mark("all settings"),
        mark("thinking"),
        mark("no or low thinking"),
        mark("thinking not stated"),
    ),
    "who": (mark("Human"),),
}
"""By column, cells with words of the program; numbers in them are `{n}`."""
NAMED = {
    "of": (
        (re.compile(r"logic (?P<name>\S+)"), mark("logic {name}")),
        (re.compile(r"type (?P<name>\S+)"), mark("type {name}")),
    ),
    "role or budget": ((re.compile(r"budget: (?P<name>.+)"), mark("budget: {name}")),),
}
"""By column, words that contain a name from the data."""
PLACES = (
    mark("section 2.2, table 2"),
    mark("section 2.2, table 3"),
    mark("section 3.1, table 4"),
    mark("section 4.2, table 7"),
    mark(
        "section 4.2, Human Study: four students, 60 items; 80 % of the symbolic statements to "
        "qualify"
    ),
    mark("appendix E, table 8"),
    mark("appendix K, table 9; the same figures are drawn in figure 2(b)"),
    mark("section 5.1, table 2"),
    mark("section 5, table 3; the human row of symbolic items from section 5.2"),
    mark("section 5.4, table 4"),
    mark("appendix, table 5"),
    mark("section 4, equation 4; the paper prints no numbers"),
    mark("section 5.1, figure 2; a heat map without numbers"),
    mark("section 5.1, figure 3; a drawing without numbers"),
    mark("section 5.1, figures 4 and 5, bars without numbers"),
    mark("section 5.1, figures 4 and 5, heat maps without numbers"),
    mark("the paper pairs nothing; its items do, since each template occurs in every domain"),
    mark("appendix 7.2, figures 8 and 9, curves without numbers"),
    mark("appendix 7.3, table 3"),
    mark("section 4.1, table 2; of the columns, Macro alone is in the paper's web text"),
    mark("section 4.1.1, table 3"),
    mark("section 4.1.1 and figure 4, over the blocks"),
    mark("figure 4, blocks; its numbers are not in the paper's web text"),
    mark("section 4.2, table 5"),
    mark("section 4.2.1, figure 5; its numbers are not in the paper's web text"),
    mark("section 4.2.2"),
    mark("section 4.3, table 6; its numbers are not in the paper's web text"),
    mark("section 3, table 1, as far as section 3.4 and finding 1 give its figures"),
    mark("section 3.3, table 2 and appendix E, as far as the text gives their figures"),
    mark("appendix B, table 3, which is an image: the text names none of its models or budgets"),
    mark(
        "appendix B.3, table 4, as far as the text gives its figures; over 224 items that came "
        "out, of 254"
    ),
    mark(
        "appendix D, table 5, as far as the text gives its figures: the lowest and highest kappa "
        "of both sides"
    ),
    mark("appendix F.1, table 6, as far as the text gives its figures"),
    mark("section 2, figure 3"),
    mark("section 2, figure 4 and section 2.2; the text gives only totals of the figure"),
    mark("section 3.3, figure 5, as far as the text gives its figures"),
    mark("section 3.4, figure 6: Spearman's rho of the thinking variants, then of the others"),
    mark("section 3.4, figure 7; of its figures the text gives only the mean drop"),
    mark("appendix G, which shows types of errors by examples and counts none"),
)
"""Places of figures in a paper."""
ELSEWHERE = (
    mark("properties of benchmarks"),
    mark("holds no figures"),
    mark("KL divergence of vocabularies"),
    mark("not made from answers; `countermodel items audit` measures the words of a set"),
    mark("effect of further pretraining on SNLI"),
    mark("a training experiment: out of scope"),
    mark("ReClor after pretraining on ILogicEval"),
    mark("further rows"),
    mark("source, parts and vocabulary of data sets"),
    mark("tables 1 and 2"),
    mark("examples"),
    mark("hold no figures"),
    mark("generalization after fine-tuning on abstract data, contextual data and single domains"),
    mark("training experiments: out of scope"),
    mark("holds no figures of answers"),
    mark("examples of errors (section 4.1.4)"),
    mark("read by hand in the paper; `countermodel inspect` shows why an answer is wrong"),
    mark("figures 8 to 11, appendix G"),
    mark("examples of errors; errors of the order of evidence"),
    mark(
        "not made from answers: only the reasoning shows which evidence was believed; "
        "`countermodel inspect` shows why an answer is wrong"
    ),
)
"""What a paper contains that answers do not provide, and why."""
