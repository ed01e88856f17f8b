# Runs SQL as $user. Sets $out (columns separated by |), $err and $code. Warnings count as errors.
user=root
warning='^\(Error\|Warning\|Note\) (Code [0-9]*): '
sql() {
    printf '%s\n' "$1" | mariadb --no-defaults --user="$user" --socket="$mariadb_home/socket" --batch --skip-column-names \
        --show-warnings --default-character-set=utf8mb4 test >"$work/raw" 2>"$work/err"
    code=$?
    out=$(grep -v "$warning" "$work/raw" | tr '\t' '|')
    grep "$warning" "$work/raw" >>"$work/err"
    err=$(cat "$work/err")
    cat "$work/err" >>"$errors"
}
