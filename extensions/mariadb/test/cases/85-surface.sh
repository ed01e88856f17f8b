# What install.sql adds to the server is exactly what surface/reachable.txt says, and calls of it
# with values of every type neither crash the server nor end in an internal error. Here the calls
# are a sample, made by a user who may only read and by one who makes objects; `make
# test-sanitizers` makes all of them, with sanitizers in the server.
if mariadb_sql <"$here/surface/data.sql" && PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" "$here/surface/surface.py" "$mariadb_extension" "$mariadb_home" 1 short >"$work/surface" 2>"$work/surface.err"; then
    passed=$((passed + $(sed -n 's/^surface: \([0-9]*\) passed.*/\1/p' "$work/surface")))
else
    fail 'surface' "$(cat "$work/surface" "$work/surface.err")"
fi
