// SPDX-License-Identifier: MIT
// Where the fields of the unit's messages are.
// Made by scripts/message-fields. Change the table there.
#pragma once

#include "cm/runtime/unit/vme_fields.h"

namespace genmedia::runtime {

namespace UNIInput {
inline constexpr VmeField RefX{0, 0, 4, 2, 0, 16};
inline constexpr VmeField RefY{2, 0, 4, 2, 0, 16};
inline constexpr VmeField SrcX{8, 0, 0, 2, 0, 16};
inline constexpr VmeField SrcY{10, 0, 0, 2, 0, 16};
inline constexpr VmeField SearchCtrl{13, 0, 0, 1, 0, 3};
inline constexpr VmeField SrcAccess{12, 0, 0, 1, 6, 1};
inline constexpr VmeField RefAccess{12, 0, 0, 1, 7, 1};
inline constexpr VmeField SrcType{12, 0, 0, 1, 0, 8};
inline constexpr VmeField SrcSize{12, 0, 0, 1, 0, 2};
inline constexpr VmeField DualSearchPath{13, 0, 0, 1, 3, 1};
inline constexpr VmeField SubPelMode{13, 0, 0, 1, 4, 2};
inline constexpr VmeField SkipModeType{13, 0, 0, 1, 6, 1};
inline constexpr VmeField DisableFieldCacheAllocation{13, 0, 0, 1, 7, 1};
inline constexpr VmeField VmeModes{13, 0, 0, 1, 0, 8};
inline constexpr VmeField InterChromaMode{14, 0, 0, 1, 0, 1};
inline constexpr VmeField FTEnable{14, 0, 0, 1, 1, 1};
inline constexpr VmeField BMEDisableFBR{14, 0, 0, 1, 2, 1};
inline constexpr VmeField SkipRawSad{14, 0, 0, 1, 3, 1};
inline constexpr VmeField InterSad{14, 0, 0, 1, 4, 2};
inline constexpr VmeField IntraSad{14, 0, 0, 1, 6, 2};
inline constexpr VmeField SadType{14, 0, 0, 1, 0, 8};
inline constexpr VmeField SubMbPartMask{15, 0, 0, 1, 0, 8};
inline constexpr VmeField ShapeMask{15, 0, 0, 1, 0, 8};
inline constexpr VmeField RefW{22, 0, 0, 1, 0, 8};
inline constexpr VmeField RefH{23, 0, 0, 1, 0, 8};
inline constexpr VmeField SkipModeEn{32, 0, 0, 1, 0, 1};
inline constexpr VmeField AdaptiveEn{32, 0, 0, 1, 1, 1};
inline constexpr VmeField BiMixDisable{32, 0, 0, 1, 2, 1};
inline constexpr VmeField EarlyImeSuccessEn{32, 0, 0, 1, 5, 1};
inline constexpr VmeField T8x8FlagForInterEn{32, 0, 0, 1, 7, 1};
inline constexpr VmeField VmeFlags{32, 0, 0, 1, 0, 8};
inline constexpr VmeField RefPixelOffset{33, 0, 0, 1, 0, 8};
inline constexpr VmeField EarlyImeStop{35, 0, 0, 1, 0, 8};
inline constexpr VmeField MaxNumMVs{36, 0, 0, 1, 0, 8};
inline constexpr VmeField Ref0Polarity{37, 0, 0, 1, 0, 4};
inline constexpr VmeField Ref1Polarity{37, 0, 0, 1, 4, 4};
inline constexpr VmeField BiWeight{38, 0, 0, 1, 0, 6};
inline constexpr VmeField Fixed7x7Weights{38, 0, 0, 1, 6, 2};
inline constexpr VmeField RefPixelShift{39, 0, 0, 1, 0, 4};
inline constexpr VmeField UniMixDisable{39, 0, 0, 1, 4, 1};
inline constexpr VmeField RefPixelBiasEnable{39, 0, 0, 1, 5, 1};
inline constexpr VmeField IDMShapeMode1{39, 0, 0, 1, 6, 1};
inline constexpr VmeField IDMShapeMode2{39, 0, 0, 1, 7, 1};
inline constexpr VmeField LenSP{40, 0, 0, 1, 0, 8};
inline constexpr VmeField MaxNumSU{41, 0, 0, 1, 0, 8};
inline constexpr VmeField StartCenter{42, 0, 1, 1, 0, 8};
inline constexpr VmeField WeightedSADCtrl0_3{44, 0, 0, 1, 0, 8};
inline constexpr VmeField WeightedSADCtrl4_7{45, 0, 0, 1, 0, 8};
inline constexpr VmeField WeightedSADCtrl8_11{46, 0, 0, 1, 0, 8};
inline constexpr VmeField WeightedSADCtrl12_15{47, 0, 0, 1, 0, 8};
inline constexpr VmeField WeightedSADCtrl{44, 0, 0, 4, 0, 32};
inline constexpr VmeField CostCenter{48, 0, 4, 4, 0, 32};
inline constexpr VmeField CostCenter_X{48, 0, 4, 2, 0, 16};
inline constexpr VmeField CostCenter_Y{50, 0, 4, 2, 0, 16};
inline constexpr VmeField BlkRefID{56, 0, 1, 1, 0, 8};
inline constexpr VmeField IntraFlags{60, 0, 0, 1, 0, 8};
inline constexpr VmeField IntraDisabledPartitions{60, 0, 0, 1, 0, 3};
inline constexpr VmeField NonSkipZMvAdded{60, 0, 0, 1, 5, 1};
inline constexpr VmeField NonSkipModeAdded{60, 0, 0, 1, 6, 1};
inline constexpr VmeField IntraCornerSwap{60, 0, 0, 1, 7, 1};
inline constexpr VmeField MbIntraStruct{61, 0, 0, 1, 0, 8};
inline constexpr VmeField MVCostScaleFactor{62, 0, 0, 1, 0, 2};
inline constexpr VmeField BilinearEnable{62, 0, 0, 1, 2, 1};
inline constexpr VmeField SrcFieldPolarity{62, 0, 0, 1, 3, 1};
inline constexpr VmeField WeightedSADHAAR{62, 0, 0, 1, 4, 1};
inline constexpr VmeField AConlyHAAR{62, 0, 0, 1, 5, 1};
inline constexpr VmeField RefIDCostMode{62, 0, 0, 1, 6, 1};
inline constexpr VmeField IDMShapeMode{62, 0, 0, 1, 7, 1};
inline constexpr VmeField MvFlags{62, 0, 0, 1, 0, 8};
inline constexpr VmeField SkipCenterMask{63, 0, 0, 1, 0, 8};
inline constexpr VmeField ModeCost{64, 0, 1, 1, 0, 8};
inline constexpr VmeField RefIDCost{74, 0, 0, 1, 0, 8};
inline constexpr VmeField ChromaIntraModeCost{75, 0, 0, 1, 0, 8};
inline constexpr VmeField MVCost{76, 0, 1, 1, 0, 8};
inline constexpr VmeField FBRMbModeInput{84, 0, 0, 1, 0, 2};
inline constexpr VmeField FBRSubMBShapeInput{85, 0, 0, 1, 0, 8};
inline constexpr VmeField FBRSubPredModeInput{86, 0, 0, 1, 0, 8};
inline constexpr VmeField SICFwdTCoeffThreshold0{88, 0, 0, 2, 0, 16};
inline constexpr VmeField SICFwdTCoeffThreshold{90, 0, 1, 1, 0, 8};
inline constexpr VmeField FWDCostCenter{96, 0, 8, 4, 0, 32};
inline constexpr VmeField FWDCostCenter_X{96, 0, 8, 2, 0, 16};
inline constexpr VmeField FWDCostCenter_Y{98, 0, 8, 2, 0, 16};
inline constexpr VmeField BWDCostCenter{100, 0, 8, 4, 0, 32};
inline constexpr VmeField BWDCostCenter_X{100, 0, 8, 2, 0, 16};
inline constexpr VmeField BWDCostCenter_Y{102, 0, 8, 2, 0, 16};
inline constexpr VmeField Rec0_16x16_RefID{82, 0, 0, 1, 0, 4};
inline constexpr VmeField Rec1_16x16_RefID{146, 0, 0, 1, 0, 8};
}  // namespace UNIInput

namespace IMEInput {
inline constexpr VmeField IMESearchPathDelta{0, 0, 1, 1, 0, 8};
inline constexpr VmeField Rec_16x8_Distortion{64, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_8x16_Distortion{68, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_8x8_Distortion{72, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_16x16_Distortion{80, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x16_RefID{82, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_16x16_X{84, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x16_Y{86, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x8_0RefID{88, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_16x8_1RefID{88, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x16_0RefID{89, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x16_1RefID{89, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x8_0RefID{90, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x8_1RefID{90, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x8_2RefID{91, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x8_3RefID{91, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_16x8_0to1RefID{88, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_8x16_0to1RefID{89, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_8x8_0to1RefID{90, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_8x8_2to3RefID{91, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_16x8_X{96, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_16x8_Y{98, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x16_X{104, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x16_Y{106, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x8_X{112, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x8_Y{114, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_Distortion{64, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_RefIDs{88, 64, 1, 1, 0, 8};
inline constexpr VmeField Rec_X{96, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_Y{98, 64, 4, 2, 0, 16};
}  // namespace IMEInput

namespace FBRInput {
inline constexpr VmeField Ref0SubBlockX{0, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref0SubBlockY{2, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref1SubBlockX{4, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref1SubBlockY{6, 0, 8, 2, 0, 16};
}  // namespace FBRInput

namespace SICInput {
inline constexpr VmeField Ref0SkipCenterDeltaXY{0, 0, 8, 4, 0, 32};
inline constexpr VmeField Ref0SkipCenterDeltaX{0, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref0SkipCenterDeltaY{2, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref1SkipCenterDeltaXY{4, 0, 8, 4, 0, 32};
inline constexpr VmeField Ref1SkipCenterDeltaX{4, 0, 8, 2, 0, 16};
inline constexpr VmeField Ref1SkipCenterDeltaY{6, 0, 8, 2, 0, 16};
inline constexpr VmeField Intra4x4ModeMask{32, 0, 0, 1, 0, 8};
inline constexpr VmeField Intra8x8ModeMask{34, 0, 0, 1, 0, 8};
inline constexpr VmeField IntraModeMask{36, 0, 0, 1, 0, 8};
inline constexpr VmeField Intra4x4Modes{32, 0, 0, 2, 0, 16};
inline constexpr VmeField Intra8x8Modes{34, 0, 0, 2, 0, 16};
inline constexpr VmeField Intra16x16Modes{36, 0, 0, 1, 0, 4};
inline constexpr VmeField IntraChromaModes{36, 0, 0, 1, 4, 4};
inline constexpr VmeField IntraComputeType{37, 0, 0, 1, 0, 2};
inline constexpr VmeField CornerNeighborPixel0{39, 0, 0, 1, 0, 8};
inline constexpr VmeField NeighborPixelLum{40, 0, 1, 1, 0, 8};
inline constexpr VmeField CornerNeighborPixel1{79, 0, 0, 1, 0, 8};
inline constexpr VmeField IntraMxMPredModeA5{80, 0, 0, 1, 0, 4};
inline constexpr VmeField IntraMxMPredModeA7{80, 0, 0, 1, 4, 4};
inline constexpr VmeField IntraMxMPredModeA13{81, 0, 0, 1, 0, 4};
inline constexpr VmeField IntraMxMPredModeA15{81, 0, 0, 1, 4, 4};
inline constexpr VmeField IntraMxMPredModeB10{82, 0, 0, 1, 0, 4};
inline constexpr VmeField IntraMxMPredModeB11{82, 0, 0, 1, 4, 4};
inline constexpr VmeField IntraMxMPredModeB14{83, 0, 0, 1, 0, 4};
inline constexpr VmeField IntraMxMPredModeB15{83, 0, 0, 1, 4, 4};
inline constexpr VmeField LeftModes{80, 0, 0, 2, 0, 16};
inline constexpr VmeField TopModes{82, 0, 0, 2, 0, 16};
inline constexpr VmeField CornerNeighborPixelChroma{84, 0, 0, 2, 0, 16};
inline constexpr VmeField PenaltyIntra16x16NonDC{92, 0, 0, 1, 0, 8};
inline constexpr VmeField PenaltyIntra8x8NonDC{93, 0, 0, 1, 0, 8};
inline constexpr VmeField PenaltyIntra4x4NonDC{94, 0, 0, 1, 0, 8};
inline constexpr VmeField NeighborPixelChroma{96, 0, 1, 1, 0, 8};
}  // namespace SICInput

namespace UNIOutput {
inline constexpr VmeField InterMbMode{0, 0, 0, 1, 0, 2};
inline constexpr VmeField IntraMbMode{0, 0, 0, 1, 4, 2};
inline constexpr VmeField FieldMbPolarityFlag{0, 0, 0, 1, 7, 1};
inline constexpr VmeField InterMbType{1, 0, 0, 1, 0, 5};
inline constexpr VmeField FieldMbFlag{1, 0, 0, 1, 6, 1};
inline constexpr VmeField IntraMbType{2, 0, 0, 1, 0, 5};
inline constexpr VmeField MvQuantity{3, 0, 0, 1, 0, 5};
inline constexpr VmeField BestInterDistortion{8, 0, 0, 2, 0, 16};
inline constexpr VmeField SkipRawDistortion{10, 0, 0, 2, 0, 16};
inline constexpr VmeField BestIntraDistortion{12, 0, 0, 2, 0, 16};
inline constexpr VmeField BestChromaIntraDistortion{14, 0, 0, 2, 0, 16};
inline constexpr VmeField LumaIntraPredMode{16, 0, 2, 2, 0, 16};
inline constexpr VmeField MbIntraStruct{24, 0, 0, 1, 0, 8};
inline constexpr VmeField IntraAvailable{24, 0, 0, 1, 2, 6};
inline constexpr VmeField ChromaIntraMode{24, 0, 0, 1, 0, 2};
inline constexpr VmeField SubMbShape{25, 0, 0, 1, 0, 8};
inline constexpr VmeField SubMbPredMode{26, 0, 0, 1, 0, 8};
inline constexpr VmeField Mvs{32, 0, 2, 2, 0, 16};
inline constexpr VmeField InterDistortion{160, 0, 2, 2, 0, 16};
inline constexpr VmeField FwdBlkRefID{192, 0, 1, 1, 0, 4};
inline constexpr VmeField BwdBlkRefID{192, 0, 1, 1, 4, 4};
inline constexpr VmeField BlkLumaNZC{196, 0, 1, 1, 0, 8};
inline constexpr VmeField TransformSum{200, 0, 2, 2, 0, 16};
}  // namespace UNIOutput

namespace IMEOutput {
inline constexpr VmeField FwdBorder{4, 0, 0, 1, 0, 4};
inline constexpr VmeField BwdBorder{4, 0, 0, 1, 4, 4};
inline constexpr VmeField TerminatedEarly{27, 0, 0, 1, 0, 1};
inline constexpr VmeField Truncated{27, 0, 0, 1, 1, 1};
inline constexpr VmeField Rec_16x8_Distortion{224, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_8x16_Distortion{228, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_8x8_Distortion{232, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_16x16_Distortion{240, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x16_RefID{242, 64, 0, 1, 0, 8};
inline constexpr VmeField Rec_16x16_X{244, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x16_Y{246, 64, 0, 2, 0, 16};
inline constexpr VmeField Rec_16x8_0RefID{248, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_16x8_1RefID{248, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x16_0RefID{249, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x16_1RefID{249, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x8_0RefID{250, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x8_1RefID{250, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_8x8_2RefID{251, 64, 0, 1, 0, 4};
inline constexpr VmeField Rec_8x8_3RefID{251, 64, 0, 1, 4, 4};
inline constexpr VmeField Rec_16x8_X{256, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_16x8_Y{258, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x16_X{264, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x16_Y{266, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x8_X{272, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_8x8_Y{274, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_Distortion{224, 64, 2, 2, 0, 16};
inline constexpr VmeField Rec_RefIDs{248, 64, 1, 1, 0, 8};
inline constexpr VmeField Rec_X{256, 64, 4, 2, 0, 16};
inline constexpr VmeField Rec_Y{258, 64, 4, 2, 0, 16};
}  // namespace IMEOutput

}  // namespace genmedia::runtime
