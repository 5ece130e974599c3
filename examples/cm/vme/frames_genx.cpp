// SPDX-License-Identifier: MIT
// An AVC encoder's first look at a frame: intra modes (I), motion from one picture (P) and from two (B).
#include "unit.h"

// All seven rows of the unit's answer, one macroblock after the other.
_GENX_ inline void write_result(SurfaceIndex results, uint columns, matrix_ref<uchar, 7, 32> result) {
    const uint at = (get_thread_origin_y() * columns + get_thread_origin_x()) * 224;
#pragma unroll
    for (int row = 0; row < 7; row++) write(results, at + 32 * row, result.row(row));
}

extern "C" _GENX_MAIN_ void intra(SurfaceIndex pictures, SurfaceIndex source, SurfaceIndex results,
                                  uint columns) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 16;
    matrix<uchar, 4, 32> universal, input;
    matrix<uchar, 7, 32> result;
    set_macroblock(universal, x, y);
    // Which neighbours there are: 0x60 left, 0x10 above, 8 above and right, 4 above and left.
    uchar around = 0;
    if (x > 0) around = around | 0x60;
    if (y > 0) around = around | 0x10;
    if (y > 0 && get_thread_origin_x() + 1 < columns) around = around | 8;
    if (x > 0 && y > 0) around = around | 4;
    VME_SET_UNIInput_MbIntraStruct(universal, around);
    INIT_VME_SICINPUT(input);
    VME_SET_SICInput_IntraComputeType(input, 1);  // luma alone
    matrix<uchar, 1, 32> above;
    matrix<uchar, 16, 4> left;
    read(source, x - 4, y - 1, above);
    read(source, x - 4, y, left);
    input.row(1).select<25, 1>(7) = above.row(0).select<25, 1>(3);  // the corner, 16 above, 8 to the right
    input.row(2).select<16, 1>(0) = left.column(3);
    input.row(2).select<4, 1>(16) = 0x22;  // the neighbours' modes: DC
    run_vme_sic(universal, input, pictures, result);
    write_result(results, columns, result);
}

extern "C" _GENX_MAIN_ void forward(SurfaceIndex pictures, SurfaceIndex results, uint columns) {
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 2, 32> path;
    matrix<uchar, 7, 32> result;
    set_macroblock(universal, get_thread_origin_x() * 16, get_thread_origin_y() * 16);
    set_walk(universal, path, 48, 40);
    vector<short, 2> window;  // its upper left, from the macroblock's
    window(0) = -16;
    window(1) = -12;
    vector<ushort, 16> centers = 0;
    run_vme_ime(universal, path, VME_STREAM_DISABLE, VME_SEARCH_SINGLE_REF_SINGLE_REC_SINGLE_START, pictures,
                window, 0, centers, result);
    refine(universal, pictures, result);
    write_result(results, columns, result);
}

extern "C" _GENX_MAIN_ void both(SurfaceIndex pictures, SurfaceIndex results, uint columns) {
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 2, 32> path;
    matrix<uchar, 7, 32> result;
    set_macroblock(universal, get_thread_origin_x() * 16, get_thread_origin_y() * 16);
    set_walk(universal, path, 32, 32);
    vector<short, 2> window = -8;
    vector<ushort, 16> centers = 0;
    run_vme_ime(universal, path, VME_STREAM_DISABLE, VME_SEARCH_DUAL_REF_DUAL_REC, pictures, window, window,
                centers, result);
    VME_CLEAR_UNIInput_BMEDisableFBR(universal);  // tries both pictures together, too
    VME_SET_UNIInput_BiWeight(universal, 32);
    refine(universal, pictures, result);
    write_result(results, columns, result);
}
