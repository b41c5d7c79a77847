"""A hard item of the project's own, told in words, and its formalization as it is typed."""

from items.answers import TextAnswer
from items.models import Item, Question


def _asked(number: int, text: str, gold: str) -> Question:
    return Question(id=str(number), kind="text", text=text, gold=TextAnswer(text=gold))


ITEM = Item(
    id="ferry-night",
    title="The night ferry",
    text="The night ferry is berthed at exactly one of two piers, north or south, and so is the "
    "mail boat; both may lie at the same pier. Two lamps are either lit or dark, the green one and "
    "the red one; nothing else is in question. If the ferry is at the north pier, the green lamp "
    "is lit. If the mail boat is at the north pier, the green lamp is dark. If the green lamp is "
    "dark, the red one is lit. The harbour master wrote that whoever sees both lamps lit may go "
    "home; nobody knows whether anybody did.",
    questions=(
        _asked(
            1,
            "List every complete case: pier of the ferry, pier of the mail boat, lamps lit.",
            "north, south, both; north, south, green; south, north, red; south, south, both; "
            "south, south, green; south, south, red",
        ),
        _asked(
            2,
            "Suppose that the mail boat is at the north pier. Where is the ferry, and which lamps "
            "are lit?",
            "The ferry is at the south pier, and the red lamp alone is lit.",
        ),
        _asked(
            3,
            "Suppose that the rule about the red lamp is struck out. In how many cases of piers "
            "and green lamp can the red one be dark?",
            "4",
        ),
        _asked(4, "As things stand: can both boats be at the north pier?", "No."),
    ),
)
BASELINE = (
    "{(ferry=north, mail=south, green, red), (ferry=north, mail=south, green), "
    "(ferry=south, mail=north, red), (ferry=south, mail=south, green, red), "
    "(ferry=south, mail=south, green), (ferry=south, mail=south, red)}"
)
PAD = f"""\
ferry, mail: Enum(north, south)
green, red: Bool
ferry = north -> green
mail = north -> ~green
~green -> red
@north add mail = north
@struck drop 3
? enumerate_models(ferry, mail, green, red)  # 1 = {BASELINE}
? unique_solution(ferry, green, red) under north  # 2 = unique {{(ferry=south, red)}}
? count_models(ferry, mail, green) given ~red under struck  # 3 = 4
? possible(ferry = north & mail = north)  # 4 = impossible
"""
