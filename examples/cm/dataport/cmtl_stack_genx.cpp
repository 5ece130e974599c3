// SPDX-License-Identifier: MIT
// Eight stacks side by side: a hundred numbers go in, more than the object holds, and come out from behind.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void reverse(SurfaceIndex memory, SurfaceIndex out) {
    matrix<short, 2, 8> context;
    matrix<int, 2, 8> positions;
    matrix<uint, 8, 32> cache;
    cmtl::CachedStackInit<uint, 8, 32>(context, positions, 128);
    cm_vector(number, uint, 8, 0, 1000);
    for (int i = 0; i < 100; i++) {
        cmtl::CachedStackPush<uint, 8, 32>(memory, context, positions, cache, number);
        number += 1;
    }
    vector<short, 8> all = 1;
    for (int i = 0; i < 100; i++) {
        cmtl::CachedStackPop<uint, 8, 32>(memory, context, positions, cache, number, all);
        write(out, i * 32, number);
    }
}
