"""Reasons and errors that the packages below give in English, in the language of the screens.

Owns the sentences, with a blank wherever they name something, and putting them into the language in
use. What stands in a blank is looked up in turn. A sentence that is not among them is shown
as it is.
"""

import re
from functools import cache
from re import Pattern

from tui import i18n
from tui.i18n import _, mark

CLAIMS = (
    mark("by grounding; {a}"),
    mark(
        "monadic without equality; individuals that suffice: {a} "
        "(constants: {b}, existentials: {c})"
    ),
    mark(
        "no existential depends on a universal; individuals that suffice: {a} "
        "(constants: {b}, existentials: {c})"
    ),
    mark("question {a}: {b}"),
    mark("question {a} needs a world that the answers to {b} exclude"),
    mark("question {a} counts {b}, the answers to {c} leave at most {d}"),
    mark("question {a} counts {b}, the answers to {c} need at least {d}"),
    mark("no gold answer says anything of a formula"),
    mark("{a} gold answers can be right together; not compared: {b}"),
    mark("{a} gold answers can be right together"),
    mark("without {a}, with {b} and {c} kept apart, every answer stays"),
    mark("{a} and {b} differ in sort"),
    mark("{a} is no symbol of {b}"),
    mark("not decided which premises say that {a} are one"),
    mark("not decided whether {a} are one thing in every world"),
    mark("the premises leave a world in which {a} and {b} differ; said is no more than {c}"),
    mark(
        "{a} and {b} agree in every world, but only with premises besides {c}, so that it may be "
        "chance"
    ),
    mark("no premise says that {a} and {b} are one thing"),
    mark("question {a} was not decided"),
    mark("no two names are declared to be one thing"),
    mark(
        "were {a} and {b} one thing, question {c} would have another answer: the premises "
        "do not say that they are"
    ),
    mark("{a} and {b} are one thing by {c}; kept apart, they change question {d}"),
    mark("the names cannot be read: {a}"),
    mark("{a} leave {b} of {c} combinations"),
    mark("{a}; more than one axis is needed by question {b}"),
    mark("{a}; excluded is {b}"),
    mark("{a} alone is open"),
    mark("nothing is open"),
    mark("first-order premises have no list of axes; name them"),
    mark("{a}; closed: {b}"),
    mark("{a}; {b} is named twice"),
    mark("{a}; {b} is no axis beside {c}, which decides it"),
    mark("fewer than two axes: {a}"),
    mark("the combinations of the axes were not counted"),
    mark(
        "every combination of {a} is possible ({b} of {c}): the axes do not constrain one another"
    ),
    mark("the axes cannot be read: {a}"),
    mark("the values of {a} were not decided"),
    mark("not decided for question {a}"),
    mark("no question needs more than one of {a}"),
    mark("its answer changes with {a}"),
    mark("premise {a}"),
    mark("premises {a}"),
    mark("no question can be decided"),
    mark("no answer uses {a}"),
    mark("not decided for {a}"),
    mark("some answer uses each of the {a} premises"),
    mark("{a} changes its answer"),
    mark("{a} asked about"),
    mark("no variant is"),
    mark("only one variant is"),
    mark("{a} variants of one edit each change the answers asked under them, each in its own way"),
    mark("the lists are too long to compare"),
    mark("not decided under {a}: {b}"),
    mark("{a} leaves its answer as at the baseline"),
    mark("{a} has {b} edits, not one"),
    mark("the premises contradict one another under {a}"),
    mark("{a} changes question {b}"),
    mark("a world tells {a} from {b}"),
    mark("not decided whether they leave the same worlds"),
    mark("{a} and {b} leave the same worlds"),
    mark("{a} and {b} turn the same question to the same answer ({c} and {d})"),
    mark("questions {a} and {b} ask the same: {c} and {d}"),
    mark("not decided for questions {a}"),
    mark("there is only one question"),
    mark("fewer than two questions have a query to compare"),
    mark("no two of {a} questions have equivalent queries"),
    mark("without {a}: question {b} was not decided"),
    mark("without {a} every answer stays the same"),
    mark("decoration: nothing that could be said in the words of {a} changes an answer"),
    mark("decoration: read as {a} it changes no answer either"),
    mark("{a} says nothing: it is true in every world"),
    mark("{a} is no reading of {b}: it settles what is not spoken of there"),
    mark("{a}; not decided: {b}"),
    mark("{a}; no tempting reading is named"),
    mark("no premise is named as a distractor; {a} could go without one of the others"),
    mark("no premise is named as a distractor"),
    mark("the claim names premise {a}, counted from 0; there are {b}"),
    mark(
        "the reading {a} contradicts the premises: it changes answers only because "
        "everything follows from a contradiction"
    ),
    mark(
        "{a}; no tempting reading is named, and no usual misreading of {b} changes an "
        "answer; {c} would change question {d}"
    ),
    mark("the claim cannot be read: {a}"),
    mark("without {a} the answer to question {b} changes"),
    mark("{a}; whoever reads it as {b} answers question {c} otherwise"),
    mark("no premise alone gives the {a} answers that rest on premises"),
    mark("no answer rests on a premise"),
    mark("{a} alone gives every answer that rests on a premise"),
    mark("gold {a}, the solver gives {b}"),
    mark("every gold answer follows ({a})"),
    mark("another answer"),
    mark("gold {a} follows"),
    mark("there is no gold answer"),
    mark("{a} before, {b} after"),
    mark("it has no formalization"),
    mark("the base is not known; now {a}"),
    mark("the base cannot be compared: {a}"),
    mark("first-order premises are not measured"),
    mark("{a}, 1 question, {b} variants"),
    mark("{a}, {b} questions, {c} variants"),
    mark("an open space"),
    mark("{a} bits"),
    mark("the space is closed; {a}"),
    mark("{a} of {b} candidates"),
    mark("{a} of {b} individuals, and there are no others"),
    mark("individuals are not a closed set: there may be others than those named"),
    mark("no question excludes anything: every candidate is a solution"),
    mark("{a} things are asked in one question"),
    mark("declared nowhere: {a}"),
    mark("the solutions were not counted"),
    mark("there is nothing to search"),
    mark("the individuals were not counted"),
    mark("not decided"),
    mark("no question asks for a list, a number, a projection, uniqueness or an alternative"),
    mark("{a} is open: {b}"),
    mark("the premises leave {a} one value only: {b}"),
    mark("fixed to {a}, question {b} was not decided"),
    mark("no answer changes"),
    mark("{a} fixed to {b}: {c}"),
    mark("only question {a} changes, and each asks about it"),
    mark("only question {a} changes, and none asks about it"),
    mark("the open axis cannot be read: {a}"),
    mark("first-order premises have no list of axes; name the open one"),
    mark("no symbol is in use"),
)
"""Outcomes of claims."""
MEANINGS = (
    mark(
        "At least two axes are open, none of which decides another by its meaning alone; the "
        "combinations that the premises leave are fewer than the product of the axes' own "
        "values; and some question gets another answer when one axis is fixed, and also when "
        "another is."
    ),
    mark(
        "Without the named premises every answer stays as it is; and a tempting reading of "
        "them, which settles nothing that they do not speak of, changes the answer to a "
        "question, added to the premises without contradicting them, at the baseline or under"
        " the question's variant."
    ),
    mark(
        "Some question asks for a list, a number, a projection, uniqueness or an "
        "alternative over declared symbols with finitely many values; some candidates are "
        "excluded; and no question asks for two things."
    ),
    mark(
        "At the baseline the axis has more than one value; and each of them, taken as "
        "given, changes the answers to at least two questions: one that asks about the "
        "axis, and one that does not."
    ),
    mark(
        "At least two variants are asked about. Each has one edit, leaves the premises "
        "without contradiction, and changes the answer to every question asked under it; "
        "and no two of them leave the same worlds or turn the same question to the same "
        "answer."
    ),
    mark(
        "Some premises say that the two names are one thing: the names agree in every world "
        "that these premises leave. To say it again changes no answer; without these premises"
        " some answer changes."
    ),
    mark(
        "Every gold answer is the one that the formalization gives; where both engines "
        "can answer, both say so."
    ),
    mark("There can be worlds for which all gold answers under one variant are right."),
    mark(
        "There is no premise with which alone, in the place of all, every answer that "
        "rests on premises would be the same."
    ),
    mark(
        "Every premise that is not declared a distractor is in a minimal support of some "
        "answer, or some answer changes without it."
    ),
    mark(
        "No two queries are equivalent in every world: of one kind over the same targets, "
        "or judgments that are each other's answer, such as necessary(f) and "
        "possible(¬f)."
    ),
    mark(
        "The worlds to search, in bits and once for each question, are more than those of "
        "the item it was made from."
    ),
)
"""When exactly a claim is so."""
READING = (
    mark(
        "Read as formulas of NLTK or Prover9: a quantifier without a bracket binds only what "
        "follows it at once, as ¬ does; a chain of → groups to the left."
    ),
    mark("^ is read as ∧, as in NLTK."),
    mark("^ is read as ⊕ (exclusive or)."),
    mark(
        "A quantifier without a bracket is read through the next →; in NLTK and Prover9 it "
        "would bind only what follows it at once."
    ),
    mark(
        "“all”, “some” and “exist” bind only what follows them at once, as in NLTK, beside "
        "signs of the program's own: ∀ and ∃ without a bracket run through the next →."
    ),
    mark("A chain of → is read from the right, A → (B → C); NLTK reads it from the left."),
    mark(
        "Functions are read as relations with one more place: {a}. The last premises "
        "say that each has exactly one value."
    ),
    mark("A quantifier binds {a}, which does not stand in its scope ({b})."),
    mark("A quantifier binds {a}, which does not stand in its scope."),
    mark("{a} is read as a Bool of that name, not as a quantifier ({b})."),
    mark("{a} is read as a Bool of that name, not as a quantifier."),
    mark(
        "No quantifier binds {a}, which is read as the name of an individual; Prover9 reads ∀{b}."
    ),
    mark(
        "No quantifier binds {a}, which is read as the name of an individual; Prover9 reads "
        "∀{b} ({c})."
    ),
    mark("∃{a} without a bracket is read through the next →, although {b} stands only before it."),
    mark(
        "∃{a} without a bracket is read through the next →, although {b} stands only before "
        "it ({c})."
    ),
    mark("∀{a} without a bracket is read through the next →, although {b} stands only before it."),
    mark(
        "∀{a} without a bracket is read through the next →, although {b} stands only before "
        "it ({c})."
    ),
    mark("{a} is read as ⊤, not as a symbol."),
    mark("{a} is read as ⊤, not as a symbol ({b})."),
    mark("{a} is read as ⊥, not as a symbol."),
    mark("{a} is read as ⊥, not as a symbol ({b})."),
    mark("The query {a} cannot be read: {b}, at {c}. It is left out."),
    mark("character {a}"),
    mark("define {a}"),
)
"""How a formalization was read, where that could mean something else."""
ERRORS = (
    mark("{a} is declared, and nothing uses it."),
    mark("{a} ({b}); taken as {c}."),
    mark("{a} ({b}); taken as {c}. {d}"),
    mark("question {a}"),
    mark("nothing is published for it: write the answer"),
    mark("several queries share it: write what the published answer says here"),
    mark("the published answer is in words: write what it says"),
    mark("there is no sub-question {a}; there are {b}"),
    mark("with fewer premises less follows and more is possible: none helps"),
    mark("the solver gave up"),
    mark("space too large"),
    mark("Formula cannot be read"),
    mark("The scratchpad cannot be saved yet"),
    mark("The scratchpad asks nothing"),
    mark("A gold answer cannot be read"),
    mark("No formalization"),
    mark("No nearest world"),
    mark("no answer can be refuted without one"),
    mark("first-order premises have no list of facts that could be changed one by one"),
    mark("line {a} cannot be read"),
    mark("some lines cannot be read"),
    mark("{a}, at character {b}"),
    mark("functions nest more than {a} levels deep"),
    mark("this bracket is never closed"),
    mark("∨ and ⊕ stand side by side"),
    mark("Put one into brackets."),
    mark("{a} is a variable, not a formula"),
    mark("expected {a}, found {b}"),
    mark("found the end"),
    mark("expected an operator or the end, found {a}"),
    mark("a formula"),
    mark("a term or a value"),
    mark("a variable"),
    mark("a number"),
    mark("the end"),
    mark("nothing"),
    mark("unknown {a} {b}"),
    mark("command"),
    mark("character"),
    mark("{a} is declared nowhere"),
    mark("{a} is declared, but not as {b}"),
    mark("{a} and {b}(…) are two symbols."),
    mark("a predicate of {a} place(s)"),
    mark("an individual"),
    mark("a Bool"),
    mark("{a} is not a value of {b}; its values are {c}"),
    mark("a number, as in {a}(2; A, B, C)"),
    mark("a semicolon after the number of {a}"),
    mark("{a} compares {b}, found {c}"),
    mark("{a} names its variants itself and takes no under"),
    mark("expected variants and a semicolon before the targets, {a}"),
    mark("{a} is closed by {b}"),
    mark("a full stop stands after the variables of a quantifier only"),
    mark("{a} is the sign for “follows”, which stands in no formula"),
    mark("Write | -B, with a blank, for “or not B”; what follows from what is a query."),
    mark("{a} closes no bracket"),
    mark("{a} stands between terms, not formulas"),
    mark("{a} is no operator here"),
    mark("Write B -> A for A {a} B."),
    mark("the formula nests more than {a} levels deep"),
    mark("a comma or a bracket after an argument of {a}"),
    mark("an argument of {a}"),
    mark("{a} is no query"),
    mark("{a} is a variable of a quantifier, and stands before arguments here"),
    mark("Quantifiers range over individuals: write a predicate by a name of its own."),
    mark("{a} is one variable, which nothing uses"),
    mark("{a} is a quantifier, and no variable that is used follows it"),
    mark("Write {a} x (…), or declare a Bool {b} and write ∨ for {c}."),
    mark("{a} joins formulas, and is no predicate"),
    mark("Write it between its parts, or declare {a} as a predicate."),
    mark("{a} is a quantifier's word before a formula"),
    mark("Write ∀x ({a}(x)), or declare {b} as a predicate."),
    mark("{a} names nothing"),
    mark("Write ∃x around what holds of someone."),
    mark("= stands between terms, and {a} is none"),
    mark("Write A for A = true, and ¬A for A = false."),
    mark("expected a variable before {a}"),
    mark("Write {a}."),
    mark("Queries: {a}."),
    mark("{a} Queries: {b}."),
    mark("there is no variant {a}"),
    mark("expected a query, found nothing"),
    mark("a bracket after {a}"),
    mark("the bracket that closes {a}"),
    mark("given, under or the end"),
    mark("under stands once, with one name, before or after given"),
    mark("the name of a variant"),
    mark("expected the name of a variant, {a}"),
    mark("{a} is not defined under {b}"),
    mark("{a} is defined only under {b}"),
    mark("{a} is an Enum, not a formula"),
    mark("Write {a} = {b}."),
    mark("{a} is {b}, not a formula"),
    mark("an individual ({a})"),
    mark("{a} is a defined formula, not an individual"),
    mark("{a} is a Bool, not an individual"),
    mark("{a} is an Enum, not an individual"),
    mark("{a} is a function elsewhere, and a formula here"),
    mark("{a} takes {b} argument(s), not {c}"),
    mark("{a}(…) is a formula elsewhere, and an argument here"),
    mark("{a} is a predicate of {b} places elsewhere"),
    mark("A predicate with one more place says the same. Between formulas = is <->."),
    mark("{a}(…) is a function that the formalization does not have"),
    mark("Functions have to occur in its premises or queries."),
    mark("the Enums {a} and {b} have different values"),
    mark("{a} is a value of the Enum {b}, not an individual"),
    mark("{a} is a formula, and = stands between terms"),
    mark("Use <-> instead."),
    mark("a target is a symbol, a defined name or an atom such as F(a)"),
    mark("{a} is an individual; the variable needs a name of its own"),
    mark("{a} is listed twice"),
    mark("necessary or possible"),
    mark("Did you mean {a}?"),
    mark("Did you mean: {a}"),
    mark("the query above has a gold answer already"),
    mark("a gold answer stands under its query, and there is none above"),
    mark("{a} stands in line {b} already"),
    mark("{a} is a word of the language and cannot be a name"),
    mark("there is no premise {a}; premises go from 1 to {b}"),
    mark("{a} which premise?; premises go from 1 to {b}"),
    mark("{a} takes a number and nothing more, found {b}"),
    mark("Write drop 1, negate 1, replace 1 FORMULA, add FORMULA or define NAME FORMULA."),
    mark("the engine showed no world"),
)
"""Of formulas, queries and scratchpads."""
FILES = (
    mark("{a}: {b}"),
    mark("{a}, line {b}: {c}"),
    mark("no such file"),
    mark("something else"),
    mark("none"),
    mark("expected {a}"),
    mark("an SQLite file"),
    mark("a JSON object"),
    mark("a set of items"),
    mark("a study"),
    mark("There is no such database"),
    mark("Give the file with --db or {a}."),
    mark("Give another file with --db."),
    mark("The database was removed or replaced"),
    mark("it is not the file that was opened"),
    mark(
        "What was stored before may be in the file that was moved away. Put it back, then "
        "start the program again."
    ),
    mark("Not a database"),
    mark("Not a Countermodel database"),
    mark("an empty file or a Countermodel database"),
    mark("other tables"),
    mark("The database cannot be created"),
    mark("The database is damaged"),
    mark(
        "Keep the file and its -wal. `countermodel check-db --rescue NEW` saves what can be read."
    ),
    mark("The database failed"),
    mark("The disk is full"),
    mark("Free some space and try again; nothing was lost."),
    mark("The database cannot be written"),
    mark("Check the permissions of the file and its folder, or give another file with --db."),
    mark("The database is in use by another program"),
    mark("Close the other program, then try again; nothing was lost."),
    mark("The database cannot be opened"),
    mark("Check that the folder exists and may be written, or give another file with --db."),
    mark("The session cannot be locked"),
    mark("Keep the database in a folder that may be written, on a disk of this computer."),
    mark("This session is open in another window"),
    mark("The same participant code is in use by a running program."),
    mark("Go on there, or close it first. Every answer given so far is safe."),
    mark("The items cannot be read"),
    mark("the process that reads them has ended"),
    mark("The study cannot be opened here now"),
    mark("its items cannot be read"),
    mark("Run `countermodel study check` on the study file."),
    mark("Start the program again; nothing was lost."),
    mark("The record cannot be read"),
    mark("The record is damaged"),
    mark("event {a} of {b} {c} is missing, of {d}"),
    mark("event {a} of {b} {c} ({d}) is not one this program knows"),
    mark("record {a}"),
    mark("Run `countermodel check-db`."),
    mark("Run `countermodel check-db` on the file."),
    mark("Update the program, or run `countermodel check-db`."),
    mark("The study was edited since this participant began"),
    mark(
        "{a} began with another version of “{b}” (hash of the file {c}, now {d}); "
        "versions are never mixed"
    ),
    mark(
        "Every answer given so far is safe. Go on with the original file, or give the "
        "participant a new code."
    ),
    mark("The database was made by an older version of this program"),
    mark("The database was made by a newer version of this program"),
    mark("The database holds SQL of another program"),
    mark("tables and triggers of this program alone"),
    mark("the trigger {a}"),
    mark("the view {a}"),
    mark("the virtual table {a}"),
    mark(
        "It would run while answers are stored. `countermodel check-db --rescue NEW` saves what "
        "was stored."
    ),
    mark("schema step {a}"),
    mark("found schema step {a}, expected none after {b}"),
    mark("Open it once with a command that writes to it, such as `report`."),
    mark("Update the program, or give another file with --db."),
    mark("The database cannot be copied before its schema is changed"),
    mark("There must be room for a copy beside the file. Nothing was changed."),
    mark("No such participant"),
    mark("No such verdict"),
    mark("There is no formalization"),
    mark("{a} has none to put a variant into"),
    mark("{a} cannot name a variant"),
    mark("There is a variant {a} already"),
    mark("in {a}"),
    mark("Choose another name."),
    mark("The file is not written to"),
    mark("it holds records that cannot be read"),
    mark("Save to another file."),
    mark("an item of the project's own format"),
    mark("another record"),
    mark("The file cannot be written"),
    mark("The file cannot be read"),
    mark("The file cannot be opened"),
    mark("The text is no formalization of {a}"),
    mark("Ctrl+N starts a new one."),
    mark("Formalization cannot be read"),
    mark("No such question"),
    mark("{a} has no question {b}"),
    mark("A part asks one thing"),
    mark("question {a} has several queries"),
    mark("Gold cannot be read"),
    mark("A formalization fits no item"),
    mark("{a} formalizations fit no item"),
    mark("an item {a}"),
    mark("A formalization does not fit its item"),
    mark("one of the sub-questions {a}"),
    mark("one of {a}"),
    mark("The item has changed"),
    mark("its formalization was made of {a}, found {b}"),
    mark("Read the item again, and its published answers."),
    mark("sources cannot be read"),
    mark("a list of {a} entries, one a premise"),
    mark("Pairs cannot be read"),
    mark("two columns"),
    mark("an item id"),
    mark("{a} is not a whole edit"),
    mark("There is no premise {a}"),
    mark("{a} is no edit"),
    mark("{a} is not a name"),
    mark("{a} is a symbol; only defined names can be defined"),
    mark("There is no variant {a}"),
    mark("{a} is edited twice"),
    mark("Definitions go round in a circle"),
    mark("Definitions nest too deep"),
    mark("Definitions are too large"),
    mark("{a} goes over {b} levels when written out"),
    mark("{a} goes over {b} operators and symbols when written out"),
    mark("Make its parts symbols of their own, with premises that say what they mean."),
    mark("{a} cannot be read"),
    mark("Line cannot be read"),
    mark("The text is too long"),
    mark("This is no participant code"),
    mark("up to {a} letters, digits, dots and dashes"),
    mark("Use the code you were given."),
    mark("This needs a terminal"),
    mark("one on standard input and standard error"),
    mark("a file or a pipe"),
    mark("Run it in a terminal window, without redirections."),
    mark("this item has none, so it has no models"),
    mark("Too many worlds to compare here"),
    mark("{a} can still be decided"),
    mark("No profile"),
    mark("confirmed answers"),
    mark("That is a study"),
    mark("Its items are in {a}."),
    mark("Wrong --columns"),
    mark("field=column,…"),
    mark("There is no item {a}"),
    mark("A mistake in the {a}"),
    mark("{a} is no valid TOML"),
    mark("Save the file as UTF-8."),
    mark("study file"),
    mark("No such built-in study"),
    mark("found no {a}"),
    mark("There is {a}."),
    mark("Unknown file format"),
    mark("Name multiple-choice columns with --columns context=…,question=…,answers=…,label=…"),
    mark("its questions no longer fit: {a}, {b}"),
    mark("it holds no items"),
    mark("No items"),
    mark("at least one item"),
    mark("Duplicate item id"),
    mark("an id of its own"),
    mark("{a}, which stands at {b}"),
    mark("The first of the two was kept."),
    mark("No such source"),
    mark("a file, a folder or {a}NAME"),
    mark("nothing there"),
    mark("Built-in sets: {a}."),
    mark("No such built-in set"),
    mark("No such formalizations"),
    mark("Record cannot be read"),
    mark("field {a}: {b}"),
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("No space left on device"),
    mark("Read-only file system"),
    mark("File too large"),
    mark("database is locked"),
    mark("database or disk is full"),
    mark("attempt to write a readonly database"),
    mark("unable to open database file"),
    mark("disk I/O error"),
)
"""Errors about files and records; what the system says of a file among them."""
FINDINGS = (
    mark("of the attached formalization: {a}"),
    mark("{a}. Whether the text says the same is yours to say."),
    mark("published: “{a}”"),
    mark("no answer is published"),
    mark("{a}. Yes if both say the same."),
    mark("the premises contradict one another"),
    mark("{a}. The verdict is yours."),
    mark("{a}: gold {b} follows"),
    mark("{a}: gold {b} follows from the formulas, which the words only approximate"),
    mark("{a}: gold {b} does not follow: the solver ({c}) gives {d}"),
    mark("the solver check passes: {a}"),
    mark("the solver check fails: {a}"),
    mark("the solver check is not decided: {a}"),
    mark("why: {a}"),
    mark("solver check: {a}"),
    mark("no premise is a tautology as formalized"),
    mark("{a} is true in every world, whatever the other premises say"),
    mark("{a} are true in every world, whatever the other premises say"),
    mark("{a}: the answer under {b} differs from the baseline"),
    mark("{a}: {b} leaves the answer as under the baseline"),
    mark("{a}: {b} at the baseline, {c} under it"),
    mark("{a} of {b} answers change"),
    mark("no answer changes under {a}"),
    mark("every counterfactual changes an answer"),
    mark("not all could be decided"),
    mark("without {a} taken out one at a time every answer stays"),
    mark("every premise taken out alone changes an answer"),
    mark("no distractor is claimed"),
    mark("there are {a}"),
    mark("the claim names premise {a}, counted from 0"),
    mark("the models stay the same too"),
    mark("the models are {a} with and {b} without"),
    mark("{a}: {b} model"),
    mark("{a}: {b} models"),
    mark("{a}: {b} model ({c})"),
    mark("{a}: {b} models ({c})"),
    mark("1 model"),
    mark("{a} models"),
    mark("an unknown number of"),
    mark("an unknown number of models"),
    mark("{a} is possible"),
    mark("{a} is impossible"),
    mark("{a} is unknown"),
    mark("the baseline and every variant have models"),
    mark("the baseline or a variant has no model"),
    mark("not all counted"),
    mark("the models were not counted"),
    mark("the baseline has 1 model"),
    mark("the baseline has {a} models"),
    mark("propositions and closed value sets only"),
    mark("{a} candidates remain"),
    mark("individuals are not a closed set"),
    mark("the item has no formalization"),
)
"""What the solver settles of an item that annotators judge."""
DESK = (
    mark("This entry is not yours"),
    mark("This check is not asked here"),
    mark("Too long"),
    mark("expected at most {a} characters"),
    mark("This verdict does not fit"),
    mark("expected {a}"),
    mark("The item has a formalization already"),
    mark("Needs a verdict"),
    mark("Needs a reason"),
    mark("Nothing is submitted yet"),
    mark("This cannot be taken back"),
    mark("You have seen the known verdict."),
    mark("You have seen what others said."),
    mark("No entry is open"),
    mark("This entry is submitted"),
    mark("Undo the last submission to change it."),
    mark("There is nothing to decide here"),
    mark("The annotators do not disagree on it now; F6 goes on."),
    mark("An adjudicator skips"),
    mark("There is no pool to give it back to."),
    mark("This desk is open in another window"),
    mark("Go on there, or close it first. Every verdict so far is safe."),
    mark("The queue was changed, and some of your work has no place in it"),
    mark("{a}: {b} would be lost:"),
    mark("{a}: not in the queue any more, {b}"),
    mark("{a} ({b}), {c}: {d}, the scheme has no such check any more"),
    mark("{a} ({b}), {c}: {d}, the check is now asked once for each {e}"),
    mark("{a} ({b}), {c}: {d}, now expected one of {e}"),
    mark("{a} ({b}), {c}: {d}, now expected some of {e}, or none"),
    mark("{a} ({b}), {c}: {d}, now expected a text of at most {e} characters"),
    mark("1 verdict, a formalization"),
    mark("{a} verdicts, a formalization"),
    mark("1 verdict"),
    mark("{a} verdicts"),
    mark("and {a} more"),
    mark(
        "Nothing was changed. Put the files back as they were to go on with it, or give "
        "--accept-loss to carry over the rest; the record keeps all of it."
    ),
    mark("necessary or unnecessary"),
    mark("possible or impossible"),
    mark("True, False or Unknown"),
    mark("a number, 0 or more"),
    mark("line {a}: expected one of {b}, found {c}"),
)
"""What an annotator's desk refuses."""
_BLANK = re.compile(r"\{(\w)\}")


def translated(text: str) -> str:
    """A reason or an error in the language of the screens; of several lines, each by itself."""
    if i18n.language() == i18n.SOURCE_LANGUAGE or not text:
        return text
    return "\n".join(map(_line, text.split("\n")))


def proof_words(text: str) -> str:
    """Findings of the solver in the language of the screens, each of several by itself."""
    if i18n.language() == i18n.SOURCE_LANGUAGE or not text:
        return text
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{“") - (sign in ")]}”")
        if depth == 0 and text.startswith("; ", place):
            parts.append(text[start:place])
            start = place + 2
    return _("; ").join(_line(part) for part in [*parts, text[start:]])


def _line(text: str) -> str:
    exact = _(text)
    if exact != text:
        return exact
    for template, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            words = _words_of_the_language() if template in ERRORS else frozenset()
            blanks = {
                key: part if part in words else _line(part)
                for key, part in match.groupdict().items()
            }
            return _(template).format(**blanks)
    return text


@cache
def _words_of_the_language() -> frozenset[str]:
    """What is typed: it stays as it is in every language of the screens."""
    # Imported here: the first screen shows no reason, and the logic takes a tenth of its time.
    from solver.kinds.registry import KINDS
    from solver.language.problem import BASELINE
    from solver.results import Verdict

    return frozenset((*KINDS, BASELINE, *(str(verdict) for verdict in Verdict)))


@cache
def _patterns() -> tuple[tuple[str, Pattern[str]], ...]:
    """Templates with what they match, those with the most words of their own first."""
    templates = [
        t for t in (*CLAIMS, *FINDINGS, *DESK, *READING, *ERRORS, *FILES) if _BLANK.search(t)
    ]
    templates.sort(key=lambda text: -len(_BLANK.sub("", text)))
    return tuple((text, re.compile(_pattern(text))) for text in templates)


def _pattern(template: str) -> str:
    pieces = _BLANK.split(template)
    return "".join(
        re.escape(piece) if place % 2 == 0 else f"(?P<{piece}>.+?)"
        for place, piece in enumerate(pieces)
    )
