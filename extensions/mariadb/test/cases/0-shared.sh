# Runs the cases that all engines share. The server cuts messages off, so src/messages.c has shorter
# rules for lists and candidates.
shared_list='must be a JSON array of 1 to'
shared_rules="
s/$shared_list \(1048576 distinct\)/must be a flat array of 1 to \1/
s/$shared_list \(1048576\) strictly ascending finite numbers/must be a flat array of 1 to \1 \
finite values in strictly ascending order/
s/$shared_list \(1000 fractions\) in \[0,1\], denominators up to/must be a flat array of 1 to \1 \
from 0 to 1 with denominators of at most/
s/or 0 for a default/or 0 to let the library choose/"
shared_run() {
    mariadb_sql --batch --skip-column-names --raw --force --default-character-set=utf8mb4 test \
        <"$1" 2>"$work/err"
    cat "$work/err" >>"$errors"
    sed "s/^ERROR .* at line \([0-9]*\): /\1	! /
s/Can't initialize function '\([a-z_]*\)'; /\1: /$shared_rules" "$work/err"
}
. surface/cases/shared.sh
for table in refusals values states; do shared mariadb "$table"; done
