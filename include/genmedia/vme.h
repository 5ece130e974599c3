// SPDX-License-Identifier: MIT
// The video motion estimation unit of Intel's Gen8 to Gen12 GPUs, in software: one request is one
// macroblock, evaluated as the hardware does it.
//
// A macroblock is 16x16 luma pixels. Its four 8x8 quadrants are numbered 0 1 / 2 3 (upper left, upper
// right, lower left, lower right), and the four 4x4 blocks of a quadrant likewise ("Z order").
// Motion vectors are in quarter pixels and point from a block to its match in the reference picture.
// Outside a picture its nearest edge pixel is repeated.
//
// [ext] is Khronos' registry text of cl_intel_device_side_avc_motion_estimation, version 5, section
// 6.13.14.X; the words after it name its subsection. [cm] is the layout of the unit's messages in C for
// Metal (gen9_vme.h of intel/cm-compiler). [prm] is Intel's Programmer's Reference Manual of Ivy Bridge,
// volume 4 part 2, chapter 3, "Video Motion Estimation"; the number after it is its section or page.
// docs/fidelity.md says which results are proven on silicon, which follow these texts and which are guesses.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"
#include "genmedia/vme_costs.h"

#include <array>
#include <cstdint>
#include <optional>

namespace genmedia::vme {

// ---------------------------------------------------------------------------------------------------
// Vocabulary

// From a block to its match: x to the right, y down.
struct MotionVector {
    int16_t x = 0, y = 0;  // quarter pixels
    friend constexpr bool operator==(MotionVector, MotionVector) = default;
};

// One vector into the forward reference, one into the backward.
struct BidirectionalVector {
    MotionVector forward, backward;
    friend constexpr bool operator==(const BidirectionalVector&, const BidirectionalVector&) = default;
};

// How a macroblock is cut, and how a quadrant of an 8x8 macroblock is cut further.
enum class MajorShape : uint8_t { shape_16x16 = 0, shape_16x8 = 1, shape_8x16 = 2, shape_8x8 = 3 };
enum class MinorShape : uint8_t { shape_8x8 = 0, shape_8x4 = 1, shape_4x8 = 2, shape_4x4 = 3 };

// Which references a partition is predicted from.
enum class Direction : uint8_t { forward = 0, backward = 1, bidirectional = 2 };

// Difference of two blocks: sum of absolute differences, or sum of absolute coefficients of a 4x4 Haar
// transform of the differences, halved, with and without the DC coefficient. [prm: 3.1.7] Each 4x4 block adds
// 2047 at most, so a macroblock's is at most 32752.
enum class Distortion : uint8_t { sad, haar, ac_haar };

// One picture that vectors may point into. `id` is the position (0..15) of its forward / backward pair
// among the pairs of the operation; it decides the multi-reference penalty and comes back in results.
struct Reference {
    PlaneView luma;
    Scan scan = Scan::progressive;
    uint8_t id = 0;
};

// The macroblock whose upper left pixel is (x, y), which may lie outside of the picture (or field).
struct SourceBlock {
    ImageView image;
    Scan scan = Scan::progressive;
    int32_t x = 0, y = 0;  // 0..65535
};

// A distance d from the cost centre costs what CostTable says, interpolated between its points; both
// axes are added. Centre q is that of quadrant q: 16x16 takes centre 0, 16x8 centres 0 and 2, 8x16
// centres 0 and 1, smaller blocks that of their quadrant. [ext: MCE, inter motion vector cost]
struct MotionVectorCost {
    CostTable table{};
    CostPrecision precision = CostPrecision::quarter_pixel;
    std::array<BidirectionalVector, 4> center{};  // quarter pixels; x -8192..8191, y -2048..2047
};

// Everything that is added to a distortion. All absent by default.
struct InterCosts {
    std::optional<MotionVectorCost> motion_vector;
    InterShapePenalty shape;
    U4U4 backward_direction;    // added to a partition predicted backward; fits in 12 bits
    U4U4 base_multi_reference;  // times 0, 1, 2, 3 for reference ids 0, 1-2, 3-6, 7-15; fits in 12 bits
    // The base times the id instead. [cm: RefIDCostMode; what it stands for is a guess]
    bool linear_multi_reference = false;
};

// Reference::id of the two pictures that a quadrant is predicted from.
struct ReferenceIds {
    uint8_t forward = 0, backward = 0;
    friend constexpr bool operator==(ReferenceIds, ReferenceIds) = default;
};

// What IME and REF return. Where a partition covers several entries of an array, each carries its value:
// vectors[4 * q + n] and distortions[4 * q + n] belong to 4x4 block n of quadrant q, the other arrays to
// quadrant q. [ext: MCE, result processing]
struct InterResult {
    MajorShape major_shape = MajorShape::shape_16x16;
    std::array<MinorShape, 4> minor_shapes{};  // of the quadrants; meaningful for shape_8x8
    std::array<Direction, 4> directions{};
    std::array<ReferenceIds, 4> reference_ids{};
    std::array<BidirectionalVector, 16> vectors{};
    std::array<uint16_t, 16> distortions{};  // with vector and reference costs
    uint16_t best_distortion = 0;            // of the macroblock, with shape and direction penalties too
    uint8_t vector_count = 0;                // 1..32; a bidirectional partition has two
    friend bool operator==(const InterResult&, const InterResult&) = default;
};

// ---------------------------------------------------------------------------------------------------
// Integer motion estimation: search windows in one or two pictures. [ext: IME]

// Window sizes in pixels (one reference / two references), centred on the macroblock plus the offset.
enum class SearchWindow : uint8_t {
    exhaustive = 0,     // 48x40 / 32x32, every search unit the path reaches, in a spiral
    small = 1,          // 28x28, spiral
    tiny = 2,           // 24x24
    extra_tiny = 3,     // 20x20
    diamond = 4,        // 48x40 / 32x32, 16 / 7 search units, then along the gradient, at most 57
    large_diamond = 5,  // the same after 32 / 10 search units
    radius_16x12 = 9,   // 48x40 / 32x32, raster order
    radius_4x4 = tiny,
    radius_2x2 = 10,  // 20x20
};

// Bits of ImeRequest::disabled_partitions.
enum PartitionBit : uint8_t {
    partition_16x16 = 1,
    partition_16x8 = 2,
    partition_8x16 = 4,
    partition_8x8 = 8,
    partition_8x4 = 16,
    partition_4x8 = 32,
    partition_4x4 = 64,
    partition_all = 127,
};

// How far a search window is moved from its usual place.
struct PixelOffset {
    int32_t x = 0, y = 0;  // pixels, -2048..2047
};

// The size of a search window.
struct WindowSize {
    int32_t width = 0, height = 0;  // pixels
};

// Where a custom path begins, and how many records it fills. [prm: M0.3 10:8, pages 64 and 65]
enum class SearchControl : uint8_t {
    single_start = 0,  // at forward_start; the backward picture, where there is one, at backward_start
    dual_start = 1,    // at forward_start, then backward_start, from where the steps lead on; one picture
    // Two paths in the forward picture, from forward_start and backward_start, by turns. What one has
    // searched the other leaves out. Each has its record and its cost centre; of both records the better
    // match of each block counts, the first's on a tie (guess).
    dual_record = 3,
};

// The caller's own search path, as messages to the unit spell it out; SearchWindow's values name such paths.
// A search unit is 4x4 positions, counted from the window's upper left. [cm: universal and IME input]
struct CustomSearchPath {
    // The first search unit of the path in one picture.
    struct Start {
        uint8_t x = 0, y = 0;  // search units, 0..15
    };

