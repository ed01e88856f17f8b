# Runs random statements of readers over protected tables, on tables that differ by one person, and
# compares what they see. test/fuzz describes it; `make fuzz-postgresql` runs more of them.
if since 14 'fuzzed queries over protected tables' 'infinite numerics and pipelines exist'; then
    if [ -n "${INDP_PG_PRIVATE:-}" ] && [ ! -f "$("$PG_CONFIG" --includedir)/libpq-fe.h" ]; then
        skip 'fuzzed queries over protected tables' 'this server comes without the headers of libpq'
    else
        . extensions/postgresql/test/fuzz/fuzz.sh
        # The ledger needs fsync. The fuzzer provokes thousands of errors, which need no log.
        cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "log_min_messages = fatal" "log_min_error_statement = panic"
        if fuzz_prepare; then
            if fuzz_run 1 1500 >"$work/fuzz"; then pass; else fail 'fuzzed queries over protected tables' "$(cut -c 1-200 "$work/fuzz")"; fi
        else
            fail 'fuzzed queries over protected tables' 'not prepared'
        fi
        cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
    fi
fi
