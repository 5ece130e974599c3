// SPDX-License-Identifier: MIT
#include "motion/opencl/device_search.h"

#include "motion/opencl/device_intra.h"
#include "motion/opencl/device_pictures.h"
#include "motion/opencl/session_pool.h"
#include "motion/opencl/true_motion/field_kernels.h"
#include "motion/opencl/true_motion/field_queue.h"
#include "motion/opencl/true_motion/field_self_test.h"
#include "motion/opencl/whole_pictures.h"
#include "motion/opencl/window_limits.h"
#include "search/pyramid.h"
#include "search/search_start.h"
#include "vme/opencl/buffers.h"
#include "vme/opencl/device_self_test.h"
#include "vme/opencl/make_records.h"
#include "vme/opencl/unit_kernels.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace genmedia::motion {
namespace {

using namespace vme::opencl;

constexpr size_t kPlaceItems = 64;
constexpr int kForward = 0, kBackward = 1, kWays = 2;
constexpr int kSource = 2;  // beside the two references

size_t rounded_up(size_t count, size_t to) { return (count + to - 1) / to * to; }

int macroblocks(int pixels) { return (pixels + 15) / 16; }
size_t macroblocks(const PlaneRecord& plane) {
    return static_cast<size_t>(macroblocks(plane.width)) * macroblocks(plane.height);
}

// The order of macroblocks in which each is searched after the neighbours whose results it needs: diagonal
// after diagonal. On a diagonal x + 2 * y is the same.
struct Diagonals {
    std::vector<uint32_t> macroblocks;  // in this order: indices in raster order
    std::vector<uint32_t> slots;        // the reverse
    std::vector<uint32_t> first;        // of each diagonal, and the end of the last

