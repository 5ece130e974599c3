// SPDX-License-Identifier: MIT
// The motion of whole pictures: one call gives the vectors of every macroblock of a picture.
//
//     auto estimator = genmedia::MotionEstimator({});
//     genmedia::MotionField field;
//     genmedia::Status status = estimator.estimate({.source = current, .previous = before}, field);
//
// Many pictures are faster together: estimate(requests, fields), or calls by several threads.
#pragma once

#include "genmedia/devices.h"
#include "genmedia/vme.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace genmedia {

// Where the search window of a macroblock is placed, and what its vectors' cost is measured from:
// the macroblock itself; the median of the neighbours' vectors (left, above, above right); or a
// search in pictures of a quarter and a sixteenth of the size. Where the last two lead far away, the
// macroblock's own place is searched as well and the better match taken.
enum class Predictor : uint8_t { none, spatial, hierarchical };

// What a vector leads to. codec: the block that predicts best, bit for bit the unit's choice. true_motion:
// where the same thing was before. Vectors change little from block to block, except where objects end.
enum class Field : uint8_t { codec, true_motion };

// How to search; the defaults are a good field at a good speed.
struct MotionOptions {
    vme::SearchWindow window = vme::SearchWindow::exhaustive;
    uint8_t disabled_partitions = 0;  // vme::PartitionBit
    vme::Distortion distortion = vme::Distortion::sad;
    vme::SubpixelMode subpixel = vme::SubpixelMode::quarter;
    bool default_costs = true;  // the driver's cost tables for `slice` and `qp`; false: no costs
    vme::SliceType slice = vme::SliceType::p;
    int qp = 28;  // 0..51
    Predictor predictor = Predictor::hierarchical;
    // true_motion searches one neighbouring picture with its own windows, costs and predictors: it ignores
    // the options above. Each 4x4 block has a vector; blocks with equal vectors are reported as larger ones.
    Field field = Field::codec;
    // Of true_motion: how much it counts that a block moves unlike its neighbours, 0..100. 0: not at all.
    float smoothness = 1;
    bool per_pixel = false;  // of true_motion: MotionField::flow, too
    // Of true_motion: vectors refined pixel by pixel, by a variational method. Where motion turns, bends or
    // is noisy its error is mostly less than half of that without (docs/quality.md). Three times the time
    // (384x288) to seven times (1280x720). On this processor: `device` is kDeviceCpu or kDeviceAuto.
    bool refined = false;
    bool confidence = false;  // of true_motion: MotionField::confidence and occluded, too; twice the time
    bool scene_cuts = false;  // MotionField::scene_cut, too; found on this processor
    bool intra = false;       // also estimate intra prediction
    int threads = 0;          // 0: as many as the machine has
    int device = kDeviceCpu;  // a number of list_devices(), kDeviceGpu or kDeviceAuto
};

// Where a pixel was before: pixels to the right and down.
struct FlowVector {
    float x = 0, y = 0;
};

// Pictures of one size; luma is enough. Without `previous` only intra prediction is estimated. With
// `next` as well the search is bidirectional (IME in both, then BME).
struct MotionRequest {
    ImageView source;
    PlaneView previous;
    PlaneView next;
    // Of a sample of luma: 8..16. Where there are more than 8, bytes_per_sample is 2, and a copy that is
    // rounded to 8 bits is searched. `source` has no chroma then.
    int bits = 8;
    // Of true_motion: a vector for each macroblock in raster order, as of the pair before. What is around its
    // match is searched, too. Empty: none.
    std::span<const FlowVector> start{};
};

// The best intra prediction of a macroblock.
struct MacroblockIntra {
    vme::IntraShape shape = vme::IntraShape::shape_16x16;
    uint16_t distortion = 0xFFFF;  // with all costs; 0xFFFF: not estimated
    std::array<vme::LumaMode, 16> luma_modes{};
};

