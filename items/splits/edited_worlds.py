"""Which sub-questions are about an edited world, and why.

Owns the rules and their patterns; nearly all are Chinese. `by_edit` defines edited worlds.

The rules in `RULES` are applied to a sub-question in their order; the first match is the reason.
Sub-questions are processed in the order of the item, since a later one may continue in the world of
an earlier one, and the item's own text may name variants.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from items.models import Item
from items.splits.english_edits import EDITED
from items.splits.split import declared, full_text

# --- names of worlds -----------------------------------------------------------------------------

_GREEK = "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|lambda|omega|[αβγδεζηθλμω]"
_NAME = rf"(?<![a-z\-])(?:{_GREEK})(?![a-z])"
_WORLD = (
    "世界|反事实|变体|修复|情景|情境|设定|分支世界|version|variant|world|scenario|counterfactual"
)
_QUOTES = " “”\"'‘’「」【】（(：:"

_GREEK_WORLD = re.compile(
    rf"(?:{_WORLD})[{_QUOTES}]{{0,2}}(?P<after>{_NAME})|"
    rf"(?P<before>{_NAME})[{_QUOTES}]{{0,2}}(?:{_WORLD})"
    rf"|(?:进入|设) ?(?P<set>{_NAME})"
)
"""A Greek letter or its name next to a word for a world."""
_SETTING = "版本|分支|场景|情形|情况|假设|假想|修正|改动"
_GREEK_SETTING = re.compile(
    rf"(?:{_SETTING})[{_QUOTES}]{{0,2}}(?P<after>{_NAME})|"
    rf"(?P<before>{_NAME})[{_QUOTES}]{{0,2}}(?:[这该]|这个|这一)?(?:{_SETTING})"
    rf"|(?:^|[，,。；;.、]) *(?P<begins>{_NAME})(?: ?(?:：|: ?(?=[一-龥]))|[，,](?=[只仅将把令设]))"
    rf"|(?P<first>{_NAME}) ?[与和及跟同、] ?(?P<second>{_NAME})"
)
"""A Greek name next to a word for a setting, or next to another: a world, unless the item's own
text uses the name for something of the baseline.
"""
_OWN_NOUN = "路径|路线|来源|读法|批注|系数|参数|片段|角|类|型|级|组"
_GREEK_ALONE = re.compile(
    rf"(?<![法径线源注数角段录为证案令x\-] )(?<![法径线源注数角段录为证案令])"
    rf"{_NAME}(?! ?[=＝一-龥]?(?:{_OWN_NOUN}))(?=[^一-龥]{{0,60}}[一-龥])"
)
"""A Greek name that belongs to no noun of its own."""
_CHRISTENED = re.compile(
    rf"(?:反事实(?:世界|变体|情形|情境|场景)?|变体|假想世界|平行世界|修复世界|设(?:世界|情形|"
    rf"情境|场景))"
    rf"[{_QUOTES}]{{0,2}}(?P<name>(?:[a-z]'?|[甲乙丙丁戊一二三四五])(?![a-z0-9一-龥])|[a-z]\d"
    r"|(?<=变体)[甲乙丙丁戊一二三四五](?=[中下里内](?![国文]))|(?<=变体)[甲乙丙丁](?=[与和及]变体))"
    r"|(?:^|[，,。；;：:]) *世界 ?[“‘「]?(?P<world>[a-z甲乙丙丁戊己一二三四五六])[”’」]?(?=[：:])"
)
"""Any other short name given to a counterfactual or variant."""
_DEFINED = re.compile(
    r"[设记令称]作? ?[“\"]?(?P<name>[a-z]\d?[′']?)[”\"]? ?(?:为|是|[=＝])"
    r"(?=[^，,。；;？?]{0,40}(?:世界|集合|模型|情形|结果|族|方案))"
    r"|(?:记[为作]|称[为作]) ?[“\"]?(?P<so>[a-z]\d?[′']?)(?![a-z\d])"
)
"""A letter that a sub-question uses for a set of worlds or for what it asks."""
_NUMBER = re.compile(r"\s*(?:[(（]?\d{1,2}[)）.．、:：]|q\d{1,2}[:：.、]|[①-⑳])(?!\d)\s*")
"""The number of a sub-question."""
_FREE = (
    r"(?:^|[，,。；;：:、（(]|[在于到入较与和用对及从将同跟设是以看把取令]|世界|情形|变体)"
    r"[ “]*{name}[ ”]*"
    r"(?:$|[，,。；;：:、）)？?]|下|中(?!的)|里|与|和|及|的(?!路径|来源)|之|对|两|世界|变体|有|"
    r"独有|成立|相)"
)
"""A name that is not attached to a noun: "在 α 下", "α 与 β"."""
_FREE_GREEK = (
    r"(?:^|[，,。；;：:、（(/]|[在于到入较与和用对及从将同跟设是以看把取令由])[ “]*{name}[ ”]*"
    r"(?![a-z0-9\-]|的?(?:" + _OWN_NOUN + "))"
)
"""A Greek name of an edited world, next to any other word but a noun of its own."""
_SPELLED = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "λ": "lambda",
    "μ": "mu",
    "ω": "omega",
}

# --- signs of an edit ----------------------------------------------------------------------------

_THING = "[^，,。；;？?]"
_COUNTERFACTUAL = re.compile("反事实|counterfactual")
_NO_COUNTERFACTUAL = re.compile(
    f"(?:不考虑|不涉及|不引入|不使用|不采用|不进入|不得|无需|没有|不做|不作|"
    f"非){_THING}{{0,8}}反事实|反事实{_THING}{{0,10}}(?:没有|未|不予?|并不)(?:给出|考虑|引入|涉及|"
    f"提供|采用)"
)

_DELETED = (
    "删除|删去|删掉|移除|移走|移去|去掉|去除|剔除|抹去|抹掉|撤去|撤掉|撤除|撤销|撤回|取消|作废|"
    "废止|废除|抽掉|抽去|抽走|"
    "划掉|划去|舍去|舍弃|排除在外|撤除|除名|注销|清除|抹除|屏蔽|丢掉|扔掉|撤下|摘掉|剪掉|拿掉|砍掉|搁置|停用|收回|吊销|剥夺"
)
_REWRITTEN = (
    "改成|改为|改写|更改为|变更为|调整为|调整到|订正为|校正为|修订为|改换为|取代|代替|换作|换做|改做|改称|对换|颠倒|倒置|倒过来|改判|改由|改作|改用|改设|改记|改动为|修改|替换|换成|换为|"
    "翻转|反转|对调|调换|互换为|更正|"
    "修正|推翻|变为|变成|升级为|升格为|降级为|提升为|提高到|降低到|降到|提前到|推迟到|延后到|"
    "扩大到|缩小到|扩展到|增至|减至|增加到|减少到|放宽|收紧|"
    "降为|升为|提为|缩短为|延长为|弱化为|强化为|减弱为|加强为|读[成作]|"
    "失效|无效|失去(?:效力|作用)|不(?:再)?适用|作伪|作假|不再(?:有效|成立|生效)|(?:视为|当作|"
    "看作|视作)(?:从未|从来没|未曾|没有|不存在|无效|有效)"
)
_ADDED = "追加|新增|增设|增补|添加|另加|加设|增列|补入|补录|补充(?!说)|引入(?!歧)"
_GIVEN = "规则|规定|条款|制度|章程|事实|记录|证据|证词|供词|日志|线索|监控|文件|[rfe]\\d"
_NAMED_GIVEN = re.compile(
    r"(?:规则|规定|条款|事实|记录|证据|证词|线索) ?第?[一二三四五六七八九十甲乙丙丁\d]"
    r"|(?<![a-z])[rfe]\d"
)
"""A rule or a record identified by its number: a statement about it is not about the form of the
answer.
"""
_ORDERED = re.compile(
    rf"(?:从(?:题面|题[干目设]|记录|原[文题]|规则|{_GIVEN}|背景|"
    rf"名单)[中里]?){_THING}{{0,4}}(?:{_DELETED})"
    rf"|(?:若|如果|假|倘|设(?![定备计置施想])|要是|万一|一旦|即使|即便|哪怕|就算|纵使|纵然|现在|"
    rf"只|仅|再|并|把|将|令|让)"
    rf"{_THING}{{0,60}}?(?:{_DELETED}|{_REWRITTEN})(?!{_THING}{{0,4}}(?:任[一何意]|其中))"
    rf"|(?:^|[，,。；;：:]) *(?:{_DELETED})(?!{_THING}{{0,4}}(?:任[一何意]|其中))"
    rf"|(?:{_DELETED}|改动|修改|变动|翻转|替换|更正){_THING}{{0,24}}(?:之后|以后|后(?!来)|"
    rf"的?(?:情况|情形|条件|前提|世界|设定|版本|假设|假想|设想|处理|情境|场景|操作)(?:之?[下中里]|"
    rf"时|[，,]))"
    rf"|[与和跟] ?(?:{_DELETED}|修[复补正]){_THING}{{1,20}}(?:两|二)[种个处次类]"
    rf"|修[复补正]{_THING}{{1,24}}(?:之后|以后|后(?!来))"
    rf"|修[复补正]{_THING}{{0,12}}[与和及跟] ?修[复补正]|(?:分别|单独|各自|依次|同时)(?:单独)?施加"
    r"|(?:若|如果|假[如若使定设]|倘|要是|一旦|现在?|再|并|把|将|[下中里上])"
    rf" ?(?:在{_THING}{{1,16}})?"
    rf"(?:又|还|再|另外?|额外|只|仅|单独)?(?<![不未无没])(?:{_ADDED})"
    rf"(?!{_THING}{{0,4}}(?:任[一何意]|其中|说明|理由|的?是))"
    rf"|(?:回退|退回|倒退|恢复)(?:到|至){_THING}{{0,4}}(?:没有|未|尚未|取消|删)"
    # a change from something to something else
    r"|(?:^|[，,。；;：:]) *设[^，,。；;：:？?]{1,24}(?:实为|实系|其实|实际上?[是为属])"
    rf"|(?:公布|宣布|通报|公告|裁定){_THING}{{2,20}}(?:之后|以后)|[以用]{_THING}{{2,14}}(?:取代|代替)"
    rf"|(?:把|将){_THING}{{1,20}}拿走|(?:若|如果|倘若|要是){_THING}{{1,10}}(?<![写记视当看算])作[“\"「]"
    r"|(?:但|而|若|如果|[，,]) *(?:不再?|无需)(?:采用|使用|适用|启用|遵守|要求|施加)"
    r"[^，,。；;？?]{0,4}"
    r"(?:规则|约束|条款|规定|限制)"
    rf"|基础上,?，?(?:再|又|同时)?(?:{_DELETED})"
    rf"|[由从]{_THING}{{1,20}}(?:更正|修正|校正|订正|调整|变更|更改|修订|改|下调|上调|提高|降低|"
    rf"缩短|延长|放宽|收紧|压缩|扩大)(?:为|成|到|至)"
    r"|(?:改动|变动|修改|变更|更动|变化|改变|不同|区别|差别)(?:的)?(?:只|仅)?(?:有|是|在于)?"
    r"(?:一|两|二|三|如下|以下)?(?:处|点|项|之处)?(?:为|是)?[：:]"
    r"|(?:但|而|同时|却|转而|然后|接着|改而) ?(?:把|将)?"
    rf"(?:{_DELETED}) ?(?:[a-z]\d|{_GIVEN}|约束|要求|限制)"
    # several independent changes
    r"|(?:以下|下列|如下)[^，,。；;：:]{0,8}(?:独立|单独|单点|互斥|互不相干)的?[^，,。；;：:]{0,8}"
    r"(?:情形|情况|变动|改动|修改|修正|变化|确认|假设|操作|世界|版本|设定|更正)"
    r"|[两三四二几][种个份处项次][^，,。；;：:]{0,8}(?:独立|互不相[干关]|不相干)的"
    r"(?:修[正复补改]|改动|变动|变化|更正|假设|操作|补充)"
    # a comparison with the state before a change
    r"|[与跟和同比]第 ?[一二三四五六七八九\d] ?小?[问题](?:相比|比较|对比|对照|相较)"
    r"|[与跟和同比](?:起|照)?(?:原[先来有本]?|题[设面干]|先前|此前|之前|改动前|修改前|最初|当初|未改动时|基线|"
    rf"基准|baseline|原世界|上述基线){_THING}{{0,12}}(?:相比|比较|对比|对照|相较|比照|比起)"
    rf"|(?:相比|相较|比较|对比|对照)(?:于|之下)?(?:原[先来有本题]|题[设面干]|先前|此前|基线|基准|baseline)"
    rf"|(?:哪|谁|什么|几|多少){_THING}{{0,16}}(?:会|因此|随之|由此)(?:多出|少掉|新增|消失|被?新引入|"
    rf"被剔除|不复存在|失去)|(?:会|因此|随之|由此)(?:多出|少掉|新出现|消失)[了的]?(?:哪|谁|什么|几|"
    rf"多少)"
    rf"|(?:取反|翻转|改动|修改|更正|变动|变更|更改|调整|修[复补正订法])(?:之)?前后"
    # a setting that is assumed or supplied
    r"|在(?![^，,。；;：:？?]{0,6}(?:基线|基准|baseline|原|题|给定|背景|当前|上述|"
    r"默认|现有|每|全部|所有|各|任|某|相容|可行|至少|闭合))"
    rf"{_THING}{{2,40}}的?(?:假设|设定|假想|设想|假定)(?:之)?[下中里]"
    rf"|[两二三四][种个类套]{_THING}{{0,4}}(?:假设|设定|设想|修[正法改]|改动|处理)(?:之?[下中里间]|[，,。])"
    rf"|在(?!{_THING}{{0,6}}(?:每|全部|所有|各|任|某|相容|可行|至少|闭合)){_THING}{{2,30}}的版本[下中里]"
    rf"|(?:对换|互换|对调|调换|颠倒|倒置|取反|改[为成]|换[为成]|放宽|放松|收紧|否定|推翻|驳回|写反|"
    rf"恢复(?={_THING}{{0,4}}(?:{_GIVEN}))){_THING}{{0,12}}"
    r"(?:之后|以后|后(?!来))"
    rf"|(?:{_DELETED}|替换|翻转|修改|改动|改变|恢复|补上|补入){_THING}?哪"
    rf"|(?:^|[，,。；;：:]) *(?:换[成为]|改[成为]|替换[成为]){_THING}{{1,24}}(?:之后|以后|后(?!来))"
    r"|(?:视为|当作|看作|视作)(?:从未|从来没|未曾)"
    rf"|(?:失效|无效|被(?:{_DELETED}|改[为成写]|推翻|否定|证伪|驳回|忽略|误[记抄传报]|替换|调换|"
    rf"伪造|篡改))"
    r"的(?:情况|情形|条件|前提|世界)"
    rf"|(?:{_GIVEN}|[a-z]\d+) ?(?:整条|本身|全部|一旦)?(?:失去效力|失效|作废|无效|不复存在)"
    r"(?:时|后|之后|以后|的话)"
    rf"|当(?:{_THING}{{0,8}}(?:{_GIVEN}|[a-z]\d+)){_THING}{{0,6}}"
    r"(?:不(?:复|再)?(?:存在|成立|适用|算数)|缺失|为假|是假|作废|丢失|失效|无效|被(?:证伪|推翻|"
    r"否定|撤[销回]))(?:了)?(?:时|的时候|的话|"
    r"的情[况形])"
    rf"|(?:现在?|如今|此时|接着|随后|又){_THING}{{1,20}}?(?:证明|证实|认定|确认|查明|揭露|判定|"
    rf"发现)"
    rf"(?:是|为|系|属|出)?{_THING}{{0,6}}(?:伪|假|错|虚|误|无效|不实|篡改)"
    rf"|(?:{_DELETED}|改动|修改|替换){_THING}{{0,24}}(?:会|将)(?:不会)?(?:使|让|令|导致|"
    rf"[多少]出|新增|改变)"
    rf"|(?:先|后|单独|分别|同时|依次|逐条)(?:删|改|撤|去掉|"
    rf"移[除去走])(?!{_THING}{{0,4}}(?:任[一何意]|其中))"
    rf"|(?:把|将|使|当){_THING}{{0,20}}[由从]{_THING}{{1,16}}"
    rf"[翻变改转换升降调缩扩减增推提]{_THING}?(?:为|成|到|至)"
    rf"|(?:令|让|使|把|将){_THING}{{1,14}}(?:增加|减少|提高|降低|延长|缩短|多|"
    rf"少)[一二两三四五六七八九十半几\d]"
    rf"|(?:{_DELETED}|改动|修改)(?:之|以)?前"
    rf"|对{_THING}{{1,14}}(?:做|作|取|加以|进行|施加)(?:否定|取反|修改|替换|删除|改动|反转|翻转)"
    r"|(?:没有|缺少|缺了|少了|没了)(?:[这那该]条)?(?:规则|事实|记录|证据|条款|证词|前提|线索|"
    r"[rfe]\d)"
    rf"{_THING}{{0,10}}(?:的话|时|的情[况形]下|[，,])"
    rf"|(?:没有|缺少|缺了|少了|没了) ?[rfed]\d+ ?[这那该]?[条项个]?(?:规则|事实|记录|证据|条款)?"
    r"(?:的话|时|的情[况形]下)"
    rf"|(?:把|将|仅|只){_THING}{{1,20}}(?:取反|取非)"
    rf"|(?:若|如果|假|倘){_THING}{{0,6}}(?:放弃|弃用|舍弃){_THING}{{1,16}}(?:采用|使用|启用)"
    rf"|(?:^|[，,。；;：:]) *(?:允许|禁止|不要求|不限制){_THING}{{2,24}}"
    r"(?:时|的话|的情况下|的情形下)"
    # a rule that is no longer in force, is reworded, or is new
    rf"|(?:{_GIVEN}){_THING}{{0,6}}(?:失效|无效|作废|废止|不(?:再)?(?:算数|作数|有效|"
    rf"生效))(?:了)?(?:之后|以后|后(?!果|来)|的话)"
    rf"|(?:{_GIVEN}){_THING}{{0,4}}不再适用{_THING}{{0,8}}(?:时|后|的话)"
    rf"|(?:^|[，,。；;：:]) ?(?:改变|变更|调整){_THING}{{2,16}}(?:[，,]|后(?!来)|之后|以后)"
    r"|(?:^|[，,。；;：:]) ?再给[^，,。；;？?]{1,6}[一两二三几]|(?:^|[，,。；;：:]) ?设(?:另|还|"
    r"再)有"
    rf"|(?:{_GIVEN}|要求|限制|约束|前提){_THING}{{0,6}}(?:改[为成写]|换[为成]|变[为成])"
    r"|(?:^|[，,。；;：:]) {0,3}(?:现在?|再|另外?|又|今|此外|若|如果)? ?"
    r"(?:新增|增设|增加|增补|追加|新设|添加|加入|引入|另立)(?:了|上)?(?:一[条项]|以下|如下|"
    r"下列)?(?:新的?)?"
    r"(?:规则|规定|条款|事实|约束|条件|限制|前提|候选|证词|证据)"
    rf"|而(?:改用|采用|换用)|(?:发现|得知|查明){_THING}{{0,10}}(?:有误|错误|[抄写记]错|漏记|伪造)"
    rf"|(?:^|[，,。；;：:]) ?{_THING}{{1,6}}(?:临时|突然|中途)(?:退出|加入|缺席|离开|请假|离职)"
    r"|[把将][“\"‘「][^”\"’」]{1,12}[”\"’」](?:一词|二字)?(?:理解|解释|解读|读|改|换|"
    r"替换?)(?:为|成|作)[“\"‘「]"
    # the result of repairing the given information
    rf"|[上前]一?小?[问题](?:中|里)?修[复补正改](?:之|以)?后"
    rf"|修[复补正](?:之|以)?后的(?:规则|规定|条款|制度|章程|前提|世界)"
    r"|(?:最少|至少)(?:得|要|需要?|须|应)?(?:改动|修改|撤[销回去]|去掉|删[去除]?|增加|补充|添加|"
    r"翻转|放宽|恢复)(?:哪|几|多少)"
    rf"|(?:使|令|让|要){_THING}{{1,24}}(?:需要?|须|要|至少|最少|应){_THING}{{0,6}}"
    r"(?:补充|补上|增加|添加|加上|删|撤|改|翻转|放宽)"
    r"|(?:改变|改动|修改|删去|删除|去掉|补充|增加|添加|翻转|放宽)(?:任意|任何|某)?一[个条项处]"
    rf"(?:前提|事实|规则|记录|条件|证据){_THING}{{0,4}}(?:即可|就能|就可以|便能|便可)"
)
"""An instruction to delete or rewrite something."""
_UNLIKE_GIVEN = re.compile(
    # a rule or a record is set aside, or is the only one kept
    r"(?:^|[，,。；;：:]|若|如果|在) *"
    r"(?:撇[开去下]|抛[开去]|刨[除去]|扣除|除去|无视|[缺少没]了|缺少?(?= ?[rfe]\d))"
    rf"{_THING}{{0,6}}(?:{_GIVEN})"
    rf"|(?:只|仅)(?:保留|留下?|剩下?)(?:了|有)?{_THING}{{0,4}}(?:{_GIVEN})"
    # a world in which it does not hold, or in which a quantity differs
    rf"|(?:在|考虑|进入){_THING}{{0,12}}(?:{_GIVEN}){_THING}{{0,6}}"
    r"(?:不(?:再|起作用|生效|管用|成立|适用|算数?|作数|存在)|未(?:能)?生效|失[效灵]|缺失|(?<!真)[假伪]|"
    r"无效|否定|推翻)"
    rf"{_THING}{{0,8}}的?(?:世界|版本|假想|设想|情形|情况|情境|前提)"
    rf"|在(?:多|少|缺)了?[一两二三几半\d]{_THING}{{1,12}}的(?:世界|版本|情形|情况|前提|条件)"
    # its scope is changed, it is overridden, or it is extended
    rf"|(?:把|将|让|令|使|给|为|当){_THING}{{0,4}}(?:{_GIVEN}){_THING}{{0,6}}"
    r"(?:限于|局限|限制[在为到]|扩及|推及|延伸|套用|让位|反过来|加上|添上|补上|附上)"
    rf"|(?:{_GIVEN}|例外){_THING}{{0,2}}(?:若|如果|一旦|要是)?(?:改管|改用于|只管|延续到|沿用到)"
    rf"|新(?:规|规则|规定|条款|制度|章程)(?:自|从)?{_THING}{{0,8}}(?:生效|实施|施行|通过|"
    rf"发布)(?:之后|以后|后)"
    # the question is which one has to change
    rf"|[哪几][一几]?[条项个份处]?{_THING}{{0,2}}(?:{_GIVEN}|前提|条件){_THING}{{0,8}}"
    r"(?:反过来|变化|改变|变动|放宽|收紧|修改|改动|改[成为]|取反|翻转|松动)"
    rf"|[把将]哪{_THING}{{0,10}}(?:反过来|改|删|去掉|换|撤|移|翻|取反)"
    # it is declared contrary to the text
    rf"|[与跟和同](?:原文|原题|题面|题干|原先|原来|原记录|原表|所给){_THING}{{0,6}}(?:相反|不同|"
    rf"不符|不一)"
    rf"|(?:{_DELETED})(?:其中)?一[条项个][、，,]|[丢删撤去改换][掉去除]?哪[一条项个]"
    rf"|[，,。；;：:] ?只有{_THING}{{1,14}}(?:提前|推迟|改|变|换|多|少)了"
    # the replacement is followed by the original in brackets
    r"|[（(](?:原文|原题|题面|题干|原[先来本]|原记录|原表|原)中?(?:为|是|作|说|写|称|记)"
    # something is added to everything given
    r"|之外[，,]? ?(?:再|又|另外?|还)?(?:补充|增加|添加|附加|追加|加上?)(?:了|上)?[一两几]"
    # a world that differs in one thing; changes and repairs in general
    rf"|[与跟和同比](?:原案|本案|基线|基准|原世界|原先的?世界|"
    rf"现实){_THING}{{0,8}}(?:[一两几二三]处|[一两几二三]点|唯一)"
    rf"(?:的)?(?:不同|差[别异]|区别|出入|改动)"
    r"|(?:[两二三四几多各哪][一种个处套]|各自|不同)的?(?:修法|改法|补法|删法|修补|改动方案|"
    r"修复方案)"
    r"|(?:变动|改动|变化|修改|更正|变更)(?:各自|分别|单独|依次|逐一|同时)(?:单独)?(?:发生|进行|"
    r"施行|生效|成立)"
    rf"|(?:{_DELETED}|新增|增设|改动|修改|替换){_THING}{{1,10}}的那?个?世界(?=[与和跟同，,、])"
    rf"|新(?:规|规则|规定|条款|制度|章程)[自从]{_THING}{{0,8}}(?:生效|实施|施行|起)|"
    rf"[按依照据]新(?:规|条款|章程|制度)"
    # there is one rule more, or one fewer
    rf"|(?:^|[，,。；;：:]) *(?:若|如果|假如|一旦)?(?:多|少|缺)了[这那]?一?[条项]"
    # a further person or thing is added
    r"|(?:^|[，,。；;：:]) *(?:又|另|还)有(?:[一两二三](?:[名位个条项]))?新"
    r"|(?:^|[，,。；;：:]|若|如果|现在?) *再(?:来|有|派|进|请|给|出现|冒出)[了过]?[一两二三几半\d]"
)
"""A rule or a record, or a quantity, is declared to differ from the given one."""
_ANSWER = (
    "结果|答案|回答|模型|解|方案|名单|结论|命题|下列|上述|以上|这些|每|各|所有|全部|集合|世界|"
    "组合|排法|分组|任何|任[意一]|它|其|"
    "满足|符合|同一|相同|候选|可行|最[终小大]|两个?(?:模型|世界|方案|集合)|问题|本题|序号|编号|"
    "元组|路径|必然|可能|目标"
)
_FORM = (
    "写|表示|记[为作]|投影|排列|排序|排成|分[成为组类别]|归|列|划[分为]|去重|填|输出|"
    "标[为成出注]|计[入为算]|答|拆|展开|"
    "视[为作]|看[作成]|当[作成]|算[作入]|定义|限[于定制]|理解|解释|放[入进在到]|比较|对[比照应]|"
    "[组结]合(?!成)|[用按]|"
    "纳入|作为|并[回入]|合并(?!成)|认定|为 ?[“「]"
)
_DONE_TO = re.compile(
    rf"(?:^|[，,。；;]|若|如果|现在?|试|再|只) *[把将令让] *(?!{_THING}{{0,5}}(?:{_ANSWER}))"
    rf"(?!{_THING}{{0,30}}(?:{_FORM})){_THING}{{2,}}"
    rf"|(?:^|[，,。；;：:]) *设 ?(?!{_THING}{{0,5}}(?:{_ANSWER})){_THING}{{1,14}}"
    r"(?:被|没|并?未|不|改|由)"
    rf"|(?:^|[，,。；;：:]) *(?:再)?(?:换|移除|移走|除去|取消|补充|补上|追加|附加)"
    rf"(?!{_THING}{{0,5}}(?:{_ANSWER}|说明|理由|必要|哪)){_THING}{{2,}}"
)
"""Something other than the answer is to be changed in a way other than formatting."""
_NOT_ORDERED = re.compile(
    f"(?:删[去除掉]?|去掉?|剔除|去除)(?:掉)?(?:重复|对称|同构|等价|相同|多余|冗余)|误(?:删|改)|"
    f"(?:不|未|无需|没有)(?:改动|修改|改变|删除|删去|变更|替换|调整)(?:任何|背景|题面|规则|记录|基线|其)|"
    f"不得{_THING}{{0,6}}(?:改|删|替换)|(?:是否|能否|"
    f"会不会){_THING}{{0,8}}(?:{_DELETED}|{_REWRITTEN})"
)
_OPERATION = re.compile(
    f"(?:删除|删记录|删|替换|修复|翻转|反转|添加|增补|移除|改动|变动|扰动|编辑){_THING}{{0,4}}"
    "(?:算子|操作|测试|世界)"
    f"|(?:单点|单一|单独|单项|局部|最小|唯一|只|仅)(?!有|要|能|输出|需|回答|列|写|给|考虑)"
    f"{_THING}{{0,6}}(?:修复|修补|还原|复原|修正|翻转|反转|改动|变动|变化|修改|新增|补入|推进|修一条|改一|"
    f"修另一|变更|单点确认)"
    f"|单点{_THING}{{0,4}}确认"
    f"|不是?修{_THING}{{0,12}}而是修"
)
_RESULT_OF_CHANGE = re.compile(
    # another open thing stays open
    r"(?:仍|依然|依旧|还是|继续)(?:然|是|旧)?(?:保持|处于|维持)?(?:未定|未知|未修复|未决|未恢复|待定|"
    r"悬置|残缺|未核[实验]|不明|模糊|歧义|未确认|[两二]可|未解决|存疑)"
    # a sentence describes the world, and the question is about that world
    r"|[。；;）)] *(?:此时|这时|此[种一]?情[形况]|在(?:此|这种|这一)[^，,。；;]{0,8}(?:情形|情况|"
    r"假设|设定|前提|条件|世界|确认|改动|反事实|修[正复改]|规则|变动|更正)(?:之)?下)"
    r"|(?:重新|再次)(?:[一-龥]{0,2})(?:计算|枚举|列出|给出|判断|评估|统计|筛选|推演|推导|求|输出|写出|"
    r"分[成为组])|重算|重列|重判|重排|重求|独立重算"
    r"|(?:单轴|一条轴|单条轴|一轴)"
    # the question is whether something has changed
    r"|是否(?:会|也)?(?:因此|因而|随之|发生|有所?)?(?:改变|变化|变动)[？?。；;，,]|会不会(?:变|改变)[？?]"
    r"|(?:有(?:何|无|没有|什么)|会?如何|怎样|怎么)(?:改变|变化|变动)"
    r"|(?:还|仍)(?:然|会|能|旧)?(?:成立|有效|唯一)吗"
)
"""Wording of a question about the result of a change, whatever the change is."""
_DIFFERENCE = re.compile("对称差|差集")
"""A comparison of two sets of models; in the baseline, of two sets that the question defines."""
_REST_KEPT = re.compile(
    r"(?:其余|其他|其它|别的|余者|余下的?|剩下的?|除[^，,。；;]{1,40}外|此外)[^。；;？?]{0,40}?"
    r"(?:不变|照旧|照留|照原|照基线|冻结|相同|一致|不动|如故|如常|原样|原情形|保留|保持|维持|"
    r"按基线|仍按|回到)"
    r"|(?:其余|其他|其它|余者)[^，,。；;？?]{0,4}[同如依照按与](?:原|题|基线|背景)"
    r"|不改变(?:任何)?其[他余它]|(?:everything|all) else"
)
_SUPPOSED = re.compile(
    "假设|假如|假若|假使|假定|(?:暂且|姑且|权且|不妨)(?:认为|认定|设|当)|权当|就当|假想|设想|"
    "设若|试想|平行(?:世界|情形|情境|宇宙|时空)"
    "|(?:^|[，,。；;：:]) *(?:请|再|现在?)?想象(?![力中])"
    "|suppose|assume that|imagine that|what if"
)
_NOT_SUPPOSED = re.compile(
    f'[“"‘「『](?:假设|假如|假定|假使)[”"’」』]|假设(?:条件|前提)(?=[指是的])|假设(?:检验|一词|这个词|二字)|'
    f"(?:假设|假如|假若|假使|设若)(?:存在|不存在|有|没有|无|答案|结果|为空){_THING}{{0,12}}[，,]{_THING}{{0,4}}"
    "(?:请|写|输出|列出|给出|回答|填)|"
    f"(?:不|无需|未|没有|勿){_THING}{{0,6}}(?:假设|假定)|先(?:假设|假定|设想)|(?:性|理性)(?:假定|设想)|(?:假设|假定)(?:题[中目面]|读者|"
    f"答题|你|您)|"
    "suppos(?:e|ing),? consistent(?:ly)? with (?:all )?(?:of )?(?:the )?(?:rules?|premises?|facts?|"
    "conditions?|constraints?)|"
    "(?:的|性|质|该|各|此|些|位置|归谬|条|个|项|种|作案|工作|竞争|原|零)假设(?!情形|世界|场景|情境)"
)
_INSIDE = re.compile(
    r"在(?:当前|目前|现有)[^，,。；;：:]{0,30}(?:情况|状态|前提|条件|情形)下[，,]|"
    r"(?:(?<![与和同较比对除至])(?:(?<=[一-龥]) ?|(?:^|[，,。；;：:、]) ?)"
    r"(?:基线|基准|baseline|原背景|原世界|原始世界) ?"
    r"(?![^，,。；;：:]{0,6}(?:上|的?基础|[之以]外|为准|相比|相较|不同|相反|差))"
    r"|\b(?:in|under|within) (?:the |this )?baseline\b)"
)
"""The baseline is named as the world of the question."""
_RETURNS = re.compile(r"(?:回到|返回|退回|恢复到|还原到)[^，,。；;：:]{0,24}")
"""The baseline is named as the world in which something is then changed."""
_SUPPOSES = re.compile(
    r"(?:假设|假如|假若|假使|假定|suppose|assume that)(?P<what>[^，,。；;：:？?.]*)"
)
_NOTHING_NEW = re.compile(
    rf"(?:不|未|没有|无需|无须|勿|别)(?:再|得|能|可|要|应|准|许|宜|必)?(?:以)?(?:任何|其他|其它|新的?)?"
    rf"(?:补充|新增|引入|增加|添加|追加|采用|使用|采信|修改|改动|删减|删除|增删|更改)"
    rf"(?![^，,。；;]{{0,3}}(?:规则|约束|条款|规定|限制) ?[a-z\d一二三四五六七八九]){_THING}*"
)
_LATER = re.compile(
    rf"(?:^|[。；;]|\d[.．、]) *(?![^，,。；;]{{0,12}}(?:[请若设]|如果|假|根据|基于|依据|按照?|"
    rf"已知|由于|因为|在|从|仅|只|哪|谁|能否|是否|可能|[未不没]))[一-龥]{{2,10}}"
    rf"(?:确认|证实|查明|核实|查实|通报|宣布|裁定)"
    rf"(?![的者]){_THING}{{3,}}[，,。；;]"
    r"|(?:^|[。；;]) *(?![如若未在仅只请从哪])"
    r"(?:[一-龥]{1,10}(?<![否不未仅只])(?:承认|供认|坦白|改口|坦言)"
    r"|经[一-龥]{0,6}(?:核[验实对]|查证|比对|复核|鉴定|确认|查明|查实))(?![的者])[^。；;？?]*[，,。；;]"
    rf"|(?:^|[，,。；;]) *(?:后|嗣|旋|复)经[^，,。；;]{{1,12}}[，,]"
    rf"|(?:后来|事后|随后|后续|之后|嗣后|日后|次日|如今|现已|现补|现又|此刻|刚刚){_THING}{{0,20}}?"
    "(?:确认|查明|核实|核验|证实|发现|找回|修复|认定|审计|补录|更正|调出|补查|追认|恢复|复核|"
    "查到|公布|坐实|落实|敲定|揭晓|定下来|"
    "得知|获悉|承认|供认|坦白|交代|改口|翻供|撤回|"
    "表明|显示|补充|澄清|鉴定|查出)"
    "|(?:已|现已|就此|业已|[这那]一?[件点桩](?:事情?)?)[^，,。；;？?]{0,4}(?:坐实|"
    "落实了?(?=[，,；;。])|敲定|"
    "成定局|成事实|定下来|定案)|(?:一事|这件事|[这那]点)已(?:经)?(?:定|明|确定)(?=[，,；;。])"
    "|(?:审计|鉴定|核验|复核|调查|核查|检测|化验|比对)(?:的)?(?:结果|结论|报告)(?:已经?)?(?:出来|出炉|公布|揭晓|"
    "回来|到手)"
    "|新(?:的)?(?:线索|证据|消息|情报|证词|供词|材料|发现)[：:，,显表证指]"
)
_LEARNT = re.compile(
    r"额外地?(?:增加|添加|加入|补充|引入|增设|施加)|(?:额外|进一步|另外|新增|追加|补充|再)(?:一条|"
    r"一项|唯一)?(?:确认|固定|锁定|得知|新增|获知)"
    r"|(?<![不未无没])(?:新增|增加|加入|添加|补充|引入)(?:[一两二三几]?[条项个份]?)(?:额外|新的|另外的)"
    r"|(?:^|[，,。；;：:]) *(?:再|现|另|额外)?(?:新增|增加|加入|添加|补充)(?:一[条项个份]|新)"
    r"|(?:^|[，,。；;：:]) *(?:现在?|再|另外?)?(?:加上|加进|增添|追加|添上)(?:一[条项个份]|新)"
    r"|(?:^|[，,。；;：:]) *(?:现|现在|现已)?(?:只|仅)(?:额外)?(?:确认|锁定|固定)"
    r"|(?:额外|另外|另行?|外加|附加|追加|新增|再|现在?|如今)(?:地)?(?:规定|要求|约束|限定|约定)"
    r"|(?:再|又|多|另)(?:添|加|补|增)(?:上|入|进|设)?(?:了)?[一两几](?:[条项份笔名位个张])"
    r"|(?:新增|增加|加入|添加|补充|引入)[^，,。；;？?]{1,24}(?:之后|以后|后(?!来)|的(?:情况|"
    r"情形)[下中])"
    r"|给[^，,。；;？?]{1,14}(?:添|加|补|增)(?:上|入|进|设)?[一两几新]"
)
_WENT_ON = re.compile(
    r"(?P<condition>[^。；;？?]*?)(?=(?<![申邀聘])请|则|那么|那(?!个|位|条|份|次|些|张)|第?几|此时|此情|在此|问|哪|谁|是否|"
    r"能否|可否|会不会|什么|多少|如何|怎么?|吗|列出|给出|输出|判断|枚举|[。；;？?])"
)
"""The rest of a condition of several clauses, up to the question."""
_IF = re.compile(
    rf"(?:^|[，,。；;：:、（(]|那么|又|此时|并|且|再|但) *"
    rf"(?:{_THING}{{0,16}}?(?:如果|若是|若(?!干)|倘若)|要是|倘使|假若|假使|倘|一旦|万一|哪怕|"
    rf"就算|即使|即便|纵使|纵然)"
    rf"({_THING}*(?:[，,]而(?:不是|非){_THING}*)?)"
)
_ABOUT_ANSWER = re.compile(
    "^(?:是|否|有|无|没有|不会?|会|能|可以|可|不能|不可|存在|不存在|为空|唯一|不唯一|不变|变化|"
    "改变|都不能|都没有)$"
    "|^(?:有|无|没有|不存在|为空)则|^(?:有变|有改|有多|有这|无法|无解|没有(?:则|这样|满足|任何|此类|符合|可行|相容|兼容|答案|"
    "变|改)|不(?:变|存在|唯一|确定|改|可行|相容|成立)|"
    "会(?:改变|变|消失|新增)|能(?:够|唯一|确定)|仍(?:然|不)(?!有效)|改变|变化|存在|唯一|确定|"
    "已(?:唯一|确定)|答案|出现(?:多|重)|"
    "集合|结果|为空|题)[^，,]{0,8}$|^(?:某|任|一个|两者|该|其中|组|每|多个|同一|干|最终|最后|已知)"
)
_SCOPE = re.compile(
    "^(?:暂时?|完全)?(?:不考虑|不使用|不参考|不引入|不采用|不看|忽略|按|用"
    "|[仅只](?![将把].{2,40}(?:视为|当作|算作|看作|改|删|去掉|换)))"
    "|^(?:只|仅)?考虑.{0,8}读法|^以.{0,12}计$"
    "|^(?:把|将|按|用|以).{0,40}(?:投影|分组|去重|归类|表示|记为|记作|定义|分类|编号|排序|写成)"
)
_CONTRARY = re.compile(
    "其实|实际上|事实上|并非|而不是|而非|不是.{1,12}而是|不是[从由对给在]|并未|并不|没有发生|未曾|未发生|伪造|"
    "编造|捏造|杜撰|"
    "误报|误传|失实|更正|撤|假的|"
    "作假|造假|有误|错误|[记抄看认弄]错|是错的|污染|损坏|失灵|故障|被推翻|"
    "[弄搞写装放贴记认抄填标](?:反|混|颠倒|漏|岔)|[记抄看认写填听读算说弄传]成了|[算记判写]给了|"
    "误(?![差解导])|伪|谣言|谎言|缺失|丢失|损毁|失真|豁免|破例|站不住|没(?![有什事任人])|"
    "(?:运[行转作]|工作|同步|通[信讯]|供电|记录|显示)(?:一[切律]|完全|全程|均|都)?正常|"
    "正常(?:工作|运[行转作]|同步|通[信讯]|供电|开启)|完好|"
    "不再|不得(?:作为|采信|使用|计入)|不(?:承认|认可|可信|可靠|作数|算数|予采信|被采信|能采信|能作为|足为凭)|调包|掉包|"
    "被人?.{0,3}(?:剪|篡改|破坏|调换|替换|修改|动过|冒用|掉换|偷换|隐瞒)|"
    "把.{0,40}(?:视为|当作|当成|算作|看作)|将.{0,40}(?:视为|当作|当成|算作|看作)|"
    "从来?[没未不]|没有(?!任何|满足|符合).{1,6}(?:这个?人|此人|这[条项位名])|(?:当[天日]|"
    "昨[天晚日]).{0,4}[没未不]|"
    "(?:倘[若使]?|要是|假[若使])[他她它]们?.{0,6}(?:了.{0,4}$|没|未|不曾)|并没|没人.{1,8}[过了]|"
    "没有?.{1,10}过|早就|压根|根本|(?<![样文版副])本(?:来(?!自)|不)|原[本先]|当[时初晚]|"
    "那[天晚日时]|此前|事先|先前|早先|早已|一直|始终|曾经?|已经?"
)
"""An event, or its report, differs from what the item states."""
_FOUND = re.compile(
    "确认|确定(?:是|属|为|了|来自)|经.{1,8}确定|查实|坐实|核实|核验|查明|查出|查到|证实|鉴定|认定|裁定|得知|获悉|发现|表明|证明|恢复正常|"
    "找回|补录|改口|翻供|排除"
)
"""An open fact is found out."""
_CHANGED = re.compile(
    "(?<![至最])[多少早晚高低快慢](?:了|出|一|两|几|要|设|算|到)|"
    r"(?<![至最])[多少早晚快慢长短][^，,至最于上]{0,4}[一二两三四五六七八九十半几\d]+(?![点号])["
    r"^，,]|"
    "另[有发派加设增开来请][了过]?|放开|提[前早]|推迟|延[后长迟]|顺延|推后|(?:往|向|"
    "朝)[前后早晚]|[前后]移|[上下]调|调[高低]|缩短|[增减]加?[了到至为一两几少设]|(?:补充|添加|"
    "加上)一|翻[倍番]|一倍|(?<!参)加[入上了]|"
    "换[成了到由人]|[^交]换(?=.{1,6}$)|改[^变革进]|变[为成]|放宽|收紧|提高|降低|降[为到至]|"
    "颠倒|互换|取消|删|去掉|废|临时|突然|中途|意外|[上下]浮|上涨|下跌|减半|加倍|翻番|缩减|削减|扩容|"
    "断[货电水网]|停[运电产工业]|失灵"
)
"""Something differs in degree, time or kind."""
_BESIDE = re.compile("比(?![赛如例分])|多少")
"""Comparisons of degrees, and questions about degrees, do not change anything."""
_OUTCOME = re.compile(
    "(?:入选|当选|中选|获选|落选|被选(?:中|上)?|选中|被?录[取用]|获得?资助|为[真假]|真话|谎话|"
    "撒谎|说谎"
    "|(?:不止|多于)一[个种]|(?:名单|方案|组合)[里中]?(?:有|包含|含有).{1,6})$"
)
"""Ending of a condition that is itself an answer: it selects one of the models without changing
any.
"""
_STATED = re.compile(
    r"(?:^|[，,。；;：:])((?!但|也|而|“|允许)[^，,。；;：:？?“‘]{1,16}(?:其实|实际上)[^，,。；;：:？?]*)"
    r"(?=[，,；;。])"
    r"|(?:^|[，,。；;：:])([^，,。；;：:？?]{0,16}(?:其实|原来|实际上|事实上)(?:并|根本|从来|压根|"
    r"从)?(?:没|未|不|非)"
    r"[^，,。；;：:？?]*)[，,；;。：:]"
)
"""A clause that states that something is different."""
_ESTABLISHED = re.compile(
    r"(?:^|[，,。；;：:])([^，,。；;：:？?]{1,24}(?:查明|查实|坐实|落实为|敲定|核实为|证实为|确诊|"
    r"查出了?(?=伤|病)|被找回|"
    r"改主意|变卦|换成[“\"「]|改成[“\"「]|"
    r"临时[给加改派换搭调])[^，,。；;：:？?]{0,24})[，,；;。：:]"
)
"""A clause that settles or changes something before the question."""
_ASKING = re.compile(
    "[未不没]能?(?:查明|查实|坐实|核实|证实|敲定)|(?:背景|题[面干目]|材料)[中里]?已|可能被|"
    "(?:查明|查实|核实|证实)(?:的|者|过)|[哪谁几吗么才]|什么|多少|是否|能否|若|如果|当|时$|不能|不足|可以|列出|所有|表面"
)
_TOLD = re.compile(
    rf"(?:{_GIVEN}).{{0,16}}(?:写的是|写着|允许|要求|禁止|适用于|[只仅](?:约束|适用|对|限|管|针对)|"
    r"不(?:适用|存在|成立|计|算)|没|为假|是假|失效|作废|暂停|暂缓|缓行|中止|停止|停用|搁置|改|换|写|多|少|晚|早|缺|丢|坏)"
    rf"|(?:没有?|不存在|缺少?|少|丢)了?(?:[这那该]条)?(?:{_GIVEN})"
    r"|仍然?有效|依然有效|允许.{2,}|禁止.{2,}"
    "|(?:同样|也|亦|一并|照样|一律)(?:能|可以?|会)?(?:适用|生效|作数|算数)"
    f"|(?:{_GIVEN}|例外).{{0,16}}(?:同样|也|亦|一并|照样)成立"
)
"""A rule or a record differs from the given one."""
_SELECTS = re.compile(
    "最[终后]|当选|入选|落选|获[选奖胜]|录[取用]|夺冠|出线|晋级|获得?资助|同组|为[真假]|说谎|真话|同时(?:成立|满足|使用)"
    "|满足|符合|同一|某|任[一何意]|每"
)
"""A condition on the answer, or on any thing of a kind: it selects some of the models."""
_IF_FIRST = re.compile(
    r"[，,。；;：:、（(\d.．) ]{0,4}(?:那么|又|此时|并|且|再|但)? ?"
    r"(?:如果|若|倘|要|假|一旦|万一|哪怕|就算|即|纵)"
)
"""An if clause that begins with its conjunction."""
_PROVED = re.compile("^(?:其中|该|某).{2,}被(?:确认|证实|证明|查明|认定|核实)")
"""What is found out about one thing of several."""
_LABEL = re.compile(
    r"[，,。；;：:] *(?:结论|命题|断言|说法|选项|报告|解释)?"
    "[甲乙丙丁戊己庚辛一二三四五六a-h1-9][：:、.．] *(?:如果|若|倘若|只要|一旦)"
)
"""The label of a statement that is quoted for judgement, before its colon."""
_IN_TRUTH = re.compile(
    "其实|实际上|事实上|并非|而不是|(?:视为|当作|算作|看作)(?!同一|相同|等价|同样|一样|一致)"
)
"""What is declared to be so, or to count as so."""
_MIN_EVENT_LENGTH = 15
"""Length, in characters, from which a condition describes an event rather than names a case."""
_ABSENT = re.compile(
    "(?:没有?|未)(?:能|曾)?(?:宣布|公布|规定|要求|提[到醒交]|批准|同意|递交|送达|发[送出]|寄出|"
    "配备|安装|设立|在|[接收听看]到|那[场次个]|[这该]|出现|发生|签|写|播出?|下雨|"
    "到场|迟到|坏|失灵|交接|登录|通知|告知|关闭|打开|开启)"
)
"""An event in the item did not happen."""
_BASELINE = re.compile("基线|基准|baseline|当前|现有|原背景|原始")
_EARLIER = re.compile(
    r"(?:沿用|仍在|仍是|仍取|继续在?|承接?|接着?|基于|比较|对比|在|与|和|把|同|以|根据|"
    r"针对)[^，,。；;？?]{0,6}?"
    r"(?:第 ?(?P<number>\d|[一二三四五六七八九]) ?小?[问题]|(?P<last>[上前]一?小?[问题]))"
    r"(?P<what>[^，,。；;？?]{0,6})"
)
_OF_FORM = re.compile("格式|定义|记法|口径|写法|顺序|候选")
_NUMERALS = "一二三四五六七八九"


_OTHERWISE = (
    *(_CONTRARY, _TOLD, _ABSENT, _FOUND, _CHANGED),
    *(_ORDERED, _OPERATION, _UNLIKE_GIVEN, _LATER, _LEARNT, _DONE_TO),
)
"""Signs that a supposition differs from what is given."""


class EarlierFacts(NamedTuple):
    """Facts established by an item's earlier texts."""

    worlds: frozenset[str]
    """Names of edited worlds, in lower case."""
    edited: tuple[bool, ...]
    """Whether each earlier sub-question is about an edited world."""
    baseline: frozenset[str] = frozenset()
    """Greek names that the item's own text uses, spelled out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason for counting a sub-question as being about an edited world."""

    name: str
    applies: Callable[[str, EarlierFacts], bool] = field(repr=False)
    """Predicate over the lower-case text and the facts known about the item."""


