"""What the columns of the report's tables mean, for the codebook beside exported tables.

Owns the words. Columns are told apart by name; one name means one thing in every table.
"""

from sessions.report.rows import Column

MEANINGS = {
    "90th percentile": "the time that nine in ten are not above",
    "ACC": "right answers to mutant 0, the item as it stands, over items",
    "CIR": "items with every mutant answered right, over items of which every mutant was answered",
    "CW": "tasks right without distractors and wrong with them",
    "Cohen's kappa": "agreement beyond chance: (observed - expected) / (1 - expected)",
    "F1 of gold labels": "mean F1 over the labels that occur as gold",
    "Item Accuracy": "items with every sub-question right, over items",
    "PC": "mean over items of c/4 (1 + sum p log4 p)",
    "Spearman's rho": "rank correlation over items, from -1 to 1",
    "Sub-Q Accuracy": "right sub-questions over sub-questions",
    "WC": "tasks wrong without distractors and right with them",
    "accuracy": "right answers over answers",
    "agreement": "answers on which both judges say the same, over those both judged",
    "answers": "answers counted",
    "baseline": "Sub-Q Accuracy of sub-questions without condition or variant",
    "benchmark": "where the items are from",
    "block": "block of the study",
    "both accept": "answers that both judges find right",
    "both reject": "answers that both judges find wrong",
    "both right": "tasks right without distractors and with them",
    "both wrong": "tasks wrong without distractors and with them",
    "by a person": "answers, or sub-questions, that a person graded",
    "by a person right": "those of them found right",
    "clock flagged": "whether a time away was read off the wall clock",
    "completion code": "the code shown at the end",
    "confidence": "how sure the participant was, from 1 to 5",
    "counterfactual": "Sub-Q Accuracy of sub-questions with a condition or a variant",
    "depth": "steps of the longest chain of the task",
    "distractors": "premises added that do not bear on the conclusion",
    "domain": "domain of the text; in a matrix of p-values, the domain compared with the column's",
    "failed": "requests that brought no response; they count nowhere",
    "figure": "what is set against the measure: accuracy (share of right answers to an item) or "
    "time (median of its times)",
    "from": "least value of the measure in the class",
    "gap": "Sub-Q Accuracy minus Item Accuracy",
    "gold": "the right answer",
    "high": "upper bound of the 95 % interval",
    "item": "id of the item",
    "items": "items counted",
    "answers to mutant 0": "answers that ACC is over",
    "items with every mutant": "items that CIR and PC are over",
    "judge": "name of a judge model, or of a person who graded answers",
    "judged": "answers, or sub-questions, that a judge model decided",
    "judged right": "those of them found right",
    "kind": "model, people or simulated; in tables by question kind, the kind of question",
    "level": "level of difficulty",
    "low": "lower bound of the 95 % interval",
    "macro-F1": "mean of the F1 scores of the labels",
    "matched": "answers, or sub-questions, decided by comparing the answer with the gold; what "
    "was not answered, or could not be read, is among them",
    "matched right": "those of them that are right",
    "measure": "what makes an item hard: number of models of its premises, size of the smallest "
    "support of the answer that needs most, premises, symbols, vacuous (1) or not (0), length "
    "of the text in characters",
    "median seconds": "median of the times of the items, an item's being the median of its "
    "times; of a single item, the median of its confirmed answers",
    "note": "why a figure is missing, or what must be known of it",
    "only the first accepts": "answers that the judge finds right and the other judge wrong",
    "only the other accepts": "answers that the judge finds wrong and the other judge right",
    "other judge": "name of the judge compared with",
    "pairs": "tasks answered without distractors and with them",
    "participant": "code of the participant",
    "put together": "whether an item's mutants were answered by several respondents",
    "query kind": "what kind of query the sub-question is",
    "question type": "type of question; all: over all of them",
    "respondent": "name of the model, or people with their number",
    "right": "right answers",
    "run": "which run of the setting, from 1; empty for people",
    "runs": "runs taken together",
    "setting": "protocol of a model; study and version of people",
    "study": "title of the study or queue",
    "sub-questions": "sub-questions counted",
    "timed items": "items of which times were taken",
    "times": "times counted: of people, confirmed answers; of models, responses",
    "to": "greatest value of the measure in the class",
    "topic": "what the text is about",
    "unreadable": "answers that could not be read, or time-outs; they count as wrong",
    "version": "hash over the study and its items, or over the items compared",
    "weighted F1": "mean F1 weighted by how often each label is gold",
    "width": "premises of the widest step of the task",
}
P_OF = "p of "
"""How the columns of other p-values begin; all others are chi-square's."""
_ENDINGS = {
    " low": "lower bound of the 95 % interval of {}",
    " high": "upper bound of the 95 % interval of {}",
    " mean": "mean of {} over runs",
    " sd": "sample standard deviation of {} over runs",
    " CV %": "coefficient of variation of {} over runs, in per cent",
}
_BEGINNINGS = {
    "F1 ": "F1 of the label {}",
    "answered ": "how often the answer was {}",
    P_OF: "two-sided p of {}",
}
_UNITS = {
    "text": "{}",
    "time": "when: {}",
    "count": "number of: {}",
    "share": "share: {}",
    "seconds": "seconds: {}",
    "p": "p of the chi-square test against {}",
}


def meaning(column: Column) -> str:
    """What a column holds, in a line; never empty."""
    name = column.name
    if column.unit != "p" or name.startswith(P_OF):
        if name in MEANINGS:
            return MEANINGS[name]
        for ending, words in _ENDINGS.items():
            if name.endswith(ending):
                return words.format(name.removesuffix(ending))
        for beginning, words in _BEGINNINGS.items():
            if name.startswith(beginning):
                return words.format(name.removeprefix(beginning))
    return _UNITS[column.unit].format(name)
