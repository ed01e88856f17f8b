# Runs the cases that all engines share. Some versions of the shell append the code to a message.
shared_run() {
    { echo ".load $extension"; cat "$1"; } | "$shell" -batch -noheader -separator '' \
        -init /dev/null :memory: 2>"$work/err"
    cat "$work/err" >>"$errors"
    sed -n 's/ ([0-9]*)$//; s/, in JSON$//; s/.*near line \([0-9]*\): /\1 /p' "$work/err" |
        awk '{ line = $1; sub(/^[0-9]* /, ""); print line - 1 "\t! " $0 }'
}
. surface/cases/shared.sh
for table in refusals values states; do shared sqlite "$table"; done