def _named(text: str, names: EarlierFacts) -> bool:
    return (
        _GREEK_WORLD.search(text) is not None
        or any(place["world"] for place in _CHRISTENED.finditer(text))
        or any(_spelled(name) not in names.baseline for name in _GREEK_ALONE.findall(text))
        or any(
            _spelled(name) not in names.baseline
            for place in _GREEK_SETTING.finditer(text)
            for name in place.groups()
            if name is not None
        )
        or any(re.search(_FREE.format(name=_either(name)), text) for name in names.worlds)
        or any(
            re.search(_FREE_GREEK.format(name=_either(name)), text)
            for name in names.worlds.intersection(_SPELLED.values()) - names.baseline
        )
    )


def _ordered(text: str, _: EarlierFacts) -> bool:
    message = _NOTHING_NEW.sub("", _NOT_ORDERED.sub("", text))
    if any(sign.search(message) for sign in (_ORDERED, _OPERATION, _UNLIKE_GIVEN, EDITED)):
        return True
    # If the baseline is named, such instructions concern the answer.
    return _BASELINE.search(message) is None and _DONE_TO.search(message) is not None


def _told_if(text: str, _: EarlierFacts) -> bool:
    """An if clause that contradicts the item. One that only selects some of the models ("if A is
    elected, who else can be?") changes nothing that is given."""
    for clause in _IF.finditer(text):
        whole, condition = clause[0], clause[1]
        if _LABEL.match(whole):
            continue
        if (
            _NAMED_GIVEN.search(whole) is None
            and _ABOUT_ANSWER.match(condition)
            and not _PROVED.search(condition)
        ):
            continue
        if _SCOPE.match(condition):
            continue
        if any(sign.search(whole) for sign in (_CONTRARY, _TOLD, _ABSENT)):
            return True
        if _FOUND.search(whole) and not _selects(condition):
            return True
        if _CHANGED.search(whole) and not _BESIDE.search(whole):
            return True
        if _goes_beyond(text, clause):
            return True
    return False


