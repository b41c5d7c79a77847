"""The style of an item's page: on the screen, light and dark, on a phone, and in print."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1d21; --paper: #fff; --line: #c9cdd4; --soft: #5d6470;
  --band: #f3f4f6; --good: #17692f; --bad: #a8201a; --open: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --paper: #15171b; --line: #3a3f48;
  --soft: #a0a7b3; --band: #1e2126; --good: #6fce8a; --bad: #ff8f87; --open: #e5b55c } }
body { color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 56rem;
  padding: 0 1rem; font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif;
  overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin-bottom: .3rem } h2 { font-size: 1.2rem; margin-top: 2.4rem;
  border-bottom: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 1.6rem 0 .3rem } p { margin: .4rem 0 }
.soft { color: var(--soft) } .good { color: var(--good) } .bad { color: var(--bad) }
.open { color: var(--open) } .good, .bad, .open { font-weight: 600 }
code, pre { font: .92em/1.5 ui-monospace, "Noto Sans Mono", "Noto Sans Mono CJK SC", monospace }
pre { overflow-x: auto; margin: .4rem 0 }
.scroll { overflow-x: auto; margin: .5rem 0 } table { border-collapse: collapse }
th, td { padding: .15rem .6rem .15rem 0; text-align: left; vertical-align: top }
th { border-bottom: 1px solid var(--line); font-weight: 600 }
.world th, .world td { padding: .15rem .7rem; text-align: center; white-space: nowrap }
tr.removed td { background: color-mix(in srgb, var(--bad) 14%, transparent) }
tr.added td { background: color-mix(in srgb, var(--good) 14%, transparent) }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.box { border-left: 3px solid var(--line); padding-left: .9rem; margin: .8rem 0 }
.box.wrong { border-color: var(--bad) } .box.right { border-color: var(--good) }
sup a { color: var(--soft); text-decoration: none } a { color: inherit }
@media screen and (max-width: 40rem) { body { margin: 1rem auto } .formulas, .formulas tbody,
  .formulas tr, .formulas td { display: block } .formulas tr { margin-bottom: .5rem }
  .formulas td:empty { display: none } .formulas th { display: none } .number { text-align: left } }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; --soft: #444;
  --good: #0b4d1f; --bad: #8c1510; --open: #5c3e00 } body { margin: 0; max-width: none;
  font-size: 10pt } .scroll, pre { overflow: visible; white-space: normal }
  pre { white-space: pre-wrap } tr, .box p { break-inside: avoid } h2, h3 { break-after: avoid } }
@page { margin: 1.5cm }
"""
