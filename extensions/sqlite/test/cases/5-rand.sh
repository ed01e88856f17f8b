# Tests with the data of the RAND Health Insurance Experiment. At a huge epsilon the answers must
# equal known facts about the data, and SQLite's own count and sum.

answer 'RAND: person-years' "SELECT dp_count(zper, $E, 5) FROM rand" 20190
answer 'RAND: people' "SELECT dp_count(zper, $E) FROM (SELECT DISTINCT zper FROM rand)" 5912
answer 'RAND: visits' "SELECT dp_sum(mdvis, 0, 100, $E, 5) FROM rand" 57752.0
answer 'RAND: visits, at most 20 a year' "SELECT dp_sum(mdvis, 0, 20, $E, 5) FROM rand" 55405.0
answer 'RAND: spending' "SELECT round(dp_sum(meddol, 0, 65536, $E, 5), 3) FROM rand" 3463955.852
answer 'RAND: income' "SELECT round(dp_sum(income, 0, 131072, $E, 5), 3) FROM rand" 162275292.629
answer 'RAND: mean age' "SELECT round(dp_sum(xage, 0, 128, $E, 5) / dp_count(xage, $E, 5), 6) FROM rand" 25.722328
answer 'RAND: an empty field is text, a row, and counts as 0' \
    "SELECT count(*), dp_count(educdec, $E), dp_sum(educdec, -5, 30, $E) FROM rand WHERE educdec = ''" '4|4|0.0'
holds 'RAND: six sites, clamped' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) < 1e-5
       FROM (SELECT dp_sum(meddol, 0, 5000, $E, 5) AS private, sum(min(max(meddol, 0), 5000)) AS exact FROM rand GROUP BY site)"
# At a moderate epsilon, the noise of each of the seven answers below exceeds 30 lambda with
# probability exp(-30) = 1e-13.
holds 'RAND: spending by site, epsilon 1' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) BETWEEN 1 AND 30 * 25000
       FROM (SELECT dp_sum(meddol, 0, 5000, 1, 5) AS private, sum(min(max(meddol, 0), 5000)) AS exact FROM rand GROUP BY site)"
holds 'RAND: people, epsilon 0.1' 'SELECT abs(dp_count(zper, 0.1) - 5912) < 300 FROM (SELECT DISTINCT zper FROM rand)'

# The demo must succeed. It must print one table of 12 answers, one of 22 answers, a histogram, and
# the budget after each of 13 questions, in lines of at most 100 columns, a refusal,
# and what a dashboard costs. It must draw the picture.
if [ -f build/sqlite/indp.so ]; then
    rm -f build/spending-by-site.svg
    once='8 charges of 0.8 together, and 7992 answers for nothing.'
    if sh extensions/sqlite/demo/demo.sh >"$work/demo" 2>"$work/demo.err" && [ ! -s "$work/demo.err" ] &&
        grep -q '^total  *5\.0$' "$work/demo" && grep -q '^ages  *0\.2  *0\.1$' "$work/demo" &&
        [ "$(grep -c ' [0-9]\.[0-9]$\| same$' "$work/demo")" = 48 ] && [ "$(grep -c "   ####*$" "$work/demo")" -ge 6 ] &&
        grep -q '^dp_ask: the budget has less left than .*: see dp_remaining$' "$work/demo" &&
        [ "$(tail -n 1 "$work/demo")" = "$once" ] &&
        grep -q '^Average age  *25\.72 ' "$work/demo" && grep -q '^Median spending in dollars  *35\.38 ' "$work/demo" &&
        grep -q '^Most common self-rated health  *excellent  *excellent ' "$work/demo" &&
        [ "$(LC_ALL=C awk 'length > 100' "$work/demo" | wc -l)" = 0 ]; then
        pass
    else
        fail 'demo' "$(cat "$work/demo.err")"
    fi
    # The picture must have 12 bars and an end, and no number in it may be missing, negative or not
    # finite.
    if [ "$(grep -c '^<rect x="[0-9.]*" y="[0-9.]*" width="28"' build/spending-by-site.svg)" = 12 ] &&
        [ "$(tail -n 1 build/spending-by-site.svg)" = '</svg>' ] && ! grep -qi 'nan\|inf\|"-\|""' build/spending-by-site.svg; then
        pass
    else
        fail 'the picture' "$(head -c 300 build/spending-by-site.svg)"
    fi
fi
