# Runs a case that is written in SQL. It consists of sections, each with one fact:
#
#     -- the name of the fact
#     SELECT ...
#     -- = the answer
#
# Lines that begin with # are comments. The engine's run.sh defines `answer NAME SQL EXPECTED`.
sections() { # FILE
    statement=''
    while IFS= read -r line; do
        case $line in
        '#'*) ;;
        '-- = '*)
            answer "$name" "$statement" "${line#-- = }"
            statement=''
            ;;
        '-- '*) name=${line#-- } ;;
        *) statement="$statement${line:+$line
}" ;;
        esac
    done <"$1"
    [ -z "$statement" ] || fail "$1" "a statement without an answer: $statement"
}
