"""Counterfactual sub-questions: by prefix and by edit, against marks made by reading."""

import pytest

from items.loading import load
from items.models import Item, Question
from items.splits.by_edit import reasons
from items.splits.by_prefix import opens_so
from items.splits.registry import SPLITS, splits
from items.splits.split import declared
from tests.shared_data import shared_path
from tests.tui.test_item_commands import told

HARD = "llmeval-logic/hard/llmeval_logic_hard.json"
EDITED = {
    248: (4, 5, 6),
    250: (3, 4, 5),
    252: (4, 5, 6),
    254: (4, 5, 6, 7),
    258: (5,),
    260: (4,),
    262: (3, 4, 5, 6),
    264: (5, 6),
    268: (2, 3, 4),
    270: (2, 3, 4, 5),
    272: (2, 3, 4, 5),
    274: (3, 4, 5),
    276: (4, 5),
    278: (4, 5),
    280: (4, 5),
    282: (3, 4, 5),
    284: (2, 3, 4),
    286: (4,),
    288: (4, 5),
    292: (4, 5),
    294: (3, 4, 5),
    296: (3, 4, 5),
    298: (2, 3, 4, 5),
    300: (4, 5),
    302: (2, 3, 4, 5),
    304: (3, 4, 5),
    306: (3, 4, 5, 7),
    308: (3, 4),
    312: (3, 4, 5),
    314: (3,),
    316: (3, 4, 5),
    318: (3, 4, 5),
    320: (4, 5),
    322: (2, 3, 4),
    324: (3, 4, 5),
    328: (4,),
    330: (3, 4, 6, 7),
    334: (4, 5),
    336: (3, 4, 5),
    340: (4, 5),
    342: (3, 4, 5),
    344: (3, 4),
    346: (2, 4),
    350: (3, 4, 5),
    352: (2, 3, 4, 5),
    354: (4, 5),
    356: (4, 5, 6),
    358: (4, 5),
    360: (3, 4, 5),
    362: (4, 5, 6),
    368: (3, 4, 5),
    370: (2, 3),
    372: (3, 4),
    376: (3, 4),
    378: (1, 2, 3, 4, 5),
    380: (3, 4, 5),
    382: (3, 4, 5),
    384: (5,),
    386: (3, 5),
    388: (3, 4),
    390: (2, 3, 4, 5),
    392: (3, 4, 5),
    394: (3,),
    396: (2, 3),
    398: (2, 4),
    400: (3, 4),
    402: (3, 4, 5),
    406: (3, 4, 5),
    408: (3, 4, 5),
    410: (4, 5),
    412: (4, 5),
    414: (2,),
    418: (4, 5),
    420: (4, 5),
    422: (3, 4, 5),
    424: (3, 4, 5),
    426: (3, 4, 5),
    428: (3, 4, 5),
    430: (3, 4),
    432: (3, 4),
    434: (3, 4, 5),
}
"""Item to its sub-questions that ask in an edited world, marked by reading all 408."""

