"""The pages between questions, in words: from consent to the completion code.

Owns the text and the keys of each page. The flow decides when a page is shown, and the style sheet
how it looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.i18n import _, ngettext
from tui.state.draft import Role
from tui.text import plain, sentences

if TYPE_CHECKING:
    from items.models import Item
    from study.course.sections import PlannedBlock
    from study.course.state import SessionState
    from study.course.timing import Absence
    from study.design.codes import CodeError
    from study.design.protocol import Study
    from study.stations.end import LastPage


@dataclass(frozen=True)
class Section:
    """A passage of text on a page."""

    text: str
    role: Role = "plain"
    style: str = "text"
    """`text`, `box` for examples, `code` for what participants copy."""


@dataclass(frozen=True)
class PageAction:
    """A possible next step on a page."""

    name: str
    """The page's result when it is chosen."""
    letter: str
    """Its key; empty where only Enter chooses it."""
    text: str


@dataclass(frozen=True)
class Page:
    """One page. Enter chooses a single action; with several, there is no default."""

    name: str
    title: str
    sections: tuple[Section, ...]
    actions: tuple[PageAction, ...]


def on(text: str = "") -> tuple[PageAction, ...]:
    """The only way to continue."""
    return (PageAction("on", "", text or _("Go on")),)


def notice_text(state: "SessionState") -> str:
    """The notice about the previous question, if its time ran out."""
    if state.notice is None:
        return ""
    sentence = {
        "block_timed_out": _("Time was up for this part."),
        "session_timed_out": _("The time for the study is used up."),
    }.get(state.notice, _("Time was up."))
    return sentences(sentence, _what_became(state))


def _what_became(state: "SessionState") -> str:
    """Whether the answer to the question that timed out counts."""
    record = state.records[-1] if state.records else None
    if record is None or record.outcome != "timed_out":
        return ""
    if record.submitted:
        return _("The answer you had entered counts.")
    if not record.answers:
        return _("You had not answered the question.")
    block = state.plan.blocks[state.plan.steps[record.step].block]
    if block.time_up.answer == "submit":
        return _("Your answer was not complete, so it does not count.")
    return _("Your answer was not confirmed, so it does not count.")


def time_up_rule(submits: bool) -> str:
    """What happens to an answer when its time runs out, announced in advance."""
    if submits:
        return _("When time is up, your answer counts as it stands, if it is complete.")
    return _("When time is up, an answer that you have not confirmed does not count.")


NAMES = {"en": "English", "zh": "中文"}
"""Names of languages in the languages themselves."""


def languages(names: Sequence[str]) -> Page:
    """The choice of language, before the reader's language is known."""
    actions = tuple(
        PageAction(name, str(number), NAMES[name]) for number, name in enumerate(names, 1)
    )
    return Page("language", " · ".join(("Language", "语言")), (), actions)


def no_session(error: "CodeError") -> str:
    """Why a code does not open a session now."""
    when = local_time(error.utc) if error.utc else ""
    sentence = {
        "unknown": _("This code is not known here. Check its spelling."),
        "used": _("This code has been used: its session is over."),
        "early": _("It is too early: your next session can begin from {when} on."),
        "late": _("It is too late: your next session could begin until {when}."),
        "linked": _("You used a link, and only the link leads back. Open it again."),
        "full": _("The study is full"),
        "taken": _("The study is full"),
    }[error.reason]
    return sentence.format(when=when)


def local_time(utc: str) -> str:
    """A time on the local clock, to the minute."""
    from datetime import datetime

    return f"{datetime.fromisoformat(utc).astimezone():%Y-%m-%d %H:%M}"


def return_key(state: "SessionState", code: str) -> Page:
    """The key that is needed to return to the session."""
    started = state.started
    message = _(
        "Write both down. If you stop, you need them to come back. The key is not shown again."
    )
    if started is not None and (started.sitting > 1 or started.attempt > 1):
        message = _("It is the same as before. If you stop, you need both to come back.")
    sections = (
        Section(_("Your code: {code}").format(code=code)),
        Section(_("Your return key:")),
        Section("" if started is None else started.return_key, "chosen", "code"),
        Section(message),
    )
    return Page("return_key", _("Before you begin"), sections, on(_("I have written it down")))


