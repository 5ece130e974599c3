// SPDX-License-Identifier: MIT
// A recording of what programs ask the motion estimation unit (GENMEDIA_RECORD). It begins with
// kRecordingStart; then come pictures and evaluations, each behind its kind. Numbers are little endian. A
// process that is killed may leave the last of them incomplete.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace genmedia::base {

inline constexpr std::string_view kRecordingStart("GMREC1\n\0", 8);

enum class RecordKind : uint8_t { picture = 'P', evaluation = 'E' };

// Luma follows, without gaps.
struct RecordedPicture {
    uint32_t number = 0;  // from 0
    int32_t width = 0, height = 0;
};

// What an evaluation was.
enum RecordedOperation : uint8_t {
    recorded_search = 1,  // IME
    recorded_refine = 2,  // REF
    recorded_skip = 4,    // of SIC
    recorded_intra = 8,   // of SIC, too
};

// Values as in genmedia/vme.h; those that an operation does not give are 0.
struct RecordedEvaluation {
    uint64_t microseconds = 0;  // since the first evaluation
    uint32_t picture = 0;
    uint32_t thread = 0;  // from 0
    int32_t x = 0, y = 0;
    int32_t offset_x = 0, offset_y = 0;  // of the search window
    std::array<int16_t, 64> vectors{};   // forward x, y, backward x, y of each block
    std::array<uint16_t, 16> distortions{};
    uint16_t best_distortion = 0, intra_distortion = 0;
    std::array<uint8_t, 16> intra_modes{};
    std::array<uint8_t, 4> minor_shapes{}, directions{};
    uint8_t operation = 0;  // RecordedOperation
    uint8_t window = 0;     // SearchWindow; 255: the program's own path
    uint8_t major_shape = 0, intra_shape = 0;
};
static_assert(sizeof(RecordedPicture) == 12 && sizeof(RecordedEvaluation) == 224);

}  // namespace genmedia::base
