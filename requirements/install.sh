#!/bin/sh
# Set up .venv in the checkout: the pinned packages of the named sets, and the program itself.
#
#   requirements/install.sh SET...        (a SET is a file requirements/SET.txt)
#
# Does nothing where nothing changed: for each set a copy of what it was installed from is kept
# in .venv/.stamps, written only when all went well. What was cut short is repaired by running
# it again: a half-made .venv is made anew, half-installed packages are installed again.
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
venv=.venv
stamps=$venv/.stamps
making=.venv-unfinished           # .venv is being made
installing=$stamps/unfinished     # packages are being installed

say() { echo "countermodel: $*" >&2; }

fail() {
    say "$1"
    shift
    for line in "$@"; do echo "    $line" >&2; done
    exit 1
}

check_python() {
    command -v "$python" >/dev/null 2>&1 || fail "there is no '$python' here." \
        "Install Python 3.11 or newer, or name one you have:" \
        "make ${GOAL:-setup} PYTHON=/path/to/python3.11"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail \
        "Python 3.11 or newer is needed, '$python' is $("$python" --version 2>&1)." \
        "Name a newer one: make ${GOAL:-setup} PYTHON=python3.12"
    "$python" -c 'import venv, ensurepip' >/dev/null 2>&1 || fail \
        "'$python' came without its venv module." \
        "Debian, Ubuntu:  sudo apt install python3-venv    (or python3.12-venv, as its version is)" \
        "elsewhere:       install the full Python, of which venv and ensurepip are part," \
        "                 or name another: make ${GOAL:-setup} PYTHON=/path/to/python3"
}

usable() { "$venv/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))'; }

# Programs in .venv/bin name their interpreter by its whole path, so a moved checkout starts anew.
in_place() { [ ! -e $stamps/place ] || [ "$(cat $stamps/place)" = "$(pwd -P)" ]; }

make_venv() {
    if [ ! -e $making ] && usable >/dev/null 2>&1 && in_place; then return; fi
    check_python
    say "making $venv with $("$python" --version 2>&1); this first time takes a minute or two"
    : >$making
    rm -rf $venv
    "$python" -m venv $venv || fail "'$python -m venv' failed, see above." \
        "On Debian and Ubuntu: sudo apt install python3-venv"
    rm -f $making
}

pip_install() {
    PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0 \
        "$venv/bin/python" -m pip install --quiet --quiet --no-input "$@" || fail \
        "the installation failed, see above." \
        "The packages come from the network the first time. Run the same command again:" \
        "it carries on from here."
}

# What a set is installed from: when this changes, so does the installation.
sources() { cat "requirements/$1.txt"; }

program() { cat pyproject.toml requirements/build.txt; }

install_set() {
    if sources "$1" | cmp -s - "$stamps/$1"; then return; fi
    count=$(grep -c '^[a-z].*==' "requirements/$1.txt")
    say "installing $count packages from requirements/$1.txt"
    again=
    if [ -e $installing ]; then
        again=--force-reinstall
        rm -f $stamps/*
    fi
    mkdir -p $stamps
    pwd -P >$stamps/place
    : >$installing
    pip_install $again --require-hashes --requirement "requirements/$1.txt"
    sources "$1" >"$stamps/$1.new"
    mv "$stamps/$1.new" "$stamps/$1"
    rm -f $installing
}

install_program() {
    if [ -x $venv/bin/countermodel ] && program | cmp -s - $stamps/program; then return; fi
    install_set build
    pip_install --no-deps --no-build-isolation --editable .
    program >$stamps/program.new
    mv $stamps/program.new $stamps/program
    say "ready: $venv/bin/countermodel"
}

make_venv
for name in "$@"; do install_set "$name"; done
install_program
