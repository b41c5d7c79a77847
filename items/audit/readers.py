"""Readers that see part of an item and do not reason, trained and cross-validated.

Owns the set of readers and their accuracy. scikit-learn (the extra `audit`) does the learning;
nothing else in the program imports it. Folds keep twins and renamings together, so that no reader
is tested on what it was trained on.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from items.audit.features import Passage, Row, option_rows, relative, truth_row
from items.audit.nearest_sentence import Sentences, frame_of
from items.audit.single_words import word_marks
from items.audit.texts import QuestionGroup, words_of
from solver.errors import OutsideError

MIN_QUESTIONS = 60
"""Fewest questions of a type for which readers are trained."""
FOLDS = 5
_SEED = 0
_WORDS = 6000
"""Most word n-grams of a reader."""
_CARRIERS = 20
"""Fewest texts with a single word for it to be chosen."""
_WORD_COUNT = 5
"""Number of single words in a few-words reader."""


@dataclass(frozen=True, slots=True)
class Score:
    """The accuracy of a reader."""

    reader: str
    """What it sees, and its learning method."""
    sees: str
    accuracy: float
    low: float
    high: float
    """95 % interval; the questions of one cluster count as one draw."""


def require_sklearn() -> None:
    """Check that scikit-learn can be used.

    Raises:
        OutsideError: it is not installed.
    """
    if not has_sklearn():
        raise OutsideError(
            "scikit-learn is not installed",
            "the readers of an audit are trained with it",
            "Install the extra: pip install 'countermodel[audit]', or make setup EXTRAS=audit.",
        )


def has_sklearn() -> bool:
    """Whether scikit-learn is installed."""
    from importlib.util import find_spec

    return find_spec("sklearn") is not None


@dataclass(frozen=True, slots=True)
class Views:
    """All features of the questions of one type, computed once for all readers."""

    group: QuestionGroup
    rows: list[list[Row]]
    """For questions about options: one row per option; otherwise one row."""
    rows_without_passage: list[list[Row]]
    """The same rows without the passage."""
    places: list[list[Row]]
    """The position of the sentence closest to each option, or to the question."""


def views_of(group: QuestionGroup) -> Views:
    """The features of a group."""
    passages: dict[int, Passage] = {}
    rows, own_rows = [], []
    for question in group.questions:
        key = id(question.item)
        passage = passages.get(key)
        if passage is None:
            passage = passages[key] = Passage(question.item)
        if group.choice:
            own_rows.append(option_rows(question, None))
            rows.append(option_rows(question, passage))
        else:
            own_rows.append([truth_row(question, None)])
            rows.append([truth_row(question, passage)])
    return Views(group, rows, own_rows, _places(group))


def _places(group: QuestionGroup) -> list[list[Row]]:
    frame: Collection[str] = (
        () if group.choice else frame_of([question.leaf.text for question in group.questions])
    )
    sentences: dict[int, Sentences] = {}
    table = []
    for question in group.questions:
        key = id(question.item)
        if key not in sentences:
            sentences[key] = Sentences(question.item.text)
        of_item = sentences[key]
        texts = (
            [option.text for option in question.leaf.options]
            if group.choice
            else [question.leaf.text]
        )
        rows = [of_item.nearest(text, frame) for text in texts]
        if group.choice:
            relative(rows)
        table.append(rows)
    return table


Progress = Callable[[int, int], None]


def scores(views: Views, *, quick: bool = False, progress: Progress | None = None) -> list[Score]:
    """Every reader's score on the questions of a type; empty if there are too few questions.

    `quick` leaves out the slow learners.

    Raises:
        OutsideError: scikit-learn is not installed.
    """
    require_sklearn()
    group = views.group
    clusters = [question.cluster for question in group.questions]
    if len(group.questions) < MIN_QUESTIONS or len(set(clusters)) < FOLDS:
        return []
    import sklearn.ensemble  # noqa: F401 - only libraries that are loaded can be limited
    from threadpoolctl import threadpool_limits

    readers = list(_readers(views, quick))
    outcome = []
    with threadpool_limits(limits=1):
        folds = _folds(clusters)
        for number, (name, sees, reader) in enumerate(readers):
            if progress is not None:
                progress(number, len(readers))
            right = reader(folds)
            accuracy, low, high = clustered(right, clusters)
            outcome.append(Score(name, sees, accuracy, low, high))
    if progress is not None:
        progress(len(readers), len(readers))
    return outcome


def clustered(values: Sequence[float], clusters: Sequence[str]) -> tuple[float, float, float]:
    """Mean and 95 % interval of 0/1 values drawn in clusters: the cluster-robust standard error
    (Liang and Zeger 1986) with Student's t on the number of clusters."""
    from scipy.stats import t

    n = len(values)
    mean = sum(values) / n
    sums: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    number = len(sums)
    if number < 2:
        return mean, 0.0, 1.0
    error = math.sqrt(number / (number - 1) * sum(s * s for s in sums.values())) / n
    reach = float(t.ppf(0.975, number - 1)) * error
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


