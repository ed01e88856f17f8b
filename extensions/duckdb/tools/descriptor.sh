#!/bin/sh
# descriptor.sh OWNER/NAME: prints the descriptor of this commit for DuckDB's repository of
# community extensions. OWNER/NAME is the public repository that has the commit.
set -eu
cd "$(dirname "$0")/../../.."
[ $# = 1 ] || { echo 'usage: descriptor.sh OWNER/NAME' >&2; exit 2; }
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
cat <<END
extension:
  name: indp
  description: Differential privacy, with noise that does not leak through floating point
  version: $version
  language: C and Rust
  build: make
  license: MIT OR Apache-2.0
  excluded_platforms: "osx_amd64;osx_arm64;windows_amd64;windows_amd64_mingw;windows_arm64;linux_amd64_musl;linux_arm64_musl;wasm_mvp;wasm_eh;wasm_threads"
  requires_toolchains: "rust;python3"
  maintainers:
    - ${1%%/*}

repo:
  github: $1
  ref: $(git rev-parse HEAD)

docs:
  hello_world: |
    -- Values clamped to 0..100, at most one row per person, epsilon 0.5.
    SELECT dp_avg(i, 0, 100, 0.5) FROM range(1000) r(i);
  extended_description: |
    Counts, sums, means, variances, quantiles, minima, maxima and modes with noise, mergeable
    states, and the errors to expect. Needs DuckDB 2.0. Windows (OVER) release for each row, and
    calls that no row reaches answer NULL: see the README.
END
