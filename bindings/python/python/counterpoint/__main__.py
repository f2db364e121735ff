"""``python -m counterpoint`` explains how to get the command, which is a separate program."""

import sys


def main() -> int:
    """Print how to get the command."""
    print(
        "The command that hashes files is a separate program: `counterpoint sum FILE`.\n"
        "Install it with `make install` in the repository, or `cargo install --path crates/counterpoint-cli`.\n"
        "In Python: counterpoint.sha3_256(b'...').hexdigest(), and hashlib.file_digest(file, counterpoint.kt128).",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