def _selects(condition: str) -> bool:
    return (
        _OUTCOME.search(condition) is not None
        or re.match("最[终后]|.{1,8}最[终后]被", condition) is not None
    )


def _goes_beyond(text: str, clause: re.Match[str]) -> bool:
    """An if clause that is long, or continues in further clauses, and tells what happened."""
    before = _RETURNS.sub("", text[: clause.start()])
    if _BASELINE.search(before) or not _IF_FIRST.match(clause[0]):
        return False
    rest = _continued(text, clause.end())
    condition = f"{clause[1]}，{rest}" if rest else clause[1]
    if _IN_TRUTH.search(condition):
        return True
    if rest and _FOUND.search(rest) and not _selects(rest):
        return True
    if _SELECTS.search(condition):
        return False
    if rest and _ABSENT.search(rest):
        return True
    return len(re.sub(r"\s", "", condition)) >= _MIN_EVENT_LENGTH


def _continued(text: str, end: int) -> str:
    """The further clauses of a condition whose first clause ends at `end`."""
    going_on = _WENT_ON.match(text, end)
    if going_on is None:
        return ""
    rest = going_on["condition"]
    if text[going_on.end()] not in "。；;":
        rest = rest[: max(rest.rfind("，"), rest.rfind(","), 0)]
    return rest.strip("，, ")


