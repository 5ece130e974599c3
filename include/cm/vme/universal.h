// SPDX-License-Identifier: MIT
// The universal input: four rows (on Gen7.5 three) with which all messages begin. CM spec, appendix.
// Made by scripts/message-fields. Change the table there.
#pragma once

#include "fields.h"

// Row 0. Reference windows from the macroblock in pixels (signed); the macroblock's place in the picture.
#define VME_SET_UNIInput_Ref0X(p, v) CM_VME_SET(p, ushort, 0, 0, v)
#define VME_GET_UNIInput_Ref0X(p) CM_VME_GET(p, ushort, 0, 0)
#define VME_SET_UNIInput_Ref1X(p, v) CM_VME_SET(p, ushort, 0, 2, v)
#define VME_GET_UNIInput_Ref1X(p) CM_VME_GET(p, ushort, 0, 2)
#define VME_SET_UNIInput_Ref0Y(p, v) CM_VME_SET(p, ushort, 0, 1, v)
#define VME_GET_UNIInput_Ref0Y(p) CM_VME_GET(p, ushort, 0, 1)
#define VME_SET_UNIInput_Ref1Y(p, v) CM_VME_SET(p, ushort, 0, 3, v)
#define VME_GET_UNIInput_Ref1Y(p) CM_VME_GET(p, ushort, 0, 3)
#define VME_SET_UNIInput_SrcX(p, v) CM_VME_SET(p, ushort, 0, 4, v)
#define VME_GET_UNIInput_SrcX(p) CM_VME_GET(p, ushort, 0, 4)
#define VME_SET_UNIInput_SrcY(p, v) CM_VME_SET(p, ushort, 0, 5, v)
#define VME_GET_UNIInput_SrcY(p) CM_VME_GET(p, ushort, 0, 5)

// If set, the picture consists of fields.
#define VME_SET_UNIInput_SrcAccess(p) CM_VME_RAISE(p, 0, 12, 6)
#define VME_CLEAR_UNIInput_SrcAccess(p) CM_VME_CLEAR(p, 0, 12, 6)
#define VME_SET_UNIInput_RefAccess(p) CM_VME_RAISE(p, 0, 12, 7)
#define VME_CLEAR_UNIInput_RefAccess(p) CM_VME_CLEAR(p, 0, 12, 7)
#define VME_GET_UNIInput_SrcType(p) CM_VME_GET(p, uchar, 0, 12)

#define VME_SET_UNIInput_DualSearchPath(p) CM_VME_RAISE(p, 0, 13, 3)
#define VME_CLEAR_UNIInput_DualSearchPath(p) CM_VME_CLEAR(p, 0, 13, 3)
// 0: integer, 1: half, 3: quarter pixels.
#define VME_SET_UNIInput_SubPelMode(p, v) CM_VME_SET_BITS(p, 0, 13, 4, 2, v)
// If set, four skip vectors; if clear, one.
#define VME_SET_UNIInput_SkipModeType(p) CM_VME_RAISE(p, 0, 13, 6)
#define VME_CLEAR_UNIInput_SkipModeType(p) CM_VME_CLEAR(p, 0, 13, 6)
#define VME_SET_UNIInput_DisableFieldCacheAllocation(p) CM_VME_RAISE(p, 0, 13, 7)
#define VME_CLEAR_UNIInput_DisableFieldCacheAllocation(p) CM_VME_CLEAR(p, 0, 13, 7)
#define VME_GET_UNIInput_VmeModes(p) CM_VME_GET(p, uchar, 0, 13)

#define VME_SET_UNIInput_InterChromaMode(p) CM_VME_RAISE(p, 0, 14, 0)
#define VME_CLEAR_UNIInput_InterChromaMode(p) CM_VME_CLEAR(p, 0, 14, 0)
#define VME_SET_UNIInput_FTEnable(p) CM_VME_RAISE(p, 0, 14, 1)
#define VME_CLEAR_UNIInput_FTEnable(p) CM_VME_CLEAR(p, 0, 14, 1)
#define VME_SET_UNIInput_BMEDisableFBR(p) CM_VME_RAISE(p, 0, 14, 2)
#define VME_CLEAR_UNIInput_BMEDisableFBR(p) CM_VME_CLEAR(p, 0, 14, 2)
#define VME_GET_UNIInput_SadType(p) CM_VME_GET(p, uchar, 0, 14)

