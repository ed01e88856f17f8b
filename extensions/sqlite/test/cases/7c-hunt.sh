# Makes histories of a private database that differ in one person's rows, and compares everything
# that a reader sees. The files in test/hunt describe the hunt; `make hunt-sqlite` compares more
# histories, and looks at more.
if is_native; then
    if TMPDIR='' INDP_SQLITE="$extension" sh "$here/hunt/run.sh" short >"$work/hunt" 2>&1; then pass; else
        fail 'a hunt for what tells of one person' "$(grep -v ' differ, 0 of them unknown' "$work/hunt" | cut -c 1-300)"
    fi
fi
