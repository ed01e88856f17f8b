#!/bin/sh
# claims.sh: checks that the numbered claims of docs/specification.md agree with the source tree. It
# fails if it finds
# - a citation ("Claim S1", "Claims S1, S2 and S3") of a claim that does not exist,
# - a claim that occurs twice, or that has no line for its proof or for its tests,
# - a claim whose proof file has no heading with the number of the claim,
# - a claim that no code under src, evidence or extensions cites,
# - a test that a claim names, but that the files named by the claim do not contain,
# - a test file that a claim names, but that does not exist.
# The script first tests itself: it plants mistakes in a temporary tree and checks that it finds
# them.
set -eu
LC_ALL=C
export LC_ALL

# Prints the numbers of the claims that standard input cites, one per line.
numbers() {
	grep -oE 'Claims? [A-Z][0-9]+((, and |, | and )[A-Z][0-9]+)*' | grep -oE '[A-Z][0-9]+' | sort -u
}

# Lists the files of a tree that may cite claims. This script is left out, since its citations are
# examples.
citing() {
	find "$1" \( -name target -o -name build -o -name .git \) -prune -o -type f \
		\( -name '*.rs' -o -name '*.md' -o -name '*.[ch]' -o -name '*.py' -o -name '*.sh' -o -name '*.toml' \) \
		! -path '*/tools/claims.sh' -print
}

# Prints the claims of a specification, one per line. The fields of a line are the number, the proof
# files, the test files, and the names of the tests.
claims() {
	awk '
		function flush() {
			if (number != "") printf "%s|%s|%s|%s\n", number, proofs, files, names
			number = proofs = files = names = ""
		}
		/^\*\*Claim [A-Z][0-9]+ \(/ { flush(); number = $2; part = "" }
		/^#/ { flush() }
		/^- Proof:/ { part = "proof" }
		/^- Tests:/ { part = "tests" }
		/^$/ { part = "" }
		number != "" && part == "proof" {
			rest = $0
			while (match(rest, /\]\([^)]*\)/)) {
				proofs = proofs " " substr(rest, RSTART + 2, RLENGTH - 3)
				rest = substr(rest, RSTART + RLENGTH)
			}
		}
		number != "" && part == "tests" {
			rest = $0
			while (match(rest, /`[a-z0-9_]+`/)) {
				names = names " " substr(rest, RSTART + 1, RLENGTH - 2)
				rest = substr(rest, RSTART + RLENGTH)
			}
			rest = $0
			while (match(rest, /[a-z][-a-z0-9_\/]*\.(rs|c|sh)/)) {
				files = files " " substr(rest, RSTART, RLENGTH)
				rest = substr(rest, RSTART + RLENGTH)
			}
		}
		END { flush() }
	' "$1"
}

# Prints all mistakes in the tree $1, one per line.
mistakes() {
	root=$1
	spec=$root/docs/specification.md
	made=$(claims "$spec" | cut -d'|' -f1 | sort)
	printf '%s\n' "$made" | uniq -d | sed 's/^/claimed twice: /'
	citing "$root" | while read -r file; do
		numbers <"$file" | while read -r number; do
			printf '%s\n' "$made" | grep -qx "$number" || echo "cited, but not claimed: $number (${file#"$root"/})"
		done
	done
	code=$(find "$root/src" "$root/evidence" "$root/extensions" \( -name '*.rs' -o -name '*.[ch]' \) ! -path '*/tests/*' \
		! -path '*/test/*' ! -name tests.rs -exec cat {} + 2>/dev/null | numbers) || code=
	claims "$spec" | while IFS='|' read -r number proofs files names; do
		[ -n "$proofs" ] || echo "without a proof: $number"
		[ -n "$names" ] || echo "without tests: $number"
		for proof in $proofs; do
			grep '^#' "$root/docs/$proof" 2>/dev/null | numbers | grep -qx "$number" ||
				echo "no heading for the claim in $proof: $number"
		done
		printf '%s\n' "$code" | grep -qx "$number" || echo "not cited in the code: $number"
		for name in $names; do
			found=
			for file in $files; do
				grep -qE "(fn|static [a-z]+) $name *[(<]|^$name\(\) \{" "$root/$file" 2>/dev/null && found=yes
			done
			[ -n "$found" ] || echo "no such test: $name ($number)"
		done
		for file in $files; do
			[ -f "$root/$file" ] || echo "no such file: $file ($number)"
		done
	done
}

# Makes $1 a small tree without mistakes.
plant() {
	rm -rf "$1"
	mkdir -p "$1/docs" "$1/src" "$1/evidence" "$1/tests"
	for number in S1 S2; do
		printf '**Claim %s (it).** So.\n- Proof: [p](../src/proof.md).\n- Tests: `holds` in\n  tests/t.rs.\n\n' "$number"
	done >"$1/docs/specification.md"
	printf '# Proofs\n## Claims S1 and S2: why\n' >"$1/src/proof.md"
	printf '// Claims S1, S2.\n' >"$1/src/lib.rs"
	printf 'fn holds() {}\n' >"$1/tests/t.rs"
}

# finds EXPECTED COMMAND: runs COMMAND in a correct tree to plant a mistake. The check must print
# exactly EXPECTED.
finds() {
	plant "$tree"
	(cd "$tree" && eval "$2")
	mistakes "$tree" >"$tree.found"
	if [ "$(cat "$tree.found")" != "$1" ]; then
		echo "claims.sh does not find what was planted ($2):" >&2
		echo "expected: $1" >&2
		sed 's/^/found: /' "$tree.found" >&2
		exit 1
	fi
}

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
tree=$own/tree
finds '' ':'
finds 'cited, but not claimed: S3 (src/lib.rs)' 'echo "// Claim S3." >>src/lib.rs'
finds 'claimed twice: S1' 'echo "**Claim S1 (again).** So.
- Proof: [p](../src/proof.md).
- Tests: \`holds\` in tests/t.rs." >>docs/specification.md'
finds 'no heading for the claim in ../src/proof.md: S2' 'echo "## Claim S1: why" >src/proof.md'
finds 'not cited in the code: S2' 'echo "// Claim S1." >src/lib.rs'
finds 'without a proof: S9
without tests: S9' 'echo "**Claim S9 (bare).** So." >>docs/specification.md; echo "// Claim S9." >>src/lib.rs'
finds 'no such test: holds (S1)
no such test: holds (S2)' 'echo "fn fails() {}" >tests/t.rs'

found=$(mistakes "$(dirname "$0")/..")
if [ -n "$found" ]; then
	printf '%s\n' "$found" | sed 's/^/docs\/specification.md: /' >&2
	exit 1
fi