// Each set bit disables a shape. From the lowest bit: 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4.
#define VME_SET_UNIInput_SubMbPartMask(p, v) CM_VME_SET(p, uchar, 0, 15, v)
#define VME_GET_UNIInput_ShapeMask(p) CM_VME_GET(p, uchar, 0, 15)
// Pixels, multiples of 4 from 20 to 64.
#define VME_SET_UNIInput_RefW(p, v) CM_VME_SET(p, uchar, 0, 22, v)
#define VME_GET_UNIInput_RefW(p) CM_VME_GET(p, uchar, 0, 22)
#define VME_SET_UNIInput_RefH(p, v) CM_VME_SET(p, uchar, 0, 23, v)
#define VME_GET_UNIInput_RefH(p) CM_VME_GET(p, uchar, 0, 23)

// Row 1.
#define VME_SET_UNIInput_SkipModeEn(p) CM_VME_RAISE(p, 1, 0, 0)
#define VME_CLEAR_UNIInput_SkipModeEn(p) CM_VME_CLEAR(p, 1, 0, 0)
#define VME_SET_UNIInput_AdaptiveEn(p) CM_VME_RAISE(p, 1, 0, 1)
#define VME_CLEAR_UNIInput_AdaptiveEn(p) CM_VME_CLEAR(p, 1, 0, 1)
#define VME_SET_UNIInput_EarlyImeSuccessEn(p) CM_VME_RAISE(p, 1, 0, 5)
#define VME_CLEAR_UNIInput_EarlyImeSuccessEn(p) CM_VME_CLEAR(p, 1, 0, 5)
#define VME_SET_UNIInput_T8x8FlagForInterEn(p) CM_VME_RAISE(p, 1, 0, 7)
#define VME_CLEAR_UNIInput_T8x8FlagForInterEn(p) CM_VME_CLEAR(p, 1, 0, 7)
#define VME_GET_UNIInput_VmeFlags(p) CM_VME_GET(p, uchar, 1, 0)
#define VME_SET_UNIInput_RefPixelOffset(p, v) CM_VME_SET(p, uchar, 1, 1, v)
#define VME_GET_UNIInput_RefPixelOffset(p) CM_VME_GET(p, uchar, 1, 1)
#define VME_SET_UNIInput_EarlyImeStop(p, v) CM_VME_SET(p, uchar, 1, 3, v)
#define VME_GET_UNIInput_EarlyImeStop(p) CM_VME_GET(p, uchar, 1, 3)
#define VME_SET_UNIInput_MaxNumMVs(p, v) CM_VME_SET(p, uchar, 1, 4, v)
#define VME_GET_UNIInput_MaxNumMVs(p) CM_VME_GET(p, uchar, 1, 4)
// One bit for each quadrant.
#define VME_SET_UNIInput_Ref0Polarity(p, v) CM_VME_SET_BITS(p, 1, 5, 0, 4, v)
#define VME_GET_UNIInput_Ref0Polarity(p) CM_VME_GET_BITS(p, 1, 5, 0, 4)
#define VME_SET_UNIInput_Ref1Polarity(p, v) CM_VME_SET_BITS(p, 1, 5, 4, 4, v)
#define VME_GET_UNIInput_Ref1Polarity(p) CM_VME_GET_BITS(p, 1, 5, 4, 4)
// The backward picture's weight in 64ths: 16, 21, 32, 43, 48.
#define VME_SET_UNIInput_BiWeight(p, v) CM_VME_SET_BITS(p, 1, 6, 0, 6, v)
#define VME_GET_UNIInput_BiWeight(p) CM_VME_GET_BITS(p, 1, 6, 0, 6)
#define VME_SET_UNIInput_Fixed7x7Weights(p, v) CM_VME_SET_BITS(p, 1, 6, 6, 2, v)
#define VME_GET_UNIInput_Fixed7x7Weights(p) CM_VME_GET_BITS(p, 1, 6, 6, 2)

