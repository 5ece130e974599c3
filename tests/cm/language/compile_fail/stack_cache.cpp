// SPDX-License-Identifier: MIT
// a stack's cache is whole pieces of 128 bytes
#include <cm/cmtl.h>
void f() {
    matrix<short, 2, 8> context;
    matrix<int, 2, 8> positions;
    cmtl::CachedStackInit<uint, 8, 16>(context, positions, 64);
}
