"""A formalization of one hard item of LLMEval-Logic, as an annotator would type it.

The item is read from the data beside the checkout; here are only the scratchpad's own lines.
"""

ITEM = "360"
"""Five propositions, two loose cards, three counterfactuals."""
BASELINE = (
    "{(black=I_page, green=I_page, E), (black=I_page, green=W_page, E), "
    "(black=W_page, green=I_page, E), (black=W_page, green=W_page, E), "
    "(black=W_page, green=I_page, E, I), (black=W_page, green=W_page, E, I)}"
)
PROJECTED = "{(black=I_page, E), (black=W_page, E), (black=W_page, E, I)}"
PAD = f"""\
A, R, E, I, W: Bool
black, green: Enum(I_page, W_page)
A -> R
~I -> ~R
E & W -> I
R & ~W -> ~E
A & E & green = I_page -> I
A & E & green = W_page -> W
black = I_page -> ~I
black = W_page -> ~W
E
@alpha add black = W_page
@beta negate 9
@gamma drop 5
@gamma drop 6
? enumerate_models(black, green, A, R, E, I, W)  # 1 = {BASELINE}
? enumerate_models(A, R, E, I, W)  # 2 = {{(E), (E, I)}}
? enumerate_models(green, A, R, E, I, W) under alpha  # 3 = {{(green=I_page, E), \
(green=W_page, E), (green=I_page, E, I), (green=W_page, E, I)}}
? enumerate_models(A, R, E, I, W) under beta  # 4 = {{(), (W), (I), (R, I), (A, R, I)}}
? enumerate_models(black, A, R, E, I, W)  # 5 = {PROJECTED}
? enumerate_models(black, A, R, E, I, W) under gamma  # 5 = {PROJECTED}
? possible(W)
"""
