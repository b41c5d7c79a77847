"""Lint of items that give away an answer: in the text, the question, or the form of an option.

Owns the wordings and one general rule: a sentence in the text that draws a conclusion, and is not a
premise, gives away the answer. Texts written by models must satisfy the same rules.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding, Rule
from items.findings.words import glosses_of
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from items.values.letters import letter
from items.wording.lemmas import content_words
from items.wording.text_limit import in_time

_END = r"""(?=\s*(?:[.,;:!?)\]”"’'】]|$))"""
_ORDINAL = r"(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_LEAK = re.compile(
    r"\b(?:correct|right|gold|true|expected|proper)\s+"
    r"(?:answer|option|choice|label|solution|response|reply)\s*"
    r"(?:is\b|[:=–-]|would|should|must|will|here|\(|(?-i:[A-J])\b|[)\]])"
    r"|\b(?:answer|solution|label|gold|key)\s*+(?:key\s*+)?[:=–-]\s*\(?"
    r"(?:[A-J1-9]\b|true|false|unknown|n/?a|yes|no\b|option|the\b)"
    rf"|\b(?:answer|solution|label|gold)\s+is\s+\(?(?:[A-J]|true|false|unknown|n/?a|yes|no){_END}"
    r"|\bthe\s+answer\s+(?:is|here|must|should|will|would)\b"
    r"|\b(?:choose|pick|select|mark|tick)\s+(?:option\s+)?\(?(?-i:[A-J])\)?(?![A-Za-z])"
    rf"|\b(?:choose|pick|select|mark|tick)\s+the\s+{_ORDINAL}\s+(?:option|answer|choice|one)\b"
    r"|\boption\s+\(?[A-J]\)?\s+(?:is|follows|must|holds)\b"
    rf"|\b{_ORDINAL}\s+(?:option|answer|choice|response)\s+(?:is|follows|must|holds|can)\b"
    rf"|\b{_ORDINAL}\s+(?:one|statement|conclusion|sentence|(?:of\s+)?(?:these|them|those))\s+"
    r"(?:is\s+(?:the\s+)?(?:right|correct|answer)|is\s+what\s+follows|follows)\b"
    r"|\bthe\s+(?:right|correct)\s+(?:one|statement|conclusion)\s+is\b"
    rf"|\b(?:value|verdict|label|result)\s+(?:is|=|:)\s*(?:true|false|unknown|n/a){_END}"
    r"|\b(?:the|its|this)\s+answer\s+to\b[^.!?]{0,40}\bis\b"
    r"|(?<![\w“\"])(?-i:[B-H]|(?<=[.!?] )A)\s+is\s+(?:right|correct|wrong|incorrect|the\s+answer)\b"
    r"|\b(?-i:[Oo]ptions?)\s+(?:[A-J](?:\s*,\s*|\s+and\s+|\s+or\s+|\s*,\s*and\s+)){1,5}[A-J]\b"
    rf"|\b{_ORDINAL}\s+of\s+the\s+(?:options|answers|choices|statements|conclusions)\b"
    rf"|\b(?:{_ORDINAL}|above|following|quoted)\s+(?:statement|conclusion)\s+(?:holds|is\s+true)\b"
    rf"|(?<=[.!?”\"])\s+\(?(?:it|this)\s+is\s+(?:the\s+)?{_ORDINAL}(?:\s+(?:one|option|answer))?{_END}"
    r"|\b(?:it|this|that|which|what|ones?|others?|rest|two|three|four|options?)\s+"
    r"(?:(?:does|do|did|can|could|must)\s*(?:not\b|n['’]t\b)?\s*)?follows?[\s.!”\"’')\]]*$"
    r"|\b(?:you|one|we)\s+(?:should|must|ought\s+to|have\s+to|need\s+to)\s+"
    r"(?:say|answer|reply|respond|choose|pick|write|put|judge|mark)\s+(?:with\s+)?[“\"]?"
    r"(?:true|false|unknown|undetermined|yes|no)\b(?!\W{0,3}(?:or|if|when|where|and|true|false|no|/)\b)"
    r"|\b(?:statement|conclusion|claim|sentence)\s+(?:below|in\s+question|at\s+issue|asked\s+about"
    r"|to\s+be\s+judged)\s+(?:is|holds|must|can|cannot|does)\b[^.!?]{0,30}"
    r"\b(?:true|false|unknown|undetermined|certain|settled|hold|follow)\b"
    r"|\bnothing\s+(?:said|told|given|stated|written)\b[^.!?]{0,25}"
    r"\b(?:settles?|decides?|determines?|answers?)\b"
    r"|[✓✔☑★]|[(\[]\s*(?:correct|right|true answer|gold|wrong|incorrect)\s*[)\]]|\[x\]|<-|←"
    r"|\*\*\(?(?-i:[A-J])\b|\*\*(?:correct|right|true|false|answer)"
    r"|\b(?:hint|spoiler)\s*:"
    r"|(?:正确|标准|参考)?答案(?:是|为|：|:)|正确选项|应选|（正确）|选\s*(?:[A-D]|[“「][A-D真假对错])|提示\s*[：:]"
    r"|(?<![则就么])第[一二三四五]个?(?:项|选项)(?:是对的|正确|能推出|可以推出|成立)",
    re.IGNORECASE,
)
_VERDICT_ALONE = re.compile(
    r"\W*(?:true|false|unknown|undetermined|yes|no|真|假|对|错|无法确定)(?:,\s*(?:it|this)\s+\w+)?\W*",
    re.IGNORECASE,
)
"""A last sentence of the text that is only an answer."""
_VERDICT = re.compile(
    r"(?:(?<=[.?!”\"'])\s*|^)(?:it\s+is\s+(?:true|false|undetermined)\.?|\((?:true|false|unknown)\))[\s”\"’']*$",
    re.IGNORECASE,
)
"""A truth value after the statement of a truth question."""
_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a mark before it", re.compile(r"^\s*[^\w\s\"“”‘’'«‹(（\[「『《¬~!∀∃$-]")),
    ("an exclamation mark", re.compile(r"[!！][”\"’']?\s*$")),
    ("a mark after it", re.compile(r"[^\w\s.。?？!！,，;；:：\"“”‘’'»›)）\]」』》%$]\s*$")),
    (
        "a note in brackets after it",
        re.compile(r"\w[.。]?\s*[(（\[【][^()（）\[\]【】]{1,30}[)）\]】]\s*[.。]?$"),
    ),
    ("a letter before it", re.compile(r"^\s*[(（]?[A-Ja-j][.)）．、:：]\s*\S")),
    ("capitals", re.compile(r"^(?=(?:.*[A-Z]){8})[^a-z]+$")),
    ("tags around it", re.compile(r"^\s*(?:<\w+>|__?\w).*(?:</\w+>|\w__?)\s*$")),
)
"""Marks that set one option apart from the others."""
_SLIPS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a full stop", re.compile(r"[.。!！?？][”\"’'」)）]*\s*$")),
    ("spaces too many", re.compile(r"^\s|\S\s{2,}\S|\s$")),
)
"""Accidental traces that may set one option apart. In texts by a program they are a mark; in other
texts, something to look at."""
_NAMED = re.compile(r"\w{3}|[\u3400-\u9fff]{2}")
"""Content of an option that is more than a letter."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_SENTENCE = re.compile(r"(?<=[.!?])[”\"’')\]]*\s+|(?<=[。！？])|\n+")
_SURE = r"(?:clear|certain|true|obvious|evident|plain|sure|undeniable|the case|a fact)"
_DRAWN = (
    r"therefore|thus|hence|consequently|accordingly|ergo|as\s+a\s+(?:result|consequence)"
    r"|in\s+(?:conclusion|short|brief|sum)|to\s+sum\s+up|all\s+in\s+all|(?:it|this|that|which)\s+(?:then\s+|thus\s+)?(?:follows|implies|entails)"
    r"|from\s+(?:this|these|which)\s+[^,.]{0,30}\b(?:follows?|conclude|infer|deduce)"
    r"|(?:it|we|one|you)\s+(?:can|may|must|could|should)\s+(?:be\s+|then\s+|safely\s+){0,2}"
    r"(?:concluded?|inferr?(?:ed)?|deduced?)|(?:we|one)\s+(?:concludes?|infers?|deduces?)"
)
_FIRST = (
    r"needless\s+to\s+say|it\s+goes\s+without\s+saying|no\s+doubt|as\s+(?:everybody|everyone|we\s+all)\s+knows?"
    r"|clearly|obviously|evidently|plainly|undoubtedly|of\s+course|surely|certainly|indeed"
)
_SO = (
    r"so\s+(?!(?:that|far|long|much|many|few|as|too|on|do|did|does|is|are|was|were|has|had|have|can"
    r"|could|would|will|be|called|it\s+seems)\b)"
)
_CONCLUDES: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        rf"\b(?:{_DRAWN})\b|(?:^|[,;:—–]\s*(?:and\s+)?){_SO}|^\W*(?:{_FIRST})\b", re.IGNORECASE
    ),
    "zh": re.compile(
        r"(?:^|[，,；;：:、（(\s])(?:因此|因而|所以|于是|由此|从而|综上|总之|显然|很明显|毫无疑问"
        r"|(?:这)?(?:说明|意味着)|可见(?![光度])|可知|可以?(?:得出|推出|断定|推断)|故(?![事意障宫乡土]))"
    ),
}
"""Words that introduce a conclusion."""
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|suppose|assum(?:ing|ption|ed|e)|provided)\b|如果|假如|假设|若|只要|一旦|(?:^|[，,])由(?!此)",
    re.IGNORECASE,
)
_ASSUMED = re.compile(r"\bif\s+(?:it\s+is|we)\s+assum", re.IGNORECASE)
"""Words that make a sentence a rule, wherever they occur: "It follows that …, if it is assumed"."""
_MAX_GAP = 9
"""Most characters between the introduction of a conclusion and a condition: "So even if …"."""
_ASSERTED = re.compile(
    rf"[,，]\s*(?:as\s+(?:\w+\s+){{1,3}}(?:sees?|knows?|follows?|{_SURE})|(?:which|that)\s+is\s+\w+"
    rf"|of\s+course|indeed|obviously|clearly|certainly|therefore|这是(?:肯定|显然|必然)的)\W*$",
    re.IGNORECASE,
)
"""A phrase after a statement that says that it holds."""
_NAMES = re.compile(r"[A-Za-z_]\w*")
_RULE_SIGNS = re.compile(
    r"→|->|=>|↔|∨|\||⊕|\\(?:to|rightarrow|Rightarrow|lor|vee|iff|leftrightarrow)\b|¬\(|~\(|\("
)
_RULED = re.compile(
    r"\b(?:if|unless|when(?:ever)?|only|or|either|neither|nor|provided|suppos\w+|assum\w+|condition"
    r"|necessary|sufficient|enough|requires?|means?|impl\w+|without|any\s+other|following|exactly"
    r"|case|event|depends?|long\s+as|leads?|entails?|then|least|not|no|false|untrue|\w+n['’]t|all|each"
    r"|every|says?|said)\b|[“”\"：:;；]"
    r"|如果|若|只要|只有|除非|当|则|那么|(?<!早)就|或|要么|非|不(?!是真的)|没|未|无|条件|意味|即可|才|都|至少|凡|皆|说",
    re.IGNORECASE,
)
"""Words of a sentence that may express a rule, a denial, or reported speech."""
_LEAST_ASKED, _LEAST_ASKED_HAN = 12, 5
"""Fewest characters of a questioned statement that is searched for in sentences."""
_CLAUSE = re.compile(r"[,;:，；：—–]")
_EXPRESSED = 0.6
"""Share of a gloss's content words that a sentence must have to express it."""


