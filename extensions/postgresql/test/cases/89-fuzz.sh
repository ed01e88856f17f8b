# Runs random statements of readers over protected tables, on tables that differ by one person, and
# compares what they see. The files in test/fuzz describe the fuzzer; `make fuzz-postgresql` runs
# more statements. The fuzzer has its own cluster, in which a charge does not wait for a slow disk.
if since 14 'fuzzed queries over protected tables' 'infinite numerics and pipelines exist'; then
    if [ -n "${INDP_PG_PRIVATE:-}" ] && [ ! -f "$("$PG_CONFIG" --includedir)/libpq-fe.h" ]; then
        skip 'fuzzed queries over protected tables' 'this server comes without the headers of libpq'
    elif "$PG_CONFIG" --configure | grep -q -e -fsanitize; then
        skip 'fuzzed queries over protected tables' 'a client must be built with the sanitizers of this libpq'
    elif PG_CONFIG=$PG_CONFIG sh tools/fuzz-postgresql.sh 4 2500 >"$work/fuzz" 2>&1; then
        pass
    else
        fail 'fuzzed queries over protected tables' "$(cut -c 1-200 "$work/fuzz")"
    fi
fi
