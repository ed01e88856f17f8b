# For GNU make. `make` builds the products under build/, `make test` tests them, `make demo` shows
# them. The logic is in short scripts under tools/. Cargo decides which Rust code to rebuild; make
# decides everything else.

# To build for another machine, set TARGET to rustc's name for that machine, such as
# aarch64-unknown-linux-gnu. The default tools are then Debian's cross tools, such as
# aarch64-linux-gnu-gcc. TARGET is read only from the command line, since an environment variable
# with this common name may have another meaning.
ifneq ($(origin TARGET),command line)
TARGET     :=
endif
ifneq ($(TARGET),)
cross       = $(if $(filter undefined default,$(origin $1)),$(eval $1 := $(subst -unknown-,-,$(TARGET))-$2))
$(call cross,CC,gcc)$(call cross,LD,ld)$(call cross,AR,ar)$(call cross,NM,nm)$(call cross,OBJCOPY,objcopy)
export TARGET
else
# bindgen fails if TARGET is empty in its environment.
unexport TARGET
endif

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
SQLITEDIR  ?= $(LIBDIR)/sqlite3
DESTDIR    ?=
CC         ?= cc
CARGO      ?= cargo
CFLAGS     ?= -O2 -g
NM         ?= nm
OBJCOPY    ?= objcopy
LD         ?= ld
AR         ?= ar

# The folder that cargo builds in. tools/cargo-build.sh copies the products into build/cargo.
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR CARGO CC CFLAGS NM OBJCOPY LD AR PREFIX LIBDIR INCLUDEDIR DATADIR SQLITEDIR DESTDIR