def look(item: Item) -> Iterator[Finding]:
    """Yield each place that gives away the answer."""
    for where, text in in_time(item_texts(item)):
        match = _LEAK.search(_without_scale(text))
        if match:
            yield Finding(rules.LEAK, f"“{match[0].strip()}” in {where}", excerpt=text[:200])
    sentences = [part.strip() for part in in_time(_SENTENCE.split(item.text)) if part.strip()]
    if len(sentences) > 1 and _VERDICT_ALONE.fullmatch(sentences[-1]):
        yield Finding(rules.LEAK, f"“{sentences[-1]}” ends the text", excerpt=item.text[-200:])
    yield from _concluded(item, sentences)
    messages = {_bare(sentence, item.language) for sentence in in_time(sentences)}
    premises = {
        re.sub(r"[\s()]", "", str(p)) for p in (item.formalization or {}).get("premise", ())
    }
    for leaf in item.leaves:
        gold = leaf.gold
        if isinstance(gold, TruthAnswer) and _VERDICT.search(_without_scale(leaf.text)):
            yield Finding(rules.LEAK, "a truth value after the question", leaf.id)
        if isinstance(gold, ChoiceAnswer) and gold.option is not None:
            yield from _marked(leaf, gold.option, _MARKS, rules.LEAK)
            rule = rules.LEAK if reader_of(item) is not None else rules.ODD
            yield from _marked(leaf, gold.option, _SLIPS, rule)
            if gold.option < len(leaf.options):
                option = leaf.options[gold.option]
                is_premise = re.sub(r"[\s()]", "", option.formula or "") in premises
                least = 4 if _HAN.search(option.text) else 12
                if len(option.text) > least and plain(option.text) in messages and not is_premise:
                    yield Finding(rules.LEAK, "the text states the right option", leaf.id)
        elif isinstance(gold, TruthAnswer):
            yield from _stated(leaf, messages, premises)
            yield from _within(item, leaf, sentences)
            yield from _asserted(leaf, item.language)


def item_texts(item: Item) -> Iterator[tuple[str, str]]:
    """Every text of an item, with its place."""
    yield "the text", item.text
    for question in item.questions:
        for leaf in (question, *question.parts):
            yield "a question", leaf.text
            for number, option in enumerate(leaf.options):
                yield f"option {letter(number)}", option.text


def plain(text: str) -> str:
    """A text without case and full stops."""
    return re.sub(r"[\s.。]+", " ", text.casefold()).strip()


def _bare(sentence: str, language: str) -> str:
    """A sentence without the introduction of a conclusion and without phrases that say that it
    holds."""
    text = _ASSERTED.sub("", sentence)
    opens = _CONCLUDES.get(language)
    match = opens.search(text) if opens is not None else None
    if match is not None and not text[: match.start()].strip():
        text = re.sub(r"^[\s,，]*(?:that\s+)?", "", text[match.end() :])
    return plain(text.strip("!！"))


# --- conclusions in the text -------------------------------------------------------------------


def _concluded(item: Item, sentences: Sequence[str]) -> Iterator[Finding]:
    """Sentences that draw a conclusion and are not a premise, because neither a premise nor a
    conclusion with a missing premise has their symbols. If formulas and text cannot be compared,
    sentences about the questioned statement are reported. A sentence with a condition first is a
    rule."""
    opens = _CONCLUDES.get(item.language)
    judged = any(leaf.kind in ("choice", "truth") for leaf in item.leaves)
    if opens is None or not judged or reader_of(item) is not None:
        return
    drawn = [
        (text, match)
        for text in in_time(sentences)
        if (match := opens.search(text)) is not None
        and not _CONDITION.search(text, 0, match.end() + _MAX_GAP)
        and not _ASSUMED.search(text)
    ]
    others = [sentence for sentence in in_time(sentences) if not opens.search(sentence)]
    formulas = _Formulas.of(item, others)
    for sentence in others if formulas is not None else ():
        if formulas is not None and formulas.only_asked(sentence):
            message = (
                f"the text states the conclusion in question, but no premise does: “{sentence}”"
            )
            yield Finding(rules.LEAK, message, excerpt=sentence[:200])
    for sentence, match in drawn:
        start = max((cut.end() for cut in _CLAUSE.finditer(sentence, 0, match.end())), default=0)
        clause = sentence[min(start, match.start()) :]
        # A question asks whether something follows and does not assert it. A text with a missing
        # premise ends with its conclusion.
        missing = item.attributes.get(QUESTION_TYPE) == "missing"
        if (
            sentence[-1] in "?？"
            or (missing and sentence == sentences[-1])
            or (
                formulas.has_premise(sentence, clause)
                if formulas is not None
                else not _speaks_of_asked(item, clause)
            )
        ):
            continue
        message = f"a conclusion is drawn in the text: “{clause.strip()}”"
        yield Finding(rules.LEAK, message, excerpt=sentence[:200])


