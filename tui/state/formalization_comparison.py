"""Two formalizations of one text side by side: common parts are folded, differing parts are next to
each other, with the smallest world that only one of them allows.

Owns the layout of both panes, and the selected pair and difference.
`items.formalizations.distinction` finds differences; the screens ask who is right and store the
answer.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from items.formal import language_of_glosses
from items.formalizations.assumed_matches import MOST_LISTED
from items.formalizations.distinction import Difference, Distinction, ReadFormalization
from items.formalizations.symbols import MatchBasis
from items.models import Item
from solver.language.edits import theory
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, Symbol, symbols_of
from solver.language.words import Language
from solver.results import Structure, World
from tui.i18n import _, mark, ngettext
from tui.solution_text import query_text
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.notation import FormulaStyle, formula_text, formula_words
from tui.state.inspector.questioned_world import Statement
from tui.state.inspector.world_lines import text_lines, world_story, world_table
from tui.state.translation import translated
from tui.state.two_columns import COLUMN_SEPARATOR, heading, side_by_side, wrapped
from tui.text import fit, plain, width

Choice = Literal["left", "right", "both", "neither"]
"""Which of two formalizations renders the text correctly."""
CHOICES: Mapping[Choice, str] = {
    "left": mark("the left one says what the text says"),
    "right": mark("the right one says what the text says"),
    "both": mark("both say what the text says"),
    "neither": mark("neither says what the text says"),
}
RELATIONS: Mapping[str, str] = {
    "equivalent": mark("premises equivalent"),
    "stronger": mark("the right one says more"),
    "weaker": mark("the left one says more"),
    "incomparable": mark("each says something that the other does not"),
    "not comparable": mark("they are about different things"),
    "unknown": mark("not decided in time"),
}
HINT_WORDS: Mapping[str, str] = {
    "given": mark("It depends on:"),
    "likely": mark("By its words, it depends on:"),
    "perhaps": mark("It may depend on:"),
}


class ComparisonView:
    """The formalizations of an item, with two of them side by side."""

    def __init__(
        self,
        item: Item,
        sides: Sequence[ReadFormalization],
        formula_style: FormulaStyle = FormulaStyle.UNICODE,
    ) -> None:
        self.item = item
        self.sides = tuple(sides)
        self.left, self.right = 0, 1
        """Indices of the selected pair."""
        self.formula_style = formula_style
        self.distinction: Distinction | None = None
        self.state = ""
        """Status while there is no result yet."""
        self.place = 0
        """Index of the selected difference."""
        self.common_shown = False
        """Whether common parts are shown too."""
        self.verdict: tuple[Choice, str] | None = None
        """The verdict on this pair, and its reason."""

    @property
    def language(self) -> Language:
        """The language of formulas in words, by the glosses of both sides."""
        problems = [side.problem for side in self.pair if side.problem is not None]
        symbols = [symbol for p in problems for symbol in p.signature.symbols.values()]
        return language_of_glosses(self.item, (symbol.gloss for symbol in symbols))

    @property
    def pair(self) -> tuple[ReadFormalization, ReadFormalization]:
        """The selected pair."""
        return self.sides[self.left], self.sides[self.right]

    @property
    def readable(self) -> bool:
        """Whether the two can be compared."""
        return all(side.problem is not None for side in self.pair)

    @property
    def unreadable(self) -> str:
        """A note that nothing is proved since one of them cannot be read; empty where both can."""
        if len(self.sides) < 2 or self.readable:
            return ""
        return _("One of them cannot be read, so nothing is proved.")

    @property
    def difference(self) -> Difference | None:
        """The selected difference."""
        if self.distinction is None or not self.distinction.differences:
            return None
        return self.distinction.differences[self.place % len(self.distinction.differences)]

    @property
    def questioned(self) -> tuple[Theory, World, tuple[Statement, ...]] | None:
        """The world that separates the two, with the premises of the side that allows it and the
        statements of the other side."""
        difference = self.difference
        if self.distinction is None or difference is None or difference.world is None:
            return None
        comparison, (left, right) = self.distinction.comparison, self.pair
        allowing = comparison.candidate if difference.side == "left" else comparison.gold
        says = right if difference.side == "right" else left
        statement = Statement(f"{plain(_(says.name))} {difference.number + 1}", difference.formula)
        return theory(allowing), difference.world, () if difference.side is None else (statement,)

    def know(self, distinction: Distinction) -> None:
        """Set the result; the smallest world comes first."""
        self.distinction, self.state, self.place = distinction, "", 0

    def put(self, left: int, right: int) -> None:
        """Select another pair."""
        self.left, self.right = left, right
        self.distinction, self.place, self.verdict = None, 0, None

    def turn_pair(self) -> bool:
        """Select the next pair, each pair once; returns whether there is another."""
        pairs = [(a, b) for a in range(len(self.sides)) for b in range(a + 1, len(self.sides))]
        if len(pairs) < 2:
            return False
        current_pair = (min(self.left, self.right), max(self.left, self.right))
        self.put(*pairs[(pairs.index(current_pair) + 1) % len(pairs)])
        return True

    def turn(self, step: int = 1) -> bool:
        """Select another difference; returns whether there is one."""
        if self.distinction is None or len(self.distinction.differences) < 2:
            return False
        self.place = (self.place + step) % len(self.distinction.differences)
        return True

    @property
    def summary(self) -> str:
        """The result of the comparison, for the header."""
        if self.state:
            return self.state
        if self.distinction is None:
            return ""
        comparison = self.distinction.comparison
        count = len(comparison.assumed)
        if self.distinction.equivalent:
            if not count:
                return _("proved: both say and ask the same")
            message = ngettext(
                "proved, if {n} assumed match is right: both say and ask the same",
                "proved, if {n} assumed matches are right: both say and ask the same",
                count,
            )
            return message.format(n=count)
        words = [_(RELATIONS[str(comparison.relation)])]
        if comparison.premises.equivalent and comparison.same_premises is False:
            words.append(_("only under variants"))
        if self.distinction.comparison.query_same is False:
            words.append(_("they ask different things"))
        if count and comparison.relation not in ("not comparable", "unknown"):
            message = ngettext(
                "if {n} assumed match is right", "if {n} assumed matches are right", count
            )
            words.append(message.format(n=count))
        return " · ".join(words)

    # --- the pane of both ------------------------------------------------------------------------

    def pair_lines(self, cells: int, _focused: bool) -> list[Line]:
        """Both, in order: premises, queries with answers, symbols."""
        half = (cells - width(COLUMN_SEPARATOR)) // 2
        if len(self.sides) < 2:
            return text_lines(self.state, cells, "muted")
        heads = [wrapped(_(side.name), "heading", half) for side in self.pair]
        lines = side_by_side(heads[0], heads[1], half)
        apart = self.distinction
        if apart is None:
            if not self.readable:
                sides = [self._unread(side, half) for side in self.pair]
                return [*lines, *side_by_side(sides[0], sides[1], half)]
            return [*lines, *text_lines(self.state or _("working …"), cells, "muted")]
        lines += self._premises(apart, half, cells)
        lines += self._variants(apart, cells)
        lines += self._queries(apart, half, cells)
        return [*lines, *self._symbols(apart, half, cells)]

    def _unread(self, side: ReadFormalization, column_cells: int) -> list[Line]:
        """The text of a side, where the two cannot be compared."""
        if side.problem is None:
            lines = wrapped(f"✗ {side.error}", "bad", column_cells)
            for row in side.text.splitlines():
                lines += wrapped(row, "muted", column_cells)
            return lines
        lines = []
        for number, premise in enumerate(side.problem.premises):
            lines += wrapped(f"{number + 1:>2} {self._formula(premise)}", "plain", column_cells)
        for query in side.problem.queries:
            lines += wrapped(f" ? {query_text(query)}", "plain", column_cells)
        return lines

    def _premises(self, distinction: Distinction, column_cells: int, cells: int) -> list[Line]:
        same = sum(row.same for row in distinction.rows)
        lines = heading(_("Premises"), same == len(distinction.rows), cells)
        difference = self.difference
        left, right = (
            distinction.comparison.gold.premises,
            distinction.comparison.candidate.premises,
        )
        for row in distinction.rows:
            if row.same and not self.common_shown:
                continue
            at_difference = difference is not None and (
                (difference.side == "left" and difference.number == row.left)
                or (difference.side == "right" and difference.number == row.right)
            )
            sides = [
                self._premise(row.left, left, row.same, at_difference, column_cells),
                self._premise(row.right, right, row.same, at_difference, column_cells),
            ]
            sign = " = " if row.same else " ≠ "
            if row.left is None:
                sign = " < " if row.same else " + "
            elif row.right is None:
                sign = " > " if row.same else " − "
            lines += _with_cursor(
                side_by_side(sides[0], sides[1], column_cells, sign), at_difference
            )
        if same and not self.common_shown:
            lines += _folded(
                ngettext("{n} premise agrees", "{n} premises agree", same).format(n=same), cells
            )
        return lines

    def _variants(self, distinction: Distinction, cells: int) -> list[Line]:
        """Variants that occur in queries of both, with whether the premises are the same there."""
        variants = distinction.comparison.variants
        if not variants:
            return []
        same = sum(variant.premises.equivalent is True for variant in variants)
        lines = heading(_("Under variants"), same == len(variants), cells)
        for variant in variants:
            verdict = variant.premises.equivalent
            names = dict.fromkeys((variant.gold, variant.candidate))
            phrase = {
                True: _("premises equivalent"),
                False: _("premises differ"),
                None: _("not decided in time"),
            }[verdict]
            role: Role = "muted" if verdict else "warn"
            lines += text_lines(f"   {' | '.join(names)}: {phrase}", cells, role)
        return lines

    def _premise(
        self,
        number: int | None,
        premises: Sequence[Formula],
        is_common: bool,
        is_selected: bool,
        column_cells: int,
    ) -> list[Line]:
        if number is None:
            message = _("follows from the formulas shown") if is_common else "–"
            return [Line((Piece(fit(f"   {message}", column_cells), "muted"),))]
        role: Role = "plain" if is_common else "marked" if is_selected else "warn"
        rows = wrapped(self._formula(premises[number]), role, column_cells, 3)
        first = Piece(f"{number + 1:>2} ", "key")
        return [Line((first, *rows[0].pieces[1:])), *rows[1:]]

    def _queries(self, distinction: Distinction, column_cells: int, cells: int) -> list[Line]:
        comparison = distinction.comparison
        same = bool(comparison.query_same)
        lines = heading(_("Queries and their answers"), same, cells)
        folded = 0
        for count, other in distinction.queries:
            sides = [
                self._query(count, comparison.gold.queries, column_cells),
                self._query(other, comparison.candidate.queries, column_cells),
            ]
            answers = [
                "" if count is None else _answer(comparison.gold_answers[count].value),
                "" if other is None else _answer(comparison.answers[other].value),
            ]
            alike = answers[0] == answers[1]
            if same and alike and not self.common_shown:
                folded += 1
                continue
            lines += side_by_side(sides[0], sides[1], column_cells, " = " if same else " ≠ ")
            shown_queries = [
                wrapped(f"→ {answer or '–'}", "muted" if alike else "warn", column_cells, 3)
                for answer in answers
            ]
            lines += side_by_side(
                shown_queries[0], shown_queries[1], column_cells, " = " if alike else " ≠ "
            )
        if folded:
            text = ngettext("{n} query agrees", "{n} queries agree", folded).format(n=folded)
            lines += _folded(text, cells)
        return lines

    def _query(self, number: int | None, queries: Sequence[Query], column_cells: int) -> list[Line]:
        if number is None:
            return [Line((Piece("   –", "muted"),))]
        return wrapped(f" ? {query_text(queries[number])}", "plain", column_cells)

    def _symbols(self, distinction: Distinction, column_cells: int, cells: int) -> list[Line]:
        """Symbols that only one side has, or whose name or gloss differs on the right side."""
        alignment = distinction.comparison.alignment
        pairs: list[tuple[Symbol | None, Symbol | None]] = [
            (match.gold, match.symbol) for match in alignment.matches
        ]
        plainly = [
            (left_symbol, other)
            for left_symbol, other in pairs
            if left_symbol is not None
            and other is not None
            and (left_symbol.name, left_symbol.gloss) == (other.name, other.gloss)
        ]
        alone: list[tuple[Symbol | None, Symbol | None]] = [
            *((symbol, None) for symbol in alignment.unmatched),
            *((None, symbol) for symbol in alignment.free),
        ]
        formulas = alignment.formulas
        if not pairs and not alone and not formulas:
            return []
        shown_pairs = [pair for pair in pairs if self.common_shown or pair not in plainly]
        lines = heading(_("Symbols"), len(plainly) == len(pairs) and not (alone or formulas), cells)
        for entry, other in (*shown_pairs, *alone):
            sides = [wrapped(_gloss(symbol), "plain", column_cells) for symbol in (entry, other)]
            sign = " ≠ " if entry is None or other is None else " = "
            lines += side_by_side(sides[0], sides[1], column_cells, sign)
        for matched in formulas:
            sides = [
                wrapped(f" {matched.right}", "plain", column_cells),
                wrapped(f" {_gloss(matched.symbol)}", "plain", column_cells),
            ]
            lines += side_by_side(sides[0], sides[1], column_cells, " = ")
        proved = [pair.symbol.name for pair in alignment.matches if pair.basis is MatchBasis.PROOF]
        proved += [matched.left for matched in formulas if matched.basis is MatchBasis.PROOF]
        if proved:
            message = _("Matched by proof, not by gloss; the premises are then equivalent: {names}")
            lines += text_lines(message.format(names=", ".join(proved)), cells, "warn")
        lines += text_lines(self._assumed(distinction), cells, "warn")
        by_gloss = [matched.left for matched in formulas if matched.basis is not MatchBasis.PROOF]
        if by_gloss:
            message = _("Read as a formula from its gloss: {names}")
            lines += text_lines(message.format(names=", ".join(by_gloss)), cells, "muted")
        if plainly and not self.common_shown:
            n = len(plainly)
            lines += _folded(
                ngettext("{n} symbol agrees", "{n} symbols agree", n).format(n=n), cells
            )
        return lines

    # --- the pane of one difference --------------------------------------------------------------

    @property
    def title(self) -> str:
        """Title of the lower pane."""
        if self.distinction is None or not self.distinction.differences:
            return _("How they differ")
        message = _("How they differ · {n} of {of}")
        return message.format(n=self.place + 1, of=len(self.distinction.differences))

    def difference_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The sentence, the story, and who allows it; the world as a table."""
        lines = self._verdict(cells)
        apart, difference = self.distinction, self.difference
        if apart is None:
            return [*lines, *text_lines(self.unreadable, cells, "muted")]
        if difference is None:
            role: Role = "warn" if apart.comparison.assumed else "good"
            return [*lines, *text_lines(self._nothing(apart), cells, role)]
        lines += text_lines(self._assumed(apart), cells, "warn")
        if difference.certainty:
            sentences = apart.sentence(difference).replace("\n", " ")
            lines += text_lines(
                f"{_(HINT_WORDS[difference.certainty])} “{sentences}”", cells, "heading"
            )
        else:
            lines += text_lines(_("No deciding sentence was found in the text."), cells, "muted")
        lines += self._claim(apart, difference, cells)
        if difference.world is None:
            message = _("No world can be shown: {reason}.").format(
                reason=translated(difference.reason)
            )
            return [*lines, *text_lines(message, cells, "muted")]
        signature = apart.comparison.signature
        language = self.language
        world = _decisive_first(difference)
        lines += text_lines(world_story(world, signature, language), cells, "plain", 1)
        lines += world_table(world, signature, cells)
        message = (
            _("Proved: no smaller world shows this difference.")
            if difference.least
            else _("This is the smallest world found. It is not proved that none is smaller.")
        )
        return [*lines, *text_lines(message, cells, "muted")]

    def _verdict(self, cells: int) -> list[Line]:
        if self.verdict is None:
            return []
        choice, reason = self.verdict
        message = f"✎ {_(CHOICES[choice])}" + (f": {plain(reason)}" if reason else "")
        return text_lines(message, cells, "chosen")

    def _nothing(self, distinction: Distinction) -> str:
        if distinction.equivalent and distinction.comparison.assumed:
            message = _(
                "Both have the same models and ask the same questions. This is proved, if: {pairs}."
            )
            return message.format(pairs=self._pairs(distinction))
        if distinction.equivalent:
            return _("Both have the same models and ask the same questions. This is proved.")
        if distinction.comparison.same_premises:
            proved = _("The premises are equivalent. The queries differ, but no world shows it.")
            return " ".join(filter(None, (proved, self._assumed(distinction))))
        return _("Whether they say the same was not decided in time.")

    def _assumed(self, distinction: Distinction) -> str:
        """What the result assumes in addition to the proof; empty where it assumes nothing else."""
        if not distinction.comparison.assumed:
            return ""
        message = _("Assumed because the glosses differ: {pairs}.")
        return message.format(pairs=self._pairs(distinction))

    def _pairs(self, distinction: Distinction) -> str:
        """Glosses that are assumed to be equivalent, with the left side's first."""
        assumed = distinction.comparison.assumed
        pair = _("“{left}” says the same as “{right}”")
        pairs = [
            pair.format(left=entry.glosses[1], right=entry.glosses[0])
            for entry in assumed[:MOST_LISTED]
        ]
        more = len(assumed) - len(pairs)
        if more:
            pairs.append(ngettext("{n} more pair", "{n} more pairs", more).format(n=more))
        return "; ".join(pairs)

    def _claim(self, distinction: Distinction, difference: Difference, cells: int) -> list[Line]:
        """What one side states and the other does not; who allows the world."""
        left, right = (_(side.name) for side in self.pair)
        if difference.side is None:
            message = _("In this world the two queries {n} ask about different things:").format(
                n=difference.number + 1
            )
            return text_lines(message, cells)
        name, other = (left, right) if difference.side == "left" else (right, left)
        signature, language = distinction.comparison.signature, self.language
        formula = formula_words(
            difference.formula, signature, self.formula_style, language
        ) or self._formula(difference.formula)
        if difference.under:
            message = _("{name} says in {n}, under {variant}: {formula}").format(
                name=plain(name),
                n=difference.number + 1,
                variant=plain(difference.under),
                formula=formula,
            )
        else:
            message = _("{name} says in {n}: {formula}").format(
                name=plain(name), n=difference.number + 1, formula=formula
            )
        lines = text_lines(message, cells)
        if difference.world is not None:
            message = _("✗ {one} excludes this world, ✓ {other} allows it:").format(
                one=plain(name), other=plain(other)
            )
            lines += text_lines(message, cells, "warn")
        return lines

    def _formula(self, formula: Formula) -> str:
        signature = None if self.distinction is None else self.distinction.comparison.signature
        if signature is None:
            sides = [side.problem for side in self.pair if side.problem is not None]
            signature = sides[0].signature
        return formula_text(formula, signature, self.formula_style, self.language)


def _decisive_first(difference: Difference) -> World:
    """The world, starting with the symbols of the premise."""
    assert difference.world is not None
    world = difference.world
    if isinstance(world, Structure):
        return world
    named = {name for name, _arity in symbols_of(difference.formula)}
    return {key: world[key] for key in sorted(world, key=lambda key: key not in named)}


def _answer(value: object) -> str:
    """An answer of the comparison, on one line."""
    if isinstance(value, list | tuple):
        cases = ", ".join(
            "(" + ", ".join(map(str, entries)) + ")"
            if isinstance(entries, list | tuple)
            else str(entries)
            for entries in value
        )
        return f"{{{cases}}}"
    return str(value)


def _gloss(symbol: Symbol | None) -> str:
    if symbol is None:
        return "–"
    places = f"({', '.join(symbol.places)})" if symbol.places else ""
    return f"{symbol.name}{places}  {symbol.gloss}".rstrip()


def _folded(message: str, cells: int) -> list[Line]:
    key = _("f shows them")
    return text_lines(f"   = {message} ({key})", cells, "muted")


def _with_cursor(lines: list[Line], at_cursor: bool) -> list[Line]:
    return [Line(line.pieces, line.target, True) for line in lines] if at_cursor else lines
