#!/bin/sh
# Write the pins of every set from pyproject.toml: name, version and hashes, and no address.
#
#   requirements/compile.sh PIP_COMPILE [--upgrade]
#
# Pins already in the files are kept while they still fit; --upgrade looks for newer ones. dev.txt
# comes first and constrains the others, so that no two sets disagree on a version.
set -eu
cd "$(dirname "$0")/.."

tool=$1
upgrade=${2:-}
dev=requirements/dev.txt
CUSTOM_COMPILE_COMMAND="make pins"
export CUSTOM_COMPILE_COMMAND

compile() {
    name=$1
    shift
    echo "countermodel: pinning requirements/$name.txt"
    "$tool" --quiet --generate-hashes --strip-extras --allow-unsafe $upgrade \
        --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
        --output-file "requirements/$name.txt" "$@"
}

compile dev --extra dev --build-deps-for editable pyproject.toml
compile runtime -c $dev pyproject.toml
compile build -c $dev --only-build-deps --build-deps-for editable pyproject.toml
extras=$(sed -n '/^\[project.optional-dependencies\]/,/^\[project.scripts\]/s/^\([a-z]*\) = \[.*/\1/p' pyproject.toml)
for extra in $extras; do
    [ "$extra" = dev ] || compile "$extra" -c $dev --extra "$extra" pyproject.toml
done
compile pins -c $dev requirements/pins.in