    WindowSize window{48, 40};     // multiples of 4, 20..64
    uint8_t length = 1;            // search units of the path, 1..63; those outside the window count
    uint8_t max_search_units = 1;  // with those of the adaptive search, 1..63; a longer path ends there
    bool adaptive = false;         // goes on along the gradient where the path ends [prm: 3.1.2.2]
    Start forward_start{}, backward_start{};
    // Steps from one search unit to the next: the low nibble across, the high one down, both signed. A step
    // of 0 ends the path [prm: 3.1.2.1, page 40], and so does the last one.
    std::array<uint8_t, 56> steps{};
    SearchControl control = SearchControl::single_start;
    // With two pictures or records: the first path takes the steps of even numbers, the second the odd ones.
    // [prm: M0.3 11]
    bool separate_steps = false;
};

// Best match of one major partition in one picture.
struct MajorRecord {
    MotionVector vector;
    uint16_t distortion = 0xFFFF;  // with vector and reference costs
    uint8_t reference_id = 0;
    friend bool operator==(const MajorRecord&, const MajorRecord&) = default;
};

// The nine major records in the order 16x16, 16x8 (2), 8x16 (2), 8x8 (4).
using MajorRecords = std::array<MajorRecord, 9>;

// Search results that one call hands on to the next, of another window or another reference pair.
struct ImeStream {
    MajorRecords forward, backward;  // backward: dual reference only
    friend bool operator==(const ImeStream&, const ImeStream&) = default;
};

// What to search for, where, and what counts as best.
struct ImeRequest {
    SourceBlock source;
    Reference forward;
    std::optional<Reference> backward;  // present: dual reference search

