// SPDX-License-Identifier: MIT
// H.264 of a video, decided by the motion estimation unit: Constrained Baseline profile, byte for byte the
// same on any number of threads and on every backend.
//
//     genmedia::Encoder encoder({.width = 1920, .height = 1080, .qp = 28});
//     genmedia::EncodedPicture coded;
//     genmedia::Status status = encoder.encode(picture, coded);
//     fwrite(coded.bytes.data(), 1, coded.bytes.size(), file);    // what players call a .264 file
//
// [clause] is ITU-T H.264's.
#pragma once

#include "genmedia/backends.h"
#include "genmedia/image.h"
#include "genmedia/status.h"
#include "genmedia/vme.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace genmedia {

// How a macroblock is coded. [Tables 7-11, 7-13]
enum class MacroblockType : uint8_t { skip = 0, inter = 1, intra_16x16 = 2, intra_4x4 = 3 };

// What is decided of a macroblock before it is coded. Entry 4 * q + n is 4x4 block n of quadrant q.
struct MacroblockDecision {
    MacroblockType type = MacroblockType::skip;

    // Inter macroblocks only; P_Skip's vector and reference follow from its neighbours.
    vme::MajorShape major_shape = vme::MajorShape::shape_16x16;
    std::array<vme::MinorShape, 4> minor_shapes{};
    std::array<vme::MotionVector, 16> vectors{};  // equal within a block
    std::array<uint8_t, 4> references{};  // of the quadrants; 0 is the picture before, 1 the one before that

    // Intra macroblocks only. 16x16 has one mode: vertical, horizontal, dc or plane. A mode whose neighbours
    // are missing is refused.
    std::array<vme::LumaMode, 16> luma_modes{};
    vme::ChromaMode chroma_mode = vme::ChromaMode::dc;

    friend bool operator==(const MacroblockDecision&, const MacroblockDecision&) = default;
};

// How the unit decides. By default it takes all of its steps. Each can be left out, to show what it is
// worth.
struct DecisionOptions {
    vme::SearchWindow window = vme::SearchWindow::exhaustive;
    // Of refinement, skip check and intra; the search has SAD.
    vme::Distortion distortion = vme::Distortion::haar;
    bool hierarchy = true;   // searches in smaller pictures first
    bool skip_check = true;  // a macroblock that needs no coefficients is searched no further
    bool mode_costs = true;  // vectors, shapes and intra modes cost what the driver's tables say
    bool intra_in_p = true;  // intra macroblocks in P pictures
    // Two steps that the unit does not have; they show what its rules cost. The first refines once more with
    // the decoder's filter, which has six taps where the unit's has four. The second codes all that the unit
    // found (skipped; cut as it chose; the best 16x16, 16x8, 8x16 and 8x8; intra 16x16 and 4x4), and takes
    // the one with the lowest squared error plus bits times 0.85 * 2^((qp - 12) / 3).
    bool exact_refinement = false;
    bool exact_choice = false;
    uint8_t disabled_partitions = 0;  // vme::PartitionBit
};

// What is coded, how well, and what players are told of it.
struct EncoderOptions {
    // Pixels, 1..16384 each; at most 139264 macroblocks, as many as level 6.2 allows.
    int32_t width = 0, height = 0;
    int qp = 26;           // of P pictures, 0..51; that of I pictures is 3 less
    int64_t bit_rate = 0;  // bits a second; not 0: QPs follow it, and no second has twice as many
    // Bits a second that fill a decoder's buffer, and its size: no picture takes more than is there. 0: not
    // limited; a buffer without a size is that of a second. With either rate the stream has HRD parameters.
    int64_t max_rate = 0, buffer = 0;
    int key_interval = 250;  // pictures from one IDR picture to the next, at most; 1: all are
    bool scene_cuts = true;  // an IDR picture where another scene begins
    int references = 1;      // pictures that vectors may point into, 1..4
    int slices = 1;          // of a picture, 1..its macroblock rows
    bool deblocking = true;
    int threads = 0;  // 0: as many as the machine has

    // What players are told.
    int32_t rate_numerator = 25, rate_denominator = 1;  // pictures a second
    int32_t pixel_aspect_numerator = 1, pixel_aspect_denominator = 1;
    int matrix = 2, primaries = 2, transfer = 2;  // 2: not said [Annex E]
    bool full_range = false;
    // Where chroma lies: 0 left, 1 centre, 2 top left, 3 top, 4 bottom left, 5 bottom. [Annex E]
    int chroma_location = 0;

    DecisionOptions decisions = {};
};

// A picture of the stream, and what was decided of it.
struct EncodedPicture {
    // NAL units behind start codes; an IDR picture begins with the parameter sets. [annex B]
    std::vector<uint8_t> bytes;
    bool is_key = false;  // an IDR picture, which can be decoded without those before it
    int qp = 0;
    uint32_t columns = 0, rows = 0;             // macroblocks
    std::vector<MacroblockDecision> decisions;  // of the macroblocks, row by row
    std::vector<uint16_t> bits;                 // that each macroblock takes
};

// One video. Pictures come in the order in which they are shown.
class GENMEDIA_API Encoder {
public:
    explicit Encoder(const EncoderOptions& options);
    ~Encoder();
    Encoder(Encoder&&) noexcept;
    Encoder& operator=(Encoder&&) noexcept;

    // Whether the options are valid.
    Status validate() const;

    // Codes the next picture, as the unit decides. Refuses (StatusCode::invalid_argument) impossible options,
    // a picture of another size or without chroma, and one that takes more bits than the buffer or the levels
    // have, however coarse it is.
    Status encode(const Yuv420View& picture, EncodedPicture& coded);
    // The same with the caller's decisions, one for each macroblock. `is_key`: an IDR picture, in which all
    // macroblocks must be intra. Refuses decisions that H.264 cannot express, and names the macroblock. An
    // inter macroblock with the vector of P_Skip and without coefficients becomes P_Skip.
    Status encode(const Yuv420View& picture, bool is_key, const std::vector<MacroblockDecision>& decisions,
                  EncodedPicture& coded);

    // The last picture as a decoder shows it: an odd side has one more sample, which H.264 cannot cut off.
    // The samples are the encoder's own memory, valid until the next call.
    Yuv420View reconstruction() const;
    // Sequence and picture parameter sets behind start codes. [7.3.2.1, 7.3.2.2] The level is the one that
    // the pictures so far need: it may rise.
    std::vector<uint8_t> parameter_sets() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia
