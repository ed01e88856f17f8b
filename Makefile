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
SQLITE_SOURCES = $(wildcard examples-c/sqlite/*.c examples-c/sqlite/*.h)

.PHONY: all setup setup-build setup-postgresql setup-test cargo header test test-postgresql-all test-postgresql-assert soak fuzz lint bench bench-instructions timing \
        bench-postgresql bench-sqlite demo demo-postgresql example \
        audit attack utility evidence pictures install uninstall clean
.DELETE_ON_ERROR:

all: $(SHARED) $(STATIC) $(SQLITE)

# ---- system packages -----------------------------------------------------------------------------
setup: setup-test

setup-build:
	@sh tools/setup.sh build

setup-postgresql:
	@sh tools/setup.sh postgresql

setup-test:
	@sh tools/setup.sh test

# ---- build ---------------------------------------------------------------------------------------
# Always asks cargo; a file in build/cargo changes only when its content does.
cargo: setup-build
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
test: setup-test
	$(MAKE) all
	$(MAKE) lint
	$(CARGO) test --release --locked -- --show-output
	sh tools/ffi-tests.sh

# The extension's tests on PostgreSQL 13 to 19, as far as they can be had. VERSIONS="13 16" chooses.
test-postgresql-all: all
	sh tools/test-postgresql-all.sh $(VERSIONS)

# The same on a server that checks itself, built from this system's source package.
test-postgresql-assert: setup-postgresql all
	sh tools/postgresql-assert.sh

# The statistical tests again, each time with another seed.
soak: setup-build
	sh tools/soak.sh

# FUZZ_SECONDS: how long. Needs g++; extends fuzz/corpus.
FUZZ_SECONDS ?= 300
fuzz: setup-test
	sh tools/fuzz.sh $(FUZZ_SECONDS)

# How long things take, as ratios in one run; benches/README.md explains the tables. Never part of the tests' verdict.
bench: all
	sh tools/bench.sh $(BENCH)

# Whether time tells what it must not: Welch's t over millions of calls. Best on an idle machine.
timing: all
	sh tools/timing.sh

# Instructions per operation, counted by callgrind: they do not drift with the machine's load.
bench-instructions: setup-test all
	sh tools/bench-instructions.sh

lint:
	$(CARGO) fmt --check
	$(CARGO) clippy --release --all-targets --locked -- -D warnings
	@# The fuzz target's own lock file keeps up with the library's dependencies.
	$(CARGO) metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null

# FLOAT_PRECISION=118 shows it in float arithmetic.
demo: all
	FLOAT_PRECISION=$(FLOAT_PRECISION) sh examples-c/sqlite/demo.sh

# The same questions in PostgreSQL, in a temporary cluster. PG_CONFIG chooses the server.
demo-postgresql: setup-postgresql
	@$(MAKE) all
	sh examples-c/postgresql/demo.sh

# The aggregates beside PostgreSQL's own: ROWS rows, medians of 7 runs.
bench-postgresql: setup-postgresql
	@$(MAKE) all
	sh examples-c/postgresql/bench.sh $(ROWS)

# What a row costs in SQLite.
bench-sqlite: all
	sh tools/bench-sqlite.sh $(ROWS)

# The exponential mechanism, straight from C.
example: all
	@mkdir -p build/examples
	$(CC) $(CFLAGS) -std=c99 -Wall -Wextra -pedantic -Iinclude examples-c/most_common.c -o build/examples/most_common \
		-Lbuild/lib -lindp -Wl,-rpath,$(CURDIR)/build/lib
	build/examples/most_common examples-c/data/randhie.csv

# ---- evidence ------------------------------------------------------------------------------------
# Tables and pictures under build/evidence, in a minute or a few each. They fail if a loss exceeds what is claimed, if
# an attack works that must not or fails that must work, if computed errors are not those of releases.
audit attack utility: setup-build
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
	rm -rf build examples-c/postgresql/*.o examples-c/postgresql/indp.so examples-c/postgresql/indp.md
	$(CARGO) clean
