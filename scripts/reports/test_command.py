"""Tries, with the command in $COUNTERPOINT, what users of other checksum programs reported."""

import base64
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
    """Runs the command and returns the exit code, the output and the messages."""
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
    assert code == 1 and "compressed with gzip" in messages and "gzip -dc" in messages


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


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_the_encoding_is_known_behind_an_empty_line(folder, encoding):
    (folder / "list").write_text(f"\r\n{ABC}  x\r\n", encoding=encoding, newline="")
    code, _, messages = run(folder, "check", "list")
    assert code == 1 and encoding.upper().replace("-LE", "LE").replace("-BE", "BE") in messages


def test_lines_in_utf_16_behind_lines_in_utf_8_are_not_passed_over(folder):
    # PowerShell's `>>` writes them.
    (folder / "list").write_bytes(f"{ABC}  x\n".encode() + f"{WRONG}  x\r\n".encode("utf-16-le"))
    code, output, messages = run(folder, "check", "list")
    assert (code, output) == (1, "x: OK\n") and "NUL" in messages and "UTF-16" in messages
    assert run(folder, "sum", "--update", "list", " lead")[:2] == (1, "")


def test_line_ends_that_are_not_those_of_the_run_are_named(folder):
    (folder / "list").write_bytes(f"{ABC}  x\0{ABC}  *star\0".encode())
    for arguments in [["check", "list"], ["sum", "--update", "list", "x"]]:
        code, output, messages = run(folder, *arguments)
        assert (code, output) == (1, "") and "use --zero to read" in messages
    for end in ["\n", ""]:
        (folder / "list").write_text(f"{ABC}  x\n{WRONG}  *star{end}")
        for arguments in [["check", "--zero", "list"], ["sum", "--zero", "--update", "list", "x"]]:
            code, output, messages = run(folder, *arguments)
            assert (code, output) == (1, "") and "omit --zero" in messages


@pytest.mark.parametrize("between", [" ", ":"])
def test_a_wrong_digest_in_groups_is_not_passed_over(folder, between):
    groups = between.join(WRONG[start : start + 2] for start in range(0, len(WRONG), 2))
    (folder / "list").write_text(f"{groups}  x\n{ABC}  x\n")
    assert run(folder, "check", "list")[0] == 1


def test_digests_in_base64_are_read(folder):
    for digest, code in [(ABC, 0), (WRONG, 1)]:
        text = base64.b64encode(bytes.fromhex(digest)).decode()
        for line in [f"{text}  x", f"SHA3-256 (x) = {text}"]:
            (folder / "list").write_text(line + "\n")
            assert run(folder, "check", "list")[0] == code
        assert run(folder, "check", "--digest", text, "x")[0] == code


def test_f15_nothing_is_added_to_a_list_that_would_be_misread(folder):
    (folder / "list").write_text(f"{ABC} x\n")
    code, output, messages = run(folder, "sum", "--update", "list", "x", " lead")
    assert (code, output) == (1, "") and "--tag" in messages
    added = run(folder, "sum", "--tag", "--update", "list", " lead")
    assert added == (0, f"SHA3-256 ( lead) = {ABC}\n", "")


def test_a_last_line_without_an_end_is_not_joined(folder):
    command = f'"{COMMAND}" sum --update list x " lead" | tee -a list'
    (folder / "list").write_text(f"{ABC}  x")
    subprocess.run(command, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    assert run(folder, "check", "--strict", "list") == (0, "x: OK\n lead: OK\n", "")


def test_a_list_from_a_pipe_is_not_opened_again(folder):
    os.mkfifo(folder / "pipe")
    command = f'echo "{ABC}  x" > pipe & "{COMMAND}" sum --update pipe x " lead"'
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, encoding="utf-8", timeout=20)
    assert (done.returncode, done.stdout) == (0, f"{ABC}   lead\n")


def test_patterns_that_could_match_nothing(folder):
    for name in ["target", "sub"]:
        (folder / name).mkdir()
        (folder / name / "y").write_bytes(b"abc")
    for pattern in ["./sub", ".//sub//", "/./sub"]:
        output = run(folder, "sum", "-r", "--exclude", pattern, "--exclude", "[* ]*", ".")[1]
        assert output == f"{ABC}  ./target/y\n{ABC}  ./x\n"
    for pattern in ["!sub", "../sub", "sub/..", ".", ""]:
        code, output, messages = run(folder, "sum", "-r", "--exclude", pattern, ".")
        assert (code, output) == (2, "") and messages