def declining(may_begin_again: bool = False) -> Page:
    """Confirmation before a participant who does not agree leaves, since that is final unless the
    study lets the code begin `may_begin_again`."""
    text = (
        _("If you do not agree, the session ends here. The same code can begin again later.")
        if may_begin_again
        else _("If you do not agree, the session ends here, and this code cannot begin again.")
    )
    sections = (Section(text),)
    actions = (
        PageAction("back", "B", _("Back to the question")),
        PageAction("decline", "E", _("I do not agree: end the session")),
    )
    return Page("declining", _("End the session?"), sections, actions)


def consent(study: "Study", pilot: bool) -> Page:
    """What the participant agrees to; both answers have a key."""
    sections = [Section(plain(study.consent).strip())]
    if study.contact:
        sections.append(Section(_contact(study), "muted"))
    if pilot:
        sections.append(Section(_("This is a trial run: it is marked and left out of results.")))
    actions = (
        PageAction("agree", "Y", _("I agree and take part")),
        PageAction("decline", "N", _("I do not agree")),
    )
    return Page("consent", _("Your consent"), tuple(sections), actions)


def _contact(study: "Study") -> str:
    return _("Questions? {contact}").format(contact=plain(study.contact))


def instructions(
    study: "Study",
    plan_blocks: "Sequence[PlannedBlock]",
    example: "Item | None",
    linked: bool = False,
) -> Page:
    """How the study works, and a worked example. `linked`: on a page opened by a link."""
    sections = [Section(plain(study.instructions).strip() or _default_instructions())]
    points = [
        _("Answer with the keys shown at the bottom of the screen, or with the mouse."),
        _("You can change an answer until you confirm it with Enter; then it is final."),
    ]
    limits = [block.seconds_per_question or block.seconds_per_block for block in plan_blocks]
    if any([*limits, study.seconds_per_session]):
        sentence = _("The time left is shown at the top right.")
        points.append(sentences(sentence, time_up_rule(study.on_timeout == "submit")))
    if study.seconds_per_session:
        message = _("All questions together may take {time}; breaks do not count.")
        points.append(message.format(time=duration(study.seconds_per_session)))
    if any(block.breaks for block in plan_blocks):
        points.append(_("F6 starts a break: the text is hidden and the clock stops."))
    coming_back = _(
        "Everything is saved immediately. You can quit with Ctrl+Q and come back with your code."
    )
    if study.codes.return_key:
        coming_back = _(
            "Everything is saved immediately. You can quit with Ctrl+Q and come back with your "
            "code and your return key."
        )
    if linked:
        coming_back = _(
            "Everything is saved immediately. You can close this page and come back with your link."
        )
    points.append(coming_back)
    sections.append(Section("\n".join(f"· {point}" for point in points)))
    if example is not None:
        sections += _example(example)
    return Page("instructions", _("How it works"), tuple(sections), on())


def _default_instructions() -> str:
    return _(
        "You will read short texts and answer questions about them. Take everything a text says as "
        "true, and use nothing but what it says: what counts is what follows from it, not what "
        "is likely in the world."
    )


def _example(item: "Item") -> list[Section]:
    from tui.state.answers import draft_for, question_text

    question = item.leaves[0]
    draft = draft_for(item, question, answer=question.gold)
    answer_text = "\n".join(line.text for line in draft.lines(74, False))
    text = f"{plain(item.text).strip()}\n\n{question_text(item, question)}\n{answer_text}"
    sections = [Section(_("An example"), "heading"), Section(text, style="box")]
    if draft.word:
        sentence = _("The answer is {letter}: press {letter}, then Enter.").format(
            letter=draft.word
        )
        sections.append(Section(sentence, "chosen"))
    if item.explanation:
        sections.append(Section(plain(item.explanation).strip()))
    return sections


def block_intro(state: "SessionState") -> Page:
    """What comes next, how many questions, how long."""
    block = state.plan.blocks[state.block]
    sections = []
    sentence = notice_text(state)
    if sentence:
        sections.append(Section(sentence, "warn"))
    if block.instructions:
        sections.append(Section(plain(block.instructions).strip("\n")))
    elif block.role == "qualification":
        sections.append(
            Section(_("A short test comes first. It shows whether the main part suits you."))
        )
    facts = block_facts(block, state.plan.seconds)
    sections.append(Section("\n".join(f"· {fact}" for fact in facts)))
    return Page("block_intro", block_title(state, block), tuple(sections), on(_("Begin")))