def _supposed(text: str, _: EarlierFacts) -> bool:
    """A supposition: an edit, unless the baseline is named as its world and nothing in it differs
    from what is given. In that case it selects some of the models, like a mere condition."""
    message = _NOT_SUPPOSED.sub("", text)
    if _SUPPOSED.search(message) is None:
        return False
    inside = _INSIDE.search(message)
    supposed = list(_SUPPOSES.finditer(message))
    if inside is None or not supposed or inside.end() > supposed[0].start():
        return True
    if _SUPPOSED.search(_SUPPOSES.sub("", message)):
        return True
    if _RETURNS.search(message, 0, supposed[0].start()) and any(
        len(each["what"] + _continued(message, each.end())) >= _MIN_EVENT_LENGTH
        for each in supposed
    ):
        return True
    return any(
        sign.search(each["what"]) or sign.search(_continued(message, each.end()))
        for each in supposed
        if _ABOUT_ANSWER.match(each["what"]) is None
        for sign in _OTHERWISE
    )


def _stated(text: str, _: EarlierFacts) -> bool:
    """A clause that states, rather than asks, that something differs from what is given."""
    return any(
        _ASKING.search(next(filter(None, clause.groups()))) is None
        for sign in (_STATED, _ESTABLISHED)
        for clause in sign.finditer(text)
    )


