# shellcheck shell=sh
# To be sourced: installs Debian packages if they are missing.

die() {
    echo "error: $*" >&2
    exit 1
}

# need COMMAND PACKAGE...: installs these Debian packages if the machine lacks the command.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    shift
    install "$@"
}

# need_packages PACKAGE...: installs these Debian packages if one is missing, for packages whose presence no command
# shows.
need_packages() {
    for package in "$@"; do
        dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || {
            install "$@"
            return
        }
    done
}

install() {
    can_install || die "missing: $* (names of Debian packages). Install them, or run this again as root on Debian."
    echo "installing $*" >&2
    {
        apt-get update --quiet=2 &&
            DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends --no-remove \
                -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
    } >&2 || die "can't install $*; see apt-get's message above"
}

can_install() {
    command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]
}