// Macroblocks in raster order. The last column and row reach beyond the picture where its sides are not
// multiples of 16.
struct MotionField {
    int32_t width = 0, height = 0;  // pixels
    int32_t columns = 0, rows = 0;  // macroblocks
    bool has_inter = false, has_backward = false, has_intra = false;
    bool scene_cut = false;  // another scene begins with this picture; only MotionOptions::scene_cuts asks
    std::vector<vme::InterResult> inter;  // columns * rows where has_inter, else empty
    std::vector<MacroblockIntra> intra;   // columns * rows where has_intra, else empty
    std::vector<FlowVector> flow;  // width * height where MotionOptions::per_pixel asks for it, else empty
    // Values of each macroblock's 4x4 blocks, in the order of InterResult::vectors: columns * rows where
    // MotionOptions::confidence asks for them, else empty. A search in the other direction gives them.
    std::vector<std::array<uint8_t, 16>> confidence;  // 255 / (1 + e), where e pixels of error are expected
    std::vector<std::array<uint8_t, 16>> occluded;    // 1: what is seen there was not seen before; else 0
};

// A picture made ready for searches of true motion: what several of them need is computed once. Threads may
// search one at the same time.
class GENMEDIA_API PreparedPicture {
public:
    PreparedPicture();  // of no picture
    ~PreparedPicture();
    PreparedPicture(PreparedPicture&&) noexcept;
    PreparedPicture& operator=(PreparedPicture&&) noexcept;

    // Copies the picture. Refuses what MotionEstimator::estimate() refuses, and stays as it was then.
    // `threads`: 0: as many as the machine has. `bits`: as MotionRequest::bits.
    Status set(const PlaneView& luma, int threads = 0, int bits = 8);

    int32_t width() const;   // pixels; 0: of no picture
    int32_t height() const;  // pixels; 0: of no picture

private:
    friend class MotionEstimator;
    struct State;
    std::unique_ptr<const State> state_;
};

// Results depend neither on the number of threads nor on the device. Threads may call estimate() of one
// estimator at once: a device has then several pictures in flight, which is faster. Of true motion it keeps
// the last two pictures, prepared: at 1920x1080 about 9 bytes a pixel for both, with MotionOptions::refined
// 21. So a video's pictures, searched in their order, are prepared once each.
class GENMEDIA_API MotionEstimator {
public:
    explicit MotionEstimator(const MotionOptions& options);
    ~MotionEstimator();
    MotionEstimator(MotionEstimator&&) noexcept;
    MotionEstimator& operator=(MotionEstimator&&) noexcept;

    // Refuses invalid options and pictures: the status is StatusCode::invalid_argument then, and `field`
    // stays as it was.
    //
    // A device that fails is not used again: this processor does its work from then on, and device_status()
    // says why. A device that is not there is refused (StatusCode::not_found).
    Status estimate(const MotionRequest& request, MotionField& field);

    // The same for each request; several run at once, on the workers of MotionOptions::threads. Returns the
    // first refusal in the order of requests; fields[i] of a refused request stays as it was. Also refuses if
    // there are not as many fields as requests.
    Status estimate(std::span<const MotionRequest> requests, std::span<MotionField> fields);

    // Of true motion, what estimate() of a request gives. Refuses pictures of two sizes, and options with
    // intra. `start`: as MotionRequest::start.
    Status estimate(const PreparedPicture& source, const PreparedPicture& previous, MotionField& field,
                    std::span<const FlowVector> start = {});
    // Also the motion of `previous` in `source`. With MotionOptions::confidence both take a fifth more than
    // one.
    Status estimate(const PreparedPicture& source, const PreparedPicture& previous, MotionField& field,
                    MotionField& reverse, std::span<const FlowVector> start = {});

    // Not ok once the chosen device has failed. Must not be called while another thread is in estimate().
    const Status& device_status() const;

    // Whether a device searches: it has been opened, has not failed, and kDeviceAuto found it faster. Threads
    // may ask at any time; they wait while it is opened.
    bool is_on_device() const;

private:
    Status estimate_deep(const MotionRequest& request, MotionField& field);
    Status estimate_prepared(const PreparedPicture& source, const PreparedPicture& previous,
                             MotionField& field, MotionField* reverse, std::span<const FlowVector> start);

    friend class PicturePair;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia
