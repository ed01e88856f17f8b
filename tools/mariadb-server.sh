# Starts a temporary MariaDB server for tests, the demo and benchmarks. To be sourced from the root
# of the repository. Sets $mariadb_home, a temporary folder, and stops the server at exit. The
# server listens on a socket in that folder only. If root runs this, the server runs as the user
# nobody.
#
#     mariadb_start [OPTION...]     starts the server; each OPTION is passed to mariadbd
#     mariadb_restart [OPTION...]   stops the server and starts it on the same data
#     mariadb_sql [OPTION...]       runs the client as the superuser
#
# The variable INDP_MARIADB names the extension (by default build/mariadb/indp.so), and MARIADBD the
# server program.
mariadb_extension=${INDP_MARIADB:-build/mariadb/indp.so}
mariadb_home=

# Debian's packages have the server in /usr/sbin, which is not on the PATH of every user.
PATH=$PATH:/usr/sbin
mariadb_server=${MARIADBD:-mariadbd}

as_nobody() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$mariadb_home" "$@"
    else
        "$@"
    fi
}

mariadb_sql() { mariadb --no-defaults --user=root --socket="$mariadb_home/socket" "$@"; }

mariadb_stop() {
    [ -n "$mariadb_home" ] || return 0
    if [ -f "$mariadb_home/pid" ]; then
        kill -9 "$(cat "$mariadb_home/pid")" 2>/dev/null
        while kill -0 "$(cat "$mariadb_home/pid")" 2>/dev/null; do sleep 0.1; done
    fi
    rm -rf "$mariadb_home"
    mariadb_home=
}

mariadb_run() { # OPTION...
    (cd "$mariadb_home" && as_nobody ${MARIADB_CHECKER:-} "$mariadb_server" --no-defaults --datadir="$mariadb_home/data" --socket="$mariadb_home/socket" \
        --pid-file="$mariadb_home/pid" --plugin-dir="$mariadb_home/plugins" --skip-networking --character-set-server=utf8mb4 \
        --innodb-flush-log-at-trx-commit=0 --innodb-fast-shutdown=2 "$@" &) >>"$mariadb_home/log" 2>&1
    tries=0
    until mariadb_sql -e 'SELECT 1' >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo 'mariadb: the server does not start' >&2 && tail -n 20 "$mariadb_home/log" >&2 && exit 2; }
        sleep 0.1
    done
}

mariadb_start() { # OPTION...
    command -v "$mariadb_server" >/dev/null && command -v mariadb-install-db >/dev/null && command -v mariadb >/dev/null || {
        echo 'mariadb: no server or client: `make setup PACKAGES=mariadb` installs them' >&2
        exit 2
    }
    [ -f "$mariadb_extension" ] || { echo "mariadb: $mariadb_extension is missing: run make mariadb" >&2 && exit 2; }
    mariadb_home=$(mktemp -d) || exit 2
    trap mariadb_stop EXIT
    trap 'exit 1' HUP INT TERM
    mkdir "$mariadb_home/plugins"
    cp "$mariadb_extension" "$mariadb_home/plugins/indp.so"
    chmod 755 "$mariadb_home"
    [ "$(id -u)" != 0 ] || chown -R 65534:65534 "$mariadb_home"
    (cd "$mariadb_home" && as_nobody mariadb-install-db --no-defaults --datadir="$mariadb_home/data" \
        --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve --force >"$mariadb_home/log" 2>&1) ||
        { tail -n 20 "$mariadb_home/log" >&2 && exit 2; }
    mariadb_run "$@"
}

mariadb_restart() { # OPTION...
    mariadb_sql -e 'SHUTDOWN' || exit 2
    while [ -f "$mariadb_home/pid" ]; do sleep 0.1; done
    mariadb_run "$@"
}
