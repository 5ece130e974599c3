// SPDX-License-Identifier: MIT
// What the command line and the Python package call the values of MotionOptions.
#pragma once

#include "genmedia/motion.h"

#include <utility>
#include <vector>

namespace genmedia::base {

// Each name and what it stands for; some values have two names.
template <class T>
using Choices = std::vector<std::pair<const char*, T>>;

inline const Choices<vme::SearchWindow> kWindows = {
    {"exhaustive", vme::SearchWindow::exhaustive},
    {"small", vme::SearchWindow::small},
    {"tiny", vme::SearchWindow::tiny},
    {"extra-tiny", vme::SearchWindow::extra_tiny},
    {"diamond", vme::SearchWindow::diamond},
    {"large-diamond", vme::SearchWindow::large_diamond},
    {"16x12", vme::SearchWindow::radius_16x12},
    {"4x4", vme::SearchWindow::radius_4x4},
    {"2x2", vme::SearchWindow::radius_2x2},
};
inline const Choices<vme::PartitionBit> kPartitions = {
    {"16x16", vme::partition_16x16}, {"16x8", vme::partition_16x8}, {"8x16", vme::partition_8x16},
    {"8x8", vme::partition_8x8},     {"8x4", vme::partition_8x4},   {"4x8", vme::partition_4x8},
    {"4x4", vme::partition_4x4},     {"all", vme::partition_all},
};
inline const Choices<vme::Distortion> kDistortions = {
    {"sad", vme::Distortion::sad}, {"haar", vme::Distortion::haar}, {"ac-haar", vme::Distortion::ac_haar}};
inline const Choices<vme::SubpixelMode> kSubpixelModes = {{"integer", vme::SubpixelMode::integer},
                                                          {"half", vme::SubpixelMode::half},
                                                          {"quarter", vme::SubpixelMode::quarter}};
inline const Choices<bool> kCostModes = {{"default", true}, {"none", false}};
inline const Choices<vme::SliceType> kSlices = {{"p", vme::SliceType::p}, {"b", vme::SliceType::b}};
inline const Choices<Field> kFields = {{"codec", Field::codec}, {"true", Field::true_motion}};
inline const Choices<Predictor> kPredictors = {
    {"none", Predictor::none}, {"spatial", Predictor::spatial}, {"hierarchical", Predictor::hierarchical}};

// Settings that go together; a setting that is given as well overrides the preset's.
struct Preset {
    vme::SearchWindow window;
    uint8_t disabled_partitions;
    vme::Distortion distortion;
    vme::SubpixelMode subpixel;
    bool refined;  // of true motion, which ignores the others
};
inline constexpr MotionOptions kDefaults;
inline constexpr Preset kDefaultPreset = {kDefaults.window, kDefaults.disabled_partitions,
                                          kDefaults.distortion, kDefaults.subpixel, kDefaults.refined};
inline constexpr Preset kFastPreset = {
    vme::SearchWindow::small,
    static_cast<uint8_t>(vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8)),
    vme::Distortion::sad, vme::SubpixelMode::quarter, false};
inline constexpr Preset kBestPreset = {vme::SearchWindow::exhaustive, 0, vme::Distortion::haar,
                                       vme::SubpixelMode::quarter, true};
inline const Choices<const Preset*> kPresets = {
    {"fast", &kFastPreset}, {"default", &kDefaultPreset}, {"best", &kBestPreset}};

}  // namespace genmedia::base
