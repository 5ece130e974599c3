#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# machine_test.sh SOURCE BUILD_TREE COMMAND...: as on a machine where `make install` has been typed before `make check`. What
# this build has is in /usr/local, installed twice; the loader knows that folder; then COMMAND runs, and all is removed.
# It is this machine with an empty /usr/local and a layer over /etc (a mount namespace), so that nothing of it changes.
set -euo pipefail
source=$1
tree=$2
shift 2
fail() { echo "FAILED: $1"; exit 1; }

if [[ ${IN_NAMESPACE:-} != yes ]]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir "$scratch/up" "$scratch/work" "$scratch/etc"
    try="mount -t tmpfs tmpfs '$scratch/etc' && mkdir '$scratch/etc/up' '$scratch/etc/work' && mount -t overlay overlay -o \
lowerdir=/etc,upperdir='$scratch/etc/up',workdir='$scratch/etc/work' /etc && mount -t tmpfs tmpfs /usr/local"
    why=
    said=$(unshare -m bash -c "$try" 2>&1) || why="no mounts of one's own (${said##*: })"
    for program in "${CMAKE:-cmake}" "${PYTHON:-python3}" "${CXX:-c++}" "${CLANG:-bash}" pkg-config; do
        [[ $(readlink -f "$(command -v "$program")") != /usr/local/* ]] || why="$program is in it, which has to be empty"
    done
    if [[ -n $why ]]; then
        echo "SKIPPED: install in the machine's own prefix: $why"
        "$@"
        exit
    fi
    IN_NAMESPACE=yes unshare -m bash -c "$try"' && exec "$@"' bash "${BASH_SOURCE[0]}" "$source" "$tree" "$@"
    [[ -z $(find "$scratch/up" "$scratch/etc" -mindepth 1) ]] || fail "the machine's own /etc was written to"
    exit
fi

echo "/usr/local/lib" >/etc/ld.so.conf.d/000-local.conf  # before all others, as the loader reads them
before=$(find /usr/local)
ldconfig
known=$(ldconfig -p | grep -c libigfxcmrt || true)
for time in first second; do
    PATH=/usr/local/bin:$PATH "$source/scripts/install" "$tree" /usr/local || fail "the $time time"
done
[[ $(ldconfig -p | grep -c libigfxcmrt || true) == "$known" ]] || fail "every program would find genmedia's libigfxcmrt"
echo "== after it"
PATH=/usr/local/bin:$PATH "$@"
"$source/scripts/install" --remove /usr/local
[[ $(find /usr/local) == "$before" ]] || fail "left: $(find /usr/local)"