Fold = tuple[Any, Any]
Reader = Callable[[list[Fold]], list[float]]


def _folds(clusters: Sequence[str]) -> list[Fold]:
    from sklearn.model_selection import GroupKFold

    splitter = GroupKFold(FOLDS, shuffle=True, random_state=_SEED)
    return list(splitter.split(clusters, groups=clusters))


def _readers(views: Views, quick: bool) -> Iterator[tuple[str, str, Reader]]:
    group = views.group
    gold = [audit_question.gold for audit_question in group.questions]
    yield "the most frequent label or position", "nothing", lambda folds: _commonest(gold, folds)
    whole = [
        f"{audit_question.item.text} {audit_question.leaf.text}"
        for audit_question in group.questions
    ]
    question = [audit_question.leaf.text for audit_question in group.questions]
    if len(set(question)) > 1:
        for name, learner in _word_learners():
            yield f"words, {name}", "the question", _by_words(question, gold, learner)
    yield "words, naive Bayes", "text and question", _by_words(whole, gold, _bayes)
    marks = [
        [
            *word_marks(audit_question.item.text, "the text"),
            *word_marks(audit_question.leaf.text, "the question"),
        ]
        for audit_question in group.questions
    ]
    yield "few single words", "text and question", _by_few_words(marks, gold)
    places = views.places
    if any(row for rows in places for row in rows):
        yield (
            "place, shallow tree",
            "the sentence nearest to what is asked",
            _by_option_rows(places, gold, _shallow)
            if group.choice
            else _by_rows([row for (row,) in places], gold, _shallow),
        )
    if group.choice:
        options = [
            [option.text for option in audit_question.leaf.options]
            for audit_question in group.questions
        ]
        for name, learner in _word_learners():
            yield f"words, {name}", "the options", _by_option_words(options, gold, learner)
        yield "few single words", "the options", _by_few_option_words(options, gold)
        for sees, rows in (
            ("the options", views.rows_without_passage),
            ("counts of text and options", views.rows),
        ):
            for name, learner in _learners(quick):
                yield f"counts, {name}", sees, _by_option_rows(rows, gold, learner)
        return
    for sees, rows in (
        ("the conclusion", views.rows_without_passage),
        ("counts of text and conclusion", views.rows),
    ):
        flat = [row[0] for row in rows]
        for name, learner in _learners(quick):
            yield f"counts, {name}", sees, _by_rows(flat, gold, learner)


def _commonest(gold: Sequence[int], folds: list[Fold]) -> list[float]:
    right = [0.0] * len(gold)
    for train, test in folds:
        counts: dict[int, int] = {}
        for n in train:
            counts[gold[n]] = counts.get(gold[n], 0) + 1
        best = max(counts, key=lambda label: counts[label])
        for n in test:
            right[n] = float(gold[n] == best)
    return right