def block_title(state: "SessionState", block: "PlannedBlock") -> str:
    """The block's own title, or its number."""
    if block.title:
        return plain(block.title)
    if block.role == "qualification":
        return _("Qualification")
    if block.role == "practice":
        return _("Practice")
    mains = [b.id for b in state.plan.blocks if b.role == "main"]
    if len(mains) == 1:
        return _("Main part")
    return _("Block {n} of {m}").format(n=mains.index(block.id) + 1, m=len(mains))


def _needed(block: "PlannedBlock") -> list[str]:
    """The requirements for passing a comprehension check."""
    from study.stations.check import PlannedCheck
    from study.stations.qualification import fewest

    if not isinstance(block, PlannedCheck):
        return []
    facts = [_("To go on, at least {n} of {m} answers have to be right").format(
        n=fewest(len(block.steps), block.pass_above), m=len(block.steps))]  # fmt: skip
    attempts_left = block.attempts - block.attempt
    if attempts_left:
        facts.append(
            ngettext(
                "If they are not, you can try once more",
                "If they are not, you can try {n} more times",
                attempts_left,
            ).format(n=attempts_left)
        )
    return facts


def block_facts(block: "PlannedBlock", session: float | None = None) -> list[str]:
    """Number, time and rules of a block, one line each; `session` is the limit for all
    questions."""
    n = block.items
    facts = [ngettext("{n} item", "{n} items", n).format(n=n)]
    questions = len(block.steps)
    if questions != n:
        sentence = ngettext("{n} question", "{n} questions", questions).format(n=questions)
        facts[0] = _("{fact} ({more})").format(fact=facts[0], more=sentence)
    facts += _needed(block)
    if block.seconds_per_question:
        facts.append(
            _("{time} for each question").format(time=duration(block.seconds_per_question))
        )
    if block.seconds_per_block:
        facts.append(_("{time} for the whole part").format(time=duration(block.seconds_per_block)))
    if not any((block.seconds_per_question, block.seconds_per_block, session)):
        facts.append(_("No time limit"))
    if block.confidence:
        facts.append(_("With every answer you also enter how sure you are, from 1 to 5"))
    if block.none_option:
        facts.append(_("N means: none of these, or I cannot tell"))
    if block.break_after:
        sentence = ngettext(
            "A break after every {n} question",
            "A break after every {n} questions",
            block.break_after,
        )
        facts.append(sentence.format(n=block.break_after))
    return facts


def duration(seconds: float) -> str:
    """A length of time in words."""
    whole = max(round(seconds), 1)
    minutes, rest = divmod(whole, 60)
    sentences = []
    if minutes:
        sentences.append(ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes))
    if rest or not minutes:
        sentences.append(ngettext("{n} second", "{n} seconds", rest).format(n=rest))
    return " ".join(sentences)


def verdict(state: "SessionState") -> Page:
    """The page for participants who passed the qualification."""
    from study.stations.qualification import decision

    decided = decision(state)
    sections = [Section(_("You have qualified for the main part. Well done!"), "chosen")]
    if decided is not None:
        message = _("Correct answers: {n} of {m}.").format(n=decided.correct, m=decided.asked)
        sections.append(Section(message))
    return Page("verdict", _("Qualification passed"), tuple(sections), on())


def retry_page(state: "SessionState") -> Page:
    """The page between two attempts at a comprehension check."""
    from study.stations.check import last_attempt

    attempt = last_attempt(state)
    sections = [Section(text, "warn") for text in (notice_text(state),) if text]
    if attempt is not None:
        message = _("Correct answers: {n} of {m}.").format(n=attempt.correct, m=attempt.asked)
        sections.append(Section(message))
        sections.append(Section(_("That is not yet enough to go on.")))
    sections.append(Section(_("Take your time, then try again.")))
    return Page("again", _("Another try"), tuple(sections), on(_("Try again")))


def own_text(state: "SessionState") -> Page:
    """A page of the study: the entry in the plan has title and text."""
    planned_page = state.here
    title, text = getattr(planned_page, "title", ""), getattr(planned_page, "text", "")
    sections = [Section(plain(text).strip("\n"))]
    message = notice_text(state)
    if message:
        sections.insert(0, Section(message, "warn"))
    return Page("text", plain(title), tuple(sections), on())


def rest(state: "SessionState") -> Page:
    """A break, which shows nothing of the item."""
    sections = [Section(_("The clock has stopped and the text is hidden. Take your time."))]
    sentence = notice_text(state)
    if sentence:
        sections.insert(0, Section(sentence, "warn"))
    if state.planned_break:
        sections.append(Section(_("This break is part of the study; you can also go on at once.")))
    answered = len(state.records)
    progress = _("{n} of {m} questions done.").format(n=answered, m=len(state.plan.steps))
    sections.append(Section(progress, "muted"))
    return Page("break", _("Break"), tuple(sections), on())


