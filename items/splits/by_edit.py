"""By edit: a sub-question that asks in any edited world.

Such a world is a named variant, or the baseline with a fact or a rule changed, added or deleted, or
several such worlds repaired or compared. A mere condition inside the baseline ("if F-2703 is
funded, who else can be?"), a scope of evidence ("by the records alone") and the form of the answer
("if there is none, say so") are no edits.

A sub-question is read by the rules in `RULES`, in their order; the first that applies is the
reason. Sub-questions are read in the order of the item, since a later one may go on in the world of
an earlier one, and the item's own text may name variants.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from items.models import Item
from items.splits.split import Split, declared, whole

# --- names of worlds -----------------------------------------------------------------------------

_GREEK = "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|lambda|omega|[αβγδεζηθλμω]"
_NAME = rf"(?<![a-z\-])(?:{_GREEK})(?![a-z])"
_WORLD = (
    "世界|反事实|变体|修复|情景|情境|设定|分支世界|version|variant|world|scenario|counterfactual"
)
_QUOTES = " “”\"'‘’「」【】（(：:"

_GREEK_WORLD = re.compile(
    rf"(?:{_WORLD})[{_QUOTES}]{{0,2}}(?P<after>{_NAME})|(?P<before>{_NAME})[{_QUOTES}]{{0,2}}(?:{_WORLD})"
    rf"|(?:进入|设) ?(?P<set>{_NAME})"
)
"""A Greek letter or its name beside a word for a world."""
_CHRISTENED = re.compile(
    rf"(?:反事实(?:世界|变体|情形|情境|场景)?|变体|假想世界|平行世界|修复世界|设(?:世界|情形|情境|场景))"
    rf"[{_QUOTES}]{{0,2}}(?P<name>(?:[a-z]'?|[甲乙丙丁戊一二三四五])(?![a-z0-9一-龥])|[a-z]\d)"
)
"""Any other short name that a counterfactual or variant is given."""
_FREE = (
    r"(?:^|[，,。；;：:、（(]|[在于到入较与和用对及从将同跟设是以看把取令]|世界|情形|变体)"
    r"[ “]*{name}[ ”]*"
    r"(?:$|[，,。；;：:、）)？?]|下|中(?!的)|里|与|和|及|的(?!路径|来源)|之|对|两|世界|变体|有|独有|成立|相比)"
)
"""A name that stands free of any noun: "在 α 下", "α 与 β"."""
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
    f"(?:不考虑|不涉及|不引入|不使用|不采用|不进入|不得|无需|没有|不做|不作|非){_THING}{{0,8}}反事实"
)

_DELETED = "删除|删去|删掉|移除|去掉|去除|剔除|抹去|撤去|撤掉|撤销|撤回|取消|作废"
_REWRITTEN = (
    "改成|改为|改写|改判|改由|改作|改用|改设|改记|改动为|修改|替换|换成|换为|翻转|反转|对调|调换|互换为|更正|"
    "修正|推翻|变为|变成|升级为|升格为|降级为|提升为|提高到|降低到|降到|提前到|推迟到|延后到|放宽|收紧|"
    "失效|无效|失去(?:效力|作用)|不(?:再)?适用|作伪|作假|不再(?:有效|成立|生效)|(?:视为|当作|看作|视作)(?:从未|从来没|未曾|没有|不存在|无效|有效)"
)
_ORDERED = re.compile(
    rf"(?:若|如果|假|即使|即便|现在|只|仅|再|并|把|将|令|让){_THING}{{0,60}}?(?:{_DELETED}|{_REWRITTEN})(?!{_THING}{{0,4}}(?:任[一何意]|其中))"
    rf"|(?:^|[，,。；;：:]) *(?:{_DELETED})(?!{_THING}{{0,4}}(?:任[一何意]|其中))"
    rf"|(?:{_DELETED}|改动|修改|变动|翻转|替换|更正){_THING}{{0,24}}(?:之后|以后|后(?!来)|的?(?:情况|情形|条件|前提|世界)[下中里])"
    rf"|(?:{_DELETED}|替换|翻转|修改|改动|改变|恢复|补上|补入){_THING}?哪"
    rf"|(?:^|[，,。；;：:]) *(?:换[成为]|改[成为]|替换[成为]){_THING}{{1,24}}(?:之后|以后|后(?!来))"
    r"|(?:视为|当作|看作|视作)(?:从未|从来没|未曾)"
    rf"|(?:失效|无效|被{_DELETED}|被改[为成写])的(?:情况|情形|条件|前提|世界)"
)
"""A verb of deleting or rewriting that something is told to undergo."""
_NOT_ORDERED = re.compile(
    f"误(?:删|改)|不得{_THING}{{0,6}}(?:改|删|替换)|(?:是否|能否|会不会){_THING}{{0,8}}(?:{_DELETED}|{_REWRITTEN})"
)
_OPERATION = re.compile(
    f"(?:删除|删记录|删|替换|修复|翻转|反转|添加|增补|移除|改动|变动|扰动|编辑){_THING}{{0,4}}"
    "(?:算子|操作|测试|世界)"
    f"|(?:单点|单一|单独|单项|局部|最小|唯一|只|仅)(?!有|要|能|输出|需|回答|列|写|给|考虑)"
    f"{_THING}{{0,6}}(?:修复|修正|翻转|反转|改动|变动|变化|修改|新增|补入|推进|修一条|改一|修另一|变更|单点确认)"
    f"|单点{_THING}{{0,4}}确认"
    f"|不是?修{_THING}{{0,12}}而是修"
)
_REST_KEPT = re.compile(
    r"(?:其余|其他|其它|除[^，,。；;]{1,40}外|此外)[^。；;？?]{0,40}?"
    r"(?:不变|照旧|冻结|相同|一致|不动|如故|如常|原样|原情形|保留|保持|维持|按基线|仍按|回到)"
    r"|不改变(?:任何)?其[他余它]|(?:everything|all) else"
)
_SUPPOSED = re.compile(
    "假设|假如|假定|假想|设想|设若|倘若|倘使|假若|假使|试想"
    "|suppose|assume that|imagine that|what if"
)
_NOT_SUPPOSED = re.compile(
    f"(?:不|无需|未|没有|勿){_THING}{{0,6}}(?:假设|假定)|先假设|(?:假设|假定)题[中目面]|"
    "(?:的|性|质|该|各|此|些|位置|归谬|条|个|项|种|作案|工作|竞争|原|零)假设(?!情形|世界|场景|情境)"
)
_LATER = re.compile(
    rf"(?:后来|事后|随后|后续|之后|嗣后|日后|次日){_THING}{{0,20}}?"
    "(?:确认|查明|核实|核验|证实|发现|找回|修复|认定|审计|补录|更正|调出|补查|追认|恢复|复核|查到|公布|得知|"
    "表明|显示|补充|澄清|鉴定|查出)"
)
_LEARNT = re.compile(
    r"(?:额外|进一步|另外|新增|追加|补充|再)(?:一条|一项|唯一)?(?:确认|固定|锁定|得知|新增|获知)"
    r"|(?:^|[，,。；;：:]) *(?:再|现|另|额外)?(?:新增|增加|加入|添加|补充)(?:一[条项个份]|新)"
    r"|(?:^|[，,。；;：:]) *(?:现在?|再|另外?)?(?:加上|加进|增添|追加|添上)(?:一[条项个份]|新)"
    r"|(?:^|[，,。；;：:]) *(?:现|现在|现已)?(?:只|仅)(?:额外)?(?:确认|锁定|固定)"
)
_IF = re.compile(
    rf"(?:^|[，,。；;：:、（(]|那么|又|此时|并|且|再|但) *(?:如果|若是|若|要是|倘|一旦)({_THING}*)"
)
_ABOUT_ANSWER = re.compile(
    "^(?:是|否|有|无|没有|不会?|会|能|可以|可|不能|不可|存在|不存在|为空|唯一|不唯一|不变|变化|改变|都不能|都没有)$"
    "|^(?:有变|有改|有多|有这|无法|无解|没有(?:则|这样|满足|任何|此类|符合|可行|相容|兼容|答案|变|改)|不(?:变|存在|唯一|确定|改|可行|相容|成立)|"
    "会(?:改变|变|消失|新增)|能(?:够|唯一|确定)|仍(?:然|不)|改变|变化|存在|唯一|确定|已(?:唯一|确定)|答案|出现(?:多|重)|"
    "集合|结果|为空|题)[^，,]{0,8}$|^(?:某|任|一个|两个|两者|该|其中|组|每|多个|同一|干|最终|最后|已知)"
)
_OUTCOME = re.compile(
    "(?:入选|当选|中选|获选|落选|被选(?:中|上)?|选中|被?录[取用]|获得?资助|为[真假]|真话|谎话|撒谎|说谎"
    "|(?:不止|多于)一[个种]|(?:名单|方案|组合)[里中]?(?:有|包含|含有).{1,6})$"
)
"""How a condition ends that is itself an answer: it takes one of the models, and changes none."""
_SCOPE = re.compile(
    "^(?:暂时?|完全)?(?:不考虑|不使用|不参考|不引入|不采用|不看|忽略|仅|只|按|用)"
    "|^(?:只|仅)?考虑.{0,8}读法|^以.{0,12}计$"
    "|^(?:把|将|按|用|以).{0,40}(?:投影|分组|去重|归类|表示|记为|记作|定义|分类|编号|排序|写成)"
)
_CONTRARY = re.compile(
    "其实|实际上|事实上|并非|而不是|而非|不是|并未|并不|没有发生|未曾|未发生|伪造|误报|失实|更正|撤|"
    "把.{0,40}(?:视为|当作|当成|算作|看作)|将.{0,40}(?:视为|当作|当成|算作|看作)|错误地"
)
_BASELINE = re.compile("基线|基准|baseline|当前|现有|原背景|原始")
_EARLIER = re.compile(
    r"(?:沿用|仍在|仍是|仍取|继续在?|承接?|接着?|基于|比较|对比|在|与|和|把|同|以|根据|针对)[^，,。；;？?]{0,6}?"
    r"(?:第 ?(?P<number>\d|[一二三四五六七八九]) ?小?[问题]|(?P<last>[上前]一?小?[问题]))"
    r"(?P<what>[^，,。；;？?]{0,6})"
)
_OF_FORM = re.compile("格式|定义|记法|口径|写法|顺序|候选")
_NUMERALS = "一二三四五六七八九"


class Names(NamedTuple):
    """What an item's earlier texts have settled."""

    worlds: frozenset[str]
    """Names of edited worlds, in lower case."""
    edited: tuple[bool, ...]
    """Whether each earlier sub-question asks in an edited world."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason for which a sub-question counts as asking in an edited world."""

    name: str
    applies: Callable[[str, Names], bool] = field(repr=False)
    """Of the text, in lower case, and what is known of the item."""


