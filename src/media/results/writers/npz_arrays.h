// SPDX-License-Identifier: MIT
// The arrays of motion.npz, all of them. The writer takes their names, types and shapes from here, and
// docs/motion.md has these words.
#pragma once

#include <cstdint>
#include <type_traits>

namespace genmedia::media {

enum class Presence : uint8_t { always, with_two_references, with_intra, with_true_field, with_flow };

struct NpzArray {
    const char* name;
    const char* type;   // of an element, as NumPy writes it
    const char* shape;  // F frames; R rows and C columns of macroblocks; H and W of the picture
    Presence presence;
    const char* meaning;
};

// One whose elements are T.
template <class T>
struct NpzArrayOf : NpzArray {
    constexpr NpzArrayOf(const char* its_name, const char* its_shape, Presence when, const char* words)
        : NpzArray{its_name, numpy_type(), its_shape, when, words} {}

    static constexpr const char* numpy_type() {
        if constexpr (std::is_same_v<T, uint8_t>)
            return "|u1";
        else if constexpr (std::is_same_v<T, uint16_t>)
            return "<u2";
        else if constexpr (std::is_same_v<T, int16_t>)
            return "<i2";
        else if constexpr (std::is_same_v<T, int32_t>)
            return "<i4";
        else if constexpr (std::is_same_v<T, int64_t>)
            return "<i8";
        else if constexpr (std::is_same_v<T, float>)
            return "<f4";
        else {
            static_assert(std::is_same_v<T, double>);
            return "<f8";
        }
    }
};

namespace npz {

using enum Presence;

inline constexpr NpzArrayOf<int32_t> kFrame = {"frame", "F", always, "number in the input, from 0"};
inline constexpr NpzArrayOf<int64_t> kPts = {"pts", "F", always, "when it is shown, in ticks of `time_base`"};
inline constexpr NpzArrayOf<double> kTime = {"time", "F", always, "the same in seconds"};
inline constexpr NpzArrayOf<uint8_t> kDamaged = {
    "damaged", "F", always, "0 whole, 1 decoded with damage, 2 searched in a damaged frame, 3 both"};
inline constexpr NpzArrayOf<int32_t> kMissingBefore = {
    "missing_before", "F", always,
    "how many frame times without a frame lie before it: frames lost, or never there if the rate varies; -1: "
    "its time is not after that of the frame before"};
inline constexpr NpzArrayOf<uint8_t> kSceneCut = {"scene_cut", "F", always,
                                                  "1: another scene begins with this frame"};
inline constexpr NpzArrayOf<int16_t> kMotionVectors = {
    "motion_vectors", "F, R, C, 16, 2", always,
    "forward, (x, y) in quarter pixels, from a block to its match in the previous frame"};
inline constexpr NpzArrayOf<int16_t> kBackwardVectors = {"backward_vectors", "F, R, C, 16, 2",
                                                         with_two_references, "the same in the next frame"};
inline constexpr NpzArrayOf<uint16_t> kDistortions = {
    "distortions", "F, R, C, 16", always, "of the block's partition, with vector costs, without shape cost"};
inline constexpr NpzArrayOf<uint16_t> kBestDistortion = {"best_distortion", "F, R, C", always,
                                                         "of the macroblock, with all costs"};
inline constexpr NpzArrayOf<uint8_t> kMajorShape = {"major_shape", "F, R, C", always,
                                                    "0 16x16, 1 16x8, 2 8x16, 3 8x8"};
inline constexpr NpzArrayOf<uint8_t> kMinorShapes = {
    "minor_shapes", "F, R, C, 4", always,
    "of the quadrants where `major_shape` is 3: 0 8x8, 1 8x4, 2 4x8, 3 4x4"};
inline constexpr NpzArrayOf<uint8_t> kDirections = {"directions", "F, R, C, 4", always,
                                                    "of the quadrants: 0 forward, 1 backward, 2 both"};
inline constexpr NpzArrayOf<uint16_t> kIntraDistortion = {"intra_distortion", "F, R, C", with_intra,
                                                          "with all costs"};
inline constexpr NpzArrayOf<uint8_t> kIntraShape = {"intra_shape", "F, R, C", with_intra,
                                                    "0 16x16, 1 8x8, 2 4x4"};
inline constexpr NpzArrayOf<uint8_t> kIntraModes = {"intra_modes", "F, R, C, 16", with_intra,
                                                    "H.264's luma prediction modes of the 4x4 blocks"};
inline constexpr NpzArrayOf<uint8_t> kConfidence = {
    "confidence", "F, R, C, 16", with_true_field,
    "255 / (1 + e), where the vector is expected to be wrong by e pixels; 0 in a frame without vectors"};
inline constexpr NpzArrayOf<uint8_t> kOccluded = {"occluded", "F, R, C, 16", with_true_field,
                                                  "1: what is seen there was not seen in the frame before"};
inline constexpr NpzArrayOf<float> kFlow = {"flow", "F, H, W, 2", with_flow,
                                            "of each pixel, (x, y) in pixels; 1e10 where it is unknown"};
// The one without frames.
inline constexpr NpzArrayOf<int32_t> kTimeBase = {"time_base", "2", always,
                                                  "seconds a tick: numerator, denominator"};

// As they lie in the file.
inline constexpr const NpzArray* kAll[] = {&kFrame,         &kPts,
                                           &kTime,          &kDamaged,
                                           &kMissingBefore, &kSceneCut,
                                           &kMotionVectors, &kBackwardVectors,
                                           &kDistortions,   &kBestDistortion,
                                           &kMajorShape,    &kMinorShapes,
                                           &kDirections,    &kIntraDistortion,
                                           &kIntraShape,    &kIntraModes,
                                           &kConfidence,    &kOccluded,
                                           &kFlow,          &kTimeBase};

}  // namespace npz

}  // namespace genmedia::media
