#!/bin/sh
# The library from other languages. C: the header, the functions, the examples by several compilers, under valgrind and
# with sanitizers. Python: a wheel in a virtual environment, with the engines that it serves.

. scripts/rust.sh
. scripts/count.sh

need g++ g++
need pkg-config pkg-config
need cmake cmake
need valgrind valgrind
need java default-jre-headless
python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 && "$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' ||
    need_packages python3 python3-venv

# The tools and the packages of tests/requirements.txt, in an environment that later runs use again. It is filled while
# the library is built.
package=crates/counterpoint-python
environment=$PWD/target/test/python
environment() {
    [ -x "$environment/bin/python" ] || "$python" -m venv "$environment" || return
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        --requirement $package/tests/requirements.txt
}
check environment environment &

# Both have the same features of the library.
check build cargo build --locked --release --package counterpoint-capi --package counterpoint-python
cargo_tests interface cargo test --locked --release --package counterpoint-capi --no-fail-fast
check generated cargo xtask generate --check

installed=$PWD/target/test/capi
rm -rf "$installed"
check install scripts/install.sh "$installed"

# What the library offers to a linker: the functions of the header, and nothing else.
symbols() {
    nm --dynamic --defined-only --format=posix "$installed/lib/libcounterpoint.so" |
        sed -n 's/^\([a-z_0-9]*\) T .*/\1/p' | sort >"$logs/bindings-symbols"
    sed 's/\/\*.*\*\///; /^ \*/d; /^static inline/d' "$installed/include/counterpoint.h" | grep -o 'cpt_[a-z0-9_]*(' |
        tr -d '(' | sort -u >"$logs/bindings-functions"
    grep -vxFf "$logs/bindings-symbols" "$logs/bindings-functions" | while read -r name; do
        grep -q "static inline cpt_status $name(" "$installed/include/counterpoint.h" ||
            echo "not in the library: $name"
    done >"$logs/bindings-missing"
    grep -v '^cpt_' "$logs/bindings-symbols" >>"$logs/bindings-missing"
    cat "$logs/bindings-missing"
    ! [ -s "$logs/bindings-missing" ]
}
check symbols symbols

examples() {
    scripts/tests/c_examples.sh "$installed" "$@"
}
warnings='-Wall -Wextra -Wpedantic -Werror'
# shellcheck disable=SC2086
{
    check gcc-c99 examples '' gcc -std=c99 $warnings -O2
    check g++ examples '' g++ -x c++ -std=c++11 $warnings -O2
    check valgrind examples 'valgrind --quiet --error-exitcode=9 --leak-check=full' gcc -std=c99 $warnings -g
    check address examples '' gcc -std=c99 $warnings -g -fsanitize=address
    check undefined examples '' gcc -std=c99 $warnings -g -fsanitize=undefined -fno-sanitize-recover=all
}

# A project of CMake finds the library, the shared one and the archive.
cmake_project() {
    project=$(mktemp -d)
    cat >"$project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.13)
project(user C)
find_package(counterpoint 0.1 REQUIRED)
foreach(kind counterpoint static)
  add_executable(digest-${kind} ${EXAMPLES}/digest.c)
  target_link_libraries(digest-${kind} PRIVATE counterpoint::${kind})
endforeach()
PROJECT
    cmake -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$installed" \
        -DEXAMPLES="$PWD/crates/counterpoint-capi/examples" &&
        cmake --build "$project/build" &&
        "$project/build/digest-counterpoint" >"$project/shared" &&
        "$project/build/digest-static" >"$project/archive" &&
        cmp "$project/shared" "$project/archive" &&
        [ -s "$project/shared" ]
    code=$?
    rm -rf "$project"
    return $code
}
check cmake cmake_project

wait
PATH=$environment/bin:$PATH
export PATH

wheels=$PWD/target/test/wheels
wheel() {
    rm -rf "$wheels"
    maturin build --release --locked --manifest-path $package/Cargo.toml --out "$wheels" --interpreter python &&
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
    tail -n 1 "$log" | grep -o "[0-9]* $1" | cut -d ' ' -f 1 | grep . || echo 0
}
pytest pytest $package/tests --ignore $package/tests/test_cluster.py
# Ray and Spark, with workers that are killed.
pytest cluster $package/tests/test_cluster.py

check mypy sh -c "cd $package && mypy"
check pyright pyright --project $package