# --- learners ----------------------------------------------------------------------------------


def _logistic() -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(
        StandardScaler(with_mean=False), LogisticRegression(C=0.05, max_iter=400, tol=1e-3)
    )


def _boosting() -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(
        max_iter=50, max_depth=4, learning_rate=0.1, min_samples_leaf=20, random_state=_SEED
    )


def _tree() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=4, min_samples_leaf=15, random_state=_SEED)


def _shallow() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=3, min_samples_leaf=20, random_state=_SEED)


def _neighbours() -> Any:
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(with_mean=False), KNeighborsClassifier(25))


class _FewWords:
    """Regression on the few marks that best predict the labels of the training rows, so that many
    irrelevant marks do not hide a slightly relevant one."""

    def fit(self, table: Any, labels: Sequence[int]) -> "_FewWords":
        import numpy as np
        from sklearn.linear_model import LogisticRegression

        best = np.argsort(-_association(table, labels), kind="stable")
        self._columns = best[:_WORD_COUNT]
        self._model = LogisticRegression(max_iter=300).fit(table[:, self._columns], labels)
        return self

    def predict(self, table: Any) -> Any:
        return self._model.predict(table[:, self._columns])

    def predict_proba(self, table: Any) -> Any:
        return self._model.predict_proba(table[:, self._columns])


def _association(table: Any, labels: Sequence[int]) -> Any:
    """For each column of zeros and ones, the chi-square of its cross table with the labels, divided
    by the number of rows; 0 if the column is constant."""
    import numpy as np

    distinct_labels, place = np.unique(labels, return_inverse=True)
    is_label = np.eye(len(distinct_labels))[place]
    share = is_label.mean(axis=0)
    carriers = np.asarray(table.sum(axis=0)).ravel() / len(labels)
    together = np.asarray(table.T @ is_label) / len(labels) - np.outer(carriers, share)
    spread = carriers * (1 - carriers)
    value = (together**2 / share).sum(axis=1)
    return np.divide(value, spread, out=np.zeros_like(value), where=spread > 0)


def _bayes() -> Any:
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB()


def _linear() -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=0.1, max_iter=300, tol=1e-3)


