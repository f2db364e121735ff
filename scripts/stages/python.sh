#!/bin/sh
# The Python package: built as a wheel, installed into a virtual environment, and tested with the packages that it
# serves.

. scripts/rust.sh
. scripts/count.sh

python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 && "$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' ||
    need_packages python3 python3-venv

environment=$PWD/target/test/python
crate=crates/counterpoint-python

# The tools and the packages of tests/requirements.txt, in an environment that later runs use again.
environment() {
    [ -x "$environment/bin/python" ] || "$python" -m venv "$environment" || return
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        --requirement $crate/tests/requirements.txt
}
check environment environment
PATH=$environment/bin:$PATH
export PATH

wheels=$PWD/target/test/wheels
wheel() {
    rm -rf "$wheels"
    maturin build --release --locked --manifest-path $crate/Cargo.toml --out "$wheels" --interpreter python &&
        python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
}
check wheel wheel
# What a registry, and other Linux systems, would say of it.
check twine twine check --strict "$wheels"/*.whl
check auditwheel auditwheel show "$wheels"/*.whl

# pytest NAME FILE...: as many tests as pytest counts. One that was skipped could have run, so it has failed.
pytest() {
    name=$1
    shift
    broke=0
    run "$name" python -m pytest --quiet -p no:cacheprovider "$@" || broke=1
    tally "$name" "$broke" "$(counted passed)" "$(($(counted failed) + $(counted error) + $(counted skipped)))"
}
# counted passed|failed|error|skipped: from the last line of pytest.
counted() {
    tail -n 1 "$log" | sed -n "s/.*[^0-9]\{0,1\}\([0-9][0-9]*\) $1.*/\1/p" | grep . || echo 0
}
pytest pytest $crate/tests

check mypy sh -c "cd $crate && mypy"
check pyright pyright --project $crate