def _named(text: str, names: Names) -> bool:
    return _GREEK_WORLD.search(text) is not None or any(
        re.search(_FREE.format(name=_either(name)), text) for name in names.worlds
    )


def _ordered(text: str, _: Names) -> bool:
    message = _NOT_ORDERED.sub("", text)
    return _ORDERED.search(message) is not None or _OPERATION.search(message) is not None


def _told_if(text: str, _: Names) -> bool:
    """An if clause that changes what is given: one that says the contrary of what the item says, or
    any in a sub-question that has not said before that it stays in the baseline."""
    for clause in _IF.finditer(text):
        said = clause[1]
        if _ABOUT_ANSWER.match(said) or _SCOPE.match(said):
            continue
        if _CONTRARY.search(said):
            return True
        if not _OUTCOME.search(said) and not _BASELINE.search(text[: clause.start()]):
            return True
    return False


def _goes_on(text: str, names: Names) -> bool:
    """It goes on in the world of an earlier sub-question that is itself counterfactual."""
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
    Rule("all the rest is kept as it was", lambda text, _: _REST_KEPT.search(text) is not None),
    Rule(
        "something is supposed",
        lambda text, _: _SUPPOSED.search(_NOT_SUPPOSED.sub("", text)) is not None,
    ),
    Rule("something is learnt later", lambda text, _: _LATER.search(text) is not None),
    Rule("something is fixed in addition", lambda text, _: _LEARNT.search(text) is not None),
    Rule("an if clause changes what is given", _told_if),
    Rule("it goes on in an earlier sub-question's world", _goes_on),
)