#define VME_SET_UNIInput_RefPixelShift(p, v) CM_VME_SET_BITS(p, 1, 7, 0, 4, v)
#define VME_GET_UNIInput_RefPixelShift(p) CM_VME_GET_BITS(p, 1, 7, 0, 4)
#define VME_SET_UNIInput_UniMixDisable(p) CM_VME_RAISE(p, 1, 7, 4)
#define VME_CLEAR_UNIInput_UniMixDisable(p) CM_VME_CLEAR(p, 1, 7, 4)
#define VME_GET_UNIInput_UniMixDisable(p) CM_VME_GET_BITS(p, 1, 7, 4, 1)
#define VME_SET_UNIInput_RefPixelBiasEnable(p) CM_VME_RAISE(p, 1, 7, 5)
#define VME_CLEAR_UNIInput_RefPixelBiasEnable(p) CM_VME_CLEAR(p, 1, 7, 5)
#define VME_GET_UNIInput_RefPixelBiasEnable(p) CM_VME_GET_BITS(p, 1, 7, 5, 1)
#define VME_SET_UNIInput_IDMShapeMode1(p) CM_VME_RAISE(p, 1, 7, 6)
#define VME_CLEAR_UNIInput_IDMShapeMode1(p) CM_VME_CLEAR(p, 1, 7, 6)
#define VME_GET_UNIInput_IDMShapeMode1(p) CM_VME_GET_BITS(p, 1, 7, 6, 1)
#define VME_SET_UNIInput_IDMShapeMode2(p) CM_VME_RAISE(p, 1, 7, 7)
#define VME_CLEAR_UNIInput_IDMShapeMode2(p) CM_VME_CLEAR(p, 1, 7, 7)
#define VME_GET_UNIInput_IDMShapeMode2(p) CM_VME_GET_BITS(p, 1, 7, 7, 1)

// The number of search units, 1 to 63; then where they start, four bits for each axis.
#define VME_SET_UNIInput_LenSP(p, v) CM_VME_SET(p, uchar, 1, 8, v)
#define VME_GET_UNIInput_LenSP(p) CM_VME_GET(p, uchar, 1, 8)
#define VME_SET_UNIInput_MaxNumSU(p, v) CM_VME_SET(p, uchar, 1, 9, v)
#define VME_GET_UNIInput_MaxNumSU(p) CM_VME_GET(p, uchar, 1, 9)
#define VME_SET_UNIInput_StartCenter0(p, x, y) CM_VME_SET(p, uchar, 1, 10, (x) | ((y) << 4))
#define VME_GET_UNIInput_StartCenter0(p) CM_VME_GET(p, uchar, 1, 10)
#define VME_SET_UNIInput_StartCenter1(p, x, y) CM_VME_SET(p, uchar, 1, 11, (x) | ((y) << 4))
#define VME_GET_UNIInput_StartCenter1(p) CM_VME_GET(p, uchar, 1, 11)
#define VME_SET_UNIInput_WeightedSADCtrl0_3(p, v) CM_VME_SET(p, uchar, 1, 12, v)
#define VME_GET_UNIInput_WeightedSADCtrl0_3(p) CM_VME_GET(p, uchar, 1, 12)
#define VME_SET_UNIInput_WeightedSADCtrl4_7(p, v) CM_VME_SET(p, uchar, 1, 13, v)
#define VME_GET_UNIInput_WeightedSADCtrl4_7(p) CM_VME_GET(p, uchar, 1, 13)
#define VME_SET_UNIInput_WeightedSADCtrl8_11(p, v) CM_VME_SET(p, uchar, 1, 14, v)
#define VME_GET_UNIInput_WeightedSADCtrl8_11(p) CM_VME_GET(p, uchar, 1, 14)
#define VME_SET_UNIInput_WeightedSADCtrl12_15(p, v) CM_VME_SET(p, uchar, 1, 15, v)
#define VME_GET_UNIInput_WeightedSADCtrl12_15(p) CM_VME_GET(p, uchar, 1, 15)