    SearchWindow window = SearchWindow::exhaustive;
    std::optional<CustomSearchPath> custom_path;  // instead of `window`
    // How far the window is moved from its place around the macroblock; with `custom_path`, from the
    // macroblock to the window's upper left pixel.
    PixelOffset forward_offset, backward_offset;
    // PartitionBit. With none left, or none that max_vector_count allows, the result has no vectors, and
    // 65535 as its best_distortion, 16x16 as its shape. [prm: 3.1.8, page 51]
    uint8_t disabled_partitions = 0;
    Distortion distortion = Distortion::sad;
    InterCosts costs;

    uint8_t max_vector_count = 32;       // 0..32
    bool disable_direction_mix = false;  // all partitions forward, or all backward
    // The search ends once the 16x16 distortion in the forward picture is below this (fits in 14 bits);
    // looked at after each search unit, of which two pictures have one by turns. [prm: M1.0 31:24]
    std::optional<U4U4> early_termination;
    // Two bits for each 4x4 block, in Z order from the lowest: the block's distortion is divided by two to
    // their power. [ext] has it for a single reference and 16x16 alone.
    std::optional<uint32_t> sad_weights;
    std::optional<ImeStream> stream_in;
};

// Bits of ImeResult::forward_border and backward_border: a winning vector lies on that edge of the window.
enum BorderBit : uint8_t { border_left = 1, border_right = 2, border_top = 4, border_bottom = 8 };

// With sad_weights, vectors[0] and distortions[0] are the weighting pattern's minimum.
struct ImeResult : InterResult {
    uint8_t forward_border = 0, backward_border = 0;  // BorderBit
    bool truncated = false;         // max_vector_count kept the search from its best partitioning
    bool terminated_early = false;  // early_termination was met
    ImeStream stream_out;
    friend bool operator==(const ImeResult&, const ImeResult&) = default;
};

// ---------------------------------------------------------------------------------------------------
// Refinement: fractional (FME) and bidirectional (BME) motion estimation. [ext: REF]

// How finely vectors are refined.
enum class SubpixelMode : uint8_t { integer = 0, half = 1, quarter = 3 };

// Weight of the backward picture in 64ths when two predictions are mixed: these, as [ext] names them, or
// another from 1 to 63.
enum class BidirectionalWeight : uint8_t {
    quarter = 0x10,
    third = 0x15,
    half = 0x20,
    two_thirds = 0x2B,
    three_quarters = 0x30,
};

// Which partitioning and vectors to refine, and how.
struct RefineRequest {
    SourceBlock source;
    // One for each quadrant, the same picture, scan and id within a partition. Only those count that a
    // partition's direction or BME needs.
    std::array<Reference, 4> forward, backward;

