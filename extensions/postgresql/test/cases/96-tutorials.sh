# Runs the tutorials of PostgreSQL in a server of their own, as the roles that the first line of
# each block names. A block of text after a block of SQL is what it prints; each statement of a
# block that says `refused` must fail.
node_start tutorial 5499 "shared_preload_libraries = '$pg_preload'" "fsync = on"
tutorial() { # PAGE
    awk -v folder="$work" '
        /^```(sql|text)$/ { kind = substr($0, 4); if (kind == "sql") n++
            name = folder "/block" n "." kind; printf "" >name; on = 1; next }
        /^```$/ { on = 0 }
        on { print >name }
        END { print n > (folder "/blocks") }' "$1"
    n=0
    while [ "$n" -lt "$(cat "$work/blocks")" ]; do
        n=$((n + 1))
        role=$(sed -n '1s/^-- \([a-z_]*\).*/\1/p' "$work/block$n.sql")
        if head -n 1 "$work/block$n.sql" | grep -q refused; then
            while read -r statement; do
                if echo "$statement" | pg -p 5499 -U "$role" study >"$work/out" 2>&1; then
                    fail "$1: $statement" 'it is not refused'
                else
                    pass
                fi
            done <<END
$(tail -n +2 "$work/block$n.sql")
END
            continue
        fi
        grep -q '^.connect' "$work/block$n.sql" && database=postgres || database=study
        pg -p 5499 -U "$role" "$database" <"$work/block$n.sql" >"$work/out" 2>"$work/err"
        if [ "$?" != 0 ] || [ -s "$work/err" ]; then
            fail "$1, block $n" "$(cat "$work/err" "$work/block$n.sql")"
        elif [ -e "$work/block$n.text" ] &&
            ! diff "$work/block$n.text" "$work/out" >"$work/diff"; then
            fail "$1, block $n" "$(cat "$work/diff")"
        else
            pass
        fi
    done
    rm "$work"/block*
}
before=$passed
tutorial docs/tutorials/postgresql.md
tutorial docs/tutorials/dashboard.md
[ $((passed + failed - before)) -ge 21 ] || fail 'tutorials' "only $((passed - before)) blocks"
# What was answered is near the exact numbers: within 15 times the scale of the noise, which fails
# with a probability of 3e-7 for each of the two answers, and of less for the sum of six.
answer 'what the tutorial answers' "\\connect 'host=$PGHOST port=5499 dbname=study user=postgres'
    SELECT abs(people - 5912) < 150, abs(visits - 57561) < 37500 FROM ada.answers;
    SELECT count(*), sum(people) BETWEEN 5500 AND 6400 FROM board" 't|t
6|t'
node_stop tutorial