def _results(text: str, _: EarlierFacts) -> bool:
    """The question is worded as one about the result of a change, in a world that is not said to be
    the baseline."""
    if any(_SCOPE.match(clause[1]) for clause in _IF.finditer(text)):
        return False
    if _RESULT_OF_CHANGE.search(text) is not None:
        return True
    return _INSIDE.search(_RETURNS.sub("", text)) is None and _DIFFERENCE.search(text) is not None


def _goes_on(text: str, names: EarlierFacts) -> bool:
    """The sub-question continues in the world of an earlier counterfactual one."""
    for place in _EARLIER.finditer(text):
        if _OF_FORM.search(place["what"]):
            continue
        if place["last"]:
            number = len(names.edited)
        else:
            numeral = place["number"]
            number = int(numeral) if numeral.isdigit() else _NUMERALS.index(numeral) + 1
        if 1 <= number <= len(names.edited) and names.edited[number - 1]:
            return True
    return False


RULES: tuple[Rule, ...] = (
    Rule(
        "a counterfactual is named as such",
        lambda text, _: _COUNTERFACTUAL.search(_NO_COUNTERFACTUAL.sub("", text)) is not None,
    ),
    Rule("a variant is named", _named),
    Rule("something is deleted, rewritten or repaired", _ordered),
    Rule("the question is about the result of a change", _results),
    Rule("all the rest is kept as it was", lambda text, _: _REST_KEPT.search(text) is not None),
    Rule("something is supposed", _supposed),
    Rule(
        "something is learnt later",
        lambda text, _: _LATER.search(_NOTHING_NEW.sub("", text)) is not None,
    ),
    Rule(
        "something is fixed in addition",
        lambda text, _: _LEARNT.search(_NOTHING_NEW.sub("", text)) is not None,
    ),
    Rule("an if clause changes what is given", _told_if),
    Rule("something is said to be otherwise than given", _stated),
    Rule("it goes on in an earlier sub-question's world", _goes_on),
)


