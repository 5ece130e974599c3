#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# places_test.sh SOURCE BUILD_TREE: `scripts/install` in a root of its own (DESTDIR), in a prefix with a space, twice, and
# its removal. BUILD_TREE is only read, but for install.log and install_manifest.txt.
set -euo pipefail
source=$1
tree=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

echo "== in the machine's own prefix, of another root"
root=$scratch/root
mkdir -p "$root/etc" "$root/usr/local/lib"
echo /usr/local/lib >"$root/etc/ld.so.conf"
echo "somebody's" >"$root/usr/local/lib/theirs.so"
# As versions did that put it beside all other libraries.
cp "$(find "$tree" -name 'libigfxcmrt.so.7.2.0' | head -1)" "$root/usr/local/lib/" 2>/dev/null || true
for time in first second; do
    DESTDIR=$root "$source/scripts/install" "$tree" /usr/local >/dev/null || fail "the $time time"
done
PATH=$PATH:/sbin:/usr/sbin
ldconfig -r "$root"
! ldconfig -r "$root" -p | grep libigfxcmrt || fail "every program of the machine would find genmedia's libigfxcmrt"
[[ ! -e $root/usr/local/bin/genmedia ]] || "$root/usr/local/bin/genmedia" --version
[[ -z $(find "$root" -path "$root/usr/local" -prune -o -type f ! -path '*/etc/*' ! -path '*/var/*' -print) ]] || fail "files beside the prefix"
DESTDIR=$root "$source/scripts/install" --remove /usr/local
[[ $(cd "$root/usr/local" && find . -type f -o -type l) == ./lib/theirs.so ]] || fail "left: $(find "$root/usr/local" ! -type d)"
! DESTDIR=$root "$source/scripts/install" --remove /usr/local 2>/dev/null || fail "removed twice"

echo "== in a prefix with a space"
prefix="$scratch/with a space"
"$source/scripts/install" "$tree" "$prefix" >"$scratch/said"
eval "$(sed -n 's/^next: //p' "$scratch/said")"
pkg-config --cflags genmedia >/dev/null
if [[ -e $prefix/bin/genmedia ]]; then
    [[ $(command -v genmedia) == "$prefix/bin/genmedia" ]]
    genmedia --version
fi
if [[ -e $prefix/bin/cmc && -n ${CLANG:-} ]]; then
    (cd "$scratch" && cmc "$source/examples/cm/linear/linear_genx.cpp" -o linear_genx.isa)
    eval "folder=$(pkg-config --variable=cmrt_libdir genmedia)"  # with its blanks escaped
    [[ -e $folder/libigfxcmrt.so.7 ]] || fail "pkg-config does not say where libigfxcmrt is"
    genmedia cm -- printenv LD_LIBRARY_PATH | grep -F "$prefix/"
fi
"$source/scripts/install" --remove "$prefix"
[[ ! -e $prefix || -z $(find "$prefix" ! -type d) ]] || fail "left: $(find "$prefix" ! -type d)"