@dataclass(frozen=True)
class _Formulas:
    """The premises of an item, indexed by the symbols that a sentence expresses through glosses."""

    language: str
    gloss_words: Mapping[str, frozenset[str]]
    """The content words of each symbol's gloss."""
    formula_symbols: Sequence[frozenset[str]]
    """The symbols of each premise."""
    questioned: Sequence[frozenset[str]]
    """The symbols of the statements in truth questions, and of right options."""
    unexpressed_symbols: Sequence[frozenset[str]]
    """The symbols of each premise that is not expressed by a sentence without a conclusion."""

    @classmethod
    def of(cls, item: Item, sentences: Sequence[str]) -> "_Formulas | None":
        """None if most premises are not expressed in the words of their glosses."""
        formal = item.formalization or {}
        own = {
            name: words
            for name, gloss in glosses_of(formal).items()
            if (words := content_words((gloss,), item.language))
        }
        formulas = [str(text) for text in formal.get("premise", ())]
        if item.attributes.get(QUESTION_TYPE) == "missing":
            formulas += [leaf.query for leaf in item.leaves if leaf.query]
        used = [frozenset(_NAMES.findall(text)) & own.keys() for text in formulas]
        used = [names for names in used if names]
        symbols = [expressed_symbols(own, sentence, item.language) for sentence in sentences]
        untold = [names for names in used if names not in symbols]
        if not used or 2 * len(untold) > len(used):
            return None
        questioned = [
            frozenset(_NAMES.findall(text)) & own.keys() for text in _asked_formulas(item)
        ]
        return cls(item.language, own, used, questioned, untold)

    def only_asked(self, sentence: str) -> bool:
        """Whether a sentence, which is neither a rule nor a question, expresses exactly the
        questioned statement and no premise. This is only known if every premise is expressed in the
        words of its glosses."""
        if self.unexpressed_symbols or sentence[-1] in "?？" or _CONDITION.search(sentence):
            return False
        symbols = expressed_symbols(self.gloss_words, sentence, self.language)
        return (
            bool(symbols)
            and symbols in self.questioned
            and not any(names <= symbols for names in self.formula_symbols)
        )

    def has_premise(self, sentence: str, clause: str) -> bool:
        """Whether a sentence may express one of the premises that nothing else expresses. A clause
        with too few words of any gloss may state a fact about the subject of the sentence: "the
        animal lays eggs, so it is no typical mammal"."""
        symbols = expressed_symbols(self.gloss_words, sentence, self.language)
        end = expressed_symbols(self.gloss_words, clause, self.language)
        if end:
            return any(names <= symbols and end <= names for names in self.unexpressed_symbols)
        words = content_words((clause,), self.language)
        facts = [
            names for names in self.unexpressed_symbols if len(names) == 1 and names <= symbols
        ]
        return any(self.gloss_words[name] & words for names in facts for name in names)


