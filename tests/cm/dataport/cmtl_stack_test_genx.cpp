// SPDX-License-Identifier: MIT
// A script of pushes and pops, run on stacks of 8 channels that hold 32 elements outside of memory.
#include <cm/cm.h>
#include <cm/cmtl.h>

// For each step of the script: its low byte is the mask of the pop; bit 8: push instead. Pushed are numbers
// that tell thread, step and channel. For each step the elements that came, or 0, and in one more row which
// channels are empty.
_GENX_MAIN_ void stacks(SurfaceIndex memory, SurfaceIndex script, SurfaceIndex out, uint steps,
                        uint max_size) {
    matrix<short, 2, 8> context;
    matrix<int, 2, 8> positions;
    matrix<uint, 8, 32> cache;
    cm_vector(lane, uint, 8, 0, 1);
    const uint thread = get_thread_origin_x();
    cmtl::CachedStackInit<uint, 8, 32>(context, positions, max_size);
    for (uint i = 0; i < steps; i++) {
        vector<uint, 1> offset = i, step;
        read(script, 0, offset, step);
        vector<uint, 8> element = 0;
        vector<short, 8> empty;
        if (step(0) & 256) {
            element = lane + i * 8 + thread * 1000000;
            cmtl::CachedStackPush<uint, 8, 32>(memory, context, positions, cache, element);
        } else {
            vector<short, 8> mask = cm_unpack_mask<short, 8>(step(0));
            cmtl::CachedStackPop<uint, 8, 32>(memory, context, positions, cache, element, mask);
        }
        cmtl::CachedStackEmpty<8>(context, positions, empty);
        const int at = (thread * steps + i) * 96;
        write(out, at, element);
        cmtl::CachedStackTop<uint, 8, 32>(memory, context, positions, cache, element);
        write(out, at + 32, element);
        element = empty;
        write(out, at + 64, element);
    }
}
