// SPDX-License-Identifier: MIT
// What these kernels share: the setup of a search.
#include <cm/cm.h>
#include <cm/genx_vme.h>

// Sets the macroblock at (x, y), Haar distortions, and the cost of a vector by its distance from the centre.
_GENX_ inline void set_macroblock(matrix_ref<uchar, 4, 32> universal, int x, int y) {
    INIT_VME_UNIINPUT(universal);
    VME_SET_UNIInput_SrcX(universal, x);
    VME_SET_UNIInput_SrcY(universal, y);
    VME_SET_UNIInput_MV1Cost(universal, 2);
    VME_SET_UNIInput_MV2Cost(universal, 4);
    VME_SET_UNIInput_MV3Cost(universal, 7);
    VME_SET_UNIInput_MV4Cost(universal, 9);
    VME_SET_UNIInput_MV5Cost(universal, 12);
    VME_SET_UNIInput_MV6Cost(universal, 15);
    VME_SET_UNIInput_MV7Cost(universal, 0x19);
}

// Walks over 5x5 search units from the window's middle, then over up to 15 more along the gradient.
_GENX_ inline void set_walk(matrix_ref<uchar, 4, 32> universal, matrix_ref<uchar, 2, 32> input, int width,
                            int height) {
    VME_SET_UNIInput_RefW(universal, width);
    VME_SET_UNIInput_RefH(universal, height);
    VME_SET_UNIInput_AdaptiveEn(universal);
    VME_SET_UNIInput_LenSP(universal, 25);
    VME_SET_UNIInput_MaxNumSU(universal, 40);
    const int x = (width - 16) / 8, y = (height - 16) / 8;
    VME_SET_UNIInput_StartCenter0(universal, x, y);
    VME_SET_UNIInput_StartCenter1(universal, x, y);
    const uchar steps[4] = {0x01, 0x10, 0x0F, 0xF0};  // right, down, left, up
    input = 0;
    int at = 0;
    for (int leg = 0; leg < 9; leg++) {
        for (int i = 0; i <= leg / 2 && at < 24; i++) input(0, at++) = steps[leg % 4];
    }
}

// Refines a search's result to fractions of pixels.
_GENX_ inline void refine(matrix_ref<uchar, 4, 32> universal, SurfaceIndex pictures,
                          matrix_ref<uchar, 7, 32> result) {
    VME_SET_UNIInput_SubPelMode(universal, 3);
    matrix<uchar, 4, 32> vectors = result.select<4, 1, 32, 1>(1, 0);
    uchar mode, shapes, directions;
    VME_GET_UNIOutput_InterMbMode(result, mode);
    VME_GET_UNIOutput_SubMbShape(result, shapes);
    VME_GET_UNIOutput_SubMbPredMode(result, directions);
    run_vme_fbr(universal, vectors, pictures, mode, shapes, directions, result);
}
