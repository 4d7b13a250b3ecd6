# node.sh: to be sourced: `. tools/node.sh`. Puts a node that is new enough for the page's build (20.19) on the PATH: the system's, else npm's
# package `node`, kept below build/node. Fails where there is no npm to fetch it with.
node_is_new() {
    command -v node >/dev/null 2>&1 &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}
node_version=22.20.0
node_folder=$(pwd)/build/node/node_modules/.bin
[ -x "$node_folder/node" ] && PATH=$node_folder:$PATH
if ! node_is_new && command -v npm >/dev/null 2>&1; then
    echo "setup: installing node $node_version below build/node" >&2
    npm install --prefix build/node --no-save --no-audit --no-fund --silent "node@$node_version" >&2 && PATH=$node_folder:$PATH
fi
export PATH
node_is_new && command -v npm >/dev/null 2>&1
