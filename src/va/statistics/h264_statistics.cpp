// SPDX-License-Identifier: MIT
#include "va/statistics/h264_statistics.h"

#include "va/fei_vectors.h"
#include "va/statistics/block_statistics.h"
#include "walker/walker.h"

#include <va/va_fei.h>
#include <va/va_fei_h264.h>

#include <algorithm>

extern "C" {
#include <libavutil/pixdesc.h>
}

namespace genmedia::va {
namespace {

// A picture that vectors point into.
struct Side {
    std::shared_ptr<Surface> surface;  // null: none
    bool has_predictors = false;
    std::shared_ptr<Buffer> statistics;  // of that picture itself; null: not wanted
};

// What was asked. The program's lists are read when it renders the buffer: afterwards they may be gone.
struct Request {
    VAStatsStatisticsParameterH264 given;
    std::shared_ptr<Surface> source;
    Side past, future;
    std::shared_ptr<Buffer> predictors, qps, vectors, statistics;
    StatisticsSettings settings;
    int columns = 0, rows = 0;
};

bool is_field(const VAPictureStats& picture) {
    return (picture.flags & (VA_PICTURE_STATS_TOP_FIELD | VA_PICTURE_STATS_BOTTOM_FIELD)) != 0;
}

PlaneView luma_of(const Surface& surface) {
    const Planes planes = surface.planes();
    return {planes.data[0], planes.width, planes.height, planes.pitches[0]};
}

// The unit reads planes of 8-bit luma.
bool has_luma(const Surface& surface) {
    const AVComponentDescriptor& first = av_pix_fmt_desc_get(surface.layout.format->pixels)->comp[0];
    return first.step == 1 && first.depth == 8;
}

VAStatus find_surface(Driver& driver, const VAPictureStats& picture, std::shared_ptr<Surface>& found) {
    if (is_field(picture)) return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    found = driver.surfaces.find(picture.picture_id);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    return has_luma(*found) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
}

// A buffer with an element of `bytes` for each macroblock.
VAStatus find_buffer(Driver& driver, const Request& request, VABufferID id, size_t bytes,
                     std::shared_ptr<Buffer>& found) {
    found = driver.buffers.find(id);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    const size_t wanted = size_t(request.columns) * request.rows * bytes;
    return found->memory->size() >= wanted ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
}

VAStatus find_side(Driver& driver, Request& request, const VAPictureStats* pictures, uint32_t count,
                   const VABufferID* statistics, bool has_predictors, Side& side) {
    if (count == 0) return VA_STATUS_SUCCESS;
    if (count > 1 || pictures == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if ((pictures->flags & VA_PICTURE_STATS_INVALID) != 0) return VA_STATUS_SUCCESS;
    if (const VAStatus status = find_surface(driver, *pictures, side.surface); status != VA_STATUS_SUCCESS)
        return status;
    const PictureLayout &here = request.source->layout, &there = side.surface->layout;
    if (here.width != there.width || here.height != there.height) return VA_STATUS_ERROR_INVALID_SURFACE;
    side.has_predictors = has_predictors;
    if (statistics == nullptr || *statistics == VA_INVALID_ID) return VA_STATUS_SUCCESS;
    return find_buffer(driver, request, *statistics, sizeof(VAStatsStatisticsH264), side.statistics);
}

// Which buffer is which its type says.
VAStatus find_outputs(Driver& driver, Request& request) {
    const unsigned count = !request.given.disable_mv_output + !request.given.disable_statistics_output;
    const VABufferID* outputs = request.given.stats_params.outputs;
    if (count > 0 && outputs == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (unsigned i = 0; i < count; i++) {
        const auto buffer = driver.buffers.find(outputs[i]);
        if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
        const bool is_vectors = buffer->type == VAStatsMVBufferType;
        if (!is_vectors && buffer->type != VAStatsStatisticsBufferType)
            return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
        const size_t bytes = is_vectors ? kVectors * sizeof(VAMotionVector) : sizeof(VAStatsStatisticsH264);
        auto& place = is_vectors ? request.vectors : request.statistics;
        if (const VAStatus status = find_buffer(driver, request, outputs[i], bytes, place);
            status != VA_STATUS_SUCCESS)
            return status;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus find_inputs(Driver& driver, Request& request) {
    const VAStatsStatisticsParameter& given = request.given.stats_params;
    if (request.given.mv_predictor_ctrl != 0)
        if (const VAStatus status =
                find_buffer(driver, request, given.mv_predictor, sizeof(VAMotionVector), request.predictors);
            status != VA_STATUS_SUCCESS)
            return status;
    if (request.given.mb_qp != 0) return find_buffer(driver, request, given.qp, sizeof(int8_t), request.qps);
    return VA_STATUS_SUCCESS;
}

// 0: none, 2: Haar; else nothing.
std::optional<vme::Distortion> distortion_of(unsigned code) {
    if (code == 0) return vme::Distortion::sad;
    return code == 2 ? std::optional(vme::Distortion::haar) : std::nullopt;
}

// search_window's numbers.
bool set_window(const VAStatsStatisticsParameterH264& given, StatisticsSettings& settings) {
    constexpr int extended_width = 64, extended_height = 40;
    const auto extended = [&](int length, bool full) {
        settings.path = statistics_path(extended_width, extended_height, length, full, !full);
        return true;
    };
    switch (given.search_window) {
        case 0:
            settings.path = statistics_path(given.ref_width, given.ref_height, given.len_sp,
                                            given.search_path == 1, given.adaptive_search != 0);
            return given.search_path <= 2;
        case 1: settings.window = vme::SearchWindow::tiny; return true;
        case 2: settings.window = vme::SearchWindow::small; return true;
        case 3: settings.window = vme::SearchWindow::diamond; return true;
        case 4: settings.window = vme::SearchWindow::large_diamond; return true;
        case 5: settings.window = vme::SearchWindow::exhaustive; return true;
        case 6: return extended(16, false);
        case 7: return extended(32, false);
        case 8: return extended(48, true);
        default: return false;
    }
}

VAStatus read_settings(Request& request) {
    const VAStatsStatisticsParameterH264& given = request.given;
    StatisticsSettings& settings = request.settings;
    const auto inter = distortion_of(given.inter_sad), intra = distortion_of(given.intra_sad);
    const bool valid = inter && intra && given.sub_pel_mode != 2 && given.frame_qp <= 51 &&
                       given.sub_mb_part_mask != vme::partition_all && set_window(given, settings);
    if (!valid) return VA_STATUS_ERROR_INVALID_PARAMETER;
    settings.subpixel = static_cast<vme::SubpixelMode>(given.sub_pel_mode);
    settings.inter = *inter;
    settings.intra = *intra;
    settings.disabled_partitions = given.sub_mb_part_mask;
    settings.disabled_intra_partitions = given.intra_part_mask & vme::intra_all;
    return VA_STATUS_SUCCESS;
}

VAStatus read(Driver& driver, const PicturePart& part, Request& request) {
    const auto* given = part.as<VAStatsStatisticsParameterH264>();
    if (given == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
    request.given = *given;
    const VAStatsStatisticsParameter& common = given->stats_params;
    VAStatus status = find_surface(driver, common.input, request.source);
    if (status == VA_STATUS_SUCCESS) {
        request.columns = (request.source->layout.width + 15) / 16;
        request.rows = (request.source->layout.height + 15) / 16;
        status = read_settings(request);
    }
    const auto add_side = [&](const VAPictureStats* pictures, uint32_t count, const VABufferID* statistics,
                              unsigned bit, Side& side) {
        if (status != VA_STATUS_SUCCESS) return;
        status = find_side(driver, request, pictures, count, statistics,
                           (given->mv_predictor_ctrl & bit) != 0, side);
    };
    add_side(common.past_references, common.num_past_references, common.past_ref_stat_buf, 1, request.past);
    add_side(common.future_references, common.num_future_references, common.future_ref_stat_buf, 2,
             request.future);
    if (status == VA_STATUS_SUCCESS) status = find_inputs(driver, request);
    return status == VA_STATUS_SUCCESS ? find_outputs(driver, request) : status;
}

template <class T>
T* element(const std::shared_ptr<Buffer>& buffer, int index) {
    return buffer ? reinterpret_cast<T*>(buffer->memory->data()) + index : nullptr;
}

void write_pixels(PlaneView luma, int x, int y, bool with_8x8, VAStatsStatisticsH264& out) {
    const PixelStatistics pixels = measure(luma, x, y);
    out.variance_16x16 = pixels.variance_16x16;
    out.pixel_average_16x16 = pixels.mean_16x16;
    out.mb_is_flat = pixels.is_flat();
    if (!with_8x8) return;
    std::copy(pixels.variance_8x8.begin(), pixels.variance_8x8.end(), out.variance_8x8);
    std::copy(pixels.mean_8x8.begin(), pixels.mean_8x8.end(), out.pixel_average_8x8);
}

// A macroblock of a request.
class Macroblock {
public:
    Macroblock(const Request& request, int column, int row)
        : request_(request), x_(16 * column), y_(16 * row), index_(row * request.columns + column) {}

    void run() const {
        const std::optional<Match> past = match(request_.past, 0), future = match(request_.future, 1);
        if (auto* vectors = element<VAMotionVector>(request_.vectors, kVectors * index_))
            for (int i = 0; i < kVectors; i++)
                vectors[i] = {{component(past, i, 0), component(past, i, 1)},
                              {component(future, i, 0), component(future, i, 1)}};
        if (auto* out = element<VAStatsStatisticsH264>(request_.statistics, index_))
            write(past, future, *out);
        for (const Side* side : {&request_.past, &request_.future}) {
            auto* out = element<VAStatsStatisticsH264>(side->statistics, index_);
            if (out == nullptr) continue;
            *out = {};
            write_pixels(luma_of(*side->surface), x_, y_, request_.given.enable_8x8_statistics, *out);
        }
    }

private:
    std::optional<Match> match(const Side& side, int which) const {
        if (!side.surface) return std::nullopt;
        StatisticsReference reference{luma_of(*side.surface), {}};
        if (side.has_predictors) {
            const auto& predictor = *element<VAMotionVector>(request_.predictors, index_);
            const int16_t* vector = which == 0 ? predictor.mv0 : predictor.mv1;
            if (vector[0] != kNoVector) reference.predictor = {vector[0], vector[1]};
        }
        return find_match(request_.settings, luma_of(*request_.source), x_, y_, reference);
    }

    static int16_t component(const std::optional<Match>& match, int block, int axis) {
        if (!match) return kNoVector;
        const vme::MotionVector vector = match->result.vectors[static_cast<size_t>(block)].forward;
        return axis == 0 ? vector.x : vector.y;
    }

    int qp() const {
        const auto* of_block = element<int8_t>(request_.qps, index_);
        return of_block == nullptr ? static_cast<int>(request_.given.frame_qp)
                                   : std::clamp<int>(*of_block, 0, 51);
    }

    void write(const std::optional<Match>& past, const std::optional<Match>& future,
               VAStatsStatisticsH264& out) const {
        const PlaneView luma = luma_of(*request_.source);
        out = {};
        out.best_inter_distortion0 = past ? past->result.best_distortion : 0xFFFF;
        out.best_inter_distortion1 = future ? future->result.best_distortion : 0xFFFF;
        out.inter_mode0 = past ? past->mode() : 0;
        out.inter_mode1 = future ? future->mode() : 0;
        const IntraEstimate intra = estimate_intra(request_.settings, luma, x_, y_);
        out.best_intra_distortion = intra.distortion;
        out.intra_mode = intra.mode;
        write_pixels(luma, x_, y_, request_.given.enable_8x8_statistics, out);
        const Side& side = past ? request_.past : request_.future;
        const std::optional<Match>& match = past ? past : future;
        if (request_.given.ft_enable == 0 || !match) return;
        const Coefficients counted =
            count_coefficients(match->result, luma, x_, y_, luma_of(*side.surface), qp());
        out.num_non_zero_coef = counted.count;
        out.sum_coef = counted.sum;
    }

    const Request& request_;
    const int x_, y_, index_;
};

class H264Statistics : public Operation {
public:
    VAStatus receive(Driver& driver, const PicturePart& part) override {
        if (part.type != VAStatsStatisticsParameterBufferType) return VA_STATUS_SUCCESS;
        request_ = {};
        Request request;
        const VAStatus status = read(driver, part, request);
        if (status == VA_STATUS_SUCCESS) request_ = std::make_unique<Request>(std::move(request));
        return status;
    }

    VAStatus run(Driver&, const PictureParts&, Surface&) override {
        const auto request = std::move(request_);
        if (!request) return VA_STATUS_ERROR_INVALID_PARAMETER;
        walker::walk(request->columns, request->rows, walker::Dependency::none, 0,
                     [&](int column, int row) { Macroblock(*request, column, row).run(); });
        return VA_STATUS_SUCCESS;
    }

private:
    std::unique_ptr<Request> request_;
};

}  // namespace

std::unique_ptr<Operation> make_h264_statistics() { return std::make_unique<H264Statistics>(); }

uint32_t statistics_attribute() {
    VAConfigAttribValStats value{};
    value.bits.max_num_past_references = 1;
    value.bits.max_num_future_references = 1;
    value.bits.num_outputs = 2;
    return value.value;
}

}  // namespace genmedia::va
