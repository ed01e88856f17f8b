# GNU make. `make` builds what people use under build/, `make test` proves it, `make demo` shows it.
# The logic is in short scripts under tools/; cargo decides what Rust needs, make the rest.

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR    ?=
CC         ?= cc
CARGO      ?= cargo
CFLAGS     ?= -O2 -g
NM         ?= nm
OBJCOPY    ?= objcopy
LD         ?= ld
AR         ?= ar

# Where cargo puts its files; what it built is copied from there into build/cargo.
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR CARGO CC CFLAGS NM OBJCOPY LD AR PREFIX LIBDIR INCLUDEDIR DESTDIR

SHARED  = build/lib/libindp.so
SONAME  = build/lib/libindp.so.0
STATIC  = build/lib/libindp.a
SQLITE  = build/sqlite/indp.so
SQLITE_SOURCES = $(wildcard extensions/sqlite/src/*.[ch] extensions/common/*.[ch])

.PHONY: all setup check-build check-postgresql check-test cargo header test test-postgresql-all test-postgresql-assert soak fuzz lint bench bench-instructions timing \
        bench-postgresql bench-sqlite demo demo-postgresql example \
        audit attack utility evidence pictures install uninstall clean
.DELETE_ON_ERROR:

all: $(SHARED) $(STATIC) $(SQLITE)

# ---- system packages -----------------------------------------------------------------------------
# The one target that installs any; `make test` and `make demo` begin with it, and say so. PACKAGES: for what.
PACKAGES ?= test
setup:
	@echo "indp: looking for system packages; apt-get installs those that are missing"
	@sh tools/setup.sh $(PACKAGES)

check-build check-postgresql check-test: check-%:
	@sh tools/setup.sh --check $*

# ---- build ---------------------------------------------------------------------------------------
# Always asks cargo; a file in build/cargo changes only when its content does.
cargo: check-build
	@sh tools/cargo-build.sh

build/cargo/libindp.so build/cargo/libindp.a build/cargo/indp.h: cargo ;

$(SONAME): build/cargo/libindp.so
	@mkdir -p $(@D)
	cp $< $@

$(SHARED): $(SONAME)
	ln -sf $(<F) $@
	@touch -h $@

$(STATIC): build/cargo/libindp.a ffi-tests/symbols.txt tools/localise.sh
	@mkdir -p $(@D)
	sh tools/localise.sh $< ffi-tests/symbols.txt $@

$(SQLITE): $(SQLITE_SOURCES) $(STATIC) build/cargo/indp.h tools/link-sqlite.sh
	@mkdir -p $(@D)
	sh tools/link-sqlite.sh $(STATIC) $@

# The committed header is a copy of the generated one; a test compares the two.
header: cargo
	@mkdir -p include
	cp build/cargo/indp.h include/indp.h

# ---- proof ---------------------------------------------------------------------------------------
test:
	@$(MAKE) setup
	$(MAKE) all
	$(MAKE) lint
	$(CARGO) test --release --locked -- --show-output
	sh tools/ffi-tests.sh

# The extension's tests on PostgreSQL 13 to 19, as far as they can be had. VERSIONS="13 16" chooses.
test-postgresql-all: all
	sh tools/test-postgresql-all.sh $(VERSIONS)

# The same on a server that checks itself, built from this system's source package.
test-postgresql-assert: check-postgresql all
	sh tools/postgresql-assert.sh

# The random tests again, each time with another seed.
soak: check-test all
	sh tools/soak.sh

# FUZZ_SECONDS: how long each of two parts runs. Needs g++; extends tests/corpus.
FUZZ_SECONDS ?= 300
fuzz: check-test all
	sh tools/fuzz.sh $(FUZZ_SECONDS)

# How long things take, as ratios in one run; benches/README.md explains the tables. Never part of the tests' verdict.
bench: all
	sh tools/bench.sh $(BENCH)

# Whether time tells what it must not: Welch's t over millions of calls. Best on an idle machine.
timing: all
	sh tools/timing.sh

# Instructions per operation, counted by callgrind: they do not drift with the machine's load.
bench-instructions: check-test all
	sh tools/bench-instructions.sh

lint:
	$(CARGO) fmt --check
	$(CARGO) clippy --release --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --locked --no-deps --quiet
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --locked --no-deps --quiet --document-private-items
	@# The numbered claims of docs/specification.md, their proofs, tests and citations.
	sh tools/claims.sh
	@# The fuzz target's own lock file keeps up with the library's dependencies.
	$(CARGO) metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null

# FLOAT_PRECISION=118 shows it in float arithmetic.
demo:
	@$(MAKE) setup PACKAGES=build
	@$(MAKE) all
	FLOAT_PRECISION=$(FLOAT_PRECISION) sh extensions/sqlite/demo/demo.sh

# The same questions in PostgreSQL, in a temporary cluster. PG_CONFIG chooses the server.
demo-postgresql: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/demo/demo.sh

# The aggregates beside PostgreSQL's own: ROWS rows, medians of 7 runs.
bench-postgresql: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/bench/bench.sh $(ROWS)

# What a row costs in SQLite.
bench-sqlite: all
	sh extensions/sqlite/bench/bench.sh $(ROWS)

# The exponential mechanism, straight from C.
example: all
	@mkdir -p build/examples
	$(CC) $(CFLAGS) -std=c99 -Wall -Wextra -pedantic -Iinclude examples-c/most_common.c -o build/examples/most_common \
		-Lbuild/lib -lindp -Wl,-rpath,$(CURDIR)/build/lib
	build/examples/most_common examples-c/data/randhie.csv

# ---- evidence ------------------------------------------------------------------------------------
# Tables and pictures under build/evidence, in a minute or a few each. They fail if a loss exceeds what is claimed, if
# an attack works that must not or fails that must work, if computed errors are not those of releases.
audit attack utility: check-build
	@$(CARGO) run --release --locked --quiet --example $@

evidence: audit attack utility

# What the README shows.
pictures: evidence demo
	@mkdir -p docs/pictures
	cp build/evidence/audit.svg build/evidence/attack.svg build/evidence/utility.svg build/spending-by-site.svg docs/pictures/

# ---- install -------------------------------------------------------------------------------------
# Does not ask cargo when the libraries are there: `sudo make install` after `make` needs no Rust.
install:
	@test -e $(SONAME) -a -e $(STATIC) || $(MAKE) all
	sh tools/install.sh install

uninstall:
	sh tools/install.sh uninstall

clean:
	rm -rf build extensions/postgresql/src/*.o extensions/postgresql/indp.so extensions/postgresql/indp.md
	$(CARGO) clean
