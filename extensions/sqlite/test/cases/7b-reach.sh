# What the SQL of a reader reaches is listed in src/readers/list.c, and what SQLite has besides in
# test/denied.txt. reach.py tries all that the SQLite of this machine has.
header=$(printf '#include <sqlite3.h>\n' | ${CC:-cc} -M -x c - 2>/dev/null | tr ' ' '\n' | sed -n '/sqlite3\.h$/p' | head -n 1)
# Whether Python can load it, here and in the next case.
is_native() {
    [ -z "${EMULATOR:-}" ] && [ "$(uname)" = Linux ] && [ -f "$header" ] && "${PYTHON:-python3}" -c 'import ctypes; ctypes.CDLL("libsqlite3.so.0")' >"$work/out" 2>&1
}
mkdir "$work/reach"
if is_native; then
    counts reach env PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" "$here/reach.py" "$extension" "$work/reach" "$header"
else
    echo 'sqlite tests: no Python, sqlite3.h or libsqlite3.so.0, skipping what readers reach and what tells of one person' >&2
fi