def _asked_formulas(item: Item) -> Iterator[str]:
    for leaf in item.leaves:
        if isinstance(leaf.gold, TruthAnswer) and leaf.query:
            yield leaf.query
        elif isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option in range(len(leaf.options)):
            yield leaf.options[leaf.gold.option or 0].formula or ""


def expressed_symbols(
    words_by_symbol: Mapping[str, frozenset[str]], text: str, language: str
) -> frozenset[str]:
    """The symbols that a text expresses, judged by the content words of their glosses."""
    words = content_words((text,), language)
    return frozenset(
        n
        for n, gloss_words in words_by_symbol.items()
        if len(gloss_words & words) >= _EXPRESSED * len(gloss_words)
    )


def _speaks_of_asked(item: Item, clause: str) -> bool:
    words = content_words((clause,), item.language)
    for leaf in item.leaves:
        texts = quoted(leaf.text)
        if isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option in range(len(leaf.options)):
            texts = [leaf.options[leaf.gold.option or 0].text]
        for text in texts:
            text_words = content_words((text,), item.language)
            if len(text_words) >= 2 and len(text_words & words) >= _EXPRESSED * len(text_words):
                return True
    return False


# --- statements and options --------------------------------------------------------------------


def quoted(text: str) -> list[str]:
    """The statements that a question quotes to be judged."""
    return re.findall(r'[“"]([^“”"]{8,}|[\u3400-\u9fff][^“”"]{4,})[”"]', text)