def paused(state: "SessionState") -> Page:
    """The program waits, with the reason and nothing of the item."""
    why = {
        "untouched": _("Nothing was answered, so the study is waiting for you."),
        "window": _("The window became too small to show the question."),
    }.get(state.pause or "", "")
    sections = [Section(sentence, "warn") for sentence in (notice_text(state), why) if sentence]
    sections.append(Section(_("The clock has stopped and the text is hidden.")))
    what_comes = (
        _("When you go on, the question is shown and the clock runs.")
        if state.resting
        else _("When you go on, the next question is shown and the clock runs.")
    )
    sections.append(Section(what_comes))
    title = _("Time was up") if state.notice else _("The study is paused")
    return Page("paused", title, tuple(sections), on())


def welcome_back(
    state: "SessionState", code: str, study: "Study", absence: "Absence | None" = None
) -> Page:
    """A resumed session. `absence` is the absence as it would be recorded now."""
    sections = [Section(_("Your code: {code}").format(code=code))]
    late = notice_text(state)
    if late:
        sections.append(Section(_("Before you left: {message}").format(message=late), "warn"))
    if state.step is not None or state.phase in ("between", "paused"):
        sentence = _("You were at question {n} of {m}. All your answers are still here.")
        place = min(state.position + 1, len(state.plan.steps))
        sections.append(Section(sentence.format(n=place, m=len(state.plan.steps))))
        block = state.current_block
        if block is not None and (
            block.seconds_per_question or block.seconds_per_block or state.plan.seconds
        ):
            stopped = study.away.clock == "stopped"
            running = _("The clock is running.")
            sections.append(Section(_("The clock resumes when you do.") if stopped else running))
            readable = study.away.readable_seconds
            if stopped and state.running and state.clock_running and readable:
                # The program was killed, which left the question on the terminal.
                message = _(
                    "Last time the program was killed, so the question was still "
                    "visible. Up to {time} since then count as time used."
                )
                sections.append(Section(message.format(time=duration(readable)), "warn"))
            beyond = 0.0 if absence is None else absence.beyond_seconds
            if stopped and beyond >= 1:
                message = _(
                    "You were away for longer than the clock can stop. {time} of it "
                    "count as time used."
                )
                sections.append(Section(message.format(time=duration(beyond)), "warn"))
    else:
        sections.append(Section(_("You can continue where you left off.")))
    return Page("welcome_back", _("Welcome back"), tuple(sections), on())


def end(state: "SessionState", study: "Study", linked: bool = False) -> Page:
    """The last page, with the completion code: in the study's words for this outcome, or in the
    program's. `linked`: on a web page, which shows code and address itself."""
    own = study.last_page(state.phase)
    title, sections = _end_words(state)
    if own.title:
        title = plain(own.title)
    if own.text:
        sections = [Section(plain(own.text).strip("\n"))]
    message = notice_text(state) if state.phase == "completed" else ""
    if message:
        sections.insert(0, Section(message, "warn"))
    following = next_sitting(state, study)
    if following:
        sections.append(Section(following, "chosen"))
    sections += _leaving(own, plain(own.code) or state.completion_code or "", study, linked)
    return Page("end", title, tuple(sections), on(_("Close")))


def held_up() -> Page:
    """The page while a session cannot begin, or continue, because another program is writing."""
    sections = (
        Section(_("Another program is using the record."), "warn"),
        Section(_("Please wait: this continues automatically as soon as that program is done.")),
        Section(_("If it takes long, tell the person who runs the study.")),
    )
    return Page("held_up", _("One moment"), sections, on(_("Try again now")))


def no_place(error: "CodeError", study: "Study", linked: bool = False) -> Page:
    """The page for somebody who cannot begin a session because the study has all required answers,
    or expects to; in the study's words, or in the program's."""
    own = study.last_page("full")
    texts = [
        no_place_text(
            places_taken=error.reason == "taken",
            may_retry=not own.address and study.slots.frees_dropped_out,
        ),
        _("Thank you for coming. Nothing was asked, and nothing about you was recorded."),
    ]
    if own.text:
        texts = [plain(own.text).strip("\n")]
    sections = [Section(text) for text in texts]
    sections += _leaving(own, plain(own.code), study, linked)
    return Page("no_place", plain(own.title) or _("The study is full"), tuple(sections),
                on(_("Close")))  # fmt: skip


