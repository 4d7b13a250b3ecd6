#!/bin/sh
# cluster.sh start DIR: makes a private PostgreSQL cluster in DIR, reachable only through a socket there, and prints its URL. It
# runs as the unprivileged user who calls, or as `postgres` where root calls. Exit code 77: PostgreSQL is not installed.
# cluster.sh stop DIR: ends it. DIR must be empty, short (sockets) and is left behind.
set -u
folder=$2
bin=
for candidate in /usr/lib/postgresql/*/bin; do
    [ -x "$candidate/initdb" ] && bin=$candidate
done
[ "$bin" ] || exit 77

as_user() {
    if [ "$(id -u)" -eq 0 ]; then
        runuser -u postgres -- "$@"
    else
        "$@"
    fi
}

user=$(id -un)
[ "$(id -u)" -eq 0 ] && user=postgres
case $1 in
start)
    [ "$user" = postgres ] && chown postgres "$folder"
    cd "$folder" || exit 1
    as_user "$bin/initdb" -D "$folder/data" -A trust -U "$user" -E UTF8 --locale=C --no-sync >"$folder/init.log" 2>&1 || {
        cat "$folder/init.log" >&2
        exit 1
    }
    # Deadlocks are found soon, and nothing listens on the network.
    as_user "$bin/pg_ctl" -D "$folder/data" -w -t 120 -l "$folder/data/log" \
        -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c max_connections=40 -c shared_buffers=16MB" \
        start >"$folder/start.log" 2>&1 </dev/null || {
        cat "$folder/start.log" "$folder/data/log" >&2
        exit 1
    }
    echo "postgresql://$user@/postgres?host=$folder"
    ;;
stop)
    cd "$folder" || exit 1
    as_user "$bin/pg_ctl" -D "$folder/data" -w -t 120 -m immediate stop >/dev/null 2>&1 </dev/null
    ;;
esac