    // What IME returned, or made by hand. Of a partition's directions, and of a block's vectors, the first
    // counts; vectors lie in -8192..8191 quarter pixels.
    MajorShape major_shape = MajorShape::shape_16x16;
    std::array<MinorShape, 4> minor_shapes{};
    std::array<Direction, 4> directions{};
    std::array<BidirectionalVector, 16> vectors{};

    SubpixelMode subpixel = SubpixelMode::quarter;
    std::optional<BidirectionalWeight> bidirectional;  // present: BME
    bool disable_bidirectional_mix = false;            // all partitions bidirectional, or none
    bool bilinear_filter = false;                      // instead of the 4-tap one
    Distortion distortion = Distortion::sad;
    InterCosts costs;

    void set_forward(const Reference& reference) { forward.fill(reference); }    // for all quadrants
    void set_backward(const Reference& reference) { backward.fill(reference); }  // for all quadrants
    // What IME returned, as the partitioning to refine.
    void set_partition(const InterResult& result) {
        major_shape = result.major_shape;
        minor_shapes = result.minor_shapes;
        directions = result.directions;
        vectors = result.vectors;
    }
};

// The same partitioning with refined vectors.
using RefineResult = InterResult;

// ---------------------------------------------------------------------------------------------------
// Skip and intra check. [ext: SIC]

// The thresholds that emulate quantisation: [0] is DC's (16 bits), [k] (8 bits) that of the coefficients
// whose horizontal and vertical frequency add up to k. [ext: SIC, set_skc_forward_transform_enable]
using TransformThresholds = std::array<uint16_t, 7>;

// What SicResult::raw_sad is: the sum over the macroblock, or the largest of its blocks. [ext: SIC,
// set_block_based_raw_skip_sad]
enum class RawSad : uint8_t { macroblock, largest_4x4, largest_8x8 };

// Distortion of given vectors. [ext: SIC, configure_skc]
struct SkipCheck {
    // One for each quadrant, for 16x16 all the same picture, scan and id. Only those count that a direction
    // needs.
    std::array<Reference, 4> forward, backward;

    bool partition_8x8 = false;                            // false: one 16x16 block, entry 0 counts
    std::array<std::optional<Direction>, 4> directions{};  // absent: the quadrant is not checked
    std::array<BidirectionalVector, 4> vectors{};          // quarter pixels; x -8192..8191, y -2048..2047
    BidirectionalWeight weight = BidirectionalWeight::half;
    Distortion distortion = Distortion::sad;
    bool bilinear_filter = false;
    RawSad raw_sad = RawSad::macroblock;
    std::optional<TransformThresholds> forward_transform;
    InterCosts costs;

