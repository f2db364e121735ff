# shellcheck shell=sh
# To be sourced: installs what is missing, and only then.

die() {
    echo "error: $*" >&2
    exit 1
}

# need COMMAND PACKAGE...: the command, from these Debian packages if the machine lacks it.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    shift
    install "$@"
}

# need_packages PACKAGE...: these Debian packages, where a command does not tell whether they are there.
need_packages() {
    for package in "$@"; do
        dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || {
            install "$@"
            return
        }
    done
}

install() {
    can_install || die "missing: $* (Debian's names). Install them, or run this again as root on Debian."
    echo "installing $*" >&2
    {
        apt-get update --quiet=2 &&
            DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends --no-remove \
                -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
    } >&2 || die "can't install $*; apt-get says why above"
}

can_install() {
    command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]
}
