#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install_test.sh BUILD_TREE EXAMPLE [TOOL...], with CMAKE, PYTHON, CXX and CXXFLAGS of the build in the environment,
# CLANG where there is one for C for Metal, and in PARTS opencl and cm where they are built. A TOOL is a path below the
# prefix.
set -euo pipefail
build_tree=$1
example=$2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$CMAKE" --install "$build_tree" --prefix "$scratch/first" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
# What was installed may be moved.
prefix=$scratch/moved
mv "$scratch/first" "$prefix"

genmedia=()
[[ " $* " != *" bin/genmedia "* ]] || genmedia=("$prefix/bin/genmedia")
"$PYTHON" "$(dirname "${BASH_SOURCE[0]}")/runpath_test.py" "$prefix" "${genmedia[@]}"
for part in opencl:libgenmedia-opencl.so cm:libigfxcmrt.so.7 cm:cm.h; do
    installed=$(find "$prefix" -name "${part#*:}")
    if [[ " $PARTS " == *" ${part%:*} "* ]]; then
        [[ -n $installed ]] || { echo "not installed: ${part#*:}"; exit 1; }
    else
        [[ -z $installed ]] || { echo "installed though it is no part of this build: $installed"; exit 1; }
    fi
done

for tool in "${@:3}"; do
    echo "== $tool"
    "$prefix/$tool" --help >/dev/null
done

if [[ -n ${genmedia[*]} ]]; then
    echo "== completion in shells"
    for place in bash:bash-completion/completions/genmedia zsh:zsh/site-functions/_genmedia \
                 fish:fish/vendor_completions.d/genmedia.fish; do
        cmp <("$prefix/bin/genmedia" completion "${place%%:*}") "$prefix/share/${place#*:}"
    done
fi

if [[ -n ${genmedia[*]} && " $PARTS " == *" opencl "* ]]; then
    echo "== the OpenCL layer"
    layer=$("$prefix/bin/genmedia" cl -- printenv OPENCL_LAYERS)
    [[ $layer == "$prefix"/*/libgenmedia-opencl.so && -f $layer ]] || { echo "not the installed layer: $layer"; exit 1; }
fi

if [[ -z ${genmedia[*]} || " $PARTS " != *" cm "* ]]; then
    echo "== the C for Metal runtime: not here, it or genmedia is no part of this build"
elif [[ $CXXFLAGS == *sanitize* ]]; then
    echo "== the C for Metal runtime: not here, it cannot be put before programs without sanitizers"
else
    echo "== the C for Metal runtime"
    library=$("$prefix/bin/genmedia" cm -- printenv LD_PRELOAD)
    [[ $library == "$prefix"/*/libigfxcmrt.so.7 && -f $library ]] || { echo "not the installed runtime: $library"; exit 1; }
    if [[ -n ${CLANG:-} ]]; then
        source=$(cd "$example/../.." && pwd)
        "$PYTHON" "$source/tests/docs/commands_test.py" "$source" "$build_tree" docs/cm.md --programs "$prefix/bin"
    fi
fi

echo "== find_package"
"$CMAKE" -S "$example" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix"
grep "^genmedia_DIR:PATH=$prefix/" "$scratch/cmake/CMakeCache.txt"
"$CMAKE" --build "$scratch/cmake"
"$scratch/cmake/motion_example"

echo "== pkg-config"
pc=$(find "$prefix" -name genmedia.pc)
export PKG_CONFIG_PATH=${pc%/*}
read -r -a flags <<<"$CXXFLAGS $(pkg-config --cflags genmedia)"
read -r -a libraries <<<"$(pkg-config --libs genmedia)"
libdir=$(pkg-config --variable=libdir genmedia)
"$CXX" -std=c++20 "${flags[@]}" "$example/main.cpp" "${libraries[@]}" -o "$scratch/motion_example"
LD_LIBRARY_PATH=$libdir "$scratch/motion_example"