// Only on Gen7.5, in quarter pixels. Gen8's input has them in row 3.
#define VME_SET_UNIInput_CostCenter0(p, x, y) CM_VME_SET(p, uint, 1, 4, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_CostCenter1(p, x, y) CM_VME_SET(p, uint, 1, 5, CM_VME_PAIR(x, y))
#define VME_GET_UNIInput_CostCenter0_X(p) CM_VME_GET(p, ushort, 1, 8)
#define VME_GET_UNIInput_CostCenter1_X(p) CM_VME_GET(p, ushort, 1, 10)
#define VME_GET_UNIInput_CostCenter0_Y(p) CM_VME_GET(p, ushort, 1, 9)
#define VME_GET_UNIInput_CostCenter1_Y(p) CM_VME_GET(p, ushort, 1, 11)

// The numbers of a quadrant's reference pictures.
#define VME_SET_UNIInput_Blk0RefID(p, forward, backward) \
    CM_VME_SET(p, uchar, 1, 24, (forward) | ((backward) << 4))
#define VME_GET_UNIInput_Blk0RefID(p) CM_VME_GET(p, uchar, 1, 24)
#define VME_SET_UNIInput_Blk1RefID(p, forward, backward) \
    CM_VME_SET(p, uchar, 1, 25, (forward) | ((backward) << 4))
#define VME_GET_UNIInput_Blk1RefID(p) CM_VME_GET(p, uchar, 1, 25)
#define VME_SET_UNIInput_Blk2RefID(p, forward, backward) \
    CM_VME_SET(p, uchar, 1, 26, (forward) | ((backward) << 4))
#define VME_GET_UNIInput_Blk2RefID(p) CM_VME_GET(p, uchar, 1, 26)
#define VME_SET_UNIInput_Blk3RefID(p, forward, backward) \
    CM_VME_SET(p, uchar, 1, 27, (forward) | ((backward) << 4))
#define VME_GET_UNIInput_Blk3RefID(p) CM_VME_GET(p, uchar, 1, 27)

// Bits 0 to 2 disable 16x16, 8x8, 4x4. Bit 5: NonSkipZMvAdded, 6: NonSkipModeAdded, 7: IntraCornerSwap.
#define VME_SET_UNIInput_IntraFlags(p, v) CM_VME_SET(p, uchar, 1, 28, v)
#define VME_GET_UNIInput_IntraFlags(p) CM_VME_GET(p, uchar, 1, 28)
// Neighbours. Bits 5 and 6: left, 4: upper, 3: upper right, 2: upper left.
#define VME_SET_UNIInput_MbIntraStruct(p, v) CM_VME_SET(p, uchar, 1, 29, v)
#define VME_GET_UNIInput_MbIntraStruct(p) CM_VME_GET(p, uchar, 1, 29)
// 0: quarter, 1: half, 2: one, 3: two pixels.
#define VME_SET_UNIInput_MVCostScaleFactor(p, v) CM_VME_SET_BITS(p, 1, 30, 0, 2, v)
#define VME_SET_UNIInput_BilinearEnable(p) CM_VME_RAISE(p, 1, 30, 2)
#define VME_CLEAR_UNIInput_BilinearEnable(p) CM_VME_CLEAR(p, 1, 30, 2)
#define VME_SET_UNIInput_SrcFieldPolarity(p) CM_VME_RAISE(p, 1, 30, 3)
#define VME_CLEAR_UNIInput_SrcFieldPolarity(p) CM_VME_CLEAR(p, 1, 30, 3)
#define VME_SET_UNIInput_WeightedSADHAAR(p) CM_VME_RAISE(p, 1, 30, 4)
#define VME_CLEAR_UNIInput_WeightedSADHAAR(p) CM_VME_CLEAR(p, 1, 30, 4)
#define VME_SET_UNIInput_AConlyHAAR(p) CM_VME_RAISE(p, 1, 30, 5)
#define VME_CLEAR_UNIInput_AConlyHAAR(p) CM_VME_CLEAR(p, 1, 30, 5)
#define VME_SET_UNIInput_RefIDCostMode(p) CM_VME_RAISE(p, 1, 30, 6)
#define VME_CLEAR_UNIInput_RefIDCostMode(p) CM_VME_CLEAR(p, 1, 30, 6)
#define VME_SET_UNIInput_IDMShapeMode(p) CM_VME_RAISE(p, 1, 30, 7)
#define VME_CLEAR_UNIInput_IDMShapeMode(p) CM_VME_CLEAR(p, 1, 30, 7)
#define VME_GET_UNIInput_MvFlags(p) CM_VME_GET(p, uchar, 1, 30)
// Two bits for each skip vector: forward, backward.
#define VME_SET_UNIInput_SkipCenterMask(p, v) CM_VME_SET(p, uchar, 1, 31, v)
#define VME_GET_UNIInput_SkipCenterMask(p) CM_VME_GET(p, uchar, 1, 31)

// Row 2. U4U4: the low four bits shifted left by the high four.
#define VME_SET_UNIInput_Mode0Cost(p, v) CM_VME_SET(p, uchar, 2, 0, v)
#define VME_GET_UNIInput_Mode0Cost(p) CM_VME_GET(p, uchar, 2, 0)
#define VME_SET_UNIInput_Mode1Cost(p, v) CM_VME_SET(p, uchar, 2, 1, v)
#define VME_GET_UNIInput_Mode1Cost(p) CM_VME_GET(p, uchar, 2, 1)
#define VME_SET_UNIInput_Mode2Cost(p, v) CM_VME_SET(p, uchar, 2, 2, v)
#define VME_GET_UNIInput_Mode2Cost(p) CM_VME_GET(p, uchar, 2, 2)
#define VME_SET_UNIInput_Mode3Cost(p, v) CM_VME_SET(p, uchar, 2, 3, v)
#define VME_GET_UNIInput_Mode3Cost(p) CM_VME_GET(p, uchar, 2, 3)
#define VME_SET_UNIInput_Mode4Cost(p, v) CM_VME_SET(p, uchar, 2, 4, v)
#define VME_GET_UNIInput_Mode4Cost(p) CM_VME_GET(p, uchar, 2, 4)
#define VME_SET_UNIInput_Mode5Cost(p, v) CM_VME_SET(p, uchar, 2, 5, v)
#define VME_GET_UNIInput_Mode5Cost(p) CM_VME_GET(p, uchar, 2, 5)
#define VME_SET_UNIInput_Mode6Cost(p, v) CM_VME_SET(p, uchar, 2, 6, v)
#define VME_GET_UNIInput_Mode6Cost(p) CM_VME_GET(p, uchar, 2, 6)
#define VME_SET_UNIInput_Mode7Cost(p, v) CM_VME_SET(p, uchar, 2, 7, v)
#define VME_GET_UNIInput_Mode7Cost(p) CM_VME_GET(p, uchar, 2, 7)
#define VME_SET_UNIInput_Mode8Cost(p, v) CM_VME_SET(p, uchar, 2, 8, v)
#define VME_GET_UNIInput_Mode8Cost(p) CM_VME_GET(p, uchar, 2, 8)
#define VME_SET_UNIInput_Mode9Cost(p, v) CM_VME_SET(p, uchar, 2, 9, v)
#define VME_GET_UNIInput_Mode9Cost(p) CM_VME_GET(p, uchar, 2, 9)
#define VME_SET_UNIInput_RefIDCost(p, v) CM_VME_SET(p, uchar, 2, 10, v)
#define VME_GET_UNIInput_RefIDCost(p) CM_VME_GET(p, uchar, 2, 10)
#define VME_SET_UNIInput_ChromaIntraModeCost(p, v) CM_VME_SET(p, uchar, 2, 11, v)
#define VME_GET_UNIInput_ChromaIntraModeCost(p) CM_VME_GET(p, uchar, 2, 11)
#define VME_SET_UNIInput_MV0Cost(p, v) CM_VME_SET(p, uchar, 2, 12, v)
#define VME_GET_UNIInput_MV0Cost(p) CM_VME_GET(p, uchar, 2, 12)
#define VME_SET_UNIInput_MV1Cost(p, v) CM_VME_SET(p, uchar, 2, 13, v)
#define VME_GET_UNIInput_MV1Cost(p) CM_VME_GET(p, uchar, 2, 13)
#define VME_SET_UNIInput_MV2Cost(p, v) CM_VME_SET(p, uchar, 2, 14, v)
#define VME_GET_UNIInput_MV2Cost(p) CM_VME_GET(p, uchar, 2, 14)
#define VME_SET_UNIInput_MV3Cost(p, v) CM_VME_SET(p, uchar, 2, 15, v)
#define VME_GET_UNIInput_MV3Cost(p) CM_VME_GET(p, uchar, 2, 15)
#define VME_SET_UNIInput_MV4Cost(p, v) CM_VME_SET(p, uchar, 2, 16, v)
#define VME_GET_UNIInput_MV4Cost(p) CM_VME_GET(p, uchar, 2, 16)
#define VME_SET_UNIInput_MV5Cost(p, v) CM_VME_SET(p, uchar, 2, 17, v)
#define VME_GET_UNIInput_MV5Cost(p) CM_VME_GET(p, uchar, 2, 17)
#define VME_SET_UNIInput_MV6Cost(p, v) CM_VME_SET(p, uchar, 2, 18, v)
#define VME_GET_UNIInput_MV6Cost(p) CM_VME_GET(p, uchar, 2, 18)
#define VME_SET_UNIInput_MV7Cost(p, v) CM_VME_SET(p, uchar, 2, 19, v)
#define VME_GET_UNIInput_MV7Cost(p) CM_VME_GET(p, uchar, 2, 19)

