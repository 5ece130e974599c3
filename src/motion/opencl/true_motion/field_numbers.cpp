// SPDX-License-Identifier: MIT
#include "motion/opencl/true_motion/field_kernels.h"

#include "motion/field_rules/field_step.h"
#include "motion/field_rules/local_mean.h"
#include "motion/field_rules/matched_block.h"
#include "motion/field_rules/spread_vector.h"
#include "motion/true_motion/block_costs.h"
#include "motion/true_motion/camera_motion.h"
#include "motion/true_motion/field_trust.h"
#include "motion/true_motion/motion_regions.h"
#include "motion/true_motion/padded_picture.h"
#include "motion/true_motion/subpixel_choice.h"
#include "motion/true_motion/subpixel_motion.h"
#include "motion/true_motion/true_motion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdio>

namespace genmedia::motion {
namespace {

constexpr int kPadding = PaddedPicture::kPadding;
constexpr int kStepBits = std::bit_width(unsigned{kSteps}) - 1;

template <std::integral Number>
std::string text_of(Number number) {
    return std::to_string(static_cast<int>(number));
}
// In base 16, which is exact.
std::string text_of(float number) {
    char text[40];
    std::snprintf(text, sizeof text, "%af", static_cast<double>(number));
    return text;
}
template <size_t count>
std::string text_of(const std::array<float, count>& numbers) {
    std::string text = "{";
    for (const float number : numbers) text += text_of(number) + ",";
    return text + "}";
}

// The numbers that the kernels share with the processor's code, by their names there.
std::string field_numbers(size_t small_items) {
    std::string text = "#define SMALL_ITEMS " + std::to_string(small_items) + "\n";
#define ADD(name) text += "#define " #name " " + text_of(name) + "\n"
    ADD(kPadding);
    ADD(kMeanSide);
    ADD(kMargin);
    ADD(kComparedWidth);
    ADD(kFarApart);
    ADD(kShareEdge);
    ADD(kTextureShare);
    ADD(kBaseShare);
    ADD(kFarthest);
    ADD(kGoodMatch);
    ADD(kCoarseSide);
    ADD(kFineSide);
    ADD(kFineSmoothness);
    ADD(kConfirmed);
    ADD(kMostBrightness);
    ADD(kFlatTexture);
    ADD(kMeansAlike);
    ADD(kMostSamples);
    ADD(kCameraTries);
    ADD(kLeastAgreeing);
    ADD(kAgreeingShare);
    ADD(kNotKnown);
    ADD(kSumLanes);
    ADD(kAgreements);
    ADD(kNearlyALine);
    ADD(kSteps);
    ADD(kStepBits);
    ADD(kOutlier);
    ADD(kOverRelaxed);
    ADD(kJoined);
    ADD(kStiffness);
    ADD(kStill);
    ADD(kLongestStep);
    ADD(kSameVector);
    ADD(kSameMotion);
    ADD(kShareOfRegion);
    ADD(kSpreadColumns);
    ADD(kSpreadLines);
    ADD(kSpreadShare);
    ADD(kFlatError);
    ADD(kSquaresShare);
    ADD(kSquaredPixels);
#undef ADD
    return text;
}

}  // namespace

size_t small_level_items(const cl::Device& device) {
    constexpr size_t most = 512;  // a group of more has too few registers
    return std::min(most, std::bit_floor(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>()));
}

vme::opencl::Program::Options field_program_options(const cl::Device& device) {
    return {.portable = false,
            .more_kernels = field_numbers(small_level_items(device)) + field_kernels(),
            .exact_floats = true};
}

}  // namespace genmedia::motion
