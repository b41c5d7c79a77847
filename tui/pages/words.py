"""The wording of an item's page, in English and Chinese."""

from collections.abc import Mapping

from items.gold.refutation import ObjectionKind
from solver.inspection.formula_standing import FormulaVerdict
from solver.kinds.words import Text
from tui.state.inspector.world_lines import FALSE, TRUE

WORDS: Mapping[str, Text] = {
    "text": Text("Text", "文本"),
    "logic": Text("Formalization", "形式化"),
    "notes": Text("Formalized with these notes", "形式化时的说明"),
    "symbols": Text("Symbols", "符号"),
    "definitions": Text("Definitions", "定义"),
    "premises": Text("Premises", "前提"),
    "questions": Text("Questions and verdicts", "问题与判定"),
    "question": Text("Question {id}", "问题 {id}"),
    "variants": Text("What the variants change", "各变体带来的变化"),
    "variant": Text("Variant {name}", "变体 {name}"),
    "how": Text("How to check this", "如何复核"),
    "gold": Text("Gold answer", "参考答案"),
    "published": Text("Published answer", "公布的答案"),
    "asked": Text("Query", "查询"),
    "found": Text("The solver finds", "求解器的结果"),
    "proved": Text("✓ The gold answer is proved.", "✓ 参考答案得到证明。"),
    "proved_from_nothing": Text(
        "‼ The gold answer is proved, but the premises contradict one another ({name}): everything "
        "follows from them.",
        "‼ 参考答案得到证明，但前提相互矛盾（{name}）：由此可推出一切。",
    ),
    "only_before": Text(
        "A structure that the premises allow and the variant excludes:",
        "前提允许、而变体排除的结构：",
    ),
    "only_after": Text(
        "A structure that the variant allows and the premises exclude:",
        "变体允许、而前提排除的结构：",
    ),
    "none_before": Text(
        "Every structure that the premises allow, the variant allows too.",
        "前提允许的每个结构，变体也都允许。",
    ),
    "none_after": Text(
        "Every structure that the variant allows, the premises allow too.",
        "变体允许的每个结构，前提也都允许。",
    ),
    "not_shown": Text("There is one; none could be shown.", "确有这样的结构，但未能给出。"),
    "not_known": Text("Not decided: {why}.", "未能判定：{why}。"),
    "refuted": Text("✗ The gold answer is refuted.", "✗ 参考答案被推翻。"),
    "unchecked": Text("○ Not checked: {why}.", "○ 未检验：{why}。"),
    "in_words": Text("○ Not checked: the answer is in words.", "○ 未检验：答案是文字。"),
    "unknown": Text("○ Not decided: {why}.", "○ 未能判定：{why}。"),
    "totals": Text(
        "Gold answers, by question: {proved} proved, {refuted} refuted, {open} open.",
        "各问题的参考答案：{proved} 个得到证明，{refuted} 个被推翻，{open} 个未定。",
    ),
    "inconsistent": Text(
        "The premises contradict one another ({where}): everything follows from them, so verdicts "
        "say little.",
        "前提相互矛盾（{where}）：由此可推出一切，因此判定意义不大。",
    ),
    "approximate": Text(
        "The words of this item only approximate its formulas; verdicts are about the formulas.",
        "本题的文字只是大致对应其公式；判定针对公式而言。",
    ),
    "engines": Text("decided by {names}", "判定者：{names}"),
    "agree": Text("; they agree", "，结果一致"),
    "disagree": Text("; they contradict each other", "，结果相互矛盾"),
    "world": Text("In this world all premises hold:", "在下面这个世界里，所有前提都成立："),
    "world_under": Text(
        "In this world all premises of variant {name} hold:",
        "在下面这个世界里，变体 {name} 的所有前提都成立：",
    ),
    "wrong": Text("The solver refutes these published answers:", "求解器推翻了以下公布的答案："),
    "no_world": Text(
        "Under {name} the premises contradict one another{which}. No world is left there, and that "
        "is what the gold answer says.",
        "在 {name} 下前提相互矛盾{which}。那里不存在任何世界，参考答案说的正是这一点。",
    ),
    "one_by_one": Text(
        "To check by hand: every premise holds in this world. If one of them is not what the text "
        "means, the verdict rests on a mistake in the formalization.",
        "可逐条核对：在这个世界里每条前提都成立。如果其中某一条不是文本的意思，那么判定就建立在形式化的错误之上。",
    ),
    "by_these": Text(
        "To check by hand: it follows from these premises. If one of them is not what the text "
        "means, the verdict rests on a mistake in the formalization.",
        "可逐条核对：它由以下前提推出。如果其中某一条不是文本的意思，那么判定就建立在形式化的错误之上。",
    ),
    "defined_here": Text(
        "In that world, the definitions used here have these values:",
        "这里用到的定义在这个世界里的取值：",
    ),
    "defined": Text("It uses these definitions:", "其中用到以下定义："),
    "by_definitions": Text(
        "To check by hand: it follows from these definitions alone. If one of them is not what the "
        "text means, the verdict rests on a mistake in the formalization.",
        "可逐条核对：仅由以下定义就能推出。如果其中某一条不是文本的意思，那么判定就建立在形式化的错误之上。",
    ),
    "by_variant": Text("set by {name}", "由 {name} 设定"),
    "right_if": Text("The published answer would be right:", "在下列情形下，公布的答案才是对的："),
    "without": Text("without {which};", "去掉{which}；"),
    "misread": Text("under a known misreading, “{title}”:", "按一种常见的误读“{title}”："),
    "read_as": Text("{which} read as: {words}", "{which} 读作：{words}"),
    "further": Text("Further queries", "其他查询"),
    "fails": Text(
        "All premises hold in this world, and the statement fails:",
        "在这个世界里所有前提都成立，而该陈述不成立：",
    ),
    "holds": Text(
        "All premises and the statement hold in this world:",
        "在这个世界里所有前提和该陈述都成立：",
    ),
    "needs_none": Text(
        "It needs no premise: the declarations and definitions are enough.",
        "不需要任何前提：声明和定义已经足够。",
    ),
    "needs": Text("It rests on {which}.", "依据是{which}。"),
    "or": Text(" or ", "，或"),
    "more": Text(", and perhaps others", "，也许还有其他"),
    "none": Text("no premise at all", "无需任何前提"),
    "premise": Text("premise {numbers}", "前提 {numbers}"),
    "several": Text("premises {numbers}", "前提 {numbers}"),
    "rows": Text("{n} assignments:", "共 {n} 种取值："),
    "row": Text("1 assignment:", "共 1 种取值："),
    "cut": Text("{n} assignments, {shown} of them here:", "共 {n} 种取值，此处列出 {shown} 种："),
    "nothing": Text("none", "无"),
    "kept": Text(
        "{kept} models are kept, {removed} removed (−), {added} added (+).",
        "保留 {kept} 个模型，去掉 {removed} 个（−），新增 {added} 个（+）。",
    ),
    "listed": Text("Of each kind, at most {n} are shown.", "每类至多列出 {n} 个。"),
    "likely": Text(
        "Small numbers in the text name the premises that a sentence was matched with by its "
        "words; ~ marks a match that is only likely.",
        "文中的小号数字指出与该句对应的前提；带 ~ 的对应只是可能的。",
    ),
    "option": Text("Option", "选项"),
    "stands": Text("Stands", "状态"),
    "counted": Text("What is counted:", "被计数的是："),
    "late": Text(
        "The solver had {seconds} seconds for this page.", "求解器为本页最多用 {seconds} 秒。"
    ),
    "late_open": Text(
        "Questions or options not decided in that time: {n}.",
        "在此时间内未能判定的问题或选项：{n} 个。",
    ),
    "late_left": Text(
        "Variants or refuted answers not looked into for lack of time: {names}.",
        "因时间不足而未深入查看的变体或被推翻的答案：{names}。",
    ),
    "changes": Text("Answers that change", "改变的答案"),
    "made": Text(
        "Made with Countermodel {version}. Content hash of the item: {hash}. This command checks "
        "every gold answer of the item's file with both engines:",
        "由 Countermodel {version} 生成。题目内容的散列值：{hash}。"
        "下面的命令用两个引擎检验题目文件中的全部参考答案：",
    ),
    "pad": Text(
        "Without the file: save the following text as {file}, and give that name instead.",
        "没有题目文件时：把下面的文字保存为 {file}，并在命令中改用这个文件名。",
    ),
    "formulas": Text(
        "The formalization as a scratchpad, without gold answers; save it as {file} to open it:",
        "形式化的草稿文本，不含参考答案；保存为 {file} 即可打开：",
    ),
    "key": Text(
        f"In tables, {TRUE} is true and {FALSE} is false.", f"表中 {TRUE} 为真，{FALSE} 为假。"
    ),
}
VERDICT_WORDS: Mapping[FormulaVerdict, tuple[Text, str]] = {
    FormulaVerdict.ENTAILED: (Text("✓ follows", "✓ 成立"), "good"),
    FormulaVerdict.CONTRADICTED: (Text("✗ is contradicted", "✗ 与前提矛盾"), "bad"),
    FormulaVerdict.UNDETERMINED: (Text("○ is open", "○ 不确定"), "open"),
    FormulaVerdict.INCONSISTENT: (
        Text("! premises contradict one another", "! 前提相互矛盾"),
        "bad",
    ),
    FormulaVerdict.UNKNOWN: (Text("? not decided", "? 未能判定"), "open"),
}
WHY_WORDS: Mapping[ObjectionKind, Text] = {
    ObjectionKind.FAILS: Text("{what} does not follow.", "{what} 推不出来。"),
    ObjectionKind.HOLDS: Text("{what} is not excluded.", "{what} 没有被排除。"),
    ObjectionKind.FOLLOWS: Text("{what} follows.", "{what} 可以推出。"),
    ObjectionKind.EXCLUDED: Text("{what} is excluded.", "{what} 已被排除。"),
    ObjectionKind.MISSED: Text("{what} was left out.", "漏掉了 {what}。"),
    ObjectionKind.NUMBER: Text("The right number is {count}.", "正确的数目是 {count}。"),
    ObjectionKind.FOREIGN: Text("{what} does not belong to it.", "{what} 不属于结果。"),
    ObjectionKind.INCONSISTENT: Text("The premises contradict one another.", "前提相互矛盾。"),
}
