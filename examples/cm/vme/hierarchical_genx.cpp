// SPDX-License-Identifier: MIT
// Motion over long ways: found in small pictures first, then followed to the large ones.
#include "unit.h"

// Half the width and the height.
extern "C" _GENX_MAIN_ void halve(SurfaceIndex from, SurfaceIndex to) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 4;
    matrix<uchar, 8, 32> four;
    read(from, 2 * x, 2 * y, four);
    matrix<ushort, 8, 16> two = four.select<8, 1, 16, 2>(0, 0) + four.select<8, 1, 16, 2>(0, 1);
    matrix<uchar, 4, 16> one = (two.select<4, 2, 16, 1>(0, 0) + two.select<4, 2, 16, 1>(1, 0) + 2) >> 2;
    write(to, x, y, one);
}

// Four shorts a macroblock: its vector in quarter pixels, its distortion, 0. Those of the level above say
// where to look; `last` refines.
extern "C" _GENX_MAIN_ void search(SurfaceIndex pictures, SurfaceIndex above, SurfaceIndex found, int level,
                                   int last) {
    const int x = get_thread_origin_x(), y = get_thread_origin_y();
    vector<short, 4> coarse = 0;
    if (level > 0) read(above, x / 2 * 8, y / 2, coarse);
    vector<short, 2> center = coarse.select<2, 1>(0) * 2, window = center >> 2;
    window(0) = window(0) - 16;
    window(1) = window(1) - 12;

    matrix<uchar, 4, 32> universal;
    matrix<uchar, 2, 32> path;
    matrix<uchar, 7, 32> result;
    set_macroblock(universal, x * 16, y * 16);
    set_walk(universal, path, 48, 40);
    VME_SET_UNIInput_SubMbPartMask(universal, 0x7E);  // 16x16 alone
    vector<ushort, 16> centers = 0;                   // forward and backward in turn, of each quadrant
    centers.select<4, 4>(0) = center(0);
    centers.select<4, 4>(1) = center(1);
    run_vme_ime(universal, path, VME_STREAM_DISABLE, VME_SEARCH_SINGLE_REF_SINGLE_REC_SINGLE_START, pictures,
                window, 0, centers, result);
    if (last != 0) {
        universal.row(3).format<ushort>() = centers;
        refine(universal, pictures, result);
    }
    vector<short, 4> record = 0;
    record.select<2, 1>(0) = result.row(1).format<short>().select<2, 1>(0);
    record(2) = result.row(5).format<short>()(0);
    write(found, x * 8, y, record);
}