    void set_forward(const Reference& reference) { forward.fill(reference); }    // for all quadrants
    void set_backward(const Reference& reference) { backward.fill(reference); }  // for all quadrants
};

// How a macroblock is cut for intra prediction.
enum class IntraShape : uint8_t { shape_16x16 = 0, shape_8x8 = 1, shape_4x4 = 2 };

// Bits of IntraEstimation::disabled_partitions.
enum IntraPartitionBit : uint8_t { intra_16x16 = 1, intra_8x8 = 2, intra_4x4 = 4, intra_all = 7 };

// 8x8 and 4x4 blocks have all nine modes; 16x16 has vertical, horizontal, dc and plane, which is 3 as in AVC.
// [prm: W0.4, page 83; the same in Skylake's volume 8] [ext]'s CLK_AVC_ME_LUMA_PREDICTOR_MODE_PLANE_INTEL
// is 4.
enum class LumaMode : uint8_t {
    vertical = 0,
    horizontal = 1,
    dc = 2,
    diagonal_down_left = 3,
    plane = 3,
    diagonal_down_right = 4,
    vertical_right = 5,
    horizontal_down = 6,
    vertical_left = 7,
    horizontal_up = 8,
};

// Modes of intra prediction of Cb and Cr.
enum class ChromaMode : uint8_t { dc = 0, horizontal = 1, vertical = 2, plane = 3 };

// Pixels around the macroblock, and which of them may be used. [ext: SIC, configure_ipe]
struct IntraNeighbors {
    bool has_left = false, has_upper = false, has_upper_right = false, has_upper_left = false;
    std::array<uint8_t, 16> left{}, upper{};  // downwards; rightwards
    std::array<uint8_t, 8> upper_right{};
    uint8_t upper_left = 0;
    std::array<std::array<uint8_t, 2>, 8> chroma_left{}, chroma_upper{};  // Cb, Cr
    std::array<uint8_t, 2> chroma_upper_left{};
};

// Modes that the neighbouring macroblocks chose; an absent neighbour counts as dc. [ext: SIC,
// set_intra_luma_mode_cost_function]
struct IntraModeCost {
    U4U4 penalty;  // a mode that is not the predicted one; 10 bits
    // Of the 4x4 blocks that touch the macroblock; values of 9 to 15, which fit in the four bits of a mode,
    // are none that a block has.
    std::array<LumaMode, 4> left{}, upper{};
    NonDcPenalty non_dc;
};

// Bit k rules out mode k. With none left the distortion is 65535. [cm: SIC input; prm: M3.0 and M3.1]
struct IntraModeMask {
    uint16_t luma_8x8 = 0, luma_4x4 = 0;  // LumaMode, nine bits
    // 0 vertical, 1 horizontal, 2 dc, 3 plane (as AVC counts them); ChromaMode
    uint8_t luma_16x16 = 0, chroma = 0;
};

// Which intra predictions to try, and what they cost.
struct IntraEstimation {
    uint8_t disabled_partitions = 0;  // IntraPartitionBit; with none left the distortion is 65535
    IntraModeMask disabled_modes;
    IntraNeighbors neighbors;
    Distortion distortion = Distortion::sad;
    IntraShapePenalty shape_penalty;
    std::optional<IntraModeCost> mode_cost;
    bool chroma = false;       // needs an image with chroma; an odd x or y is rounded down
    U4U4 chroma_mode_penalty;  // times 0, 1, 1, 2 for dc, horizontal, vertical, plane; 12 bits
};

// A skip check, an intra estimation, or both of one macroblock; or neither, of which nothing comes.
struct SicRequest {
    SourceBlock source;
    std::optional<SkipCheck> skip;
    std::optional<IntraEstimation> intra;
};

// The results that were asked for; the other half keeps its defaults.
struct SicResult {
    // Skip check.
    std::array<uint16_t, 16> distortions{};    // repeated over each block, with all costs
    uint16_t best_distortion = 0;              // their sum over the blocks
    uint16_t raw_sad = 0;                      // no costs, plain SAD
    std::array<uint8_t, 4> transform_count{};  // coefficients of a quadrant above their threshold
    std::array<uint16_t, 4> transform_sum{};   // by how much, in all

    // Intra estimation.
    IntraShape intra_shape = IntraShape::shape_16x16;
    uint16_t intra_distortion = 0;          // with all costs
    std::array<LumaMode, 16> luma_modes{};  // of the 4x4 blocks in Z order, repeated over larger ones
    ChromaMode chroma_mode = ChromaMode::dc;
    uint16_t chroma_distortion = 0;
    friend bool operator==(const SicResult&, const SicResult&) = default;
};

// ---------------------------------------------------------------------------------------------------
// Evaluation

// Each function checks its request first. An impossible request leaves `result` untouched and gives
// StatusCode::invalid_argument with the field, its value and the range. Thread-safe.
GENMEDIA_API Status evaluate(const ImeRequest& request, ImeResult& result);
GENMEDIA_API Status evaluate(const RefineRequest& request, RefineResult& result);
GENMEDIA_API Status evaluate(const SicRequest& request, SicResult& result);

// [ext: IME, ime_ref_window_size]
GENMEDIA_API WindowSize reference_window_size(SearchWindow window, bool dual_reference);

// The offset itself; if it puts the window wholly outside the picture, the nearest one that does not.
// [ext: IME, ime_adjust_ref_offset]
GENMEDIA_API PixelOffset adjust_reference_offset(PixelOffset offset, int32_t source_x, int32_t source_y,
                                                 WindowSize window, int32_t image_width,
                                                 int32_t image_height);

}  // namespace genmedia::vme