ASKED_IN_AN_EDITED_WORLD = (
    "删去规则R3后，仍可行的完整名单有哪些？",
    "在删除F3的情况下，重新列出全部模型。",
    "即使删去F3，结论甲是否仍然成立？",
    "删除哪一条记录会使甲重新进入候选集？",
    "若会议取消，哪些人仍可能参会？",
    "如果今天没有下雨，小王还能开车吗？",
    "若日志E4被证明是伪造的，请列出仍可能的账户。",
    "设 alpha：R3 的归属确定为丙。列出所有模型。",
    "进入世界A：只修复一条轴，确认W属于Z。列出全部兼容模型。",
    "新增一条事实：小李当晚在场。重新列出全部模型。",
    "在规则二失效的情形下，共有几种方案？",
    "把第三条规则替换为“至少两人入选”，其余照旧，列出所有名单。",
    "在基线下，如果E3其实是误报，哪些结论会改变？",
    "倘若老王说的是真话而不是谎话，还剩哪些可能？",
    "假定摄像头没有坏，列出可能的嫌疑人。",
    "后来警方查明F2记录有误，请重新列出所有可能。",
    "撤销规则4，重新计算可行方案数。",
    "与基线相比，规则R2被删除后新增了哪些模型？",
    "若把第三条规则的“当且仅当”弱化为“仅当”，还剩哪些模型？",
    "将库存改为两红三蓝，其余不变，结论是否唯一？",
    "若R5多要求一名女生，则可行名单有哪些？",
    "若规则二不适用，哪些人仍有资格？",
    "倘若张三当晚并不在家，还能推出凶手是谁吗？",
    "把“至少两人”换成“恰好两人”，重新列出全部名单。",
    "如果将F4从事实清单中拿掉，结论乙还成立吗？",
    "现在加上一条新规定：每人最多值班两天。列出所有可行排班。",
    "设想门禁记录被人篡改过，F2不可信，重新判断谁可能进入。",
    "若事实5的时间由九点改到十点，还有几种可能？",
    "假如没有规则3，甲是否必然入选？",
    "令R2失去效力，重新枚举所有模型。",
    "在世界γ中，哪些结论与基线不同？",
    "忽略F6（视作从未发生），列出全部候选。",
    "若原本下雨的那天其实是晴天，会议是否仍然取消？",
    "去除事实3后，最小支持集是什么？",
    "若补充一条事实：丙也在场，答案是否唯一？",
    "如果允许同一人担任两职，共有多少种方案？",
    "再假设李四撒谎，列出所有一致的情形。",
    "若把R1的方向颠倒，模型数有何变化？",
    "只把“不超过三件”放松为“不超过四件”，其他规则照旧，还有哪些方案？",
    "比较删除R4与删除R5之后各自剩下的模型。",
    "若该证人的证词作伪，谁仍在嫌疑之列？",
    "请问恢复哪一条被取消的事实可以让乙重新成为候选？",
    "如果此前的鉴定结论被推翻，唯一解是否还存在？",
    "若仓库里多出一箱红色货物，而其余条件不变，分配方案有几种？",
    "假使王五没有迟到，列出他可能去的部门。",
    "在反事实情形“F1为假”下，列出全部世界。",
    "若改由丁担任组长，哪些任务必须重新分配？",
    "若撤掉对B的禁令，B可否入选？",
    "要让结论丙不成立，至少需要改动哪一条规则？",
    "倘把第一条规则整条删掉，结果如何？",
    "如果当时的监控没有失灵，能否确定是谁？",
    "若将丙的证词剔除，谁的嫌疑上升？",
    "假如R1只适用于夜班，排班还有几种？",
    "若第二天的气温记录其实是抄错的，结论还可靠吗？",
    "考虑这样一个改动：把“或”改成“且”，列出所有模型。",
    "在去掉事实2与事实5之后，甲是否仍被排除？",
    "设想李雷并未签字，合同是否有效？",
    "追加一条规则：红队必须有两名女生。还剩哪些组合？",
    "若审批流程少了一步，其余照旧，谁可以直接通过？",
    "反事实 β：F3 改为“王五乘坐地铁”。请列出全部可能。",
    "如果事实7实际上是误传，哪些人重新成为候选？",
    "若把截止时间推迟到周五，方案是否唯一？",
    "倘若规则允许缺席者投票，结果会不同吗？",
    "要使答案唯一，最少应删去哪一条事实？",
    "在变体γ下，与基线相比新增了哪些方案？",
    "若取消对乙的限制，共有几种分法？",
    "假定备用钥匙从未丢失，谁能进入机房？",
    "若后来发现账本第三页被撕掉，哪些推断不再成立？",
    "换成“当且仅当”后，可行集合是否缩小？",
    "仅修复时间轴上的一处矛盾，列出兼容模型。",
    "若没有F1这条记录，能否推出丙在场？",
)
ASKED_IN_THE_BASELINE = (
    "若最终确认南翼方案获得资助，另一个项目是否唯一确定？",
    "在基线下，若R4归属王德明，R3可能归属谁？",
    "请列出所有可行模型；若没有，则输出空集。",
    "若集合改变，请列出新增的模型；若不变，输出不变。",
    "仅依据第一层证据，列出所有候选。",
    "若只考虑甲的陈述，列出所有可能。",
    "若把每个模型投影到三元组，共有几种不同结果？",
    "在当前规则下，哪些记录足以支持结论乙？请输出删去其中任一项就不再成立的最小组合。",
    "只考虑片段丙取读法 β，列出可行读法。",
    "请判断路径 α 与路径 β 中哪条一定可行。",
    "不作任何额外假设，列出全部模型。",
    "已知小李当选，谁可能是副班长？",
    "在全部相容世界里，哪些性质假设成立？",
    "不考虑任何反事实，回到基线列出全部模型。",
    "请比较甲乙两种读法下的结论。",
    "哪些证据虽然看似相关，却不能单独排除任何候选？",
    "是否存在一个模型使W1与W2同时成立？",
    "若无法唯一确定，请回答“不唯一”。",
    "在基线条件下，请枚举所有可行的组合，并按集合去重。",
    "若某一项在所有模型中都成立，则列入必然集合，否则不列。",
    "在不改变任何事实的前提下，列出全部可行解。",
    "从下列命题中选出必然成立者，其余不选。",
    "若答案为多个，请全部列出。",
    "若甲入选，则乙是否必然入选？",
    "如果最终名单包含丙，还剩哪些组合？",
    "在所有可行方案中，哪些人一定当选？",
    "若只有一个模型，请直接写出；若有多个，请列出全部。",
    "已知丁没有当选，谁还可能当选？",
    "按首位编号排序列出所有模型。",
    "仅凭规则1至规则3，能否推出甲当选？",
    "假设题中“或”均为相容析取，列出全部可能。",
    "若结果为空，请写“无”。",
    "请列出支持结论甲的一组最小前提。",
    "哪些命题在所有模型中取值相同？",
    "在甲当选的模型里，乙有几种可能的去向？",
    "若某人既不是左撇子又不会弹琴，他可能是谁？",
    "是否存在一种方案使得A与B同时被选？",
    "给出使结论成立所必需的全部事实编号。",
    "不引入新的事实，判断丙是否可能说谎。",
    "若以人数计，最多能选几人？",
    "根据当前记录，能否唯一确定作案者？",
    "请对每个候选人说明其是否可能。",
    "如果存在多个解，给出它们的交集。",
    "把每个解写成三元组。",
    "若E2为真，E5的真值是否确定？",
    "哪两条规则共同排除了丁？",
    "在满足全部规则的前提下，甲、乙能否同组？",
    "若甲说真话，谁在说谎？",
    "只看第二层证据，能排除哪些嫌疑人？",
    "请按“必然/可能/不可能”三类划分下列命题。",
    "丙与丁是否必须同时出现？",
    "若考虑两种读法，答案是否一致？",
    "若甲被录取，乙的去向能否唯一确定？",
    "请列出所有满足条件的座位安排。",
    "哪些事实对排除丁是不可缺少的？",
    "如果可行方案不止一个，请按字典序输出。",
    "根据事实1至5，能够确定谁到过现场吗？",
    "列出每个模型中红球的数量。",
    "若某结论无法判定，请填“未定”。",
    "在所有模型中恒为真的命题有哪些？",
    "甲与乙能否同时入选？",
    "若丙为真，则丁的真值是什么？",
    "按照宽读法，候选人有哪些？",
    "不使用事实4，仅由其余事实能推出什么？",
    "最少需要几条事实才能推出结论甲？",
    "请给出一个使甲落选的可行方案。",
    "若两个模型只在丙上不同，视为同一个。",
    "把结果写成升序列表。",
    "哪一位候选人在恰好三个模型中出现？",
    "若甲说谎，谁一定说真话？",
    "当前证据是否排除了外部入侵？",
    "若名单中有戊，则还可能有谁？",
)


