// SPDX-License-Identifier: MIT
#include "genmedia/motion.h"

#include "motion/eight_bits.h"
#include "motion/estimator_state.h"
#include "motion/field_backends.h"
#include "motion/prepared_picture.h"
#include "motion/scene_cut.h"
#include "motion/true_motion/true_motion.h"
#include "search/picture_search.h"
#include "vme/backends.h"
#include "vme/validate.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

namespace genmedia {

MotionEstimator::MotionEstimator(const MotionOptions& options) : state_(new State{.options = options}) {}
MotionEstimator::~MotionEstimator() = default;
MotionEstimator::MotionEstimator(MotionEstimator&&) noexcept = default;
MotionEstimator& MotionEstimator::operator=(MotionEstimator&&) noexcept = default;

const Status& MotionEstimator::device_status() const { return state_->device.status(); }
bool MotionEstimator::is_on_device() const { return state_->device.is_open(); }

namespace {

// As many as a device serves; a processor needs two, so that no core waits for a picture's end.
size_t pictures_at_once(const MotionOptions& options) {
    return options.field == Field::true_motion && options.device != kDeviceCpu
               ? motion::DeviceSearch::kFieldsInFlight
               : motion::DeviceSearch::kInFlight;
}
constexpr float kFarthestStart = 16384;  // pixels

Status refuse(const char* field, long value, const std::string& expected) {
    return {StatusCode::invalid_argument,
            std::string(field) + " is " + std::to_string(value) + "; expected " + expected};
}

Status check_same_size(const char* field, const PlaneView& plane, const PlaneView& source) {
    if (plane.empty() || (plane.width == source.width && plane.height == source.height)) return {};
    const auto size = [](const PlaneView& p) {
        return std::to_string(p.width) + "x" + std::to_string(p.height);
    };
    return {StatusCode::invalid_argument,
            std::string(field) + " is " + size(plane) + "; expected the source's " + size(source)};
}

// Checks what the unit itself cannot, then a request like those that will be made.
Status validate(const MotionOptions& options, const MotionRequest& request,
                const search::PictureSearch& search) {
    if (options.qp < 0 || options.qp > 51) return refuse("MotionOptions.qp", options.qp, "0..51");
    if (options.threads < 0) return refuse("MotionOptions.threads", options.threads, "0 or more");
    if (request.previous.empty() && !options.intra) {
        return {StatusCode::invalid_argument,
                "MotionRequest.previous is empty; expected a picture, or intra"};
    }
    if (request.previous.empty() && !request.next.empty()) {
        return {StatusCode::invalid_argument,
                "MotionRequest.previous is empty; expected a picture beside next"};
    }
    Status status = check_same_size("MotionRequest.previous", request.previous, request.source.luma);
    if (status.ok()) status = check_same_size("MotionRequest.next", request.next, request.source.luma);
    if (!status.ok()) return status;

    if (options.disabled_partitions == vme::partition_all)
        return refuse("MotionOptions.disabled_partitions", options.disabled_partitions,
                      "one partition left enabled");
    vme::ImeRequest integer = search.integer_request();
    if (request.previous.empty()) integer.forward.luma = request.source.luma;
    status = vme::validate(integer);
    if (!status.ok() || request.previous.empty()) return status;
    vme::RefineRequest refine = search.refine_request();
    if (refine.subpixel == vme::SubpixelMode::integer) return status;
    return vme::validate(refine);
}

Status check_start(const MotionRequest& request) {
    if (request.start.empty()) return {};
    const auto macroblocks = [](int32_t size) { return static_cast<size_t>((size + 15) / 16); };
    const PlaneView& luma = request.source.luma;
    const size_t count = macroblocks(luma.width) * macroblocks(luma.height);
    if (request.start.size() != count)
        return refuse("MotionRequest.start.size()", static_cast<long>(request.start.size()),
                      std::to_string(count) + ", a vector for each macroblock");
    const auto is_far = [](const FlowVector& v) {
        return !(std::abs(v.x) <= kFarthestStart && std::abs(v.y) <= kFarthestStart);
    };
    const auto far = std::ranges::find_if(request.start, is_far);
    if (far == request.start.end()) return {};
    return {StatusCode::invalid_argument, "MotionRequest.start has the vector (" + std::to_string(far->x) +
                                              ", " + std::to_string(far->y) + "); expected at most " +
                                              std::to_string(static_cast<int>(kFarthestStart)) +
                                              " pixels across and down"};
}

Status check_true_motion(const MotionOptions& options, const MotionRequest& request) {
    if (options.field == Field::codec && options.per_pixel)
        return {StatusCode::invalid_argument,
                "MotionOptions.per_pixel is true, MotionOptions.field codec; expected true_motion beside it"};
    if (options.field == Field::codec && options.refined)
        return {StatusCode::invalid_argument,
                "MotionOptions.refined is true, MotionOptions.field codec; expected true_motion beside it"};
    if (options.field == Field::codec && options.confidence)
        return {
            StatusCode::invalid_argument,
            "MotionOptions.confidence is true, MotionOptions.field codec; expected true_motion beside it"};
    if (options.field == Field::codec && options.smoothness != 1)
        return {StatusCode::invalid_argument,
                "MotionOptions.smoothness is " + std::to_string(options.smoothness) +
                    ", MotionOptions.field codec; expected true_motion beside it"};
    if (options.field == Field::codec && !request.start.empty())
        return {
            StatusCode::invalid_argument,
            "MotionRequest.start is not empty, MotionOptions.field codec; expected true_motion beside it"};
    if (options.field == Field::codec) return {};
    if (!(options.smoothness >= 0 && options.smoothness <= 100))
        return {StatusCode::invalid_argument,
                "MotionOptions.smoothness is " + std::to_string(options.smoothness) + "; expected 0..100"};
    if (Status status = check_start(request); !status.ok()) return status;
    if (!request.next.empty())
        return {StatusCode::invalid_argument,
                "MotionRequest.next is not empty; expected none for true motion"};
    return {};
}

// A field of this size without results; those that `options` ask for take over the memory of `old`.
MotionField empty_field(int32_t width, int32_t height, bool has_inter, const MotionOptions& options,
                        MotionField& old) {
    MotionField result;
    result.width = width;
    result.height = height;
    result.columns = (width + 15) / 16;
    result.rows = (height + 15) / 16;
    result.has_inter = has_inter;
    result.has_intra = options.intra;
    const size_t count = static_cast<size_t>(result.columns) * result.rows;
    if (has_inter) {
        result.inter = std::move(old.inter);
        result.inter.resize(count);
        if (options.per_pixel) result.flow = std::move(old.flow);
    }
    if (options.intra) result.intra.resize(count);
    return result;
}

bool begins_scene(const vme::Backend& backend, const motion::CutPicture& before,
                  const motion::CutPicture& now) {
    return motion::scene_change(motion::functions_of(backend), before, now).is_cut;
}

// Searches on this processor, or on the device.
void search_true_motion(motion::DeviceChoice& device, motion::KeptPictures& kept, const vme::Backend& backend,
                        const search::PictureSearch& search, std::span<const FlowVector> start,
                        MotionField& field) {
    const auto here = [&] {
        walker::with_workers(search.options.threads, [&] {
            const motion::BackendFunctions functions = motion::functions_of(backend);
            // A video's reference was the source before; it is asked for first, to be found among the last
            // two.
            const auto reference = kept.prepared(functions.field, search.forward),
                       source = kept.prepared(functions.field, search.source.luma);
            motion::estimate_true_motion(functions, search.options, *source, *reference, start, field,
                                         nullptr);
        });
    };
    const motion::FieldTask task{.source = search.source.luma,
                                 .reference = search.forward,
                                 .options = search.options,
                                 .start = start,
                                 .fields = {&field}};
    device.search({.on_device = [&](motion::DeviceSearch& opened) { return opened.search(task); },
                   .on_cpu = here,
                   .threads = search.options.threads});
}

// Estimates on this processor what `field` asks for.
void estimate_here(search::PictureSearch& search, MotionField& field) {
    if (field.has_inter && search.options.field == Field::codec) search.estimate_all(field.inter);
    if (!field.has_intra) return;
    search::for_each_macroblock(
        field.columns, field.rows, Predictor::none, search.options.threads, [&](int x, int y) {
            field.intra[static_cast<size_t>(y) * field.columns + x] = search.estimate_intra(x, y);
        });
}

}  // namespace

Status MotionEstimator::State::find_device() {
    if (options.refined && options.device != kDeviceCpu && options.device != kDeviceAuto)
        return refuse("MotionOptions.device", options.device, "0 or kDeviceAuto beside refined");
    return device.find();
}

Status MotionEstimator::estimate(const MotionRequest& request, MotionField& field) {
    if (request.bits != 8) return estimate_deep(request, field);
    const MotionOptions& options = state_->options;
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (!status.ok()) return status;
    search::PictureSearch search{
        backend->functions, options, request.source, request.previous, request.next, {}, {}};
    status = validate(options, request, search);
    if (status.ok()) status = check_true_motion(options, request);
    if (status.ok()) status = state_->find_device();
    if (!status.ok()) return status;

    const bool has_inter = !request.previous.empty();
    MotionField result =
        empty_field(request.source.luma.width, request.source.luma.height, has_inter, options, field);
    result.has_backward = search.is_dual();
    if (options.field == Field::true_motion) {
        if (has_inter)
            search_true_motion(state_->device, state_->kept, *backend, search, request.start, result);
        estimate_here(search, result);
    } else {
        state_->device.search(
            {.on_device = [&](motion::DeviceSearch& device) { return device.search(search, result); },
             .on_cpu = [&] { estimate_here(search, result); },
             .threads = options.threads,
             .has_motion = has_inter});
    }
    if (has_inter && options.scene_cuts)
        walker::with_workers(options.threads, [&] {
            result.scene_cut = begins_scene(*backend, motion::CutPicture(request.previous),
                                            motion::CutPicture(request.source.luma));
        });
    field = std::move(result);
    return status;
}

Status MotionEstimator::estimate_deep(const MotionRequest& request, MotionField& field) {
    const PlaneView* const planes[] = {&request.source.luma, &request.previous, &request.next};
    const char* const names[] = {"MotionRequest.source.luma.", "MotionRequest.previous.",
                                 "MotionRequest.next."};
    std::vector<uint8_t> samples[3];
    PlaneView copies[3];
    for (int i = 0; i < 3; i++) {
        Status status = motion::check_depth(names[i], *planes[i], request.bits);
        if (!status.ok()) return status;
        copies[i] = motion::eight_bit_copy(*planes[i], request.bits, samples[i]);
    }
    if (!request.source.chroma.empty())
        return {StatusCode::invalid_argument,
                "MotionRequest.source.chroma is not empty; expected none beside more than 8 bits"};
    return estimate(
        {.source = {copies[0], {}}, .previous = copies[1], .next = copies[2], .start = request.start}, field);
}

Status MotionEstimator::estimate(const PreparedPicture& source, const PreparedPicture& previous,
                                 MotionField& field, std::span<const FlowVector> start) {
    return estimate_prepared(source, previous, field, nullptr, start);
}

Status MotionEstimator::estimate(const PreparedPicture& source, const PreparedPicture& previous,
                                 MotionField& field, MotionField& reverse,
                                 std::span<const FlowVector> start) {
    return estimate_prepared(source, previous, field, &reverse, start);
}

Status MotionEstimator::estimate_prepared(const PreparedPicture& source, const PreparedPicture& previous,
                                          MotionField& field, MotionField* reverse,
                                          std::span<const FlowVector> start) {
    const MotionOptions& options = state_->options;
    if (!source.state_ || !previous.state_)
        return {StatusCode::invalid_argument, std::string(source.state_ ? "previous" : "source") +
                                                  " has no picture; expected one, by PreparedPicture::set()"};
    if (options.field != Field::true_motion)
        return {StatusCode::invalid_argument,
                "MotionOptions.field is codec; expected true_motion beside prepared pictures"};
    if (options.intra)
        return {StatusCode::invalid_argument,
                "MotionOptions.intra is true; expected false beside prepared pictures"};
    const PlaneView now = source.state_->picture.picture().view(),
                    before = previous.state_->picture.picture().view();
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    const MotionRequest request{.source = {now, {}}, .previous = before, .next = {}, .start = start};
    if (status.ok())
        status =
            validate(options, request, {backend->functions, options, request.source, before, {}, {}, {}});
    if (status.ok()) status = check_true_motion(options, request);
    if (status.ok()) status = state_->find_device();
    if (!status.ok()) return status;

    MotionField there = empty_field(now.width, now.height, true, options, field), back;
    if (reverse) back = empty_field(now.width, now.height, true, options, *reverse);
    const motion::FieldTask task{.source = now,
                                 .reference = before,
                                 .options = options,
                                 .start = start,
                                 .fields = {&there, reverse ? &back : nullptr}};
    const auto here = [&] {
        walker::with_workers(options.threads, [&] {
            motion::estimate_true_motion(motion::functions_of(*backend), options, source.state_->picture,
                                         previous.state_->picture, start, there, reverse ? &back : nullptr);
        });
    };
    state_->device.search({.on_device = [&](motion::DeviceSearch& device) { return device.search(task); },
                           .on_cpu = here,
                           .threads = options.threads});
    walker::with_workers(options.threads, [&] {
        if (!options.scene_cuts) return;
        there.scene_cut = begins_scene(*backend, previous.state_->small, source.state_->small);
        if (reverse) back.scene_cut = begins_scene(*backend, source.state_->small, previous.state_->small);
    });
    field = std::move(there);
    if (reverse) *reverse = std::move(back);
    return {};
}

Status MotionEstimator::estimate(std::span<const MotionRequest> requests, std::span<MotionField> fields) {
    if (requests.size() != fields.size())
        return refuse("fields.size()", static_cast<long>(fields.size()),
                      std::to_string(requests.size()) + ", as many as requests");
    std::vector<Status> statuses(requests.size());
    std::atomic<size_t> next = 0;
    const size_t at_once = std::min(pictures_at_once(state_->options), requests.size());
    walker::with_workers(std::max(0, state_->options.threads), [&] {
        walker::parallel_for(static_cast<int>(at_once), [&](int) {
            for (size_t i = next++; i < requests.size(); i = next++)
                statuses[i] = estimate(requests[i], fields[i]);
        });
    });
    const auto failure = std::ranges::find_if(statuses, [](const Status& status) { return !status.ok(); });
    return failure == statuses.end() ? Status() : *failure;
}

}  // namespace genmedia
