# Runs the cases that all engines share.
shared_run() {
    pg -v ON_ERROR_STOP=0 -F '' -f "$1" test 2>"$work/err"
    sed 's/^psql:[^ ]* //' "$work/err" >>"$errors"
    sed -n "s/^psql:.*:\([0-9]*\): ERROR:  /\1	! /; s/	! 22023: /	! /p" "$work/err"
}
. surface/cases/shared.sh
for way in rows none; do shared postgresql refusals "$way"; done
for table in values states; do shared postgresql "$table"; done