def item(*texts: str, text: str = "背景") -> Item:
    questions = tuple(
        Question(id=str(n), kind="text", text=each) for n, each in enumerate(texts, start=1)
    )
    return Item(id="x", language="zh", text=text, questions=questions)


@pytest.mark.parametrize("half", [0, 1])
def test_marks_made_by_reading(half: int) -> None:
    """Each half of the items on its own reaches 0.95 in precision and recall."""
    right = wrong = missed = 0
    for each in load(str(shared_path(HARD))).items:
        if int(each.id) // 2 % 2 != half:
            continue
        marked = {str(number) for number in EDITED[int(each.id)]}
        read = SPLITS["by_edit"].counterfactual(each)
        right += len(read & marked)
        wrong += len(read - marked)
        missed += len(marked - read)
    assert right > 90
    assert right / (right + wrong) >= 0.95
    assert right / (right + missed) >= 0.95


def test_the_papers_prefixes() -> None:
    outcome = [
        SPLITS["by_prefix"].counterfactual(each) for each in load(str(shared_path(HARD))).items
    ]
    assert sum(map(len, outcome)) == 103


@pytest.mark.parametrize("text", ASKED_IN_AN_EDITED_WORLD)
def test_edited_worlds(text: str) -> None:
    assert SPLITS["by_edit"].counterfactual(item(text)) == {"1"}


