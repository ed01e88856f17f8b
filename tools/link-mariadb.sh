#!/bin/sh
# link-mariadb.sh LIBINDP.a OUTPUT.so [MORE.c...]: compiles and links the MariaDB extension. For
# each CREATE FUNCTION the server looks up the function's name, and this name with suffixes such as
# _init. The name indp_version has no wildcard, because names of the library also begin with it.
exec sh "$(dirname "$0")/link-extension.sh" mariadb 'dp_*; indp_version; indp_version_init;' "$@"