    Diagonals(int columns, int rows) : slots(static_cast<size_t>(columns) * rows) {
        for (int d = 0; d < columns + 2 * rows - 2; d++) {
            first.push_back(static_cast<uint32_t>(macroblocks.size()));
            for (int y = 0; y < rows; y++) {
                const int x = d - 2 * y;
                if (x < 0 || x >= columns) continue;
                slots[static_cast<size_t>(y) * columns + x] = static_cast<uint32_t>(macroblocks.size());
                macroblocks.push_back(static_cast<uint32_t>(y * columns + x));
            }
        }
        first.push_back(static_cast<uint32_t>(macroblocks.size()));
    }
};

// What a search of pictures of one size needs on the device.
class Session {
public:
    Session(std::unique_ptr<const Program> program, const search::PictureSearch& search);
    // Commands that a failure left behind still use its memory.
    ~Session() { clFinish(program_.queue()()); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    bool serves(const search::PictureSearch& search) const {
        return search.source.luma.width == width_ && search.source.luma.height == height_ &&
               search.is_dual() == dual_;
    }
    void search(const search::PictureSearch& search, MotionField& field);

private:
    using Placement = std::array<int, DevicePictures::kSlots>;

    void point_to(const Placement& at);
    std::pair<cl::Buffer, cl::Buffer> make_records(const Placement& at);
    void queue(const MotionField& field, const PlaneRecord& source);
    void take_results(std::vector<vme::InterResult>& field);
    void search_levels(int way);
    void place_by(const cl::Buffer* forward, const cl::Buffer* backward, const PlaneRecord& coarser,
                  const PlaneRecord& plane, cl_uint setup, const vme::WindowSize& window);
    void search_windows(cl_uint setup, size_t first, size_t count, const cl::Buffer& results);
    void search_all();
    void search_diagonals();
    void refine(size_t first, size_t count);

    // One of whole_pictures.cl's kernels, a work-item for each of `count`.
    void run_over(const cl::Kernel& kernel, size_t count, const auto&... arguments) {
        program_.queue().enqueueNDRangeKernel(with_arguments(kernel, arguments...), cl::NullRange,
                                              cl::NDRange(rounded_up(count, kPlaceItems)),
                                              cl::NDRange(kPlaceItems));
    }

    const std::unique_ptr<const Program> own_program_;
    const Program& program_ = *own_program_;
    const int32_t width_, height_;
    const bool dual_, refines_;
    const Predictor predictor_;
    const vme::WindowSize window_;
    Diagonals diagonals_;
    const int levels_below_;
    DevicePictures pictures_;
    std::vector<PlaneRecord> levels_;  // of any of the pictures
    // Searches of the picture, then of the levels of each reference.
    std::vector<SearchRecord> searches_;
    RefineRecord refinement_;
    std::optional<DeviceIntra> intra_;
    PinnedMemory results_copy_;
    std::map<Placement, std::pair<cl::Buffer, cl::Buffer>> records_;  // of searches and refinements
    cl::Event read_;                                                  // of the results
    bool is_placed_ = false;  // places_ are filled, and do not change from picture to picture
    UnitKernels kernels_{program_};
    const cl::Kernel place_by_levels_ = program_.kernel("place_by_levels");
    const cl::Kernel place_by_neighbors_ = program_.kernel("place_by_neighbors");
    std::array<std::vector<cl::Buffer>, kWays> found_;  // of each reference's levels
    cl::Buffer searches_buffer_, paths_, refinements_, places_, results_, slots_, macroblocks_;
};

WindowLimits limits_of(const vme::WindowSize& window) {
    const vme::PixelOffset limits = search::far_limits(window);
    return {limits.x, limits.y, search::kFurthest.x, search::kFurthest.y};
}

// Path `path` in both directions; the pictures come later.
SearchRecord record_of(const vme::ImeRequest& request, uint32_t path) {
    Pictures none;
    SearchRecord record = search_record(request, {path, path}, none);
    record.is_rectangle =
        is_rectangle(request, vme::search_path(request.window, request.backward.has_value()));
    return record;
}

vme::ImeRequest without_pictures(vme::ImeRequest request) {
    request.source.image = {};
    request.forward.luma = {};
    if (request.backward) request.backward->luma = {};
    return request;
}

RefineRecord refine_record_of(const search::PictureSearch& search) {
    vme::RefineRequest request = search.refine_request();
    request.source.image = {};
    request.set_forward({});
    request.set_backward({});
    request.costs = search.costs;
    Pictures none;
    return refine_record(request, none);
}

Session::Session(std::unique_ptr<const Program> program, const search::PictureSearch& search)
    : own_program_(std::move(program)),
      width_(search.source.luma.width),
      height_(search.source.luma.height),
      dual_(search.is_dual()),
      refines_(search.options.subpixel != vme::SubpixelMode::integer || search.is_dual()),
      predictor_(search.options.predictor),
      window_(vme::reference_window_size(search.options.window, search.is_dual())),
      diagonals_(predictor_ == Predictor::spatial ? Diagonals(search.columns(), search.rows())
                                                  : Diagonals(0, 0)),
      levels_below_(predictor_ == Predictor::hierarchical ? search::level_count(width_, height_) : 0),
      pictures_(program_, width_, height_, levels_below_),
      levels_(pictures_.levels(0)),
      refinement_(refine_record_of(search)) {
    // Path 0 is that of the picture, 1 that of its levels.
    searches_ = {record_of(without_pictures(search.integer_request()), 0)};
    for (int way = 0; way < (dual_ ? kWays : 1); way++)
        for (int level = 1; level <= levels_below_; level++) {
            searches_.push_back(record_of(search.level_request(), 1));
            found_[way].push_back(space_for<InterRecord>(program_, macroblocks(levels_[level])));
        }
    paths_ =
        upload(program_, std::vector{path_record(vme::search_path(search.options.window, dual_)),
                                     path_record(vme::search_path(vme::SearchWindow::exhaustive, false))});
    const size_t count = macroblocks(levels_[0]);
    places_ = space_for<PlaceRecord>(program_, count);
    results_ = space_for<InterRecord>(program_, count);
    results_copy_ = PinnedMemory(program_, count * sizeof(InterRecord));
    slots_ = upload(program_, diagonals_.slots);
    macroblocks_ = upload(program_, diagonals_.macroblocks);
    if (search.options.intra) intra_.emplace(program_, search);
}

// Selects the records that say where the pictures lie. A clip uses three such sets in turn.
void Session::point_to(const Placement& at) {
    const auto [found, is_new] = records_.try_emplace(at);
    if (is_new) found->second = make_records(at);
    std::tie(searches_buffer_, refinements_) = found->second;
}

std::pair<cl::Buffer, cl::Buffer> Session::make_records(const Placement& at) {
    const std::vector<PlaneRecord>& source = pictures_.levels(at[kSource]);
    refinement_.source = searches_[0].source = source[0];
    size_t next = 1;
    for (int way = 0; way < (dual_ ? kWays : 1) && at[way] >= 0; way++) {
        const std::vector<PlaneRecord>& reference = pictures_.levels(at[way]);
        searches_[0].reference[way] = reference[0];
        std::ranges::fill(refinement_.reference[way], reference[0]);
        for (size_t level = 1; level < source.size(); level++, next++) {
            searches_[next].source = source[level];
            searches_[next].reference[kForward] = reference[level];
        }
    }
    return {upload(program_, searches_), upload(program_, std::vector{refinement_})};
}

void Session::place_by(const cl::Buffer* forward, const cl::Buffer* backward, const PlaneRecord& coarser,
                       const PlaneRecord& plane, cl_uint setup, const vme::WindowSize& window) {
    const cl::Buffer none;
    const auto count = static_cast<cl_uint>(macroblocks(plane));
    run_over(place_by_levels_, count, forward ? *forward : none, backward ? *backward : none,
             macroblocks(coarser.width), macroblocks(coarser.height), macroblocks(plane.width), count, setup,
             limits_of(window), places_);
}

void Session::search_windows(cl_uint setup, size_t first, size_t count, const cl::Buffer& results) {
    const cl::Buffer none;
    kernels_.search({.pictures = pictures_.buffer(),
                     .searches = searches_buffer_,
                     .paths = paths_,
                     .streams = none,
                     .rectangles = searches_[setup].is_rectangle != 0},
                    {places_, first, count}, results, none);
}

// Coarse to fine.
void Session::search_levels(int way) {
    const size_t count = levels_.size() - 1;
    for (size_t level = count; level > 0; level--) {
        const PlaneRecord& plane = levels_[level];
        const bool coarsest = level == count;
        const auto setup = static_cast<cl_uint>(1 + static_cast<size_t>(way) * count + level - 1);
        place_by(coarsest ? nullptr : &found_[way][level], nullptr, levels_[coarsest ? level : level + 1],
                 plane, setup, vme::reference_window_size(vme::SearchWindow::exhaustive, false));
        search_windows(setup, 0, macroblocks(plane), found_[way][level - 1]);
    }
}

void Session::refine(size_t first, size_t count) {
    if (!refines_) return;
    kernels_.refine(pictures_.buffer(), refinements_, {places_, first, count}, results_, results_);
}

void Session::search_all() {
    const bool by_levels = levels_.size() > 1;
    for (int way = 0; by_levels && way < (dual_ ? kWays : 1); way++) search_levels(way);
    if (!is_placed_)
        place_by(by_levels ? &found_[kForward][0] : nullptr,
                 by_levels && dual_ ? &found_[kBackward][0] : nullptr, levels_[by_levels ? 1 : 0], levels_[0],
                 0, window_);
    is_placed_ = !by_levels;
    const size_t count = macroblocks(levels_[0]);
    search_windows(0, 0, count, results_);
    refine(0, count);
}

void Session::search_diagonals() {
    for (size_t d = 0; d + 1 < diagonals_.first.size(); d++) {
        const cl_uint first = diagonals_.first[d], count = diagonals_.first[d + 1] - first;
        run_over(place_by_neighbors_, count, results_, slots_, macroblocks_, macroblocks(width_), first,
                 count, limits_of(window_), places_);
        search_windows(0, first, count, results_);
        refine(first, count);
    }
}

// A record is a result, byte for byte.
void Session::take_results(std::vector<vme::InterResult>& field) {
    read_.wait();
    walker::parallel_for_runs(static_cast<int>(field.size()), kResultsAtOnce, [&](int first, int end) {
        for (int i = first; i < end; i++) {
            const size_t to =
                predictor_ == Predictor::spatial ? diagonals_.macroblocks[i] : static_cast<size_t>(i);
            std::memcpy(&field[to], results_copy_.data() + static_cast<size_t>(i) * sizeof(InterRecord),
                        sizeof(InterRecord));
        }
    });
}

void Session::queue(const MotionField& field, const PlaneRecord& source) {
    if (field.has_inter) {
        predictor_ == Predictor::spatial ? search_diagonals() : search_all();
        program_.queue().enqueueReadBuffer(results_, CL_FALSE, 0, field.inter.size() * sizeof(InterRecord),
                                           results_copy_.data(), nullptr, &read_);
    }
    if (intra_) intra_->start(pictures_.buffer(), source);
    program_.queue().flush();
}

void Session::search(const search::PictureSearch& search, MotionField& field) {
    const std::array planes{search.forward, search.backward, search.source.luma};
    const auto at = pictures_.place(planes);
    point_to(at);
    const PlaneRecord& source = pictures_.levels(at[kSource])[0];
    queue(field, source);
    if (!pictures_.refresh(planes, at)) queue(field, source);
    if (field.has_inter) take_results(field.inter);
    if (intra_) intra_->read(field.intra);
}

}  // namespace

struct DeviceSearch::State {
    std::unique_ptr<Program> program;
    SessionPool<Session> sessions{kInFlight};
    FieldQueue fields{kFieldsInFlight / MOST_PAIRS};
};

std::vector<DeviceInfo> opencl_devices() {
    std::vector<DeviceInfo> list;
    for (const cl::Device& device : vme::opencl::devices()) {
        DeviceInfo info{.number = static_cast<int>(list.size()) + 1, .name = {}, .is_gpu = false, .path = {}};
        const Status status = guarded("an OpenCL device", [&] {
            info.name = device.getInfo<CL_DEVICE_NAME>();
            info.is_gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
        });
        if (!status.ok()) info.name = status.message();
        list.push_back(info);
    }
    return list;
}

std::string opencl_path(int number) {
    auto instructions = Instructions::opencl;
    const Status status = guarded("an OpenCL device", [&] {
        instructions = instructions_of(vme::opencl::devices().at(static_cast<size_t>(number) - 1));
    });
    return name_of(status.ok() ? instructions : Instructions::opencl);
}

DeviceSearch::DeviceSearch(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceSearch::~DeviceSearch() = default;

Status DeviceSearch::open(int number, Field field, std::unique_ptr<DeviceSearch>& result) {
    const std::vector<cl::Device> all = vme::opencl::devices();
    if (static_cast<size_t>(number) > all.size())
        return {StatusCode::not_found, "OpenCL device " + std::to_string(number) + " is gone; found " +
                                           std::to_string(all.size()) + " devices"};
    auto state = std::make_unique<State>();
    const bool is_true = field == Field::true_motion;
    const cl::Device& device = all[static_cast<size_t>(number) - 1];
    Program::Options options{.portable = false, .more_kernels = whole_picture_kernels()};
    Status status =
        is_true ? guarded("an OpenCL device", [&] { options = field_program_options(device); }) : Status();
    if (status.ok()) status = Program::build(device, state->program, options);
    if (!status.ok()) return status;
    if (!is_true) status = self_test(*state->program);
    std::unique_ptr<DeviceSearch> opened(new DeviceSearch(std::move(state)));
    if (is_true) status = field_self_test(*opened);
    if (status.ok()) result = std::move(opened);
    return status;
}

const std::string& DeviceSearch::name() const { return state_->program->name(); }

Status DeviceSearch::search(const search::PictureSearch& search, MotionField& field) {
    return guarded(name(), [&] {
        walker::isolated([&] {
            state_->sessions.with(
                [&](const Session& one) { return one.serves(search); },
                [&] { return std::make_unique<Session>(state_->program->with_own_queue(), search); },
                [&](Session& session) { session.search(search, field); });
        });
    });
}

Status DeviceSearch::search(const FieldTask& task) {
    return guarded(name(), [&] { walker::isolated([&] { state_->fields.search(*state_->program, task); }); });
}

}  // namespace genmedia::motion