def reasons(item: Item) -> Iterator[tuple[str, str | None]]:
    """Yield each question part's id and the name of the rule by which it is about an edited world,
    or None if no rule applies."""
    leaves = item.leaves
    texts = [_unnumbered(full_text(leaf).lower()) for leaf in leaves]
    worlds = frozenset(name for text in (item.text.lower(), *texts) for name in _christened(text))
    baseline = frozenset(map(_spelled, re.findall(_NAME, item.text.lower())))
    edited: list[bool] = []
    defined: frozenset[str] = frozenset()
    reason: str | None
    for leaf, text in zip(leaves, texts, strict=True):
        declaration = declared(item, leaf)
        if declaration is not None:
            reason = "the item declares it" if declaration else None
        else:
            names = EarlierFacts(worlds | defined, tuple(edited), baseline)
            reason = next((rule.name for rule in RULES if rule.applies(text, names)), None)
        edited.append(reason is not None)
        if reason is not None:
            defined |= {place["name"] or place["so"] for place in _DEFINED.finditer(text)}
        yield leaf.id, reason


def _christened(text: str) -> Iterator[str]:
    """Names of edited worlds in a text."""
    for place in _GREEK_WORLD.finditer(text):
        yield _spelled(place["after"] or place["before"] or place["set"])
    for place in _GREEK_SETTING.finditer(text):
        if place["begins"]:
            yield _spelled(place["begins"])
    for place in _CHRISTENED.finditer(text):
        yield place["name"] or place["world"]


def _unnumbered(text: str) -> str:
    number = _NUMBER.match(text)
    return text[number.end() :] if number else text


def _spelled(name: str) -> str:
    return _SPELLED.get(name, name)


def _either(name: str) -> str:
    """A pattern for a name; a Greek one as a letter or spelled out."""
    letters = [letter for letter, spelled in _SPELLED.items() if spelled == name]
    return "(?:" + "|".join(map(re.escape, [name, *letters])) + ")"