@pytest.mark.parametrize("text", ASKED_IN_THE_BASELINE)
def test_conditions_scopes_and_forms_are_no_edits(text: str) -> None:
    assert SPLITS["by_edit"].counterfactual(item(text)) == frozenset()


def test_prefixes() -> None:
    for text in (
        "假设F1成立，",
        "2. 假如F1成立，",
        "反事实 α：",
        "（3）再设另一个独立的反事实世界β：",
        "4、另设反事实世界γ：",
    ):
        assert opens_so(text), text
    for text in (
        "比较反事实α与β。",
        "设 alpha 世界中，",
        "请列出假设，",
        "若假设成立，",
        "12 个假设",
    ):
        assert not opens_so(text), text


def test_a_later_question_goes_on_in_an_earlier_world() -> None:
    outcome = item(
        "列出全部模型。",
        "反事实世界甲：删去F1。列出全部模型。",
        "仍在甲世界下，列出必然成立的命题。",
        "沿用第2问的世界，列出投影。",
        "沿用第1问的模型，列出投影。",
        "沿用第2问的格式，列出基线下的模型。",
    )
    assert SPLITS["by_edit"].counterfactual(outcome) == {"2", "3", "4"}


def test_a_letter_is_a_world_only_where_it_is_given_to_one() -> None:
    variant = "变体 α：规则二改为单向。"
    asked = "在 α 下，列出全部模型。"
    assert SPLITS["by_edit"].counterfactual(item(asked, text=variant)) == {"1"}
    assert not SPLITS["by_edit"].counterfactual(item(asked, text="路径 α 或路径 β 可行。"))


def test_formal_questions_declare_their_variant() -> None:
    declared = Item(
        id="d",
        text="x",
        questions=(
            Question(id="1", text="Suppose you hear A.", kind="possible", query="possible(A)"),
            Question(id="2", kind="possible", query="possible(A) under alpha"),
            Question(id="3", kind="possible", query="possible(A) under baseline"),
            Question(id="4", kind="text", condition="if it rained"),
        ),
    )
    for split in splits():
        assert split.counterfactual(declared) == {"2", "4"}, split.name


def test_reasons_are_named() -> None:
    assert dict(reasons(item("列出模型。", "后来确认F2有误，列出模型。"))) == {
        "1": None,
        "2": "something is learnt later",
    }


def test_the_command_lists_both_splits() -> None:
    document = told("items", "splits", "builtin:demo")
    assert document["sub_questions"] == len(document["rows"])
    for key in ("by_prefix", "by_edit"):
        assert document["counterfactual"][key] == sum(row[key] for row in document["rows"])
    edited = [(row["id"], row["question"]) for row in document["rows"] if row["by_edit"]]
    assert ("demo/lamp-room", "4") in edited
    assert ("demo/lamp-room", "1") not in edited


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("difference(alpha, baseline; A)", True),
        ("union(baseline, baseline; A)", False),
        ("enumerate_models(A) under alpha", True),
        ("enumerate_models(A)", False),
    ],
)
def test_a_comparison_with_a_variant_is_counterfactual(query: str, wanted: bool) -> None:
    leaf = Question(id="1", kind=query.partition("(")[0], query=query)
    item = Item(id="i", text="T", questions=(leaf,))
    assert declared(item, leaf) is wanted
