# checks.sh: to be sourced by a run.sh. `check WHAT COMMAND...` runs a command, counts it as passed or failed, and shows what a failed one
# said; `checks_done` prints `N passed, N failed` and is the exit code. $work is a directory that goes with the script.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() {
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok     $what"
    else
        failed=$((failed + 1))
        echo "FAILED $what"
        cat "$work/log"
    fi
}

checks_done() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
}
