# What the extension adds to a connection is exactly what surface/reachable.txt says, and calls of
# it with values of every kind neither crash nor end in an internal error. Here the calls are a
# sample; `make test-sanitizers` makes all of them, with an extension that was built with
# sanitizers.
if is_native; then
    counts surface env INDP_SQLITE="$extension" sh "$here/surface/run.sh" short
fi