def _asserted(leaf: Question, language: str) -> Iterator[Finding]:
    """Statements to be judged that say of themselves that they hold."""
    opens = _CONCLUDES.get(language)
    for text in quoted(leaf.text):
        match = opens.match(text) if opens is not None else None
        if match or _ASSERTED.search(text) or text.rstrip()[-1:] in "!！":
            yield Finding(rules.LEAK, "the statement says that it holds", leaf.id, text[:120])


def _marked(
    leaf: Question, gold: int, marks: Sequence[tuple[str, re.Pattern[str]]], rule: Rule
) -> Iterator[Finding]:
    """A right option that is written differently from all others, of which there must be at least
    two."""
    texts = [option.text for option in leaf.options]
    if len(texts) < 3 or gold >= len(texts) or not all(_NAMED.search(name) for name in texts):
        return
    for mark_name, mark in marks:
        has = [bool(mark.search(text)) for text in texts]
        if has.count(has[gold]) == 1:
            message = mark_name if has[gold] else f"alone not {mark_name}"
            yield Finding(rule, f"the right option has {message}", leaf.id, texts[gold][:120])


def _stated(leaf: Question, messages: set[str], premises: set[str]) -> Iterator[Finding]:
    statements = quoted(leaf.text)
    query = re.sub(r"[\s()]|^necessary", "", leaf.query or "")
    if query not in premises and any(plain(text) in messages for text in statements):
        yield Finding(rules.LEAK, "the text states the conclusion", leaf.id)


def _within(item: Item, leaf: Question, sentences: Sequence[str]) -> Iterator[Finding]:
    """A sentence that is not a rule and contains the questioned statement word for word, with other
    words: somebody says it or wonders about it, or it follows "and". If a premise without
    connectives has its symbols, the sentence may express that premise."""
    formal = item.formalization or {}
    symbols = frozenset(_NAMES.findall(re.sub(r"^\s*necessary", "", leaf.query or "")))
    if not symbols or reader_of(item) is not None:
        return
    for premise in formal.get("premise", ()):
        names = frozenset(_NAMES.findall(str(premise)))
        if symbols & names and not _RULE_SIGNS.search(str(premise)):
            return
        if symbols == names:
            return
    own = {
        name: content_words((gloss,), item.language) for name, gloss in glosses_of(formal).items()
    }
    # A sentence that also expresses another symbol may be a rule in some unusual wording.
    others = {name: words for name, words in own.items() if words and name not in symbols}
    for text in map(plain, quoted(leaf.text)):
        least = _LEAST_ASKED_HAN if _HAN.search(text) else _LEAST_ASKED
        for sentence in in_time(sentences) if len(text) >= least else ():
            words = plain(sentence)
            # If it is the start of another sentence, as in "X is large" and "X is large enough", it
            # is not the questioned statement.
            rest = words.partition(text)[2]
            bracketed = f"({text})" in words or f"（{text}）" in words
            if bracketed or (
                text in words
                and not re.match(r" ?\w", rest)
                and not _RULED.search(f"{words.partition(text)[0]}, {rest}")
                and not expressed_symbols(others, sentence, item.language)
            ):
                yield Finding(
                    rules.LEAK,
                    "a sentence contains the conclusion in question",
                    leaf.id,
                    sentence[:200],
                )
                return


def _without_scale(text: str) -> str:
    """The text without the usual lists of possible answers."""
    return re.sub(r"true, false,? or \w+(?: \(N/A\))?", "", text, flags=re.IGNORECASE)
