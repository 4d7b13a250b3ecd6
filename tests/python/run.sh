#!/bin/sh
# run.sh: installs bindings/python into a fresh environment below AUDE_BUILD, as a user would and without network, and runs the
# tests here and the examples there. Ends with `N passed, N failed`; 77 where the Debian packages cannot be had.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${AUDE_BUILD:-build/release}
case $build in /*) ;; *) build=$PWD/$build ;; esac
python=/usr/bin/python3
venv=$build/python
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV

ready() {
    "$python" -c '
import importlib.util, os, sysconfig
for name in "cffi", "ensurepip", "hypothesis", "numpy", "pip", "pytest", "setuptools", "venv", "wheel":
    assert importlib.util.find_spec(name)
assert os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))' 2>/dev/null
}
ready || tools/setup.sh test
ready || { echo "python: packages of tools/packages are missing and cannot be installed"; exit 77; }

passed=0
failed=0
count() { # count NAME STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && printf 'FAILED %s\n' "$1"; fi
}
attribute() { sed -n 's/.*<testsuite [^>]*[[:space:]]'"$1"'="\([0-9]*\)".*/\1/p' "$build/python.xml" | head -n 1; }

rm -rf "$venv" "$build/python.xml"
if ! { "$python" -m venv --system-site-packages "$venv" &&
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-build-isolation ./bindings/python; }; then
    echo "python: the package does not install"
    echo "0 passed, 1 failed"
    exit 1
fi
"$venv/bin/python" -m pytest -q -p no:cacheprovider --junitxml="$build/python.xml" tests/python
if [ -s "$build/python.xml" ]; then
    bad=$(($(attribute failures) + $(attribute errors)))
    failed=$((failed + bad))
    passed=$((passed + $(attribute tests) - bad - $(attribute skipped)))
else
    failed=$((failed + 1))
fi
for example in "random_match.py 4" "read_record.py" "read_record.py tests/golden/bets-3.aude" "bench.py 64 0.1" "train_linear.py 5"; do
    # shellcheck disable=SC2086
    "$venv/bin/python" bindings/python/examples/$example >"$build/python.log" 2>&1
    status=$?
    count "$example" $status
    [ $status -eq 0 ] || cat "$build/python.log"
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
