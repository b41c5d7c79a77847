"""Names of files out of strangers' text: short enough, and never out of a folder."""

from items.files.file_names import MAX_NAME_BYTES, file_name


def test_names_stay_in_their_folder_and_are_short_enough() -> None:
    for text in ("../../etc/passwd", "/a/b", "..", ".", "", "a\x00b\n", "con/../..", "-rf"):
        name = file_name(text)
        assert "/" not in name
        assert not name.startswith((".", "-"))
        assert name
    assert file_name("q 1: Wenn, dann?") == "q-1-Wenn-dann"
    assert file_name("题目 1") == "题目-1"
    long = file_name("题" * 200)
    assert len(long.encode()) <= MAX_NAME_BYTES
    assert set(long) == {"题"}
