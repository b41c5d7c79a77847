"""Whether a statement in a response is meant as its answer.

Owns the retraction of everything said before, and the words that mark a statement as supposed,
denied, hedged, or attributed to somebody else. It applies to every kind of answer. Statements that
are not meant are never read, and a retracted answer without a replacement is unreadable.
"""

import re

from items.values.unreadable import Unreadable

CONTEXT_LENGTH = 200
"""Number of characters examined before and after a statement."""
BEGINNING = 12
"""Number of characters of a statement used to recognize its beginning."""
FOLLOWING_LENGTH = 60
"""Number of characters after a statement that may refer it to something else."""
_BREAK = re.compile(
    r"(?<!\.[a-z])(?<!\bvs)[.!?…](?=\s|$|[^\x00-\x7f])|[。！？;；\n]|"
    r"(?<!anything )(?<!nothing )(?<!all )(?<!none )\bbut\b"
    r"|\b(?:however|(?<!\bif )instead|yet)\b"
    r"|[,，]\s{0,2}(?:应该?|应当)(?=选|是|为)|实则|实际上|后来|"
    r"[,，]\s{0,2}而?(?=(?:本|这一?道?|此)题)|[,，]\s{0,2}(?:最终|(?=我(?:选|认为|觉得|的)))"
    r"|[,，]\s{0,2}(?:so|thus|hence|therefore|and so)\b"
    r"|\bso\s(?=(?:it|the|we|I|my|that|this|option|answer)\b|[A-Z]\b)|\b(?:therefore|thus|hence)\b"
    r"|(?:(?<=\bwrong)|(?<=\bmistaken)|(?<=\bincorrect)|(?<=\berror)|(?<=\bmistake)):\s"
    r"(?=it (?:is|must)\b)"
    r"|但是?|然而|不过|而是|因此|所以|其实|故(?=选|答|应)|综上",
    re.IGNORECASE,
)
"""Beginning of another statement, unaffected by what was said before."""
_CONCEDED = re.compile(
    r"\b(?:while|whereas|although|though|even though|despite|in spite of|contrary to|"
    r"regardless of|no matter|unlike|notwithstanding|granted|admittedly)\b[^.;!?\n]{1,120},"
    r"(?=\s(?:(?:the|my|option|only|still|it)\b|(?-i:[A-I])\b))"
    r"|(?:虽然?|虽说|尽管|即便|即使|纵使|纵然|哪怕|固然|诚然|就算|不管|无论|不论|与(?=[^,，]{1,20}(?:相反|不同)[,，]))"
    r"[^。；;！？!?\n]{1,60}[,，]\s{0,2}"
    r"(?=(?:(?:但|可|却|还|仍然?|依然|真正)?(?:正确|最终|本题|答案|应|能|只有|该|选|符合))|(?-i:[A-I])(?![a-z]))",
    re.IGNORECASE,
)
"""A concession before a statement, up to its beginning: it does not affect the statement."""
_SAYS = (
    r"(?:would|might|may|could|will|says?|said|writes?|wrote|written|thinks?|thought|argues?|claims?|picks?|chooses?|"
    r"selects?|answers?|answered|believes?|(?:is|are|was|were) (?:convinced|sure|certain)|"
    r"concludes?|assumes?|guess(?:es)?|suggests?|suggested|"
    r"hints?|hinted|insists?|goes for|go for|"
    r"fall(?:s)? for|prefers?|(?:are|is|was|be|feel|get) tempted)"
)
_OF_OTHERS = re.compile(
    r"\b(?:nobody|no[- ]one|people|persons?|readers?|students?|solvers?|test[- ]takers?|someone|"
    r"somebody|anyone|"
    rf"everyone|others|some|many|most|they|he|she|friend|colleague|user|reviewers?|gpt|chatgpt|"
    rf"model)\s(?:\w+\s){{0,3}}?{_SAYS}\b"
    rf"|\b(?:people|persons?|those|readers?|students?|solvers?|test[- ]takers?|beginners?|someone|"
    rf"anyone|everyone|everybody)\s(?:who|that)\s[^.,;!?\n]{{1,80}}?\s{_SAYS}\b|\bwhoever\b"
    r"|\b(?:frequent|common|typical|usual|classic|popular) (?:\w{1,12} )?(?:errors?|slips?|"
    r"fallac(?:y|ies)|pitfalls?|mis\w{3,16}|choices?|answers?|responses?)\b"
    r"|\b(?:one|you) (?:might|may|could|would|can) (?:\w+ ){0,2}?(?:be tempted|think|say|argue|"
    r"object|pick|choose|answer|believe|suppose|expect|guess|assume|read)\b"
    r"|\b(?:tempt(?:s|ed|ing|ation)|distractors?|trap|answer key|(?:textbook|official|book|"
    r"given)(?:'s)? "
    r"(?:key|answer|solution)|instructions?|(?:asked|told|instructed) "
    r"(?:me |us )?to|(?<!am )(?<!'m )mistaken(?:ly)?|wrongly|mistake|naive(?:ly)?|"
    r"careless(?:ly)?|hasty|"
    r"misread(?:ing|s)?|misled|(?<!\bI )(?<!\bI'll )(?:reply|respond|answer|write|output|"
    r"end)\s(?:only )?"
    r"(?:with|in the form|as)|(?:format|form) (?:is|was|of)|template|placeholder)\b"
    r"|(?:常见|典型|普遍|经典)的?(?:错误|误解|陷阱|错选)|误区|错选"
    r"|有人|有些人|有的人|同学|读者|考生|学生|很多人|不少人|许多人|多数人|人们|大家|别人|他们|[他她](?:说|认为|觉得|选|写)|"
    r"网友|粗心|(?<!错)误(?=以为|认|选|判|读|解)|易错|容易(?:错|误)|"
    r"要求(?:我|输出|回答)|题目说|标准答案|参考答案说|格式|示例|陷阱|干扰项|的说法|这一说法",
    re.IGNORECASE,
)
"""Words that attribute a statement to somebody else, or to an instruction."""
_OTHER_QUESTION = re.compile(
    r"(?<!unlike the )(?<!from the )(?<!contrast to the )\b"
    r"(?:practice|previous|earlier|preceding|next|other|converse|inverse|reverse|example|sample|"
    r"warm-?up|control)\s(?:question|problem|item|example|exercise|puzzle|task|one)s?\b"
    r"|\b(?:to|for) the (?:example|sample|converse|inverse|other|second|third|next)\b"
    r"|\bas for\b|\bfor [\"“'‘]|\bfollow-?up\b|至于|另一个?(?:陈述|问题|命题|结论)|第[二三四五]问"
    r"|\b(?:if|had) (?:you|we|one|the question|it) (?:had )?(?:mean|meant|interpret(?:ed)?|read|"
    r"take|took|"
    r"ask(?:s|ed)?|want(?:ed)?|consider(?:ed)?|includ(?:e|ed)|assum(?:e|ed)|allow(?:ed)?)\b"
    r"|\bwith [^.;!?\n]{1,40}\b(?:in place of|instead of|rather than)\b"
    r"|\bwould (?:be|have been) [^.;!?\n]{1,30}\bwithout (?:the |that |this )?"
    r"(?:premise|rule|fact|clue|condition|assumption|sentence|statement)"
    r"|\bonly (?:in|under|on|with) (?:the|an?) (?:\w{1,14} )?(?:reading|interpretation|assumption|"
    r"sense)\b"
    r"|\b(?:another|an alternative|a different|a non-?\w{3,12}) (?:reading|interpretation|"
    r"assumption|sense|view)\b|(?:另|换|其他|其它|别的)一?种?(?:理解|解读|解释|读法)"
    r"|(?:上|前|下|另)一?[道个]?(?:例?题|问题|小题)|例题|样题|示例题|逆命题|"
    r"(?:宽松|严格|包容|排他|广义|狭义)(?:来说|地说|而言|意义上|理解)",
    re.IGNORECASE,
)
"""Words that refer a statement to another question, or another reading of it."""
_BY_NUMBER = re.compile(r"\b(?:to|for|of|in) (?:question|problem|item) \d", re.IGNORECASE)
"""A question by its number: a different one, if an answer was given before."""
_ANSWERED = re.compile(r"\banswer\b|答案", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(?:people|persons|readers|students|solvers|test[- ]takers|others|some|many|most|they|"
    r"everyone|beginners|textbooks|those|"
    r"models)\s(?:(?:who|that)\s[^.;!?\n]{1,80}\s)?(?:\w{1,12}\s){0,2}$",
    re.IGNORECASE,
)
_DO = re.compile(
    r"(?:choose|chose|pick|picked|select|selected|answer|say|mean|get|go|went|favou?r|prefer|"
    r"conclude|vote|lean)\b",
    re.IGNORECASE,
)
"""A verb of choosing, after somebody else as its subject."""
_EARLIER = re.compile(
    r"(?:\b(?:initially|at first|first (?:thought|said|picked|chose|answered|wrote|considered|"
    r"guess\w*|instinct|impression|glance)|previously (?:thought|said|picked|chose|answered)|"
    r"originally|used to|"
    r"had (?:thought|said|considered|written|picked|chosen)|almost|nearly|was (?:going|about) to|"
    r"was (?:tempted|torn|inclined))\b|原以为|本以为|还以为|以为|起初|最初|一开始|先前|"
    r"刚才|刚刚|与其|之前我|差点|看似|看起来|看上去|乍一?看|表面上|曾(?:经)?(?:想|认为|觉得|考虑))"
    r"[,，]?[^,，]{0,80}$",
    re.IGNORECASE,
)
"""Words that mark a statement as an earlier thought."""
_SUPPOSED = re.compile(
    r"(?:\b(?:if|suppose|supposing|assume|assuming|whether|when|unless|otherwise|else|had|could|"
    r"provided|as long as|so long as|in case|might|may|perhaps|"
    r"maybe|possibly|format|form|e\.g\.?|example|instead of|rather than)\b|"
    r"假设|假如|如果|倘若|若|要么|或者?|除非|是否|例如|比如|格式|可能|也许|或许|大概|似乎)"
    r"[^.,;，；\n。!?]{0,60}$",
    re.IGNORECASE,
)
_READING = (
    r"(?:readings?|interpretations?|assumptions?|semantics|import|logics?|worlds?|senses?|domains?|"
    r"definitions?|conventions?|construals?|understandings?|views?|english|usage|terms|"
    r"negation as failure|(?:premise|rule|fact|clue)s?(?: \d{1,2})? (?:\w{1,12}ed|missing|absent|"
    r"left out))"
)
"""What may be understood differently, so that the answer would change."""
_CONDITION = re.compile(
    r"^\s{0,3}should\b|\b(?:if|had|were|without|unless|otherwise|with the|in that case|then)\b"
    rf"|\b(?:under|with|on|in|by)\b[^.;:!?\n]{{0,60}}\b{_READING}\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    rf"\b(?:if|unless|suppos(?:e|ing)|assuming|should)\b"
    rf"|\b(?:under|with|on|in|by|depending on)\b[^.;:!?\n]{{0,60}}\b{_READING}\b"
    r"|(?:另|换|其他|其它|别的)一?种?(?:理解|解读|解释|读法)",
    re.IGNORECASE,
)
"""In a statement: it may be about another reading of the question."""
_REMARK = re.compile(
    r"(?:^|[.!?。！？\n(（])[\s*_>#-]{0,8}[(（]?\s{0,2}(?:note|remark|n\.?b\.?|aside|as an aside|"
    r"p\.?s\.?|"
    r"alternatively|for comparison|by (?:contrast|comparison)|conversely|footnote|caveat|"
    r"incidentally|"
    r"on the other hand|注意?|备注|附注|补充|另注|顺便|附)\b[\s*_]{0,4}[:：,，.]?[^.。\n]{0,200}$"
    r"|[(（][^()（）\n]{0,200}$|\binstead\b[^.\n]{0,80}$",
    re.IGNORECASE,
)
"""Before a statement: it is in a remark or in brackets."""
_CHANGED = re.compile(
    r"\b(?:if|should|were|had|suppos(?:e|ing)|assum(?:e|ing)|when|without)\b[^.;:!?\n]{0,40}"
    r"\b(?:premise|rule|clue|fact|condition|constraint|assumption|sentence|clause)s?\b"
    r"[^.;:!?\n]{0,40}\b(?:drop|remov|delet|ignor|chang|revers|negat|fail|absent|missing|false|"
    r"untrue|wrong|left out|not\b|n't\b|didn|doesn|weren|isn|wasn)[^.;:!?\n]{0,30}$",
    re.IGNORECASE,
)
"""A premise that is removed or changed, up to the statement of what would follow."""
_SUPPOSITION = re.compile(
    r"(?:^|[,;:]\s)\s{0,3}(?:and |so |now |then )?(?:assuming|supposing|granting|imagining|"
    r"(?:on|under) the (?:assumption|supposition|hypothesis)|were)\b(?P<what>[^.;!?\n]{1,120}?),"
    r"\s{1,2}[^.;!?\n]{0,80}$",
    re.IGNORECASE,
)
"""A supposition, and its consequence up to a statement."""
_AS_GIVEN = re.compile(
    r"\b(?:premise|rule|fact|clue|statement|condition|information|passage|text|given|above|nothing|"
    r"no (?:other|further|more)|everything|all)s?\b",
    re.IGNORECASE,
)
"""In a supposition: it only repeats the text."""
_WOULD = re.compile(r"^[^.,;!?\n]{0,40}\b(?:would|were|could|might)\b", re.IGNORECASE)
_CONDITION_ZH = re.compile(
    r"(?:^|[。；;\n])\s{0,3}设(?![计置备施立法定])|假定|如果|假如|假设|倘若|若(?!干)|要是|否则|除非|的话|只有[^，。,;；]{1,20}(?:时|的时候|情况下|前提下|条件下)[,，]?才|"
    r"[真假]的?时(?!间|而)"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|nor|neither|cannot|hardly|refuse to|avoid|against|without|isnt|dont|"
    r"cant|anything but|anything (?:other than|except))|n't)\b"
    r"(?:\s(?!and\b|so\b|but\b|then\b|only\b|just\b|that\b|"
    r"doubt\b)[\w'’]{1,14}){0,4}[\s(\"'“*]{0,3}$"
    r"|(?:(?<!no )(?<!any )(?<!without )\bdoubt(?:s|ed|ful)?|\b(?:hard|difficult|premature|"
    r"wrong) to "
    r"(?:believe|see|say|claim|conclude)|\bfar from|(?<!and )(?<!but )\bnothing)\b"
    r"(?:\s[\w'’]{1,14}){0,6}[\s(\"'“*]{0,3}$"
    r"|\b(?:false|untrue|incorrect|wrong|mistaken|(?:not|n't) (?:true|the case|correct)) that\b"
    r"(?:\s[\w'’]{1,14}){0,6}[\s(\"'“*]{0,3}$"
    r"|(?:不(?!难|妨|如|得不|仅|必说|过|管|论|用说|言而喻)|没|无法|难以|无从|别(?!的)|勿|非(?!常)|"
    r"未(?!来)|难道)"
    r"[^，。；,;：:!?！？]{0,5}$",
    re.IGNORECASE,
)
"""A denial, up to the statement."""
_IF_AFTER = re.compile(
    r"的?(?:时(?!间|而)候?|情况下|前提下)|"
    r"[)\].*\"'”]{0,4}\s(?:under|on|in) (?:one|an?other|some|that|the (?:first|other|second)) "
    r"(?:reading|interpretation|view|sense|understanding)\b|"
    r"[)\].*\"'”]{0,4}[;,.，；。]?\s{0,2}(?:otherwise|if not|else|否则)(?![a-z])"
    r"|[)\].*\"'”]{0,4},?\s{1,2}(?:but )?(?:only )?(?:(?:if|unless|provided|assuming|had|were)\b"
    r"|without (?:the |this |that )?(?:premise|rule|fact|clue|condition|assumption|sentence))"
    r"|[)\].*\"'”]{0,4},\s(?:we|one|you|I) would (?:have|need) to\b"
    r"|[)\].*\"'”]{0,4}(?:[,，]?\s?(?:right|correct|isn't it|yes|no|对吗|是吗|对吧))?\s?[?？]"
    r"|[)\].*\"'”]{0,4}\s?[(（,，]\s?(?:如果|若|除非|前提是|但前提|(?:only )?(?:if|unless|"
    r"assuming|provided)\b)"
    r"|[”\"'）)]{0,2}(?:这一?(?:说法|结论|判断))?(?:是错误?的|是不对的|是不正确的|并?不成立|"
    r"并?不正确)",
    re.IGNORECASE,
)
_OWN_SENTENCE = re.compile(
    r"[)\]*\"'”]{0,4}[.][)\]*\"'”]{0,4}\s{1,2}(?:If|Had|Were|Unless)\b[^.!?;\n]{1,120},"
)
"""After a statement: a separate sentence with its own condition and consequence."""
_QUOTED = re.compile(r"\"[^\"\n]{1,80}\"|“[^“”\n]{1,80}”|「[^「」\n]{1,80}」")
_SENTENCE = re.compile(r"[.!?…](?=\s)|[。！？\n]")
_TAKEN_BACK = re.compile(
    r"(?:(?<=[.!?…,;:—–\n(\-。！？，；*_\"'])|^)\s{0,3}(?:(?:oh|hmm|hm|no|but|ah|well|"
    r"actually)[,.…]{0,3}\s)?"
    r"(?:(?:wait|hold on)(?:,? (?:a (?:second|minute|moment)|actually|"
    r"no(?=[\s,:;—–-]{1,3}[\w(*\"])))?(?=[\s,.:;!—–…-]{0,3}(?:[,.:;!—–…\n-]|$))"
    r"|(?:scratch|strike|forget|ignore|disregard|cancel) (?:that|this)\b|oops\b|whoops\b|"
    r"correction\b|corrected\b|"
    r"on (?:second thoughts?|reflection)\b|"
    r"let me (?:correct|rephrase|revise|redo|reconsider|fix)\b|sorry(?=\s?[,—:–-])|"
    r"my (?:mistake|bad)\b|"
    r"no, (?:sorry|wait)\b|I (?:mean|meant)\b(?: to (?:say|write))?|(?:edit|update|erratum|"
    r"revised?)(?=\s?:)"
    r"|make (?:that|it)\b)"
    r"|\bI no longer (?:believe|think|hold|stand by|trust|support)\b"
    r"|\bI(?:'d| would| have to| must| hereby| need to|'ll| will)? (?:withdraw|retract|"
    r"take (?:that|it|this) back|"
    r"was wrong|misread|misspoke|made (?:a|an) (?:mistake|error)|change my (?:mind|"
    r"answer)(?: to\b)?|"
    r"correct (?:that|it|this|myself|my))\b"
    r"|(?:(?<=[.。!！?？…,，;；\n—])|^)\s{0,3}(?:等等(?=[,，。.!！:：…])|等一下|且慢|慢着|"
    r"哦,?不|啊,?不|噢,?不|喔,?不|"
    r"不对(?=[,，.。!！:：…])|抱歉(?=[,，]?(?:应|我[写说看弄]|刚才|改|更正))|重新(?:考虑|思考|"
    r"检查|想)|改口|再想想|仔细一想|转念一想)"
    r"|更正(?:为|一下)?|(?:我|刚才|刚刚|上面|前面)[^，。,.]{0,6}(?:说错|写错|看错|弄错|搞错|"
    r"算错|想错)了?|我错了|(?:收回|撤回|撤销)(?:前|刚|上|我|这个|该|此)",
    re.IGNORECASE,
)
"""Words that retract everything said before."""
_DOUBTED = re.compile(
    r"(?<=[.!?…\n]\s)(?:actually|but|no|hmm|however|wait|hold on)\b[,.…]{0,3}\s(?:that|this)"
    r"(?:(?:'s| is| was| must be| seems)(?: clearly| also)? (?:wrong|incorrect|false|mistaken|"
    r"not (?:right|correct|so)|an error|a mistake)|(?: can't| cannot)(?: possibly)? be "
    r"(?:right|correct|so|true|it)|(?: isn't| wasn't) (?:right|correct|so)|"
    r" (?:doesn't|does not|cannot|can't) (?:work|hold|stand))\b"
    r"|(?:(?<=[。!！\n])|(?<=我选[A-Z][,，])|(?<=我选了[A-Z][,，]))\s{0,3}(?:不|但|不过|其实|可是|然而)[,，]?\s?(?:这|那)(?:个答案)?"
    r"(?:是|并|也|显然|肯定)?(?:不对|不正确|错的?|错误的|有误)了?",
    re.IGNORECASE,
)
"""A sentence that retracts the one before it."""
_MENTIONED = re.compile(
    r"(?<!is )(?<!is the )\b(?P<noun>claim|statement|sentence|word|phrase|assertion|hypothesis|"
    r"proposition)s?\s(?:\"[^\"\n]{1,120}\"|“[^”\n]{1,120}”)"
    r"|(?P<zh_noun>有一?句话?|写着|写道)[:：]?\s?(?:\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”)"
    r"|(?:\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”)(?P<zh>这句话?|这个?词|一词|二字|两字|这一句|的意思)",
    re.IGNORECASE,
)
"""A quoted text that is only mentioned."""

_REFUSED = re.compile(
    r"(?:i'm|i am|im|we are|we're)? ?(?:very )?(?:sorry|afraid|unable)|"
    r"i (?:(?:can't|cannot|can not)(?! (?:determine|tell|say (?:whether|if)|conclude|decide|know|"
    r"infer|deduce)\b)|won't|will not|must decline|decline|am not able)|i'm not able|"
    r"as an ai|"
    r"抱歉|对不起|很遗憾|我无法|我不能|作为一个?(?:人工智能|ai)",
    re.IGNORECASE,
)


_GRANTED = re.compile(
    r"(?:\b(?:although|though|despite|in spite of)\b|虽然?|虽说|尽管|固然|诚然)"
    r"[^,，.。;；\n]{0,60}$",
    re.IGNORECASE,
)
"""A concession, up to a statement inside it."""


def refused(text: str) -> bool:
    """Whether a response begins by refusing to answer."""
    return _REFUSED.match(text.strip(" \n\t*_\"'“>#").replace("’", "'")) is not None


def standing(text: str) -> str:
    """Return the text after the last retraction; all of it if there is none. Text before the end of
    a JSON object, a tag or a box is not searched.

    Raises:
        Unreadable: nothing follows the retraction.
    """
    begin = max(text.rfind("}"), text.rfind(">")) + 1
    last = None
    for last in _TAKEN_BACK.finditer(text, begin):  # noqa: B007
        pass
    for doubt in _DOUBTED.finditer(text, max(begin, last.end() if last else 0)):
        before = _SENTENCE.split(text[: doubt.start()].rstrip(" \n.!?…。！"))[-1]
        others = _OF_OTHERS.search(before) or _SUPPOSED.search(f"{before} ")
        if not (others or _EARLIER.search(before)):
            last = doubt
    if last is None:
        return text
    if "不对" in last[0] and not text[: last.start()].strip(" \n\t*_#`\"'"):
        return text  # It is an answer, not a retraction.
    rest = text[last.end() :]
    if not rest.strip(" \t\r\n*_`.,:;!…—–，。：；！-"):
        raise Unreadable("the answer is retracted")
    return rest.lstrip(" \t,.:;!…—–，。：；！-")


def unmentioned(text: str, pattern: re.Pattern[str] | None = None) -> str:
    """Return the text without quotations that are only mentioned, as in `the word "false"`; with
    `pattern`, only those that contain a match."""

    def unless_same(mention: re.Match[str]) -> str:
        if pattern is not None and not pattern.search(mention[0]):
            return mention[0]
        return f"{mention['noun'] or mention['zh_noun'] or mention['zh']} ~"

    return _MENTIONED.sub(unless_same, text)


def unfinished(text: str) -> int:
    """Return the beginning of the last sentence of a text if it has no end: the response was
    truncated, or has no full stop. 0 if the text ends properly."""
    text = text.rstrip()
    if not text or not (text[-1].isalnum() or text[-1] in ",，、:：;；-–—"):
        return 0
    end = 0
    for end in (mark.end() for mark in _SENTENCE.finditer(text)):  # noqa: B007
        pass
    return end


def clause(text: str, position: int) -> str:
    """Return the text before a position in its own statement; quotations do not end a statement."""
    before = text[max(0, position - CONTEXT_LENGTH) : position]
    unquoted = _QUOTED.sub(lambda quoted: "~" * len(quoted[0]), before)
    end = 0
    for mark in _BREAK.finditer(unquoted):
        end = mark.end()
    # A concession ends where the statement itself may begin.
    for mark in _CONCEDED.finditer(unquoted + text[position : position + BEGINNING]):
        if mark.end() <= len(before):
            end = max(end, mark.end())
    return before[end:]


def conceded(text: str, position: int) -> bool:
    """Whether a concession ends directly before a statement, as in "although many choose D, B is
    right"."""
    begin = max(0, position - CONTEXT_LENGTH)
    granted = _CONCEDED.finditer(text, begin, position + BEGINNING)
    return any(
        mark.end() <= position and not text[mark.end() : position].strip() for mark in granted
    )


def about_another_reading(text: str, position: int) -> bool:
    """Whether a statement at a position may be about another reading of the question than the one
    answered before."""
    return _ASIDE.search(clause(text, position)) is not None


def remarked(text: str, position: int) -> bool:
    """Whether a statement at a position is in a remark or in brackets."""
    return _REMARK.search(text, max(0, position - CONTEXT_LENGTH), position) is not None


def is_asserted(text: str, beginning: int, end: int) -> bool:
    """Whether a statement at a position is meant: not supposed, denied, hedged, attributed to
    somebody else, or an earlier thought. `end` is the end of its content."""
    before = clause(text, beginning)
    stop = _SENTENCE.search(text, end, end + FOLLOWING_LENGTH)
    behind = stop.start() if stop else end + FOLLOWING_LENGTH
    if _OTHER_QUESTION.search(before) or _OTHER_QUESTION.search(text, beginning, behind):
        return False
    start = beginning - len(before)
    if _BY_NUMBER.search(text, start, end) and _ANSWERED.search(text, 0, start):
        return False
    if _SUBJECT.search(before) and _DO.match(text, beginning):
        return False
    if _SUPPOSED.search(before) or _DENIED.search(before) or _GRANTED.search(before):
        return False
    if _OF_OTHERS.search(before) or _EARLIER.search(before) or _CONDITION_ZH.search(before):
        return False
    if _CHANGED.search(before):
        return False
    supposition = _SUPPOSITION.search(before)
    if supposition and not _AS_GIVEN.search(supposition["what"]):
        return False
    if _CONDITION.search(before) and _WOULD.match(text[beginning : beginning + 60]):
        return False
    if _OWN_SENTENCE.match(text, end):
        return True
    return _IF_AFTER.match(text[end : end + 40]) is None