def reasons(item: Item) -> Iterator[tuple[str, str | None]]:
    """Each question part's id and the name of the rule by which it asks in an edited world, or None
    where none applies."""
    leaves = item.leaves
    texts = [whole(leaf).lower() for leaf in leaves]
    worlds = frozenset(name for text in (item.text.lower(), *texts) for name in _christened(text))
    edited: list[bool] = []
    reason: str | None
    for leaf, text in zip(leaves, texts, strict=True):
        said = declared(item, leaf)
        if said is not None:
            reason = "the item declares it" if said else None
        else:
            names = Names(worlds, tuple(edited))
            reason = next((rule.name for rule in RULES if rule.applies(text, names)), None)
        edited.append(reason is not None)
        yield leaf.id, reason


def _christened(text: str) -> Iterator[str]:
    """Names that a text gives to edited worlds."""
    for place in _GREEK_WORLD.finditer(text):
        yield _SPELLED.get(name := place["after"] or place["before"] or place["set"], name)
    for place in _CHRISTENED.finditer(text):
        yield place["name"]


def _either(name: str) -> str:
    """A pattern for a name, a Greek one as a letter or spelled out."""
    letters = [letter for letter, spelled in _SPELLED.items() if spelled == name]
    return "(?:" + "|".join(map(re.escape, [name, *letters])) + ")"


def _counterfactual(item: Item) -> frozenset[str]:
    return frozenset(id_ for id_, reason in reasons(item) if reason is not None)


SPLIT = Split(
    name="by edit",
    key="by_edit",
    meaning="counterfactual where the sub-question asks in any edited world, however it is worded",
    source="",
    counterfactual=_counterfactual,
)
