#!/bin/sh
# install.sh: installs the build AUDE_BUILD into a fresh prefix and uses the result as a stranger would. The examples in the
# public headers are compiled as C17 and as C++17, by pkg-config and by find_package, and run; nothing of the checkout is used.
set -eu
build=${AUDE_BUILD:-build/release}
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
prefix=$top/prefix
say() { printf 'install: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

cmake --install "$build" --prefix "$prefix" >/dev/null
for file in include/aude.h include/aude_env.h lib*/libaude.a bin/aude share/man/man1/aude.1; do
    find "$prefix" -path "$prefix/$file" | grep -q . || fail "$file is not installed"
done
if grep -rqF "$(pwd)" "$prefix" --include='*.pc' --include='*.cmake' --include='*.h'; then
    fail "an installed file names the source directory"
fi

# The example stands between the lines ` * EXAMPLE` and ` * EXAMPLE END` of a comment.
extract() { # extract HEADER NAME
    sed -n '/^ \* EXAMPLE$/,/^ \* EXAMPLE END$/s/^ \* \{0,5\}//p' "$1" | sed '1d;$d' >"$top/$2.c"
    grep -q 'main *(' "$top/$2.c" || fail "$1: no program between ' * EXAMPLE' and ' * EXAMPLE END'"
    cp "$top/$2.c" "$top/$2.cc"
}
extract include/aude.h example
extract include/aude_env.h env

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name aude.pc)")
export PKG_CONFIG_PATH
flags="-Wall -Wextra -Werror"
cflags=$(pkg-config --cflags aude)
libs=$(pkg-config --libs aude)
"$prefix/bin/aude" --version >/dev/null || fail "the installed program does not run"
one() { # one NAME COMPILER...: compiles and runs, keeps the output
    name=$1
    shift
    # shellcheck disable=SC2086
    "$@" $flags $cflags -o "$top/$name" $libs || fail "$name: the example does not compile"
    "$top/$name" >"$top/$name.out" || fail "$name: the example fails"
    cmp -s "$top/c17.out" "$top/$name.out" || fail "$name: another output than in C"
    say "$name ok"
}
one c17 gcc -std=c17 "$top/env.c"
one env-c++17 g++ -std=c++17 "$top/env.cc"
one c17 gcc -std=c17 "$top/example.c"
one c++17 g++ -std=c++17 "$top/example.cc"
if command -v clang >/dev/null; then one clang clang -std=c17 "$top/example.c"; fi

mkdir "$top/user"
cat >"$top/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(user C CXX)
find_package(aude REQUIRED)
set(CMAKE_CXX_STANDARD 17)
foreach(ext c cc)
  add_executable(user-${ext} ../example.${ext})
  target_link_libraries(user-${ext} PRIVATE aude::aude)
endforeach()
END
cmake -G Ninja -S "$top/user" -B "$top/user/build" -DCMAKE_PREFIX_PATH="$prefix" >"$top/log" 2>&1 &&
    cmake --build "$top/user/build" >>"$top/log" 2>&1 || { cat "$top/log"; fail "find_package: does not build"; }
for ext in c cc; do
    "$top/user/build/user-$ext" >"$top/out" || fail "find_package: the example fails"
    cmp -s "$top/c17.out" "$top/out" || fail "find_package: another output"
done
say "find_package ok"
