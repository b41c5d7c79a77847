"""A short study of items of its own, so that a page is through it in seconds."""

from pathlib import Path

from study.design.protocol import LoadedStudy, load_study

ITEMS = """
{"id": "s/one", "text": "The ferry is late. If the ferry is late, the baker whistles.", "language": "en", "questions": [{"id": "1", "text": "Does it follow that the baker whistles?", "kind": "truth", "gold": {"kind": "truth", "value": "true"}}]}
{"id": "s/two", "text": "If the ferry is late, the baker whistles. The baker whistles.", "language": "en", "questions": [{"id": "1", "text": "Does it follow that the ferry is late?", "kind": "truth", "gold": {"kind": "truth", "value": "unknown"}}]}
{"id": "s/three", "text": "The goat sleeps.", "language": "en", "questions": [{"id": "1", "text": "Does it follow that the goat is awake?", "kind": "truth", "gold": {"kind": "truth", "value": "false"}}]}
""".strip()  # noqa: E501
STUDY = """
title = "Short"
language = "{language}"
consent = "Yes?"
instructions = "Read."
confidence = true
[end.completed]
code = "DONE1"
address = "https://recruiter.example/complete?cc=DONE1&who={{PROLIFIC_PID}}"
[end.declined]
code = "NO1"
[[blocks]]
id = "main"
source = "items.jsonl"
order = "fixed"
seconds_per_question = 600
"""


SPOKEN = """
id = "ferries"
languages = ["en", "zh"]
title = { en = "Ferries", zh = "渡船" }
consent = { en = "Do you take part?", zh = "您参加吗？" }
[[blocks]]
source = { en = "items.jsonl", zh = "zh.jsonl" }
order = "fixed"
"""


def in_two_languages(folder: Path) -> LoadedStudy:
    """A study with texts and items in English and Chinese, written into a folder."""
    (folder / "items.jsonl").write_text(ITEMS, encoding="utf-8")
    chinese = ITEMS.replace('"en"', '"zh"').replace("The goat sleeps.", "山羊睡着了。")
    (folder / "zh.jsonl").write_text(chinese, encoding="utf-8")
    file = folder / "ferries.toml"
    file.write_text(SPOKEN, encoding="utf-8")
    return load_study(file)


def short(folder: Path, language: str = "en") -> LoadedStudy:
    """The study, written into a folder."""
    (folder / "items.jsonl").write_text(ITEMS, encoding="utf-8")
    file = folder / "short.toml"
    file.write_text(STUDY.format(language=language), encoding="utf-8")
    return load_study(file)
