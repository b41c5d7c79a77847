"""The option that a response chooses, out of whatever words it is put in.

Owns letters, options told by their text, "none of these", and which of several statements holds:
the last that is no question, no condition, and not taken back. Two letters side by side choose
nothing.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from items.responses.marks import NAME_OF, Mark, line_marks, marks
from items.responses.names import given, of_option
from items.responses.ordinals import named_place
from items.responses.places import (
    MAX_PLACES,
    Place,
    announced,
    boxes,
    first_line,
    keyed,
    objects,
    tagged,
    unwrapped,
)
from items.responses.stances import aside, clause, meant, refused, remarked, standing, unfinished
from items.responses.tongues import told
from items.responses.words import truth_words
from items.values import phrases
from items.values.letters import letter
from items.values.unreadable import Unreadable

_SIGNS = str.maketrans("", "", "*_`$<>()[]{}\"'“”‘’「」【】《》\\#|~")
_EDGES = " \t\r\n.,;:!?。，；：！？、"
_LEAD = re.compile(
    r"(?:boxed|fbox|final answer|answer|option|choice|letter|the|is|its|it is|definitely|clearly|"
    r"indeed|simply|only|just|ok|okay|hmm|well|sure|alright|q\d{1,3}|question \d{1,3}|probably|"
    r"likely|most likely|therefore|"
    r"thus|so|hence|both|either|选项|选择|"
    r"应选|故选|答案|选|是|为|项|应该是|应为|综上所述|综上|因此|所以|只有|仅|"
    r"[\s:：,，.=>→⇒✅✓✔☑️-])*",
    re.IGNORECASE,
)
_LONE = re.compile(r"([A-Za-z])(?![A-Za-z0-9])")
_SECOND = re.compile(
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
"""Another letter beside the first; after a comma it may begin a clause of its own."""
_BOXES = re.compile(
    r"boxed\{[^{}A-Z]{0,8}([A-Z])[^{}]{0,8}\}{1,2}[\s$).\\\]]{0,6}(?:/|,|，|、|&|\bor\b|\band\b|"
    r"或|和|与)"
    r"(?: maybe| possibly| perhaps)?[\s$(\\\[]{0,6}boxed\{[^{}A-Z]{0,8}([A-Z])"
)
"""Two boxes side by side."""
_MANY = re.compile(r"([A-Z]{2,8})(?![A-Za-z0-9])")
_GOES_ON = re.compile(
    r"\s{0,3}(?:$|[^A-Za-z\s])|\s{1,3}(?:because|since|as|and|which|follows|given|"
    r"for|due|with|by|based|in|where|only|here|from|according|option|choice|"
    r"but|not|if|–|-)\b|\s{1,3}[A-Z]"
)
"""What may follow the letter A, which is also a word."""
_NEGATED = re.compile(
    r"(?:not|never|neither|cannot be|isn't|isnt|can't be|anything (?:but|except|other than))\b|"
    r"不是|并非|不选|不为|不",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:none|no (?:valid |right |suitable |matching |such )?(?:option|choice)|no option|"
    r"no correct option|no answer|"
    r"neither(?!\s{1,3}(?:option |choice |statement )?[(\[]?[A-Z](?![a-z]))|nothing|"
    r"all (?:of them )?are wrong|(?:以上|四个|三个|五个|这些|所有|全部|各个?)(?:选项|"
    r"答案)?(?:都|均|皆|全)(?:不|错|没|无)|"
    r"都不对|都不是|均不正确|均不对|都不正确|没有(?:一个)?(?:选项|正确|答案)|没有一个|无正确|"
    r"以上皆非|皆非|无一)",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?:cannot be determined|can not be determined|can't be determined|cannot tell|"
    r"not enough information|undetermined|indeterminate|i do not know|i don't know|i dont know|"
    r"unknown|n/a|"
    r"无法确定|不能确定|无法判断|不知道|不确定)",
    re.IGNORECASE,
)
"""Nothing is chosen, not even none of them."""
_EXCEPTED = re.compile(
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
"""The one option that is excepted from what is said to be wrong."""
_NONE_NAMED = re.compile(
    r"\b(?i:none of|neither of|neither|not one of) ((?:(?:options? |choices? )?[A-Z](?:,? (?:and|"
    r"or|"
    r"nor) |, ?| )){2,8}[A-Z]?)"
    r"(?![A-Za-z0-9])|((?:(?:选项)?[A-Z][、,，和与]{0,2}\s?){2,8})(?:四项|选项|四个选项)?(?:都|"
    r"均|皆|全)(?:不|错|无)"
)
"""All the options that are said not to be it, by their letters."""
_CHOSEN = re.compile(
    r"(?:\b(?:I|we)(?:'d|'ll|’d|’ll| would| will| must| have to| shall)?(?: therefore| thus)? "
    r"(?:choose|chose|pick|picked|select|selected|mean|meant|say|go with|went with|opt for|"
    r"answer|answer with|get|got|mark|settled on|go for|went for|"
    r"vote for|settle on|lean(?:ing)?(?: (?:towards?|to))?|prefer|favou?r|believe it is|"
    r"think it is|"
    r"think it's|conclude)"
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
    r"|(?:暂定|改成|换成|定为|更正|改为|应该是|应为|应是|而是|所以是|因此是|不对，是|就是|"
    r"正确的是)[:：]?)"
    r"[\s*_`\"'“(（\[:：,，]{0,8}(?:option |choice |answer |letter |选项|答案)?"
    r"[\s*_`$\"'“(（\[:：]{0,6}(?!I['’\s][a-z])([A-Za-z])(?![A-Za-z0-9'’])",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"\b(?:is|are|remains|follows is|one is)[\s*(\"“]{1,4}(?:option )?([A-Z])"
    r"(?=[)\].*_\"”]{0,4}(?:\s{0,3}$|[.!]\s|\n|: ))",
    re.MULTILINE,
)
"""A sentence that ends with a letter, as in "the statement that must be true is B"."""
_ENDING_ZH = re.compile(
    r"(?:综上(?:所述)?|因此|所以|故|可见|于是|总之|由此可[知见]|可知|可得|得到|我认为|我觉得|"
    r"我想|看来"
    r"|(?:正确|推出|得出|成立|必然|一定|符合|为真|选)[^，。,.;；\n]{0,8}的(?:只有|就|只)?(?=是|"
    r"只有)|[,，]\s{0,2}(?=是|应)"
    r"|(?<!不)只(?:有|能(?=是)|剩下?)|发现(?=是)|剩下的?(?:就|只有)?|[,，]\s{0,2}(?:即|也就是)|得(?:出|"
    r"到)?(?=[:：\s]{0,2}[A-Z]))"
    r"[,，:：\s]{0,2}(?:答案)?(?:应该|应当|应|就)?(?:是|选|为|"
    r"只有)?\s{0,2}(?:选项)?[(（*\s]{0,3}([A-Z])[)）*\s]{0,3}(?:选项|项)?"
    r"(?=吧|啊|呢|。|\.?\s{0,3}$|!|！|[,，](?!\s{0,2}[A-Z]))"
)
"""A Chinese sentence that ends with a letter."""
_PRAISED = re.compile(
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
    r"is the only (?:option|choice|one|statement) (?:not|left|remaining|that (?:follows|holds|"
    r"works|is (?:not|entailed|supported|consistent)))|can be (?:derived|inferred|"
    r"concluded|proved|proven|deduced)|(?:(?:is|are) )?left|(?:is|"
    r"does)(?=[.!]\s{0,3}\Z)"
    r"|才是(?=[。.]?\s{0,3}\Z)|才?[是为]?(?:唯一)?(?:正确|最?符合题意|成立|对|能推出|可以推出|"
    r"必然为真|最?(?:合适|恰当|"
    r"合理))(?:的|答案|"
    r"选项)?)(?![A-Za-z])(?!\s?(?:吗|\?|？))"
)
_BLAMED = re.compile(
    r"(?<![A-Za-z0-9'’])([A-Z])[)\]）.*_`\"'”]{0,4}\s{0,2}(?:选项|项)?\s{0,2}"
    r"(?:(?:is|was|must be|can)(?:n't|not| not)? ?(?:definitely |clearly |also )?"
    r"(?:wrong|incorrect|false|not|out\b|ruled out|eliminated|invalid|be)"
    r"|不正确|不对|错误?|不成立|被排除)"
)
_RULED_OUT = re.compile(
    r"\b(?:not|rule out|ruling out|eliminate|reject|isn't|wasn't)\s{1,3}(?:option |choice )?"
    r"[(\[*]{0,4}([A-Z])(?![A-Za-z0-9'’])|(?:排除|不选|不是)\s{0,2}(?:选项)?([A-Z])(?![A-Za-z0-9])"
)
_LIST_DENIED = re.compile(
    r"[\s(\[*_\"'“]{0,4}[A-H]\b[)\].*_\"'”]{0,4}"
    r"(?:\s{0,2}(?:,|、|，|and|or|nor|&|和|与|及|或)\s{0,2}(?:and|or|"
    r"nor)?\s?[(\[*_\"'“]{0,4}[A-H]\b"
    r"[)\].*_\"'”]{0,4}){1,7}\s{0,2}(?:all|each|both|都|均|皆)?\s?"
    r"(?:(?:are|is|do|does|did|can|could|will|would)\s?(?:not|n't|never)|cannot|fail"
    r"|(?:are|is)\s(?:all\s|both\s)?(?:wrong|false|incorrect|eliminated|excluded|ruled out|out\b"
    r"|invalid|unsupported)|(?:不|错|可以?排除|被排除))",
    re.IGNORECASE,
)
"""Several letters of which a denial is said."""
_SAID_WRONG = re.compile(
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
_REMARKS = " \t\n.):：;；,，。、(（—–-"
"""Between a letter, its option's text and a remark on it."""
_NOT_SO = re.compile(
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
"""Behind a letter: that it is not so."""
_UNTRUE = re.compile(
    rf"(?:{_NOT_SO.pattern})|(?:this|it|that|which) (?:(?:is|does|was|need|can|has) ?)?(?:not|n't|"
    r"never|cannot|contradicts)\b|(?:(?:the )?premises?|rules?)(?: \d{1,2})? (?:(?:do|does|says?) ?"
    r"(?:not|n't|nothing|otherwise)|never|contradicts?|excludes?|rules?|refutes?)\b|(?:no|"
    r"nothing)\b"
    r"(?! (?:other|else))|not\b"
    r"|(?!因为|由于|其他|其余|其它)[^，。；A-Z]{0,12}(?:不(?!是?\s?[A-Z])|没|未|无|错|矛盾|排除)",
    re.IGNORECASE,
)
"""Behind the text of an option: that it is not so."""
_AFFIRMED = re.compile(
    r"\s{0,3}(?:$|[.!,;:：。，；！、…\n(—–-]|[\u4e00-\u9fff])|\s{1,3}(?:is|are|was|must be|"
    r"follows|because|since|as|which|holds|by|"
    r"given|option|choice|stands|for|due|here|over|instead|rather|from|among|with|on|based|in|"
    r"at|and|or|but|if|unless|"
    r"maybe|perhaps|possibly|not|then|this|the|it|please|[A-Z])\b"
)
"""What may follow a letter that is stated."""
_MISTAKEN = re.compile(
    r"\b(?:wrong|incorrect|false|not|cannot|contradict\w*|distractor|weakest|unsupported|fails?|"
    r"eliminated?|trap|least|worst|"
    r"excluded?|irrelevant|first|next|second|third|begin|start|impossible|untrue|mistake|"
    r"unlike)\b|n't\b",
    re.IGNORECASE,
)
"""In a sentence that ends with a letter: the letter is not what is chosen."""
_JOINED = re.compile(
    r"(?<![A-Za-z])[A-Z][)\]*]{0,3}\s{0,2}(?:,|，|、|/|&|and|or|nor|和|或|与)\s{0,2}(?:and |"
    r"or )?(?:option )?[(\[*]{0,3}$"
)
"""A letter before another: the second is one of several."""
_ASKED = re.compile(r"\b(?:is|was|could|would|can|should)\s{0,2}(?:the |my )?$", re.IGNORECASE)
_WALK = re.compile(
    r"\b(?:check|consider|examine|evaluate|go through|look at|analy[sz]e|test|assess|"
    r"verify)(?:ing)? (?:each|all|every|the)"
    r" (?:of the )?(?:\w{1,8} )?(?:options?|choices?|statements?|answers?)\b|\bone by one\b|"
    r"逐[项一个]|依次(?:分析|检查|判断)",
    re.IGNORECASE,
)
"""The options are gone through: the first of them is no answer."""
_BESIDE_TEXT = re.compile(r"[—–(-]\s{0,2}[Oo]ption ([A-Z])\)?(?=[.!]?\s{0,3}$)", re.MULTILINE)
"""A sentence that names the option behind its text."""
_COUNTED = re.compile(
    r"\bthe (?:first|second|third|fourth|fifth|last) (?:one|option|choice|statement|answer)\s?"
    r"\(([A-Z])\)",
)
_HEADED = re.compile(
    r"^[\s#*_>]{0,8}(?:(?:(?:final|my|the) ){0,2}(?:answer|choice)|(?:最终|正确)?答案)[\s*_]{0,4}\n"
    r"[\s*_>(\[]{0,8}([A-Z])[\s*_)\].。]{0,6}$"
    r"|^[\s#*_>]{0,8}(?:TL;?\s?DR|in (?:short|brief)|short answer|bottom line|简答|"
    r"简言之)[\s*_]{0,4}[:：,，]"
    r"[\s*_(\[]{0,6}([A-Z])(?=[\s*_)\]]{0,4}(?:$|[.。,，;—–(]))",
    re.MULTILINE | re.IGNORECASE,
)
"""A heading, or "in short", and the letter."""
_NUMBERED = re.compile(
    r"^\s{0,4}\d{1,2}[.)、]\s{0,3}[(*]{0,3}([A-Z])[)*.]{0,3}\s{0,3}$", re.MULTILINE
)
"""A numbered line that is nothing but a letter."""
_ONLY_ASKED = re.compile(r"[^.!?。！？\n]{1,80}?(?:还是|或者?|\bor\b)[^.!?。！？\n]{1,40}[?？]")
"""A response that only asks which of two it is."""
_LEADING_LETTER = re.compile(
    r"[\s*_(\[\"'“`$]{0,8}(?:(?:option|choice|选项)\s?)?[(\[*]{0,3}([A-Z])(?![A-Za-z0-9'’])",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(
    r"(?<![A-Z])[.。!！)][\"”']?\s{1,3}[*(\[_]{0,3}([A-Z])[*)\]_]{0,3}[.。]?\s{0,8}\Z"
)
"""A last sentence of one letter."""
_NONE_SAID = re.compile(
    r"\bnone of (?:the|these|those) (?:four |five |three |given |above |listed )?"
    r"(?:options?|choices|statements|answers|above)\b(?: (?:given|above|listed|here))?"
    r"(?!\s(?:other|except|but|besides|apart|save))"
    r"|\ball (?:of )?(?:the )?(?:four |three |five |these )?(?:options|choices|statements|"
    r"answers) (?:are|seem) "
    r"(?:wrong|incorrect|false|invalid)\b"
    r"|\bthere is no (?:correct|right|valid) (?:answer|option|choice)\b(?!\s(?:other|except|but|"
    r"besides))"
    r"|(?:本题|题目|这道题|此题)(?:没有|无)(?:正确)?(?:答案|选项)",
    re.IGNORECASE,
)
_NONE_OPTION = re.compile(
    r"none(?: of (?:the|these|those|them)(?: (?:other |given )?(?:options|choices|statements|"
    r"answers|above))?)?"
    r"|neither|(?:以上|上述|前面)?(?:选项|答案)?(?:都|均|皆|全)(?:不|没|无|非)[^,，]{0,6}|"
    r"没有(?:一个)?[^,，]{0,6}(?:选项|正确|答案)[^,，]{0,4}"
)
_TRUE = ("true", "right", "correct", "yes", "✓", "✅", "正确", "对")
_SPOKEN_OF = re.compile(
    r"\s{1,3}(?:is|are|was|were|says|said|has|have|had|implies|imply|contradicts|would|must|can|"
    r"could|may|might|"
    r"follows from (?:option |statement )?[A-Z](?![a-z])|does|do|did|requires|means|seems|looks|"
    r"should|needs|claims|states)\b"
)
"""What goes on in a sentence about a letter; whether it praises the letter is looked at before."""
_SOFT = re.compile(
    r"(?:it|that|this|should|must|has to|ought|actually|final|correction|therefore|thus|hence|"
    r"consequently|conclusion|"
    r"in conclusion|so|∴|no|nope|wait|hold on|namely|only|premises|rather|instead)\b|∴",
    re.IGNORECASE,
)
"""How a statement begins that may as well be a step on the way."""
_OBJECTS = re.compile(
    r"(?:^|[.!?。！？\n])\s{0,3}(?:however|but|yet|still)\b|然而|不过|但是", re.IGNORECASE
)
"""What may take a step back."""
_SEQUENCE = re.compile(r"(?:\s{1,4}[A-Z]\b){2}")
"""Further letters, as in a list of marks."""
_WORD = re.compile(
    r"(?!选|项|是|为|正|对|符|成|吧|啊|吗|呢|解|分|和|或|与|不|错|也|都|均|可|能|因|由|其|这|必|"
    r"才|唯|"
    r"最)[\u4e00-\u9fff]"
)
"""A Chinese word that begins a sentence about the letter before it."""
_OPTION_LETTERS = "ABCDEFGHIJ"
_CONDITIONAL = re.compile(
    r"[\s,，]{0,3}(?:(?:only )?(?:if|unless|provided|assuming)\b(?! and only)|(?:ONLY )?IF\b)"
    r"|[,，]?(?:如果|除非|前提是)"
    r"|\s(?:under|on|in) (?:one|an?other|some|that|the (?:first|other|second)) "
    r"(?:reading|interpretation|view|sense|understanding)\b",
)
"""A condition behind a letter, in small letters: "D Assuming that …" begins the option's text."""
_SCORED = re.compile(r"\s?[:=(]\s?\d")
_STRONG = re.compile(r"\*\*\s?[(\[]?([A-Z])[)\].:]?\s?\*\*|__([A-Z])__|「([A-Z])」|【([A-Z])】")
_BRACKETED = re.compile(r"(?<![A-Za-z0-9])[(\[（]([A-Z])[)\]）]")
_LISTED = re.compile(
    r"^[\s*_>#-]{0,8}(?:[Oo]ption |[Cc]hoice |"
    r"选项)?[(\[（]?([A-Z])(?:[)\]）.:：、*_]{1,4}|项\s?[:：]|\s[–—-]\s)\s{0,4}.{0,200}$",
    re.MULTILINE,
)
_SENTENCE_END = re.compile(r"[.。!?！？;；\n](?:\s|$)|[。！？；]")
_CAPITAL = re.compile(r"(?<![A-Za-z0-9'’])([A-Z])(?![A-Za-z0-9'’])")
_SMALL = re.compile(
    r"(?<![\w(])[(\[]?([a-h])[)\]](?![\w(])"
    r"|\A([a-h])(?=\s(?:(?:is|must be) (?:the )?(?:only )?"
    r"(?:correct|right|best|true|answer)|follows)\b)"
)
"""A small letter as the name of an option."""
_PRAISES = re.compile(
    r"[\"'”’.]{0,3} (?:is|must be|has to be) (?:therefore |thus |clearly )?(?:the )?"
    r"(?:only |single )?(?:correct|right|best|valid|entailed|answer|one)\b"
)
"""Behind the text of an option that is chosen."""
_APART = "two answers are given, each on a reading of its own"
_CLOSING = "*_`$)]\"'”）"


class Said(NamedTuple):
    """One statement of a choice."""

    at: int
    option: int | None
    step: bool = False
    """Whether it may as well be a step on the way to another."""


def chosen(text: str, count: int, options: Sequence[str]) -> int | None:
    """The option a response chooses, from 0 in the order shown; None for none of them (N).

    `text` is the response without its reasoning; `options` are the texts as shown, where known.

    Raises:
        Unreadable: it chooses nothing, or several.
    """
    reader = _Reader([letter(place) for place in range(count)], options)
    return reader.read(unicodedata.normalize("NFKC", text))


def chosen_value(value: Any, count: int, options: Sequence[str]) -> int | None:
    """The same, of what stands in the place of an answer in a JSON object."""
    return _Reader([letter(place) for place in range(count)], options).value(value)


class _AmbiguousError(Unreadable):
    """Several letters are given."""


class _Reader:
    """Reads choices among some letters, with the options' texts as shown."""

    def __init__(self, letters: Sequence[str], options: Sequence[str]) -> None:
        self.letters = letters
        self.shown = [unicodedata.normalize("NFKC", option).strip() for option in options]
        self.options = [phrases.plain(option) for option in options]

    def read(self, text: str) -> int | None:
        """The choice of a whole response. Raises Unreadable."""
        text = standing(text.strip()).strip()
        if not text:
            raise Unreadable("the response is empty")
        if _ONLY_ASKED.fullmatch(text):
            raise Unreadable("the response is a question")
        for value in reversed(keyed(text)):
            return self.value(value)
        for value in reversed(list(objects(text))):
            if (at := self._true_one(value)) is not None:
                return at
        for inner in reversed(tagged(text)):
            return self._inside(standing(inner))
        text = self._in_capitals(unwrapped(text))
        if "\n" not in text and len(text) <= 300:
            return self._short(text)
        return self._prose(text)

    def _in_capitals(self, text: str) -> str:
        """A text with letters such as "(b)" and "b)" as capitals, where no option has a capital."""
        if any(match[1] in self.letters for match in _CAPITAL.finditer(text)):
            return text
        return _SMALL.sub(
            lambda match: match[0].upper() if _first(match).upper() in self.letters else match[0],
            text,
        )

    def _true_one(self, value: Mapping[str, Any]) -> int | None:
        """The one letter of an object from letters to truth values that is true."""
        said = {str(key).strip().upper(): entry for key, entry in value.items()}
        if len(said) < 2 or not said.keys() <= set(self.letters):
            return None
        true = [key for key, entry in said.items() if str(entry).strip().lower() in _TRUE]
        if len(true) > 1:
            raise _AmbiguousError(f"several options are given: {', '.join(true)}")
        return self.letters.index(true[0]) if true else None

    def value(self, value: object) -> int | None:
        """What stands in a JSON object."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict) and (at := self._true_one(value)) is not None:
            return at
        if isinstance(value, list):
            raise _AmbiguousError("several options are given")
        if not isinstance(value, str):
            raise Unreadable(f"no letter: {str(value)[:40]!r}")
        return self._inside(standing(unicodedata.normalize("NFKC", value)))

    def _short(self, text: str) -> int | None:
        """The choice of a text of one line."""
        said = self._stated(text)
        return said.option if said is not None else self._inside(text)

    def _inside(self, text: str) -> int | None:
        """What stands in a place made for the answer."""
        try:
            return self.direct(text)
        except _AmbiguousError:
            raise
        except Unreadable:
            return self._prose(text)

    def _prose(self, text: str) -> int | None:
        """The last statement, else a line that is nothing but a choice, else the one letter that
        stands out."""
        said = self._stated(text)
        if said is not None:
            return said.option
        names = given(text)
        lines = [line for line in text.split("\n") if line.strip(" \t\r*_`#>-")]
        listed = {match[1] for match in _LISTED.finditer(text)} & set(self.letters)
        for line in (lines[-1], lines[0]) if lines else ():
            if _LISTED.match(line) and (len(listed) > 1 or _WALK.search(text)):
                continue
            try:
                return self.direct(line, strict=True)
            except _AmbiguousError:
                raise
            except Unreadable:
                continue
        if names:
            return self._sentence(text)
        if len(numbered := _NUMBERED.findall(text)) == 1:
            return self.direct(numbered[0])
        if (said := self._marked(text, line_marks(text, self.letters))) is not None:
            return said.option
        if last := _LAST_WORD.search(text, max(0, len(text) - 40)):
            return self.direct(last[1])
        for pattern in (_STRONG, _BRACKETED):
            standing_out = {
                next(filter(None, match.groups())) for match in pattern.finditer(text)
            } & set(self.letters)
            if len(standing_out) == 1 and self._undisputed(text, pattern):
                return self.letters.index(standing_out.pop())
        return self._sentence(text)

    def _sentence(self, text: str) -> int | None:
        """The option that the last sentence names by its place, or by its text."""
        last = [said for said in _SENTENCE_END.split(text) if said.strip(_EDGES)][-1:]
        for said in (text, *last):
            if (
                place := named_place(phrases.plain(said.translate(_SIGNS)), len(self.letters))
            ) is not None:
                return place
        if refused(text):
            raise Unreadable("the response refuses to answer")
        if len(text) <= 400 and (option := self._told(text)) is not None:
            return option
        shown = text if len(text) <= 60 else text[:59] + "…"
        raise Unreadable(f"no letter from A to {self.letters[-1]} and no N: {shown!r}")

    def _undisputed(self, text: str, pattern: re.Pattern[str]) -> bool:
        """Whether each letter that a pattern finds is meant, and none is said to be wrong."""
        return all(
            meant(text, match.start(), match.end())
            and not _MISTAKEN.search(clause(text, match.start()))
            and not _SAID_WRONG.match(text[match.end() : match.end() + 40])
            for match in deque(pattern.finditer(text), maxlen=MAX_PLACES)
        )

    def _told(self, text: str) -> int | None:
        """The one option whose text ends a short response; by a word such as "uncertain", where the
        options are truth values."""
        plain = phrases.plain(text)
        same = [n for n, option in enumerate(self.options) if len(option) >= 8 and option in plain]
        if len(same) == 1:
            end = plain.index(self.options[same[0]]) + len(self.options[same[0]])
            if _PRAISES.match(plain[end:]) and meant(plain, end - len(self.options[same[0]]), end):
                return same[0]
        if len(same) == 1 and plain.endswith(self.options[same[0]]):
            at = len(text) - len(self.options[same[0]])
            if meant(text, at, len(text)) and not _MISTAKEN.search(clause(text, at)):
                return same[0]
        values = [truth_words().whole(option) for option in self.options]
        if len(values) > 1 and None not in values and len(set(values)) == len(values):
            try:
                return values.index(truth_words().read(text))
            except (Unreadable, ValueError):
                return None
        return None

    def _stated(self, text: str) -> Said | None:
        """The last statement of a choice, or the one option marked as right; None where there is
        none. Raises where it gives two, or takes back what it states."""
        bare = text
        for shown in self.shown:
            if len(shown) > 3:
                bare = bare.replace(shown, " " * len(shown))
        names = given(bare)
        listed = [] if names else marks(bare, self.letters)
        pieces, end = list[str](), 0
        for mark in listed:
            pieces += (text[end : mark.begin], " " * (mark.end - mark.begin))
            end = mark.end
        left = "".join((*pieces, text[end:]))
        blamed = {(match[1], match.start()) for match in _BLAMED.finditer(text)}
        blamed |= {(match[1] or match[2], match.start()) for match in _RULED_OUT.finditer(text)}
        last: dict[str, int] = {}
        for name, place in blamed:
            last[name] = max(last.get(name, -1), place)
        statements = sorted(self._statements(left, names), key=lambda pair: pair[0])
        if not statements:
            return self._marked(text, listed)
        at, said = self._last(text, statements)
        if isinstance(said, Unreadable):
            raise said
        if said.option is not None and last.get(self.letters[said.option], -1) > at:
            raise Unreadable(f"{self.letters[said.option]} is given, and said to be wrong")
        if said.step and (at < unfinished(text) or _OBJECTS.search(text, at)):
            raise Unreadable("the response goes on without coming to an answer")
        return said

    def _last(
        self, text: str, statements: Sequence[tuple[int, Said | Unreadable]]
    ) -> tuple[int, Said | Unreadable]:
        """The last statement that is about the question as it was answered. Raises where a later
        one may be about another reading, or not."""
        firm = [pair for pair in statements if not aside(text, pair[0])]
        at, said = statements[-1]
        if firm and firm[-1] is statements[-1]:
            return at, said
        if not firm:
            try:
                firm = [(0, Said(0, self.direct(first_line(text), strict=True)))]
            except Unreadable:
                if len({getattr(other, "option", None) for _, other in statements}) > 1:
                    raise _AmbiguousError(_APART) from None
                return at, said
        first = firm[-1][1]
        same = isinstance(first, Said) and isinstance(said, Said) and first.option == said.option
        if not (same or remarked(text, at)):
            raise _AmbiguousError(_APART)
        return firm[-1]

    def _marked(self, text: str, listed: Sequence[Mark]) -> Said | None:
        """The one option that is marked as right; None where none is. Raises where several are, and
        where the text breaks off among them."""
        last = _LISTED.match(text, text.rstrip().rfind("\n") + 1)
        judged = {mark.letter for mark in listed}
        if judged and last and last[1] in set(self.letters) - judged and unfinished(text):
            raise Unreadable("the response breaks off among the options")
        right = {mark.letter for mark in listed if mark.right}
        wrong = {mark.letter for mark in listed if not mark.right}
        if len(right) > 1 or right & wrong:
            raise _AmbiguousError(f"several options are marked: {', '.join(sorted(right))}")
        if wrong >= set(self.letters):
            raise Unreadable("every option is marked as wrong")
        if right and wrong:
            return Said(listed[0].begin, self.letters.index(right.pop()))
        return None

    def _statements(self, text: str, names: bool) -> Iterator[tuple[int, Said | Unreadable]]:
        """Where choices are stated, and what they are; an error where one gives two. With `names`
        letters stand for other things than options, where nothing says otherwise."""
        for at, end, name in told(text):
            if name in self.letters and meant(text, at, end):
                yield at, Said(at, self.letters.index(name))
        for place in (*announced(text), *boxes(text)):
            if not self._meant(text, place):
                continue
            try:
                yield place.at, Said(place.at, self._announced(place.value, place.plain))
            except _AmbiguousError as error:
                if not self._all_named(place.value):
                    yield place.at, error
            except Unreadable:
                continue
        for match in _BOXES.finditer(text):
            if match[1] != match[2] and {match[1], match[2]} <= set(self.letters):
                both = f"two letters are given: {match[1]} and {match[2]}"
                yield match.end(), _AmbiguousError(both)
        for match in deque(_EXCEPTED.finditer(text), maxlen=MAX_PLACES):
            if (name := _first(match)) in self.letters:
                yield match.end(), Said(match.end(), self.letters.index(name))
        for match in deque(_HEADED.finditer(text), maxlen=MAX_PLACES):
            if (name := _first(match)) in self.letters and meant(text, match.start(), match.end()):
                yield match.start(), Said(match.start(), self.letters.index(name))
        for match in deque(_NONE_SAID.finditer(text), maxlen=MAX_PLACES):
            if meant(text, match.start(), match.end()):
                yield match.start(), Said(match.start(), self._nobody())
        for match in deque(_NONE_NAMED.finditer(text), maxlen=MAX_PLACES):
            if set(_CAPITAL.findall(_first(match))) >= set(self.letters):
                yield match.start(), Said(match.start(), self._nobody())
        for pattern in (_CHOSEN, _ENDING, _ENDING_ZH, _BESIDE_TEXT, _COUNTED, _PRAISED):
            for match in deque(pattern.finditer(text), maxlen=MAX_PLACES):
                name = match[1]
                rest = text[match.end(1) : match.end(1) + 40].lstrip(_CLOSING)
                if name.upper() not in self.letters or rest[:1] in ("?", "？"):
                    continue
                if names and not of_option(
                    f"{clause(text, match.start())[-60:]}{match[0]}{rest[:24]}"
                ):
                    continue
                begin = match.start() + (match[0][0] in ",，")
                if not meant(text, begin, self._end(text, match.end(1), name)):
                    continue
                if self._passed_over(text, match, rest, pattern):
                    continue
                second = _SECOND.match(rest)
                other = _first(second)
                if other in self.letters and other != name.upper():
                    both = f"two letters are given: {name} and {other}"
                    yield match.start(), _AmbiguousError(both)
                    continue
                step = pattern is not _CHOSEN or _SOFT.match(match[0]) is not None
                option = self.letters.index(name.upper())
                yield match.start(), Said(match.start(), option, step)

    def _passed_over(
        self, text: str, match: re.Match[str], rest: str, pattern: re.Pattern[str]
    ) -> bool:
        """Whether a letter in a sentence such as "so B …" is a word, or is not what is chosen."""
        before = text[max(0, match.start() - 20) : match.start(1)]
        if NAME_OF.search(before):
            return True
        if pattern is _PRAISED:
            held = meant(text, match.start(), match.end())
            return not held or _JOINED.search(before) is not None
        named = any(word in match[0].lower() for word in ("option ", "choice ", "letter ", "选项"))
        if not (named or _alone(match[1], rest)):
            return True
        if _SAID_WRONG.match(rest) or not _AFFIRMED.match(rest):
            return True
        return pattern is _ENDING and _MISTAKEN.search(clause(text, match.start(1))) is not None

    def _meant(self, text: str, place: Place) -> bool:
        """Whether an announcement is meant, and is no question."""
        before = text[max(0, place.at - 30) : place.at]
        if not place.plain and _ASKED.search(before):
            return False
        end = text.find(place.value[:30], place.begin) if place.value else place.begin
        leading = _LEADING_LETTER.match(place.value)
        if leading is not None:
            end = self._end(text, end + leading.end(), leading[1])
            if _SAID_WRONG.match(text[end : end + 40].lstrip(_CLOSING + "}$")):
                return False
        return meant(text, place.at, end)

    def _end(self, text: str, end: int, name: str) -> int:
        """Where a letter ends, with the text of its option behind it."""
        place = self.letters.index(name.upper()) if name.upper() in self.letters else -1
        if 0 <= place < len(self.shown) and self.shown[place]:
            at = text.find(self.shown[place], end, end + 8 + len(self.shown[place]))
            if at >= 0:
                return at + len(self.shown[place])
        return end

    def _announced(self, value: str, plain: bool) -> int | None:
        """What an announcement gives: what it begins with, else the one letter in its sentence."""
        if not value:
            raise Unreadable("nothing is announced")
        try:
            return self.direct(value, strict=not plain)
        except _AmbiguousError:
            raise
        except Unreadable:
            sentence = _SENTENCE_END.split(value, maxsplit=1)[0][:160]
            places = [
                match
                for match in _CAPITAL.finditer(sentence)
                if match[1] in self.letters
                and (match[1] != "A" or _GOES_ON.match(sentence[match.end() :]))
            ]
            names = {match[1] for match in places}
            said = all(meant(sentence, match.start(), match.end()) for match in places)
            if len(names) == 1 and said and not _NEGATED.search(sentence):
                return self.letters.index(names.pop())
            raise

    def direct(self, text: str, *, strict: bool = False) -> int | None:
        """The option of a text that begins with it, or is its text; None for none of them. With
        `strict` a letter must be followed by a mark, by what a statement goes on with, or by its
        option's text. Raises Unreadable."""
        whole = phrases.plain(text.translate(_SIGNS))
        same = [n for n, option in enumerate(self.options) if option and option == whole]
        if len(same) == 1 and len(whole) > 1:
            return same[0]
        signed = text.translate(_SIGNS).strip()
        lead = _LEAD.match(signed)
        bare = signed[lead.end() if lead else 0 :]
        if _NEGATED.match(bare) and not _NOBODY.match(bare):
            raise Unreadable(f"what is not the answer: {text[:40]!r}")
        if _LIST_DENIED.match(bare):
            raise Unreadable(f"what are not the answers: {text[:40]!r}")
        many = _MANY.match(bare)
        if many and len(set(many[1])) == len(many[1]) and set(many[1]) <= set(self.letters):
            raise _AmbiguousError(f"several letters are given: {many[1]}")
        match = _LONE.match(bare)
        rest = bare[match.end() :] if match else ""
        second = _SECOND.match(rest)
        other = _first(second)
        if match and second and match[1] != other and {match[1], other} <= set(self.letters):
            raise _AmbiguousError(f"two letters are given: {match[1]} and {other}")
        if match is None or not self._is_letter(match[1], rest, bare, strict):
            for said in (bare.strip(_EDGES), signed.strip(_EDGES)):
                if _NOBODY.match(said) and not _EXCEPTED.search(text):
                    return self._nobody()
                if _OPEN.match(said):
                    raise Unreadable("nothing is chosen")
            raise Unreadable(f"no letter: {text[:60]!r}")
        name = match[1].upper()
        if rest.lstrip()[:1] == "?":
            raise Unreadable("a letter with a question mark")
        if _SCORED.match(rest):
            raise Unreadable("a letter with a number")
        if _WORD.match(rest) or _SEQUENCE.match(rest) or _SPOKEN_OF.match(rest):
            raise Unreadable(f"{name} is only spoken of")
        if name not in self.letters:
            if name == "N" or (name in _OPTION_LETTERS and name != "I"):
                return None
            raise Unreadable(f"no letter of an option: {name}")
        if _SAID_WRONG.match(rest) or self._untrue(name, rest):
            raise Unreadable(f"{name} is said to be wrong")
        told = self.options[self.letters.index(name)] if self.options else ""
        if _CONDITIONAL.match(rest) and not (told and phrases.plain(rest).startswith(told)):
            raise _AmbiguousError(f"{name} is given on a condition")
        return self.letters.index(name)

    def _untrue(self, name: str, rest: str) -> bool:
        """Whether what follows a letter, with its option's text or without, says that it is not
        so."""
        said = rest.lstrip(_REMARKS)
        place = self.letters.index(name)
        shown = self.shown[place].translate(_SIGNS) if place < len(self.shown) else ""
        if shown and said.startswith(shown):
            return _UNTRUE.match(said[len(shown) :].lstrip(_REMARKS)) is not None
        return said != rest and _NOT_SO.match(said) is not None

    def _is_letter(self, name: str, rest: str, bare: str, strict: bool) -> bool:
        """Whether a lone character is meant as a letter, and is no word."""
        if not rest.strip(_EDGES):
            return True
        if name.islower():
            return rest[:1] in ".):：。、,;" and name in "abcdefgh"
        if name not in self.letters:
            # E, F, …: none of the options, where it stands as a letter does; "I think" does not.
            return rest[:1] in ".):：" and name != "I"
        place = self.letters.index(name)
        if place < len(self.options) and phrases.plain(rest) == self.options[place]:
            return True
        if phrases.plain(bare) in self.options:
            return False
        if name == "A" or strict:
            return _GOES_ON.match(rest) is not None
        return True

    def _nobody(self) -> int | None:
        """The option that says "none of the above" itself, else None, for none of them."""
        said = [n for n, option in enumerate(self.options) if _NONE_OPTION.fullmatch(option)]
        return said[0] if len(said) == 1 else None

    def _all_named(self, value: str) -> bool:
        """Whether a text names every option, as an instruction does."""
        names = {match[1] for match in _CAPITAL.finditer(value[:80])}
        return names >= set(self.letters)


def _first(match: re.Match[str] | None) -> str:
    """What the group that matched holds; nothing without a match."""
    return next(filter(None, match.groups()), "") if match else ""


def _alone(name: str, rest: str) -> bool:
    """Whether a letter after words such as "so" or "it is" is no word: the article "a", or "I"."""
    if name.islower():
        return not rest.strip() or rest[:1] in ".,;\n"
    return name not in ("A", "I") or _GOES_ON.match(rest) is not None
