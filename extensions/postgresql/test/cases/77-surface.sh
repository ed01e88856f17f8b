# What a role can reach is exactly what test/surface/reachable.txt says, and calls of it with values
# of every kind neither crash the server nor end in an internal error. The calls have their own
# cluster and database. Here they are a sample; `make test-postgresql-assert` makes all of them, on
# a server with sanitizers.
if (
    export PYTHONDONTWRITEBYTECODE=1
    cluster='' # the subshell's own
    . extensions/postgresql/test/surface/surface.sh
    cluster_start && surface_prepare || exit 2
    surface_call 1 "${INDP_SURFACE:-short}"
) >"$work/surface" 2>"$work/surface.err"; then
    pass
else
    fail 'everything that a role can reach' "$(tail -n 3 "$work/surface.err")"
fi