// Also an argument of run_vme_fbr.
#define VME_SET_UNIInput_FBRMbModeInput(p, v) CM_VME_SET(p, uchar, 2, 20, v)
#define VME_GET_UNIInput_FBRMbModeInput(p) CM_VME_GET_BITS(p, 2, 20, 0, 2)
#define VME_SET_UNIInput_FBRSubMBShapeInput(p, v) CM_VME_SET(p, uchar, 2, 21, v)
#define VME_GET_UNIInput_FBRSubMBShapeInput(p) CM_VME_GET(p, uchar, 2, 21)
#define VME_SET_UNIInput_FBRSubPredModeInput(p, v) CM_VME_SET(p, uchar, 2, 22, v)
#define VME_GET_UNIInput_FBRSubPredModeInput(p) CM_VME_GET(p, uchar, 2, 22)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold0(p, v) CM_VME_SET(p, ushort, 2, 12, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold0(p) CM_VME_GET(p, ushort, 2, 12)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold1(p, v) CM_VME_SET(p, uchar, 2, 26, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold1(p) CM_VME_GET(p, uchar, 2, 26)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold2(p, v) CM_VME_SET(p, uchar, 2, 27, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold2(p) CM_VME_GET(p, uchar, 2, 27)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold3(p, v) CM_VME_SET(p, uchar, 2, 28, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold3(p) CM_VME_GET(p, uchar, 2, 28)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold4(p, v) CM_VME_SET(p, uchar, 2, 29, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold4(p) CM_VME_GET(p, uchar, 2, 29)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold5(p, v) CM_VME_SET(p, uchar, 2, 30, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold5(p) CM_VME_GET(p, uchar, 2, 30)
#define VME_SET_UNIInput_SICFwdTCoeffThreshold6(p, v) CM_VME_SET(p, uchar, 2, 31, v)
#define VME_GET_UNIInput_SICFwdTCoeffThreshold6(p) CM_VME_GET(p, uchar, 2, 31)

