"""What users of other checksum programs reported, tried with the command in $COUNTERPOINT."""

import gzip
import os
import subprocess

import pytest

COMMAND = os.environ["COUNTERPOINT"]
ABC = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
WRONG = "0" + ABC[1:]


@pytest.fixture
def folder(tmp_path):
    for name in ["x", " lead", "*star"]:
        (tmp_path / name).write_bytes(b"abc")
    return tmp_path


def run(folder, *arguments):
    """The exit code, the output and the messages of a run."""
    done = subprocess.run([COMMAND, *arguments], cwd=folder, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_f15_names_in_reversed_lists_begin_with_blanks_and_stars(folder):
    (folder / "list").write_text(f"{ABC} x\n{ABC}  lead\n{ABC} *star\n")
    assert run(folder, "check", "list") == (0, "x: OK\n lead: OK\n*star: OK\n", "")


def test_f15_plain_and_binary_lists_are_read_as_before(folder):
    (folder / "list").write_text(f"{ABC}  x\n{ABC} *x\n{ABC}   lead\n{ABC} **star\n")
    assert run(folder, "check", "list")[:2] == (0, "x: OK\nx: OK\n lead: OK\n*star: OK\n")


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u00a0"])
def test_a_wrong_digest_behind_a_mark_is_not_passed_over(folder, mark):
    (folder / "list").write_text(f"{mark}{WRONG}  x\n{ABC}  x\n", encoding="utf-8")
    code, _, messages = run(folder, "check", "list")
    assert code == 1 and messages


def test_a_byte_order_mark_is_no_part_of_the_first_line(folder):
    (folder / "list").write_text(f"{ABC}  x\n", encoding="utf-8-sig")
    assert run(folder, "check", "--strict", "list") == (0, "x: OK\n", "")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_lists_in_other_encodings_are_named(folder, encoding):
    (folder / "list").write_text(f"{ABC}  x\n", encoding=encoding)
    code, _, messages = run(folder, "check", "list")
    assert code == 1 and encoding[:6].upper() in messages and "iconv" in messages


def test_compressed_lists_are_named(folder):
    (folder / "list").write_bytes(gzip.compress(f"{ABC}  x\n".encode()))
    code, _, messages = run(folder, "check", "list")
    assert code == 1 and "compressed by gzip" in messages and "gzip -dc" in messages


def test_status_prints_nothing(folder):
    (folder / "list").write_text(f"{ABC}  missing\n")
    for arguments in [["list"], ["--ignore-missing", "list"], ["--extra", "list"], ["nowhere"]]:
        assert run(folder, "check", "--status", *arguments) == (1, "", "")


def test_extra_files_are_found(folder):
    (folder / "list").write_text(f"{ABC}  x\n{ABC}   lead\n")
    code, output, _ = run(folder, "check", "--extra", "list")
    assert (code, output) == (1, "x: OK\n lead: OK\n./*star: FAILED not in a list\n")
    assert run(folder, "check", "--extra", "--exclude", "[*]star", "list")[0] == 0


def test_only_what_a_list_lacks_is_hashed(folder):
    (folder / "list").write_text(f"{WRONG}  ./x\n{ABC}   lead\n")
    assert run(folder, "sum", "--recursive", "--update", "list", ".") == (0, f"{ABC}  ./*star\n", "")


def test_a_digest_without_a_list(folder):
    assert run(folder, "check", "--digest", ABC, "x") == (0, "x: OK\n", "")
    assert run(folder, "check", "--digest", WRONG, "x")[0] == 1
    assert run(folder, "check", "--digest", ABC[:-1], "x")[0] == 2


def test_parts_of_a_folder_are_excluded(folder):
    for name in ["target", "sub"]:
        (folder / name).mkdir()
        (folder / name / "y.o").write_bytes(b"abc")
        (folder / name / "y.c").write_bytes(b"abc")
    code, output, _ = run(folder, "sum", "-r", "--exclude", "*.o", "--exclude", "target/", "--exclude", "[* ]*", ".")
    assert (code, output) == (0, f"{ABC}  ./sub/y.c\n{ABC}  ./x\n")


def test_names_are_those_of_another_directory(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "list").write_text(f"{ABC}  x\n")
    assert run(elsewhere, "check", "--directory", str(folder), "list") == (0, "x: OK\n", "")