def _learners(quick: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    yield "decision tree", _tree
    yield "logistic regression", _logistic
    if not quick:
        yield "boosted trees", _boosting
        yield "nearest neighbours", _neighbours


def _word_learners() -> Iterator[tuple[str, Callable[[], Any]]]:
    yield "naive Bayes", _bayes
    yield "logistic regression", _linear


def _vectorizer() -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(
        analyzer=_grams, max_features=_WORDS, min_df=3, binary=True
    )  # a function, so that words are counted as elsewhere in this program


def _grams(text: str) -> list[str]:
    words = words_of(text)
    return [
        " ".join(words[start : start + size])
        for size in (1, 2, 3)
        for start in range(len(words) - size + 1)
    ]


# --- what each reader does ---------------------------------------------------------------------


def _learned(
    table: Any, gold: Sequence[int], folds: list[Fold], learner: Callable[[], Any]
) -> list[float]:
    """1 if a label was correctly predicted from the rows of the other folds, otherwise 0."""
    right = [0.0] * len(gold)
    for train, test in folds:
        labels = [gold[n] for n in train]
        if len(set(labels)) < 2:
            continue
        predicted = learner().fit(table[train], labels).predict(table[test])
        for n, label in zip(test, predicted, strict=True):
            right[n] = float(label == gold[n])
    return right


def _by_words(texts: Sequence[str], gold: Sequence[int], learner: Callable[[], Any]) -> Reader:
    def read(folds: list[Fold]) -> list[float]:
        try:
            table = _vectorizer().fit_transform(texts)
        except ValueError:  # no n-gram occurs in three texts
            return _commonest(gold, folds)
        return _learned(table, gold, folds, learner)

    return read


def _by_few_words(marks: Sequence[Sequence[str]], gold: Sequence[int]) -> Reader:
    def read(folds: list[Fold]) -> list[float]:
        table = _marked(marks)
        return _commonest(gold, folds) if table is None else _learned(table, gold, folds, _FewWords)

    return read


def _by_few_option_words(options: Sequence[Sequence[str]], gold: Sequence[int]) -> Reader:
    flat = [list(word_marks(text, "the option")) for texts in options for text in texts]
    return _scoring(lambda: _marked(flat), [len(texts) for texts in options], gold, _FewWords)


def _marked(marks: Sequence[Sequence[str]]) -> Any:
    """A table of the marks of each text; None if no mark distinguishes texts. Marks that fewer than
    `_CARRIERS` texts have, or lack, are left out."""
    from sklearn.feature_extraction.text import CountVectorizer

    most = len(marks) - _CARRIERS
    if most < _CARRIERS:
        return None
    try:
        return CountVectorizer(
            analyzer=list, binary=True, min_df=_CARRIERS, max_df=most, dtype=float
        ).fit_transform(marks)
    except ValueError:
        return None


def _by_rows(rows: Sequence[Row], gold: Sequence[int], learner: Callable[[], Any]) -> Reader:
    def read(folds: list[Fold]) -> list[float]:
        return _learned(_dense(rows), gold, folds, learner)

    return read


def _by_option_rows(
    rows: Sequence[Sequence[Row]], gold: Sequence[int], learner: Callable[[], Any]
) -> Reader:
    return _scoring(lambda: _dense([row for options in rows for row in options]),
                    [len(options) for options in rows], gold, learner)  # fmt: skip


def _by_option_words(
    texts: Sequence[Sequence[str]], gold: Sequence[int], learner: Callable[[], Any]
) -> Reader:
    def table() -> Any:
        flat = [text for options in texts for text in options]
        try:
            return _vectorizer().fit_transform(flat)
        except ValueError:
            return None

    return _scoring(table, [len(options) for options in texts], gold, learner)


def _scoring(
    table_of: Callable[[], Any],
    sizes: Sequence[int],
    gold: Sequence[int],
    learner: Callable[[], Any],
) -> Reader:
    """A reader that scores each option and takes the best; ties are broken by fixed random
    numbers."""

    def read(folds: list[Fold]) -> list[float]:
        import numpy as np

        table = table_of()
        if table is None:
            return _commonest(gold, folds)
        starts = np.concatenate(([0], np.cumsum(sizes)))
        noise = np.random.default_rng(_SEED).random(int(starts[-1])) * 1e-9
        is_gold: Any = np.zeros(int(starts[-1]), dtype=int)
        for n, place in enumerate(gold):
            is_gold[starts[n] + place] = 1
        right = [0.0] * len(gold)
        for train, test in folds:
            lines = np.concatenate([np.arange(starts[n], starts[n + 1]) for n in train])
            model = learner().fit(table[lines], is_gold[lines])
            test_lines = np.concatenate([np.arange(starts[n], starts[n + 1]) for n in test])
            values = dict(
                zip(test_lines.tolist(), model.predict_proba(table[test_lines])[:, 1], strict=True)
            )
            for n in test:
                own = range(int(starts[n]), int(starts[n + 1]))
                best = max(own, key=lambda line: values[line] + noise[line])
                right[n] = float(best - starts[n] == gold[n])
        return right

    return read


def _dense(rows: Sequence[Row]) -> Any:
    import numpy as np

    names: dict[str, int] = {}
    for row in rows:
        for name in row:
            names.setdefault(name, len(names))
    table: Any = np.zeros((len(rows), max(len(names), 1)), dtype=np.float64)
    for line, row in enumerate(rows):
        for name, value in row.items():
            table[line, names[name]] = value
    return table