SHARED  = build/lib/libindp.so
SONAME  = build/lib/libindp.so.0
STATIC  = build/lib/libindp.a
SQLITE  = build/sqlite/indp.so
DUCKDB  = build/duckdb/indp.duckdb_extension
DUCKDB_SOURCES = $(wildcard extensions/duckdb/src/*.[ch] extensions/duckdb/tools/* extensions/duckdb/headers/* extensions/common/*.[ch])
MARIADB = build/mariadb/indp.so
MARIADB_SOURCES = $(wildcard extensions/mariadb/src/*.[ch] extensions/common/*.[ch])
SPARK   = build/spark/indp-spark.jar
SPARK_SOURCES = $(wildcard extensions/spark/java/src/dev/indp/spark/*.java bindings/java/src/dev/indp/*.java bindings/java/native/*.[ch])
SQLITE_SOURCES = $(wildcard extensions/sqlite/src/*.[ch] extensions/sqlite/src/*/*.[ch] extensions/common/*.[ch])

.PHONY: all help setup check-build check-postgresql check-mariadb check-test check-aarch64 check-scale cargo header test \
        test-postgresql-all test-postgresql-assert test-postgresql-clients test-aarch64 test-musl test-windows test-bare test-deb \
        test-reproducible soak fuzz fuzz-postgresql hunt-postgresql hunt-sqlite lint bench bench-instructions timing \
        bench-postgresql bench-fence bench-dearest bench-sqlite demo demo-postgresql example audit attack utility evidence \
        pictures install install-postgresql uninstall uninstall-postgresql test-parsers site test-site pgxn \
        clean generate reachable test-python test-python-sources wheel bench-python test-bindings test-cpp test-go \
        test-java test-node duckdb demo-duckdb bench-duckdb mariadb demo-mariadb bench-mariadb \
        test-engines test-sanitizers bench-scale demo-distributed bench-distributed spark demo-spark bench-spark release-check
.DELETE_ON_ERROR:

all: $(SHARED) $(STATIC) $(SQLITE)

help:
	@echo 'make                  libraries and the SQLite extension, under build/'
	@echo 'make demo             private answers over real data, in SQLite'
	@echo 'make duckdb, make mariadb, make spark'
	@echo '                      the extensions for DuckDB, MariaDB and Spark, under build/'
	@echo 'make demo-postgresql  the demo in PostgreSQL, in a temporary cluster'
	@echo 'make demo-distributed the demo over rows on three temporary PostgreSQL servers'
	@echo 'make demo-duckdb      the demo in DuckDB, which it installs under build/ for Python'
	@echo 'make demo-mariadb     the demo in MariaDB, in a temporary server'
	@echo 'make demo-spark       the demo in Spark, which it installs for Python in the cache folder'
	@echo 'make test             lint, then the tests of the library, C, SQLite, PostgreSQL and DuckDB'
	@echo 'make lint             formatting, clippy, documentation, claims'
	@echo 'make generate         writes what is generated and committed, from surface/surface.toml'
	@echo 'make reachable        writes what strangers may call to the lists that tests compare'
	@echo 'make install          libraries, header, manual, pkg-config, CMake, extensions; PREFIX=,'
	@echo '                      DESTDIR=, POSTGRESQL=no'
	@echo 'make uninstall        removes what install wrote'
	@echo 'make evidence         audit, attack, utility: tables and pictures under build/evidence'
	@echo 'make bench            benchmarks; results are ratios; BENCH="names" chooses tables'
	@echo 'make timing           tests whether time depends on private values'
	@echo 'make soak             random tests with other seeds'
	@echo 'make fuzz             fuzzing of the library'
	@echo 'make fuzz-postgresql  random queries over protected tables of PostgreSQL'
	@echo 'make hunt-postgresql  what differs for readers between two histories of PostgreSQL'
	@echo 'make hunt-sqlite      the same for readers of SQLite'
	@echo 'make test-postgresql-all, make test-postgresql-assert'
	@echo '                      tests of the extension on PostgreSQL 13 to 19; on a server with assertions'
	@echo '                      and sanitizers'
	@echo 'make test-postgresql-clients'
	@echo '                      psql, pgcli, psycopg, SQLAlchemy, pandas, JDBC, node-postgres and the queries of'
	@echo '                      pgAdmin and DBeaver, as a reader; installs them in the cache folder'
	@echo 'make test-deb         Debian packages: built, installed, used, in chroots'
	@echo 'make test-reproducible  two builds in different folders have equal bytes'
	@echo 'make test-aarch64     the library for aarch64, under qemu'
	@echo 'make test-musl        library and SQLite extension for musl, the C library of Alpine'
	@echo 'make test-windows     the library for Windows, under wine'
	@echo 'make test-bare        demo and test on fresh Debian systems, in chroots'
	@echo 'make test-parsers     the header parses in bindgen, in cffi and in C++ with all warnings on'
	@echo 'make site             the pages as a static site; make test-site looks at it in Chromium'
	@echo 'make pgxn             the distribution for PGXN'
	@echo 'make test-python      tests the Python package; make wheel writes build/python/dist;'
	@echo '                      make bench-python compares the times of the package'
	@echo 'make test-engines     tests the other engines, and that all engines make equal states'
	@echo 'make test-sanitizers  SQLite, DuckDB and MariaDB with sanitizers, and all calls of what strangers reach'
	@echo 'make test-bindings    C++, Go, Java, Node; test-cpp and so on test one of them'
	@echo 'make release-check    all suites and demos, for hours; goes on where it stopped; PARTS="names"'
	@echo 'make setup            installs missing system packages (apt-get)'
	@echo 'make clean            removes what was built'

# ---- system packages -----------------------------------------------------------------------------
# The only target that installs system packages. Some targets, such as `make test` and `make demo`,
# begin with it. PACKAGES names the purpose that the packages serve, such as `test` (see
# tools/setup.sh).
PACKAGES ?= test
setup:
	@echo "indp: looking for system packages; apt-get installs those that are missing"
	@sh tools/setup.sh $(PACKAGES)

check-build check-postgresql check-mariadb check-test check-aarch64 check-musl check-windows check-scale: check-%:
	@sh tools/setup.sh --check $*

# ---- build ---------------------------------------------------------------------------------------
# Always runs cargo. A file in build/cargo is replaced only if its content has changed.
cargo: check-build
	@sh tools/cargo-build.sh

build/cargo/libindp.so build/cargo/libindp.a build/cargo/indp.h build/cargo/indp.json: cargo ;

$(SONAME): build/cargo/libindp.so
	@mkdir -p $(@D)
	cp $< $@

$(SHARED): $(SONAME)
	ln -sf $(<F) $@
	@touch -h $@

$(STATIC): build/cargo/libindp.a ffi-tests/symbols.txt tools/localise.sh
	@mkdir -p $(@D)
	sh tools/localise.sh $< ffi-tests/symbols.txt $@

mariadb: $(MARIADB)

$(MARIADB): $(MARIADB_SOURCES) $(STATIC) build/cargo/indp.h tools/link-mariadb.sh tools/link-extension.sh
	@mkdir -p $(@D)
	sh tools/link-mariadb.sh $(STATIC) $@

$(SQLITE): $(SQLITE_SOURCES) $(STATIC) build/cargo/indp.h tools/link-sqlite.sh tools/link-extension.sh
	@mkdir -p $(@D)
	sh tools/link-sqlite.sh $(STATIC) $@

# DuckDB's headers come from a crate, which cargo fetches (extensions/duckdb/tools/headers.sh).
duckdb: $(DUCKDB)

$(DUCKDB): $(DUCKDB_SOURCES) $(STATIC) build/cargo/indp.h tools/link-duckdb.sh
	@mkdir -p $(@D)
	sh tools/link-duckdb.sh $(STATIC) $@

# Builds the jar for Spark. pip installs PySpark in the cache folder, since the jar is compiled
# against PySpark's jars. engine.sh names the version of PySpark, so a change of engine.sh builds
# the jar again.
spark: $(SHARED) $(SPARK)

$(SPARK): $(SPARK_SOURCES) $(STATIC) extensions/spark/build.sh extensions/spark/java/pom.xml extensions/spark/tools/engine.sh
	@mkdir -p $(@D)
	engine=$$(sh extensions/spark/tools/engine.sh) || { echo "$$engine" >&2; exit 1; }; sh extensions/spark/build.sh $(@D) "$$engine"

# The committed header and its description for tools are copies of the generated files. A test
# compares them.
header: cargo
	@mkdir -p include
	cp build/cargo/indp.h build/cargo/indp.json include/

# Writes what is generated and committed, from surface/surface.toml and from the header. A second
# run of cargo makes the header of the generated Rust code.
GENERATORS = $(foreach language,cpp go java node python,bindings/$(language)/tools/generate.py)
generate:
	python3 surface/generate.py
	@$(MAKE) --no-print-directory header
	for generator in $(GENERATORS); do python3 $$generator || exit; done

# Writes what strangers may call in each engine to its reachable.txt, and prints what is new.
reachable: all duckdb mariadb
	sh tools/reachable.sh

# ---- tests, benchmarks, demos --------------------------------------------------------------------
test:
	@$(MAKE) setup
	@rm -f build/times
	sh tools/timed.sh build $(MAKE) all duckdb
	sh tools/timed.sh lint $(MAKE) lint
	sh tools/all-tests.sh; result=$$?; cat build/times; exit $$result

# Runs the extension's tests on each available version of PostgreSQL from 13 to 19. VERSIONS="13 16"
# chooses versions.
test-postgresql-all: all
	sh tools/test-postgresql-all.sh $(VERSIONS)

# Searches for what tells readers behind the fence of one person, on each available version from 15 to
# 19. VERSIONS="15" chooses versions. A version takes 10 to 20 minutes.
hunt-postgresql: all
	POSTGRESQL_TESTS=extensions/postgresql/test/hunt/run.sh sh tools/test-postgresql-all.sh $(or $(VERSIONS),15 16 17 18 19)

# Runs every suite, also those that take hours, on the committed tree (tools/release-check.sh).
release-check:
	sh tools/release-check.sh $(PARTS)

# Searches for what tells readers of a SQLite database of one person. It takes 5 to 10 minutes, and 4 GB of
# memory.
hunt-sqlite: all
	sh extensions/sqlite/test/hunt/run.sh full

# Runs the extension's tests on a server with assertions and sanitizers, built from this system's source
# package. Calls all that a role can reach. It takes an hour.
test-postgresql-assert: check-postgresql all
	sh tools/postgresql-assert.sh

# Tests that usual clients work behind the fence around readers. Installs the packages that it needs;
# pip and npm install clients in the cache folder.
test-postgresql-clients:
	@$(MAKE) setup PACKAGES=clients
	@$(MAKE) all
	sh extensions/postgresql/test/clients.sh

# Builds the libraries and the extensions for SQLite and PostgreSQL in two folders, and compares the
# products.
test-reproducible: check-build
	sh tools/test-reproducible.sh

# Builds the library for aarch64 and tests it under qemu. `make setup PACKAGES=aarch64` installs the
# packages that it needs.
test-aarch64: check-aarch64 all
	sh tools/test-aarch64.sh

test-musl: check-musl all
	sh tools/test-musl.sh

test-windows: check-windows all
	sh tools/test-windows.sh

# Follows README.md's first steps on fresh Debian systems, in chroots. Needs root.
test-bare:
	sh tools/test-bare.sh

# Builds Debian packages on fresh Debian systems, and installs and uses them on others. Needs root.
test-deb:
	sh tools/test-deb.sh

# Builds the wheel and runs the tests of the Python package in an environment under build/python.
# pip installs what the tests need. PYTHON chooses the interpreter.
test-python: $(SHARED) $(STATIC)
	sh bindings/python/tools/test.sh

# Builds a wheel for glibc 2.17 and newer, and a source distribution. TARGET and ARCHIVE choose
# another processor (bindings/python/tools/wheel.sh).
wheel: $(if $(ARCHIVE),,$(STATIC))
	sh bindings/python/tools/environment.sh
	PYTHON=$(CURDIR)/build/python/venv/bin/python sh bindings/python/tools/wheel.sh build/python/dist $(TARGET)

# Installs the Python package from the source distribution and from a clone. In both cases cargo
# builds the library. Takes minutes.
test-python-sources: wheel
	sh bindings/python/tools/test-sources.sh

# Compares the times of the Python package with those of C, OpenDP and diffprivlib. pip installs
# OpenDP and diffprivlib. diffprivlib does not work with scikit-learn 1.7 and newer.
bench-python: $(SHARED)
	sh bindings/python/tools/environment.sh opendp diffprivlib 'scikit-learn<1.7'
	PYTHONPATH=bindings/python/src INDP_LIBRARY=$(CURDIR)/$(SHARED) build/python/venv/bin/python bindings/python/bench.py

# These targets test the bindings for other languages. If packages are missing, a target fails and
# names them. tools/bindings-setup.sh installs them.
test-bindings: test-cpp test-go test-java test-node

test-cpp test-go test-java test-node: test-%: all
	sh bindings/$*/test.sh

# Tests the engines that `make test` leaves out, and tests that all engines give equal states.
# Installs the packages that it needs.
test-engines:
	@$(MAKE) setup PACKAGES=engines
	@$(MAKE) setup PACKAGES=wheel
	@$(MAKE) setup PACKAGES=spark
	@$(MAKE) all mariadb duckdb spark
	sh tools/test-engines.sh

# Tests the extensions for SQLite, DuckDB and MariaDB with AddressSanitizer and UndefinedBehaviorSanitizer:
# cases of SQL, and calls of everything that strangers reach, with values of every kind. It takes about
# half an hour. Installs the packages that it needs.
test-sanitizers:
	@$(MAKE) setup PACKAGES=engines
	@$(MAKE) setup PACKAGES=wheel
	@$(MAKE) all mariadb duckdb
	sh tools/test-sanitizers.sh

# Repeats the random tests, each time with another seed.
soak: check-test all
	sh tools/soak.sh

# Fuzzes serialised states with libFuzzer for FUZZ_SECONDS, and then makes random calls for another
# FUZZ_SECONDS. Needs g++. Adds inputs to tests/corpus/states.txt.
FUZZ_SECONDS ?= 300
fuzz: check-test all
	sh tools/fuzz.sh $(FUZZ_SECONDS)

# Runs random statements over protected tables of PostgreSQL, with the rights of a reader. Each
# statement runs on two data sets, which differ by one person or only in the order of their rows.
# About 300 statements take a second.
FUZZ_SEED ?= 1
FUZZ_STATEMENTS ?= 100000
fuzz-postgresql: check-postgresql all
	sh tools/fuzz-postgresql.sh $(FUZZ_SEED) $(FUZZ_STATEMENTS)

# Prints timings as ratios within one run; benches/README.md explains the tables. Timings never make
# a test fail.
bench: all
	sh tools/bench.sh $(BENCH)

# Times one thread of each engine over 10^5 to ROWS rows, and draws build/scale.svg.
# `make setup PACKAGES=scale` installs the packages that it needs.
bench-scale: check-scale all duckdb mariadb
	sh benches/scale/scale.sh $(ROWS)

# Tests whether time depends on private values: Welch's t over millions of calls. Run it on an idle
# machine.
timing: all
	sh tools/timing.sh

# Counts instructions per operation with callgrind. These counts do not depend on the machine's
# load.
bench-instructions: check-test all
	sh tools/bench-instructions.sh

lint:
	@# Fails if something that is generated is out of date. Go's needs gofmt: see test-go.
	python3 surface/generate.py --check
	for generator in $(filter-out bindings/go/%,$(GENERATORS)); do python3 $$generator --check || exit; done
	@# No line of code has more than 100 columns, except as tools/lines.txt still allows.
	python3 tools/lines.py
	sh tools/cargo.sh fmt --check
	sh tools/cargo.sh clippy --release --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" sh tools/cargo.sh doc --release --locked --no-deps --quiet
	RUSTDOCFLAGS="-D warnings" sh tools/cargo.sh doc --release --locked --no-deps --quiet --document-private-items
	@# Checks the numbered claims of docs/specification.md, and their proofs, tests and citations.
	sh tools/claims.sh
	@# Checks the licences of everything that the libraries contain.
	python3 tools/licences.py --check
	sh tools/platforms.sh
	@# Fails if the lock file of the fuzz target is out of date with the library's dependencies.
	sh tools/cargo.sh metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null

demo:
	@$(MAKE) setup PACKAGES=build
	@$(MAKE) all
	sh extensions/sqlite/demo/demo.sh

# Asks the demo's questions in PostgreSQL, in a temporary cluster. PG_CONFIG chooses the server.
demo-postgresql: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/demo/demo.sh

# Asks the demo's questions over three PostgreSQL servers. Installs the packages that are missing.
demo-distributed:
	@$(MAKE) setup PACKAGES=postgresql
	@$(MAKE) all
	sh extensions/postgresql/demo/nodes.sh

# Compares the times of private sums and means with those of plain sums and means, over three
# servers that share this machine. Counts the bytes that the servers exchange. ROWS is the number of
# rows of all three servers together.
bench-distributed: check-postgresql all
	sh extensions/postgresql/bench/nodes.sh $(ROWS)

# Asks the demo's questions in DuckDB. pip installs DuckDB's package for Python below build/.
demo-duckdb:
	@$(MAKE) setup PACKAGES=build
	@$(MAKE) setup PACKAGES=wheel
	@$(MAKE) all duckdb
	sh extensions/duckdb/demo/demo.sh

# Compares the times of the aggregates over ROWS rows with the times of DuckDB's own sums. Prints
# the shortest processor time of 7 runs for each.
bench-duckdb: all duckdb
	sh extensions/duckdb/bench/bench.sh $(ROWS)
# Asks questions about the demo's data in MariaDB, in a temporary server.
demo-mariadb:
	@$(MAKE) setup PACKAGES=mariadb
	@$(MAKE) all mariadb
	sh extensions/mariadb/demo/demo.sh

# Compares the times of the aggregates over ROWS rows with the times of MariaDB's own aggregates.
bench-mariadb: check-mariadb
	@$(MAKE) all mariadb
	sh extensions/mariadb/bench/bench.sh $(ROWS)

# Asks questions about the demo's data in Spark. pip installs PySpark in the cache folder.
demo-spark:
	@$(MAKE) setup PACKAGES=spark
	@$(MAKE) all spark
	sh extensions/spark/demo/demo.sh

# Compares the times that states take for ROWS rows with the times of Spark's and NumPy's sums.
bench-spark: all spark
	sh extensions/spark/bench/bench.sh $(ROWS)

# Compares the times of the aggregates over ROWS rows with the times of PostgreSQL's own aggregates.
# Prints medians of 7 runs.
bench-postgresql: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/bench/bench.sh $(ROWS)

# Compares the instructions and the times of sessions outside and inside of the fence with those of a
# server without the library. Needs valgrind and pgbench.
bench-fence: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/bench/instructions.sh
	sh extensions/postgresql/bench/fence.sh

# Searches for the dearest calls that a reader may make over one row of a protected table.
bench-dearest: check-postgresql
	@$(MAKE) all
	sh extensions/postgresql/bench/dearest.sh

# Measures the time that the aggregates take for each row in SQLite.
bench-sqlite: all
	sh extensions/sqlite/bench/bench.sh $(ROWS)

# Calls the exponential mechanism directly from C.
example: all
	@mkdir -p build/examples
	$(CC) $(CFLAGS) -std=c99 -Wall -Wextra -pedantic -Iinclude examples-c/most_common.c -o build/examples/most_common \
		-Lbuild/lib -lindp -Wl,-rpath,$(CURDIR)/build/lib
	build/examples/most_common examples-c/data/randhie.csv

# ---- evidence ------------------------------------------------------------------------------------
# Each program writes tables and pictures to build/evidence, and takes one to a few minutes. `audit`
# fails if a privacy loss exceeds the claimed loss. `attack` fails if an attack on the library
# succeeds, or if an attack on a broken mechanism does not. `utility` fails if errors of releases
# differ from the computed or claimed errors.
audit attack utility: check-build
	@sh tools/cargo.sh run --release --locked --quiet --example $@

evidence: audit attack utility

# Copies the pictures that README.md shows into docs/pictures.
pictures: evidence demo
	@mkdir -p docs/pictures
	cd build/evidence && cp audit.svg attack.svg utility.svg means.svg several.svg choosing.svg choosing-epsilon.svg ../../docs/pictures/
	cp build/spending-by-site.svg docs/pictures/

# ---- install -------------------------------------------------------------------------------------
# If everything is built, this target does not run cargo. So `sudo make install` after `make` needs
# no Rust. The PostgreSQL extension belongs in the folders of a server, which pg_config prints. It
# is installed there if the server's headers are present and these folders are writable.
# POSTGRESQL=no leaves it out.
POSTGRESQL ?= yes
install:
	@test -e $(SONAME) -a -e $(STATIC) -a -e $(SQLITE) -a -e build/cargo/man/indp.3 || $(MAKE) all
	sh tools/install.sh install
	@sh tools/install-postgresql.sh install $(POSTGRESQL)

install-postgresql:
	@test -e $(STATIC) || $(MAKE) $(STATIC)
	$(MAKE) -C extensions/postgresql install

uninstall-postgresql:
	$(MAKE) -C extensions/postgresql uninstall

uninstall:
	sh tools/install.sh uninstall
	@sh tools/install-postgresql.sh uninstall $(POSTGRESQL)

# Builds the pages as a static site in build/site, and checks its links. pip and npm install what it
# takes under build.
site: all
	sh tools/setup.sh site
	sh tools/site.sh

# Looks at each page of the site in Chromium, on narrow and wide screens, light and dark, and writes
# pictures of some to build/site-pictures. It takes three minutes.
test-site: site
	build/site-venv/bin/pip install --quiet 'playwright==1.65.2'
	build/site-venv/bin/python tools/site/look.py build/site build/site-pictures

# Tests whether binding generators can read the header.
test-parsers: all
	@$(MAKE) setup PACKAGES=parsers
	sh ffi-tests/parsers.sh

# Makes the distribution for PGXN, and builds and installs it once as the PGXN client does.
pgxn:
	sh tools/pgxn.sh --check

clean:
	rm -rf build extensions/postgresql/src/*.o extensions/postgresql/src/*/*.o extensions/postgresql/sql/indp--*.sql extensions/postgresql/indp.so \
		extensions/postgresql/indp.md
	sh tools/cargo.sh clean