// Row 3, from Gen8 on: the quadrants' cost centres in quarter pixels.
#define VME_SET_UNIInput_FWDCostCenter0(p, x, y) CM_VME_SET(p, uint, 3, 0, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_FWDCostCenter1(p, x, y) CM_VME_SET(p, uint, 3, 2, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_FWDCostCenter2(p, x, y) CM_VME_SET(p, uint, 3, 4, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_FWDCostCenter3(p, x, y) CM_VME_SET(p, uint, 3, 6, CM_VME_PAIR(x, y))
#define VME_GET_UNIInput_FWDCostCenter0_X(p) CM_VME_GET(p, ushort, 3, 0)
#define VME_GET_UNIInput_FWDCostCenter1_X(p) CM_VME_GET(p, ushort, 3, 4)
#define VME_GET_UNIInput_FWDCostCenter2_X(p) CM_VME_GET(p, ushort, 3, 8)
#define VME_GET_UNIInput_FWDCostCenter3_X(p) CM_VME_GET(p, ushort, 3, 12)
#define VME_GET_UNIInput_FWDCostCenter0_Y(p) CM_VME_GET(p, ushort, 3, 1)
#define VME_GET_UNIInput_FWDCostCenter1_Y(p) CM_VME_GET(p, ushort, 3, 5)
#define VME_GET_UNIInput_FWDCostCenter2_Y(p) CM_VME_GET(p, ushort, 3, 9)
#define VME_GET_UNIInput_FWDCostCenter3_Y(p) CM_VME_GET(p, ushort, 3, 13)
#define VME_SET_UNIInput_BWDCostCenter0(p, x, y) CM_VME_SET(p, uint, 3, 1, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_BWDCostCenter1(p, x, y) CM_VME_SET(p, uint, 3, 3, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_BWDCostCenter2(p, x, y) CM_VME_SET(p, uint, 3, 5, CM_VME_PAIR(x, y))
#define VME_SET_UNIInput_BWDCostCenter3(p, x, y) CM_VME_SET(p, uint, 3, 7, CM_VME_PAIR(x, y))
#define VME_GET_UNIInput_BWDCostCenter0_X(p) CM_VME_GET(p, ushort, 3, 2)
#define VME_GET_UNIInput_BWDCostCenter1_X(p) CM_VME_GET(p, ushort, 3, 6)
#define VME_GET_UNIInput_BWDCostCenter2_X(p) CM_VME_GET(p, ushort, 3, 10)
#define VME_GET_UNIInput_BWDCostCenter3_X(p) CM_VME_GET(p, ushort, 3, 14)
#define VME_GET_UNIInput_BWDCostCenter0_Y(p) CM_VME_GET(p, ushort, 3, 3)
#define VME_GET_UNIInput_BWDCostCenter1_Y(p) CM_VME_GET(p, ushort, 3, 7)
#define VME_GET_UNIInput_BWDCostCenter2_Y(p) CM_VME_GET(p, ushort, 3, 11)
#define VME_GET_UNIInput_BWDCostCenter3_Y(p) CM_VME_GET(p, ushort, 3, 15)

// The defaults: Haar distortions, eight vectors, costs are used, no partition is disabled.
#define INIT_VME_UNIINPUT(p)                      \
    {                                             \
        (p) = 0;                                  \
        VME_Input_S1(p, uint, 0, 3) = 0x00A80000; \
        VME_Input_S1(p, uint, 1, 1) = 8;          \
        VME_Input_S1(p, uint, 1, 7) = 0x00400060; \
    }
#define RESET_VME_UNIINPUT(p) \
    { (p) = 0; }
