#!/usr/bin/env bash
# install_test.sh BUILD_TREE EXAMPLE [TOOL...], with CMAKE, PYTHON, CXX and CXXFLAGS of the build in the environment, and
# CLANG where there is one for C for Metal. A TOOL is a path below the prefix.
set -euo pipefail
build_tree=$1
example=$2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$CMAKE" --install "$build_tree" --prefix "$scratch/first" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
# What was installed may be moved.
prefix=$scratch/moved
mv "$scratch/first" "$prefix"

"$PYTHON" "$(dirname "${BASH_SOURCE[0]}")/runpath_test.py" "$prefix" "$prefix/bin/genmedia"

for tool in "${@:3}"; do
    echo "== $tool"
    "$prefix/$tool" --help >/dev/null
done

if [[ -x $prefix/bin/genmedia ]]; then
    echo "== the OpenCL layer"
    layer=$("$prefix/bin/genmedia" cl -- printenv OPENCL_LAYERS)
    [[ $layer == "$prefix"/*/libgenmedia-opencl.so && -f $layer ]] || { echo "not the installed layer: $layer"; exit 1; }
fi

if [[ -x $prefix/bin/genmedia && $CXXFLAGS == *sanitize* ]]; then
    echo "== the C for Metal runtime: not here, it cannot be put before programs without sanitizers"
elif [[ -x $prefix/bin/genmedia ]]; then
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
