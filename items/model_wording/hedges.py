"""Words that weaken a rendered sentence: "probably not", "it seems that", "usually".

Owns finding them, and whether the meanings of the symbols already contain them. A reader asked for
formulas formalizes "the lamp probably burns" as "the lamp burns", so the words themselves must be
searched. Wordings of necessity and of "only if" ("only then can it be that …") are not hedges.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from items.model_wording.framed_sentences import framed
from items.wording.bank import Language
from solver.language.syntax import Formula, Pred, Prop, walk

_S = r"\s{1,8}"
_SAID = (
    r"(?:said|thought|believed|assumed|supposed|expected|hoped|feared|claimed|alleged|reported|"
    r"rumou?red|suspected|understood|conceivable|plausible)"
)
_GROUPS: Mapping[Language, Mapping[str, re.Pattern[str]]] = {
    "en": {
        "likelihood": re.compile(
            r"\b(?:probably|possibly|perhaps|maybe|presumably|conceivably|plausibly|supposedly|"
            r"(?:un)?likely|doubtful(?:ly)?|potentially|arguably|might)\b"
            rf"|\bit{_S}(?:is|was|may{_S}be|could{_S}be){_S}(?:(?!not\b)\w{{1,20}}{_S})?"
            rf"(?:probable|possible|doubtful|uncertain|unclear){_S}(?:that|whether)\b"
            rf"|\bin{_S}all{_S}(?:likelihood|probability)\b|\b(?:chances|odds){_S}are\b"
            rf"|\bwith{_S}(?:any|some|a{_S}(?:bit|little){_S}of){_S}luck\b|\bif{_S}all{_S}goes{_S}well\b"
            rf"|\bthere{_S}(?:is|are){_S}(?:\w{{1,20}}{_S}){{0,3}}"
            rf"(?:(?<!no\s)(?:chances?|possibility|probability)|signs|indications?|evidence|"
            rf"reasons?){_S}(?:that|of|to{_S}(?:think|believe|suppose))\b"
            rf"|\bought{_S}to\b|\bcould{_S}(?:well{_S})?be\b(?!{_S}true\b)"
            rf"|\b(?:almost|nearly|fairly|quite|pretty){_S}(?:certain(?:ly)?|sure(?:ly)?)\b"
            rf"|n['’]t{_S}necessarily\b"
            rf"|\bnot{_S}(?:\w{{1,20}}{_S})?necessarily\b"
            rf"(?!{_S}(?:the{_S}(?:other|reverse|converse)|vice|conversely))"
            rf"|\bneed{_S}not\b|\bneedn['’]t\b|\b(?:does|do|did){_S}not{_S}have{_S}to\b"
            rf"|\b(?:doesn|don|didn)['’]t{_S}have{_S}to\b"
            r"|(?<=[a-z,]\s)may\b(?!\s{1,8}(?:\d|be\s{1,8}empty\b))",
            re.IGNORECASE,
        ),
        "appearance": re.compile(
            r"\b(?:apparently|seemingly|evidently|ostensibly)\b"
            r"|\b(?:seem|seems|seemed|appear|appears|appeared)\b"
            rf"(?={_S}(?:to|that|as|not|likely|probable)\b)"
            rf"|\blooks?{_S}(?:(?:very|pretty|rather){_S}(?:much{_S})?|much{_S})?(?:as{_S}(?:if|though)|like)\b|\bby{_S}all{_S}appearances\b"
            rf"|\b(?:suggests?|hints?|indicates?){_S}that\b",
            re.IGNORECASE,
        ),
        "hearsay": re.compile(
            r"\b(?:allegedly|reportedly|purportedly)\b"
            rf"|(?<!\bif\s)\bit{_S}is{_S}(?:\w{{1,20}}{_S})?{_SAID}{_S}that\b"
            rf"|\b(?:is|are|was|were){_S}(?:said|thought|believed|supposed|expected|rumou?red|alleged|"
            rf"reported){_S}to\b"
            rf"|\brumou?r{_S}has{_S}it\b|\baccording{_S}to\b"
            rf"|\b(?:I|we|people|some|many){_S}(?:think|believe|guess|suppose|suspect|doubt|say)\b"
            rf"|\bin{_S}(?:my|our|their){_S}(?:opinion|view)\b|\bas{_S}far{_S}as\b"
            rf"|\bto{_S}the{_S}best{_S}of\b",
            re.IGNORECASE,
        ),
        "frequency": re.compile(
            r"\b(?:usually|often|frequently|sometimes|occasionally|generally|normally|typically|"
            r"commonly|ordinarily|mostly|largely|rarely|seldom|hardly|scarcely)\b"
            rf"|\b(?:in|under|with){_S}(?:most|many|some|few){_S}(?:cases|circumstances|exceptions)\b"
            rf"|\bmost{_S}of{_S}the\b|\bfor{_S}the{_S}most{_S}part\b"
            rf"|\bas{_S}a{_S}(?:general{_S})?rule\b|\bby{_S}and{_S}large\b|\bon{_S}the{_S}whole\b"
            rf"|\btends?{_S}to\b|^\W{{0,8}}(?:most|many|few){_S}\w{{1,30}}s\b",
            re.IGNORECASE,
        ),
        "degree": re.compile(
            r"\b(?:almost|nearly|practically|virtually|roughly|somewhat|partly|partially|essentially|"
            rf"basically)\b(?!{_S}(?:certain|sure))"
            rf"|\bmore{_S}or{_S}less\b|\bkind{_S}of\b(?={_S}\w{{1,30}}ed\b)"
            rf"|\bto{_S}(?:some|a{_S}certain){_S}(?:extent|degree)\b"
            rf"|\bin{_S}(?:principle|theory|a{_S}sense|a{_S}way)\b(?!{_S}that\b)"
            rf"|\b(?:to{_S}all|for{_S}(?:all|most)){_S}(?:intents|practical){_S}(?:and{_S})?purposes\b",
            re.IGNORECASE,
        ),
    },
    "zh": {
        "likelihood": re.compile(
            r"(?<!不)(?<!才)(?<!才有)(?<!没有)(?<!绝无)可能|也许|或许|大概|恐怕|未必|不一定|不见得|"
            r"想必|估计|说不定|没准|八成|十有八九|八九不离十|应该[会是就]|理应|多半|兴许|料想|指不定|保不[准齐]|"
            r"怕是|大抵|按理(?![论由念])|照理|照说|按常理|但愿"
        ),
        "appearance": re.compile(r"似乎|好像|看来|看起来|看上去|看样子|显得|貌似|仿佛"),
        "hearsay": re.compile(
            r"据说|听说|据称|据传|据报道|据悉|传说|传言|我[认以]为|[我你]觉得|我[猜想看](?!到|见)|人们(?:都)?"
            r"(?:认为|相信|觉得|[都在]说)|有人[说认]|在我看来|据我所知|传闻|相传|风闻|谣传|[依据][我他她][们]?看"
        ),
        "frequency": re.compile(
            r"通常|一般(?=来说|情况|而言|会|都|不|地|说来|，)|往往|常常|经常|时常|有时(?![差间段限])|偶尔|"
            r"大多|大部分|大体|很少|难得|大多数|绝大多数"
        ),
        "degree": re.compile(r"大致|差不多|几乎|基本上|某种程度|原则上|理论上|大约|近乎"),
    },
}
"""By language, groups of words that weaken in the same way. Within a group they may vary:
"seldom" for "rarely"."""


_SHOULD = re.compile(
    rf"\bshould{_S}(?!(?:the|an?|any|some|no|every|all|each|both|either|neither|at|it|he|she|they|we|"
    r"you|there|this|that|these|those|its|his|her|their|one|nobody|nothing)\b)(?=[a-z])"
)
_IF = re.compile(
    r"\b(?:if|when|whenever|case|event|provided|supposing|assuming|condition)\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,;:]")


def hedges(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the words that weaken a text, each with its group."""
    for name, pattern in _GROUPS[language].items():
        for match in pattern.finditer(text):
            yield name, match[0].strip()
    if language == "en":
        for clause in _CLAUSE.split(text):
            # "Should the door be open, …" and "if the door should be open" are conditions.
            should = _SHOULD.search(clause)
            if should is not None and _IF.search(clause, 0, should.end()) is None:
                yield "likelihood", "should"


def weakened(
    text: str, formula: Formula, meanings: Mapping[str, str], language: Language
) -> tuple[str, ...]:
    """Return the words that weaken a sentence beyond the meanings of its formula. `meanings` is by
    name of symbol. A hedge in a meaning is allowed once for each occurrence of its symbol."""
    hedging: dict[str, list[str]] = {}
    for name, words in hedges(text, language):
        hedging.setdefault(name, []).append(words)
    if not hedging:
        return tuple(framed(text, meanings)) if language == "en" else ()
    meaning_counts: Counter[str] = Counter()
    for node in walk(formula):
        if isinstance(node, Prop | Pred):
            meaning_counts.update(name for name, _ in hedges(meanings.get(node.name, ""), language))
    return tuple(
        words
        for name, listed in hedging.items()
        if len(listed) > meaning_counts[name]
        for words in listed
    )