def no_place_text(*, places_taken: bool, may_retry: bool = True) -> str:
    """Why there is no place: all answers exist, or will if nobody leaves (`places_taken`).
    `may_retry`: whether it makes sense to come again."""
    if not places_taken:
        return _("Nobody else is needed: this study has all the answers it needs.")
    if not may_retry:
        return _("All places in this study are taken at the moment.")
    return _(
        "All places in this study are taken at the moment. If somebody stops, there is a place "
        "again: you can try later."
    )


def _leaving(last_page: "LastPage", code: str, study: "Study", linked: bool) -> list[Section]:
    """The code to copy, where to go next, and whom to contact."""
    sections: list[Section] = []
    if code:
        sections.append(Section(_("Your completion code:")))
        sections.append(Section(code, "chosen", "code"))
        message = (
            _("Give this code to the person who invited you: it shows that you took part.")
            if linked
            else _(
                "Give this code to the person who invited you: it shows that you "
                "took part. It stays on the terminal when you close this page."
            )
        )
        if not last_page.address:
            sections.append(Section(message))
    if last_page.address and linked:
        sections.append(Section(_("To finish, use the button below.")))
    elif last_page.address:
        sections.append(Section(_("To finish, open this address in your browser:")))
        sections.append(Section(plain(last_page.address), "chosen", "code"))
        sections.append(Section(_("It stays on the terminal when you close this page.")))
    if study.contact:
        sections.append(Section(_contact(study), "muted"))
    return sections


def next_sitting(state: "SessionState", study: "Study") -> str:
    """When to return, if the study plans a further session for the participant."""
    from study.design.codes import LastSession, opens

    if state.started is None or not state.ended:
        return ""
    last_session = LastSession(state.started.attempt, state.started.sitting, state.phase, state.utc)
    window = opens(study.sittings, last_session)
    if window is None:
        return ""
    first, until = window
    when = local_time(first.isoformat())
    if until is None:
        message = _("There is another session. Come back with the same code from {when} on.")
        if state.started.return_key:
            message = _(
                "There is another session. Come back with the same code and return key from "
                "{when} on."
            )
        return message.format(when=when)
    message = _(
        "There is another session. Come back with the same code between {when} and {until}."
    )
    if state.started.return_key:
        message = _(
            "There is another session. Come back with the same code and return key between {when} "
            "and {until}."
        )
    return message.format(when=when, until=local_time(until.isoformat()))


def parting(state: "SessionState", study: "Study") -> tuple[str, ...]:
    """Lines that remain on the terminal after an ended session is closed."""
    own = study.last_page(state.phase)
    lines = taken_along(own, state.completion_code or "") if state.ended else []
    following = next_sitting(state, study)
    return (*lines, following) if following else tuple(lines)


def not_saved() -> str:
    """Message on the terminal where the last answer could not be stored."""
    return _("What you answered last could not be saved. Everything you confirmed is saved.")


def not_saved_yet() -> str:
    """Message to somebody about to leave, instead of that the answers are saved."""
    return _("What you answered last is not saved yet: another program is using the record.")


def taken_along(last_page: "LastPage", code: str = "") -> list[str]:
    """Lines of a last page that remain on the terminal; `code` is the session's own."""
    code = plain(last_page.code) or code
    lines = [f"{_('Your completion code:')} {code}"] if code else []
    if last_page.address:
        lines += [_("To finish, open this address in your browser:"), plain(last_page.address)]
    return lines


def _end_words(state: "SessionState") -> tuple[str, list[Section]]:
    """The program's own title and text."""
    if state.phase == "declined":
        message = _("You did not agree, so nothing was asked. That is quite all right.")
        return _("Thank you for your time"), [Section(message)]
    if state.phase == "not_qualified":
        return _("Thank you for taking part"), [
            Section(_("You did not pass a test of this study, so it ends here.")),
            Section(_("Your answers are saved. Thank you for the time you gave.")),
        ]
    if state.phase == "timed_out":
        return _("Thank you for taking part"), [
            Section(_("The time for the study is used up, so it ends here.")),
            Section(_("Your answers are saved. Thank you for the time you gave.")),
        ]
    message = _("You have reached the end, and all your answers are saved.")
    return _("Done. Thank you!"), [Section(message)]
