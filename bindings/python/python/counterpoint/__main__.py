"""``python -m counterpoint`` says where the command is: it is a program of its own."""

import sys


def main() -> int:
    """Print how to get the command."""
    print(
        "The command that hashes files is a program of its own, `counterpoint sum FILE`.\n"
        "`make install` in the repository installs it, or `cargo install --path crates/counterpoint-cli`.\n"
        "In Python: counterpoint.sha3_256(b'...').hexdigest(), and hashlib.file_digest(file, counterpoint.kt128).",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
