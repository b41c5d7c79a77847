"""Signs of a choice in a response: words and marks that give, praise, reject, rule out or merely
mention an option.

Owns the patterns. `letters` interprets them and chooses among several statements.
"""

import re

SIGNS = str.maketrans("", "", "*_`$<>()[]{}\"'“”‘’「」【】《》\\#|~")
EDGES = " \t\r\n.,;:!?。，；：！？、"
LEAD = re.compile(
    r"(?:boxed|fbox|final answer|answer|option|choice|letter|the|is|its|it is|definitely|clearly|"
    r"indeed|simply|only|just|ok|okay|hmm|well|sure|alright|q\d{1,3}|question \d{1,3}|probably|"
    r"likely|most likely|therefore|"
    r"thus|so|hence|both|either|选项|选择|"
    r"应选|故选|答案|选|是|为|项|应该是|应为|综上所述|综上|因此|所以|只有|仅|"
    r"[\s:：,，.=>→⇒✅✓✔☑️-])*",
    re.IGNORECASE,
)
LONE = re.compile(r"([A-Za-z])(?![A-Za-z0-9])")
SECOND = re.compile(
    r"\s{0,4}(?:[,，]\s{0,2})?(?:\band/or\b|/|\||&|\+|\band\b|\bor\b|\bmaybe\b|\bperhaps\b|"
    r"\bpossibly\b"
    r"|\balternatively\b|和|或者?|与|以及|及|也可能是?|也许是?|还是)\s{0,4}"
    r"(?:maybe |perhaps |possibly |even |also |else )?(?:option |选项)?[(\[]?"
    r"([A-Z])(?![A-Za-z0-9])(?! [a-z]{3,9}s\b)"
    r"|\s{0,4}(?:,|，|、)\s{0,4}(?:option |选项)?([A-Z])(?![A-Za-z0-9])(?! [a-z])"
    r"|\s{0,4}(?:,|，)\s{0,4}([A-Z])(?=,? (?:and|or|&) [A-Z]\b)"
    r"|[.。]\s{1,2}[Oo]r (?:maybe |perhaps )?([A-Z])(?![A-Za-z0-9])"
    r"|\s{0,4}[.。]\s{0,2}([A-Z])[.。]?\s*$|\s{0,4}[.。]([A-Z])(?=[.。][A-Z])"
)
"""Another letter next to the first; after a comma it may begin a clause of its own."""
BOXES = re.compile(
    r"boxed\{[^{}A-Z]{0,8}([A-Z])[^{}]{0,8}\}{1,2}[\s$).\\\]]{0,6}(?:/|,|，|、|&|\bor\b|\band\b|"
    r"或|和|与)"
    r"(?: maybe| possibly| perhaps)?[\s$(\\\[]{0,6}boxed\{[^{}A-Z]{0,8}([A-Z])"
)
"""Two adjacent boxes."""
MANY = re.compile(r"([A-Z]{2,8})(?![A-Za-z0-9])")
GOES_ON = re.compile(
    r"\s{0,3}(?:$|[^A-Za-z\s])|\s{1,3}(?:because|since|as|and|which|follows|given|"
    r"for|due|with|by|based|in|where|only|here|from|according|option|choice|"
    r"but|not|if|–|-)\b|\s{1,3}[A-Z]"
)
"""Text that may follow the letter A, which is also a word."""
NEGATED = re.compile(
    r"(?:not|never|neither|cannot be|isn't|isnt|can't be|anything (?:but|except|other than))\b|"
    r"不是|并非|不选|不为|不",
    re.IGNORECASE,
)
NOBODY = re.compile(
    r"(?:none(?![^.;\n]{0,40}\bcan be (?:determined|decided|chosen|selected|picked|confirmed|"
    r"verified|established))|"
    r"no (?:valid |right |suitable |matching |such )?(?:option|choice)|no option|"
    r"no correct option|no answer|"
    r"neither(?!\s{1,3}(?:option |choice |statement )?[(\[]?[A-Z](?![a-z]))|nothing|"
    r"all (?:of them )?are wrong|(?:以上|四个|三个|五个|这些|所有|全部|各个?)(?:选项|"
    r"答案)?(?:都|均|皆|全)(?:不|错|没|无)|"
    r"都不对|都不是|均不正确|均不对|都不正确|没有(?:一个)?(?:选项|正确|答案)|没有一个|无正确|"
    r"以上皆非|皆非|无一)",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"(?:cannot be determined|can not be determined|can't be determined|cannot tell|"
    r"not enough information|undetermined|indeterminate|i do not know|i don't know|i dont know|"
    r"unknown|n/a|"
    r"无法确定|不能确定|无法判断|不知道|不确定)",
    re.IGNORECASE,
)
"""Nothing is chosen, not even "none of them"."""
EXCEPTED = re.compile(
    r"\b(?i:none|nothing|no (?:other )?(?:option|choice|statement|"
    r"answer))\b[^.,;!?\n]{0,30}?\s(?:except|but|other than|besides|"
    r"apart from|save)(?: for)? (?:option |choice |statement )?[(\[*]{0,3}([A-Z])(?![A-Za-z0-9'’])"
    r"(?![^.;\n]{0,12}\b(?:wrong|false|incorrect|fails?))"
    r"|\b(?i:all|everything|every (?:other )?(?:option|choice|statement)|the rest|"
    r"each)\b[^.,;!?\n]{0,30}?\s(?:except|but|other than|"
    r"besides|apart from|save)(?: for)? (?:option |choice |"
    r"statement )?[(\[*]{0,3}([A-Z])(?![A-Za-z0-9'’])[)\]*]{0,3}"
    r"(?=[^.;\n]{0,12}\b(?:wrong|false|incorrect|fails?|invalid|ruled out|eliminated|"
    r"unsupported|contradicted))"
    r"|除了?\s{0,2}(?:选项)?([A-Z])(?:选项|项)?(?:以?外|之外)?[,，]?\s{0,2}(?:其他|其它|其余|"
    r"别的)?(?:选项)?[^，。,.;；\n]{0,6}"
    r"(?:都|均|皆|全)(?:不|错|无|没|被?排除)"
)
"""The one exception among the options called wrong."""
NONE_NAMED = re.compile(
    r"\b(?i:none of|neither of|neither|not one of) ((?:(?:options? |choices? )?[A-Z](?:,? (?:and|"
    r"or|"
    r"nor) |, ?| )){2,8}[A-Z]?)"
    r"(?![A-Za-z0-9])|((?:(?:选项)?[A-Z][、,，和与]{0,2}\s?){2,8})(?:四项|选项|四个选项)?(?:都|"
    r"均|皆|全)(?:不|错|无)"
)
"""All rejected options, by their letters."""
CHOSEN = re.compile(
    r"(?:\b(?:I|we)(?:'d|'ll|’d|’ll| would| will| must| have to| shall)?(?: therefore| thus)? "
    r"(?:choose|chose|pick|picked|select|selected|mean|meant|say|go with|went with|opt for|"
    r"answer|answer with|get|got|mark|settled on|go for|went for|"
    r"vote for|settle on|lean(?:ing)?(?: (?:towards?|to))?|prefer|favou?r|believe it is|"
    r"think it is|"
    r"think it's|conclude)"
    r"|\b(?:I'm|I am|I’m) (?:(?!not\b)\w{1,12} )?(?:confident|certain|sure) (?:in|of|about)"
    r"|\b(?:choose|choosing|selecting|going with|go with|settle on|leaves|leaving|leaves us with|"
    r"pick)"
    r"|\b(?:it|that|this)(?:'s| is|’s| must be| has to be| should be| would be)"
    r"|\b(?:should|must|has to|ought to) (?:actually )?be"
    r"|\b(?:correction|actually|final|therefore|thus|hence|consequently|in conclusion|so|"
    r"conclusion|wait, no|rather|instead)\b[:,]?|∴"
    r"|(?:\bnot|n't) (?:option )?[(*]{0,3}[A-Z]\b[)\].,*]{0,4}(?:[^.;\n]{0,40}?[ ,])? ?but\b(?: "
    r"rather| instead)?"
    r"|\b(?:no|nope|wait|hold on|no wait)\b[,.:;—–-]{0,2} {1,2}(?:[—–-] )?(?![\s*_]{0,8}\n)"
    r"|\b(?:we|I) (?:arrive at|end up (?:with|at)|come to|get to|keep)|(?:'re|’re|'m|’m| are|"
    r" am) left with|\bnamely\b|\bonly"
    r"|\b(?:that|this|which) makes|\bpremises (?:only |together )?(?:entail|imply|force|yield|"
    r"support)"
    r"|\b(?:change (?:my answer|it|that) to|switch to|make (?:that|it))"
    r"|(?<![可多单备次候误首])(?:改选|故选|应选|应该选|本题选|所以选|因此选|只能选|我选|选择|选)了?"
    r"|(?:暂定|改成|换成|定为|更正|改为|应该是|应为|应是|而是|所以是|因此是|不对，是|就是|把握(?:认为|说)?(?:答案)?(?:是|选)|"
    r"正确的(?:仍然?|依然|还)?是)[:：]?)"
    r"[\s*_`\"'“(（\[:：,，]{0,8}(?:option |choice |answer |letter |选项|答案)?"
    r"[\s*_`$\"'“(（\[:：]{0,6}(?!I['’\s][a-z])([A-Za-z])(?![A-Za-z0-9'’])",
    re.IGNORECASE,
)
ENDING = re.compile(
    r"\b(?:is|are|remains|follows is|one is)[\s*(\"“]{1,4}"
    r"(?:(?:option|choice|statement|answer) )?([A-Z])"
    r"(?=[)\].*_\"”]{0,4}(?:\s{0,3}$|[.!]\s|\n|: ))",
    re.MULTILINE,
)
"""A sentence that ends with a letter, as in "the statement that must be true is B"."""
ENDING_ZH = re.compile(
    r"(?:综上(?:所述)?|因此|所以|故|可见|于是|总之|由此可[知见]|可知|可得|得到|我认为|我觉得|"
    r"我想|看来"
    r"|(?:正确|推出|得出|成立|必然|一定|符合|为真|选)[^，。,.;；\n]{0,8}的(?:只有|就|只|仍然?|依然|还)?(?=是|"
    r"只有)|[,，]\s{0,2}(?=是|应)"
    r"|(?<!不)只(?:有|能(?=是)|剩下?)|发现(?=是)|剩下的?(?:就|只有)?|[,，]\s{0,2}(?:即|也就是)|得(?:出|"
    r"到)?(?=[:：\s]{0,2}[A-Z]))"
    r"[,，:：\s]{0,2}(?:答案)?(?:应该|应当|应|就)?(?:是|选|为|"
    r"只有)?\s{0,2}(?:选项)?[(（*\s]{0,3}([A-Z])[)）*\s]{0,3}(?:选项|项)?"
    r"(?=吧|啊|呢|。|\.?\s{0,3}$|!|！|[,，](?!\s{0,2}[A-Z]))"
)
"""A Chinese sentence that ends with a letter."""
PRAISED = re.compile(
    r"(?<![A-Za-z0-9'’])([A-Z])[)\]）.*_`\"'”]{0,4}\s{0,2}(?:选项|项)?\s{0,2}"
    r"(?:(?:is|must be|has to be|would be|should be|seems|appears|seems to be|appears to be|"
    r"looks)\s"
    r"(?:therefore |thus |clearly |indeed |definitely )?"
    r"(?:the )?(?:only |single |most |one |better |best )?(?:correct|right|best|true|answer|"
    r"one\b(?! of)|valid|"
    r"logical|accurate|appropriate|sound|stronger|strongest|the case|"
    r"necessarily true|entailed|supported|one that follows|"
    r"option that follows)"
    r"|(?:necessarily )?follows(?! from (?:option |statement )?[A-Z](?![a-z]))|(?:is|"
    r"would be) my (?:final )?(?:answer|choice|pick)|must hold|has to hold|"
    r"holds|stands|works|checks out|"
    r"is what (?:we|I|follows|must|remains|is left)|"
    r"is the only (?:option|choice|one|statement) (?:not|left|remaining|supported|entailed|"
    r"consistent|compatible|which (?:follows|holds|works|is)|that (?:follows|holds|"
    r"works|is (?:not|entailed|supported|consistent)))|can be (?:derived|inferred|"
    r"concluded|proved|proven|deduced)|(?:(?:is|are) )?left|(?:is|"
    r"does)(?=[.!]\s{0,3}\Z)"
    r"|(?:即|就|便)?[为是](?:本题|正确|最终)?的?答案(?!的)|才是(?=[。.]?\s{0,3}\Z)|才?[是为]?(?:唯一)?(?:正确|最?符合题意|成立|对|能够?推出|可以推出|(?:能够?|可以?)(?:由|从)[^，。,;；A-Z]{1,12}推出|"
    r"必然为真|最?(?:合适|恰当|"
    r"合理))(?:的|答案|"
    r"选项)?)(?![A-Za-z])(?!\s?(?:吗|\?|？))"
)
BLAMED = re.compile(
    r"(?<![A-Za-z0-9'’])([A-Z])[)\]）.*_`\"'”]{0,4}\s{0,2}(?:选项|项)?\s{0,2}"
    r"(?:(?:is|was|must be|can)(?:n't|not| not)? ?(?:definitely |clearly |also )?"
    r"(?:wrong|incorrect|false|not|out\b|ruled out|eliminated|invalid|be)"
    r"|不正确|不对|错误?|不成立|被排除)"
)
RULED_OUT = re.compile(
    r"\b(?:not|rule out|ruling out|eliminate|reject|isn't|wasn't)\s{1,3}(?:option |choice )?"
    r"[(\[*]{0,4}([A-Z])(?![A-Za-z0-9'’])|(?:排除|不选|不是)\s{0,2}(?:选项)?([A-Z])(?![A-Za-z0-9])"
)
LIST_DENIED = re.compile(
    r"[\s(\[*_\"'“]{0,4}[A-H]\b[)\].*_\"'”]{0,4}"
    r"(?:\s{0,2}(?:,|、|，|and|or|nor|&|和|与|及|或)\s{0,2}(?:and|or|"
    r"nor)?\s?[(\[*_\"'“]{0,4}[A-H]\b"
    r"[)\].*_\"'”]{0,4}){1,7}\s{0,2}(?:all|each|both|都|均|皆)?\s?"
    r"(?:(?:are|is|do|does|did|can|could|will|would)\s?(?:not|n't|never)|cannot|fail"
    r"|(?:are|is)\s(?:all\s|both\s)?(?:wrong|false|incorrect|eliminated|excluded|ruled out|out\b"
    r"|invalid|unsupported)|(?:不|错|可以?排除|被排除))",
    re.IGNORECASE,
)
"""Several letters with a common denial."""
SAID_WRONG = re.compile(
    r"\s{0,3}(?:(?:is|was|were|must be|has to be|would be|might be|seems|looks)?\s{0,2}(?:also |"
    r"clearly |just |simply |a )?"
    r"(?:(?:not(?!\s[A-Z]\b)|isn't|wrong|incorrect|false|impossible|contradict\w*|ruled out|"
    r"eliminated|out|mistaken|"
    r"tempting|unsupported|irrelevant|invalid|mistake|error|trap|distractor)\b)"
    r"|(?:cannot|can't|can not|does not|doesn't|did not|fails|contradicts|may|might|could|"
    r"requires|needs)\b"
    r"|(?:选项|项)?(?:显然|肯定|也|都|就|就会|会)?是?(?:不(?!是?\s?[A-Z])|错|假的|"
    r"与|和|无法|矛盾|陷阱|干扰项))"
)
REMARKS = " \t\n.):：;；,，。、(（—–-"
"""Between a letter, its option's text and a remark on it."""
NOT_SO = re.compile(
    r"(?:(?:this|it|that|which) )?(?:(?:is|was|does|are|can|could) ?)?(?:not|n't) (?:stated|"
    r"supported|mentioned|given|entailed|necessar\w+|said|true|correct|possible|forced|determined|"
    r"follow|hold|valid|implied|in the premises)|contradict\w*|(?:is )?(?:unsupported|irrelevant|"
    r"ruled out|eliminated|incorrect|false|wrong)\b"
    r"|(?!因为|由于|其他|其余|其它)(?:题干|前提|题目|条件|文中|这)?[^，。；A-Z]{0,4}"
    r"(?:没有?(?:说明|提到|提及|依据|给出)|未(?:说明|提到|提及|给出)|"
    r"无法(?:推出|确定|判断|得出|由)|不能(?:推出|确定|判断|得出)|不一定|不成立|"
    r"与[^，。；]{1,10}(?:矛盾|不符))",
    re.IGNORECASE,
)
"""After a letter: it is not the case."""
UNTRUE = re.compile(
    rf"(?:{NOT_SO.pattern})|(?:this|it|that|which) (?:(?:is|does|was|need|can|has) ?)?(?:not|n't|"
    r"never|cannot|contradicts)\b|(?:(?:the )?premises?|rules?)(?: \d{1,2})? (?:(?:do|does|says?) ?"
    r"(?:not|n't|nothing|otherwise)|never|contradicts?|excludes?|rules?|refutes?)\b|(?:no|"
    r"nothing)\b"
    r"(?! (?:other|else))|not\b"
    r"|(?!因为|由于|其他|其余|其它)[^，。；A-Z]{0,12}(?:不(?!是?\s?[A-Z])|没|未|无|错|矛盾|排除)",
    re.IGNORECASE,
)
"""After the text of an option: it is not the case."""
AFFIRMED = re.compile(
    r"\s{0,3}(?:$|[.!,;:：。，；！、…\n(—–-]|[\u4e00-\u9fff])|\s{1,3}(?:is|are|was|must be|"
    r"follows|because|since|as|which|holds|by|"
    r"given|option|choice|stands|for|due|here|over|instead|rather|from|among|with|on|based|in|"
    r"at|and|or|but|if|unless|"
    r"maybe|perhaps|possibly|not|then|this|the|it|please|remains|survives|fits|satisfies|works|matches|"
    r"meets|correct|right|[A-Z])\b"
)
"""Text that may follow an asserted letter."""
MISTAKEN = re.compile(
    r"\b(?:wrong|incorrect|false|not|cannot|contradict\w*|distractor|weakest|unsupported|fails?|"
    r"eliminated?|trap|least|worst|"
    r"excluded?|irrelevant|first|next|second|third|begin|start|impossible|untrue|mistake|"
    r"unlike)\b|n't\b",
    re.IGNORECASE,
)
"""In a sentence that ends with a letter: the letter is not the choice."""
JOINED = re.compile(
    r"(?<![A-Za-z])[A-Z][)\]*]{0,3}\s{0,2}(?:,|，|、|/|&|and|or|nor|和|或|与)\s{0,2}(?:and |"
    r"or )?(?:option )?[(\[*]{0,3}$"
)
"""A letter before another: the second is one of several."""
ASKED = re.compile(r"\b(?:is|was|could|would|can|should)\s{0,2}(?:the |my )?$", re.IGNORECASE)
WALK = re.compile(
    r"\b(?:check|consider|examine|evaluate|go through|look at|analy[sz]e|test|assess|"
    r"verify)(?:ing)? (?:each|all|every|the)"
    r" (?:of the )?(?:\w{1,8} )?(?:options?|choices?|statements?|answers?)\b|\bone by one\b|"
    r"逐[项一个]|依次(?:分析|检查|判断)",
    re.IGNORECASE,
)
"""The options are discussed one by one: the first of them is not the answer."""
BESIDE_TEXT = re.compile(r"[—–(-]\s{0,2}[Oo]ption ([A-Z])\)?(?=[.!]?\s{0,3}$)", re.MULTILINE)
"""A sentence that names the option after its text."""
COUNTED = re.compile(
    r"\bthe (?:first|second|third|fourth|fifth|last) (?:one|option|choice|statement|answer)\s?"
    r"\(([A-Z])\)",
)
HEADED = re.compile(
    r"^[\s#*_>]{0,8}(?:(?:(?:final|my|the) ){0,2}(?:answer|choice)|(?:最终|正确)?答案)[\s*_]{0,4}\n"
    r"[\s*_>(\[]{0,8}([A-Z])[\s*_)\].。]{0,6}$"
    r"|^[\s#*_>]{0,8}(?:TL;?\s?DR|in (?:short|brief)|short answer|bottom line|简答|"
    r"简言之)[\s*_]{0,4}[:：,，]"
    r"[\s*_(\[]{0,6}([A-Z])(?=[\s*_)\]]{0,4}(?:$|[.。,，;—–(]))",
    re.MULTILINE | re.IGNORECASE,
)
"""A heading, or "in short", and the letter."""
NUMBERED = re.compile(
    r"^\s{0,4}\d{1,2}[.)、]\s{0,3}[(*]{0,3}([A-Z])[)*.]{0,3}\s{0,3}$", re.MULTILINE
)
"""A numbered line that consists of a letter."""
ONLY_ASKED = re.compile(r"[^.!?。！？\n]{1,80}?(?:还是|或者?|\bor\b)[^.!?。！？\n]{1,40}[?？]")
"""A response that only asks which of two options is right."""
LEADING_LETTER = re.compile(
    r"[\s*_(\[\"'“`$]{0,8}(?:(?:option|choice|选项)\s?)?[(\[*]{0,3}([A-Z])(?![A-Za-z0-9'’])",
    re.IGNORECASE,
)
LAST_WORD = re.compile(
    r"(?<![A-Z])[.。!！)][\"”']?\s{1,3}[*(\[_]{0,3}([A-Z])[*)\]_]{0,3}[.。]?\s{0,8}\Z"
)
"""A last sentence that consists of one letter."""
NONE_SAID = re.compile(
    r"\bnone of (?:the|these|those) (?:four |five |three |given |above |listed )?"
    r"(?:options?|choices|statements|answers|above)\b(?: (?:given|above|listed|here))?"
    r"(?!\s(?:other|except|but|besides|apart|save)|\s(?:can|could|may) be "
    r"(?:determined|decided|chosen|selected|picked|confirmed|verified|established))"
    r"|\ball (?:of )?(?:the )?(?:four |three |five |these )?(?:options|choices|statements|"
    r"answers) (?:are|seem) "
    r"(?:wrong|incorrect|false|invalid)\b"
    r"|\bthere is no (?:correct|right|valid) (?:answer|option|choice)\b(?!\s(?:other|except|but|"
    r"besides))"
    r"|(?:本题|题目|这道题|此题)(?:没有|无)(?:正确)?(?:答案|选项)",
    re.IGNORECASE,
)
SEVERAL_NAMED = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!neither )(?<!none of )(?<!except )(?<!除)(?<!除了)"
    r"(?i:\b(?:the |an? )?(?:answer|option|choice)\s|(?:选项|答案)\s?)"
    r"[(*]{0,3}[A-H](?![A-Za-z0-9'’])[)*]{0,3}"
    r"(?:\s{0,2}[,，、]?\s{0,2}"
    r"(?:and|or|as well as|along with|together with|&|与|和|或者?|以?及|跟|、)\s{0,2}"
    r"(?i:(?:also )?(?:the |an? )?(?:answer|option|choice)\s|(?:选项|答案)\s?)"
    r"[(*]{0,3}[A-H](?![A-Za-z0-9'’])[)*]{0,3}){1,7}"
)
"""Several options in a row, each by its letter: they are mentioned, and none is given."""
NONE_OPTION = re.compile(
    r"none(?: of (?:the|these|those|them)(?: (?:other |given )?(?:options|choices|statements|"
    r"answers|above))?)?"
    r"|neither|(?:以上|上述|前面)?(?:选项|答案)?(?:都|均|皆|全)(?:不|没|无|非)[^,，]{0,6}|"
    r"没有(?:一个)?[^,，]{0,6}(?:选项|正确|答案)[^,，]{0,4}"
)
NO_PRONOUN = re.compile(r"(?<![A-Za-z0-9'’])[A-HJ-Z](?![A-Za-z0-9'’])")
"""A letter other than "I"."""
QUOTED_ANSWER = re.compile(
    r"(?i:answer|option|choice|选项?|答案)\W{0,3}(?:is|是|为)?\W{0,3}[A-HJ-Z](?![A-Za-z0-9])"
    r"|[\"“][A-HJ-Z](?:项|选项)?(?:\sis|正确|对|错)"
)
"""In quotation marks: an answer rather than the text of an option."""
QUOTES = re.compile(
    r"\b(?:says?|said|states?|stated|claims?|claimed|reads?|mentions?|mentioned|asserts?|writes?|"
    r"wrote|asks?|asked|never)\b[\s:,\"'“‘]{0,4}$|(?:写|说|提到|提及|问)(?:的是|道|了|着|过)?"
    r"[\s:：,，\"'“「]{0,3}$",
    re.IGNORECASE,
)
"""Before the text of an option: it is only quoted."""
TRUE = ("true", "right", "correct", "yes", "✓", "✅", "正确", "对")
SPOKEN_OF = re.compile(
    r"\s{1,3}(?:is|are|was|were|says|said|has|have|had|implies|imply|contradicts|would|must|can|"
    r"could|may|might|"
    r"follows from (?:option |statement )?[A-Z](?![a-z])|does|do|did|requires|means|seems|looks|"
    r"should|needs|claims|states)\b"
    r"|\s{1,3}(?:remains|stays) (?:possible|plausible|open|viable|consistent|a )"
    r"|[为是]答案的(?:可能|概率)"
)
"""Continuation of a sentence about a letter; praise is checked before."""
SOFT = re.compile(
    r"(?:it|that|this|should|must|has to|ought|actually|final|correction|therefore|thus|hence|"
    r"consequently|conclusion|"
    r"in conclusion|so|∴|no|nope|wait|hold on|namely|only|premises|rather|instead)\b|∴",
    re.IGNORECASE,
)
"""Beginning of a statement that may be an intermediate step."""
OBJECTS = re.compile(
    r"(?:^|[.!?。！？\n])\s{0,3}(?:however|but|yet|still)\b|然而|不过|但是", re.IGNORECASE
)
"""Words that may take back a step."""
SEQUENCE = re.compile(r"(?:\s{1,4}[A-Z]\b){2}")
"""Further letters, as in a list of marks."""
WORD = re.compile(
    r"(?!选|项|是|为|正|对|符|成|吧|啊|吗|呢|解|分|和|或|与|不|错|也|都|均|可|能|因|由|其|这|必|"
    r"才|唯|"
    r"最)[\u4e00-\u9fff]"
)
"""A Chinese word that begins a sentence about the preceding letter."""
OPTION_LETTERS = "ABCDEFGHIJ"
CONDITIONAL = re.compile(
    r"[\s,，]{0,3}(?:(?:only )?(?:if|unless|provided|assuming)\b(?! and only)|(?:ONLY )?IF\b)"
    r"|[,，]?(?:如果|除非|前提是)"
    r"|\s(?:under|on|in) (?:one|an?other|some|that|the (?:first|other|second)) "
    r"(?:reading|interpretation|view|sense|understanding)\b",
)
"""A condition after a letter, in lower case: "D Assuming that …" begins the option's text."""
SCORED = re.compile(r"\s?[:=(]\s?\d")
STRONG = re.compile(r"\*\*\s?[(\[]?([A-Z])[)\].:]?\s?\*\*|__([A-Z])__|「([A-Z])」|【([A-Z])】")
BRACKETED = re.compile(r"(?<![A-Za-z0-9])[(\[（]([A-Z])[)\]）]")
LISTED = re.compile(
    r"^[\s*_>#-]{0,8}(?:[Oo]ption |[Cc]hoice |"
    r"选项)?[(\[（]?([A-Z])(?:[)\]）.:：、*_]{1,4}|项\s?[:：]|\s[–—-]\s)\s{0,4}.{0,200}$",
    re.MULTILINE,
)
SENTENCE_END = re.compile(r"[.。!?！？;；\n](?:\s|$)|[。！？；]")
CAPITAL = re.compile(r"(?<![A-Za-z0-9'’])([A-Z])(?![A-Za-z0-9'’])")
SMALL = re.compile(
    r"(?<![\w(])[(\[]?([a-h])[)\]](?![\w(])"
    r"|\A([a-h])(?=\s(?:(?:is|must be) (?:the )?(?:only )?"
    r"(?:correct|right|best|true|answer)|follows)\b)"
)
"""A small letter as the name of an option."""
PRAISES = re.compile(
    r"[\"'”’.]{0,3} (?:is|must be|has to be) (?:therefore |thus |clearly )?(?:the )?"
    r"(?:only |single )?(?:correct|right|best|valid|entailed|answer|one)\b"
)
"""After the text of a chosen option."""
APART = "two answers are given for different readings"
CLOSING = "*_`$)]\"'”）"
