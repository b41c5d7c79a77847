"""Letters announced in languages other than English and Chinese: "Respuesta: B", 答えはBです.

Owns these words. Only a letter directly after them is read, and only if the sentence ends there or
its verb follows. Denials, several letters and answers called wrong are skipped.
"""

import re
from collections import deque
from collections.abc import Iterator

from items.responses.answer_places import MAX_PLACES

_SIGNS = r"[\s*_`\"'“”‘’«»「」『』(\[（]{0,6}"
_KIND = (
    r"(?:correct[ae]?|corret[ao]|corrett[ao]|esatt[ao]|finale?|definitiv[ae]|juste|benar(?:nya)?|"
    r"yang (?:benar|tepat)|akhir(?:nya)?)"
)
_IS = (
    r"(?:\b(?:es|ist|lautet|est|é|è|adalah|ialah|será|serait|wäre)\b(?:\s(?:la|el|a|o|die|der|das|"
    r"le|la réponse|la respuesta|l'option|l’option|opción|opção|opzione|Option|Antwort|"
    r"pilihan|opsi|вариант)\b){0,2}|[—–-]|[:：=]|は|が|은|는|이|가)"
)
_ANNOUNCED = re.compile(
    r"(?:\b(?:respuesta|antwort|lösung|réponse|resposta|risposta|ответ|jawaban(?:nya)?)\b"
    rf"(?:\s{{1,2}}{_KIND}){{0,2}}|(?:答え|回答|正解|解答|정답|(?<![가-힣])답))"
    rf"[\s*_`]{{0,4}}{_IS}[\s*_`]{{0,4}}(?:[:：]\s{{0,2}})?"
    rf"{_SIGNS}(?:(?:opción|opção|opzione|option|вариант|선택지|選択肢)\s{{0,2}})?{_SIGNS}([A-Z])"
    r"[)\]）*_`\"'”’»」』]{0,6}"
    r"(?=\s{0,3}(?:$|[.,;!。、，！\n(（—–])|\s{0,2}(?:です|だ|である|となる|になる|입니다|이다|임|예요|"
    r"이에요|번))",
    re.IGNORECASE | re.MULTILINE,
)
_WRONG = re.compile(
    r"(?:falsche|andere|erste|vorläufige|mauvaise|fausse|autre|première|otra|primera|mala|outra|"
    r"errada|"
    r"altra|sbagliata|неправильный|неверный|другой|первый|間違った|誤った|別の|最初の|틀린|다른|첫|"
    r"오답|salah)\s{0,2}(?:\w{1,12}\s)?$",
    re.IGNORECASE,
)


def announced_letters(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield beginning, end and letter of each announcement, in order."""
    for match in deque(_ANNOUNCED.finditer(text), maxlen=MAX_PLACES):
        if match[1].isupper() and not _WRONG.search(
            text, max(0, match.start() - 30), match.start()
        ):
            yield match.start(), match.end(), match[1]
