// SPDX-License-Identifier: MIT
#include "motion/opencl/true_motion/field_session.h"

#include "motion/opencl/true_motion/field_kernels.h"
#include "motion/true_motion/subpixel_motion.h"
#include "vme/opencl/buffers.h"
#include "vme/opencl/make_records.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>

namespace genmedia::motion {
namespace {

using namespace vme::opencl;

constexpr size_t kItems = 64;  // of a work-group, where nothing else is said
constexpr int kLinesCopied = 64;
// As the kernels have them.
constexpr size_t kSweepItems = 32, kFineLanes = 8, kCandidateItems = 32, kFillItems = 256, kRegionItems = 256,
                 kCameraItems = 256;
constexpr size_t kRegionWords = 16, kRegionCounters = 2;
constexpr int kFromUnit = 4, kSummedRows = 16;
constexpr size_t kTileItems = 256, kSweepLanes = 32;
// A level is small where a work-group goes this often round a colour's blocks: it takes no longer then than
// commands, one after the other.
constexpr size_t kFewRounds = 3;
constexpr int kRoundsOfATile = 4, kRelaxedColumns = 40, kRelaxedRows = 24;
static_assert(2 * kRelaxRounds % (2 * kRoundsOfATile) == 0);  // they end where they began
constexpr uint32_t kSetupsOfALevel = 2 * MOST_PAIRS + 1;
constexpr int64_t kSharedPixels = 1 << 22;  // a larger picture's pair has the device alone

size_t padded_to(size_t count, size_t to) { return (count + to - 1) / to * to; }
// SampleGrid, as kernels have it.
cl_int4 sample_grid(const LevelRecord& level) {
    const SampleGrid grid(level.columns, level.rows);
    return {{grid.step, grid.columns, grid.rows, 0}};
}
int half_up(int size) { return (size + 1) / 2; }
int shares(int count, int each) { return (count + each - 1) / each; }

// Planes of `count` pictures at `end`, which moves behind them.
LevelRecord make_plane(int width, int height, int count, uint32_t& end) {
    constexpr int padding = PaddedPicture::kPadding;
    static_assert(padding % 16 == 0);
    LevelRecord level{.at = {},
                      .width = width,
                      .height = height,
                      .stride = static_cast<int32_t>(padded_to(static_cast<size_t>(width) + 2 * padding, 16)),
                      .side = kCoarseSide,
                      .columns = (width + kCoarseSide - 1) / kCoarseSide,
                      .rows = (height + kCoarseSide - 1) / kCoarseSide,
                      .step = 1};
    const auto bytes = static_cast<uint32_t>(level.stride * (height + 2 * padding));
    for (int i = 0; i < count; i++) {
        level.at[i] = end + static_cast<uint32_t>(level.stride * padding + padding);
        end += bytes + 16;  // what is read after the last sample
    }
    return level;
}

LevelRecord in_fine_blocks(LevelRecord level) {
    level.side = kFineSide;
    level.columns = (level.width + kFineSide - 1) / kFineSide;
    level.rows = (level.height + kFineSide - 1) / kFineSide;
    return level;
}

size_t macroblocks(const LevelRecord& level) {
    return static_cast<size_t>((level.width + 15) / 16) * static_cast<size_t>((level.height + 15) / 16);
}
size_t blocks(const LevelRecord& level) {
    return static_cast<size_t>(level.columns) * static_cast<size_t>(level.rows);
}
size_t grid_blocks(const LevelRecord& level) {
    return static_cast<size_t>(level.columns + 2) * static_cast<size_t>(level.rows + 2);
}

PlaneRecord plane_record(const LevelRecord& level, int number) {
    return {level.at[number], level.width, level.height, level.stride};
}

// How many blocks of a row, or of a column, have the colour's parity.
int of_parity(int count, int parity) { return (count + 1 - parity) / 2; }

}  // namespace

FieldSession::FieldSession(std::unique_ptr<const Program> program, int width, int height, Watch watch)
    : program_(std::move(program)),
      watch_(std::move(watch)),
      most_pairs_(most_pairs_of({nullptr, width, height, 0})) {
    make_levels(width, height);
    make_records();
    const auto most = static_cast<size_t>(2 * most_pairs_);  // directions
    const LevelRecord& largest = levels_[0].detail;
    const size_t coarse = most * blocks(largest), fine = most * blocks(fine_),
                 grid = most * grid_blocks(fine_);
    const size_t found = most * macroblocks(largest);
    column_sums_ = space(most * sizeof(uint16_t) * static_cast<size_t>(width + kMeanSide - 1) *
                         static_cast<size_t>(height));
    places_ = space(found * sizeof(PlaceRecord));
    records_ = space(found * sizeof(InterRecord));
    extras_ = space(found * sizeof(SearchExtras));
    means_ = space(fine * sizeof(float));
    weights_ = space(fine * sizeof(float));
    priors_ = space(fine * sizeof(cl_float2));
    start_priors_ = space(coarse * sizeof(cl_float2));
    candidates_ = space(2 * kFromUnit * coarse * sizeof(cl_int2));
    for (auto& level : coarse_)
        for (cl::Buffer& vectors : level) vectors = space(coarse * sizeof(cl_int2));
    for (cl::Buffer& vectors : fine_vectors_) vectors = space(fine * sizeof(cl_int2));
    for (cl::Buffer& changed : changed_) changed = space(fine);
    good_ = space(coarse);
    unknown_ = space(coarse * sizeof(cl_int));
    cameras_ = space(most * sizeof(cl_float8));
    // Around a grid nothing ever changes.
    const std::vector<float> nowhere(2 * grid, kNowhere), zeros(4 * grid, 0.F);
    const auto filled = [&](const std::vector<float>& values, size_t each) {
        cl::Buffer buffer = space(each * grid * sizeof(float));
        program_->queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, each * grid * sizeof(float), values.data());
        return buffer;
    };
    vectors_ = filled(nowhere, 2);
    relaxed_ = filled(nowhere, 2);
    starts_ = filled(nowhere, 2);
    products_ = filled(zeros, 4);
    yds_ = filled(zeros, 1);
    inverses_ = filled(zeros, 4);
    rights_ = filled(zeros, 2);
    pulls_ = filled(zeros, 2);
    regions_ = space(most * (kRegionWords * blocks(fine_) + kRegionCounters) * sizeof(cl_int));
    differences_ = space(fine * sizeof(uint16_t));
    results_ = space(found * sizeof(InterRecord));
    results_copy_ = PinnedMemory(*program_, found * sizeof(InterRecord));
    const cl::Device device = program_->queue().getInfo<CL_QUEUE_DEVICE>();
    small_items_ = small_level_items(device);
    few_blocks_ = 4 * kFewRounds * small_items_ / kSweepLanes;
    compute_units_ = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
}

int FieldSession::most_pairs_of(const PlaneView& picture) {
    return int64_t{picture.width} * picture.height <= kSharedPixels ? MOST_PAIRS : 1;
}

FieldSession::~FieldSession() { clFinish(program_->queue()()); }

cl::Buffer FieldSession::space(size_t bytes) const { return space_for<uint8_t>(*program_, bytes); }

const cl::Kernel& FieldSession::kernel(const char* name) {
    const auto found = kernels_.find(name);
    return found != kernels_.end() ? found->second
                                   : kernels_.emplace(name, program_->kernel(name)).first->second;
}

void FieldSession::run_groups(const char* name, size_t items, int groups, int rows, int depth,
                              const auto&... arguments) {
    if (groups < 1 || rows < 1) return;  // such as those of a colour that no block has
    cl::Event event;
    program_->queue().enqueueNDRangeKernel(with_arguments(kernel(name), arguments...), cl::NullRange,
                                           cl::NDRange(items * static_cast<size_t>(groups),
                                                       static_cast<size_t>(rows), static_cast<size_t>(depth)),
                                           cl::NDRange(items, 1, 1), nullptr, watch_ ? &event : nullptr);
    if (watch_) watch_(name, event);
}

void FieldSession::run(const char* name, int columns, int rows, int depth, const auto&... arguments) {
    run_groups(name, kItems, static_cast<int>((static_cast<size_t>(columns) + kItems - 1) / kItems), rows,
               depth, arguments...);
}

void FieldSession::make_levels(int width, int height) {
    uint32_t end = 0;
    const int count = search_level_count(width, height), pictures = 2 * most_pairs_;
    for (int i = 0; i < count; i++, width = half_up(width), height = half_up(height)) {
        const LevelRecord plane = make_plane(width, height, pictures, end);
        levels_.push_back({plane, make_plane(width, height, pictures, end)});
    }
    pictures_ = space(end);
    const LevelRecord& plane = levels_[0].plane;
    for (int i = 0; i < pictures; i++)
        copies_.emplace_back(*program_, static_cast<size_t>(plane.stride) *
                                            static_cast<size_t>(plane.height + 2 * PaddedPicture::kPadding));
    search_every(1);
}

void FieldSession::search_every(int step) {
    levels_[0].plane.step = levels_[0].detail.step = step;
    fine_plane_ = in_fine_blocks(levels_[0].plane);
    fine_ = in_fine_blocks(levels_[0].detail);
}

// What the unit is asked for: unit_candidates(). Tiny windows are not searched by its kernels.
void FieldSession::make_records() {
    vme::ImeRequest request;
    request.disabled_partitions = vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4;
    std::vector<SearchRecord> searches;
    for (const Level& level : levels_)
        for (int setup = 0; setup < static_cast<int>(kSetupsOfALevel); setup++) {
            Pictures none;
            SearchRecord record = search_record(request, {0, 0}, none);
            record.is_rectangle = setup < 2 * most_pairs_;
            if (record.is_rectangle) {
                record.source = plane_record(level.detail, setup);
                record.reference[0] = plane_record(level.detail, setup ^ 1);
            }
            searches.push_back(record);
        }
    searches_ = upload(*program_, searches);
    paths_ = upload(*program_, std::vector{path_record(vme::search_path(request.window, false))});
}

// With its padding.
void FieldSession::upload_picture(size_t number, const PlaneView& picture) {
    const LevelRecord& plane = levels_[0].plane;
    constexpr int padding = PaddedPicture::kPadding;
    const auto stride = static_cast<size_t>(plane.stride), width = static_cast<size_t>(plane.width);
    uint8_t* const copy = copies_[number].data();
    const int lines = plane.height + 2 * padding;
    walker::parallel_for_runs(lines, kLinesCopied, [&](int first, int end) {
        for (int y = first; y < end; y++) {
            const uint8_t* from = picture.line(std::clamp(y - padding, 0, plane.height - 1));
            uint8_t* to = copy + static_cast<size_t>(y) * stride;
            std::fill_n(to, padding, from[0]);
            std::memcpy(to + padding, from, width);
            std::fill(to + padding + width, to + stride, from[width - 1]);
        }
    });
    const size_t before = stride * padding + padding;
    program_->queue().enqueueWriteBuffer(pictures_, CL_FALSE, plane.at[number] - before,
                                         stride * static_cast<size_t>(lines), copy);
    program_->queue().flush();
}

void FieldSession::make_pyramids(const Tasks& tasks) {
    for (size_t p = 0; p < tasks.size(); p++) {
        upload_picture(2 * p, tasks[p]->source);
        upload_picture(2 * p + 1, tasks[p]->reference);
    }
    const auto pictures = static_cast<int>(2 * tasks.size());
    for (size_t i = 0; i < levels_.size(); i++) {
        const auto& [plane, detail] = levels_[i];
        const int groups = plane.stride / 4, lines = plane.height + 2 * PaddedPicture::kPadding;
        if (i > 0) run("halve_picture", groups, lines, pictures, pictures_, levels_[i - 1].plane, plane);
        run("sum_columns", plane.width + kMeanSide - 1, shares(plane.height, kSummedRows), pictures,
            pictures_, plane, column_sums_);
        run("subtract_means", groups, lines, pictures, pictures_, plane, detail, column_sums_);
    }
}

void FieldSession::find_candidates(int level, const Found* coarser, bool is_coarsest,
                                   const cl::Buffer& priors, int first, int each, int directions) {
    const LevelRecord& l = levels_[static_cast<size_t>(level)].detail;
    const cl::Buffer none;
    const cl_int2 size = coarser ? cl_int2{{coarser->columns, coarser->rows}} : cl_int2{};
    run_groups("place_windows", kCandidateItems, (l.width + 15) / 16, (l.height + 15) / 16, directions,
               pictures_, l, coarser ? coarser->vectors : none, size, cl_int{is_coarsest}, priors,
               cl_int{first}, cl_int{each}, cl_int{level}, places_, candidates_);
    unit_.search(
        {.pictures = pictures_, .searches = searches_, .paths = paths_, .streams = none, .rectangles = true},
        {places_, 0, static_cast<size_t>(directions) * macroblocks(l)}, records_, extras_);
}

void FieldSession::place_starts(const FieldTask& task, int level) {
    const LevelRecord& l = levels_[static_cast<size_t>(level)].detail;
    const StartVectors start(task.start, levels_[0].detail.width, levels_[0].detail.height);
    const BlockMotion grid(kCoarseSide, l.width, l.height);
    const size_t bytes = blocks(l) * sizeof(cl_float2);
    static_assert(sizeof(cl_float2) == sizeof(RealVector));
    for (size_t way = 0; way < 2; way++)
        program_->queue().enqueueWriteBuffer(
            start_priors_, CL_TRUE, way * bytes, bytes,
            (way == 0 ? start : start.reversed()).of_level(static_cast<size_t>(level), grid).data());
}

// Vectors lie in `first`, and in the end where the last sweep left them.
FieldSession::Found FieldSession::sweep(const LevelRecord& level, const SweepOptions& options, int each,
                                        const cl::Buffer& first, const cl::Buffer& second, int directions) {
    const cl::Buffer* vectors[] = {&first, &second};
    const bool coarse = level.side == kCoarseSide;
    if (coarse && blocks(level) <= few_blocks_ && options.sweeps % 2 == 0) {
        run_groups("sweep_small", small_items_, 1, directions, 1, pictures_, level,
                   SweepRecord{options.smoothness, options.to_prior, 0, each}, cl_int{options.sweeps}, means_,
                   weights_, priors_, candidates_, first, second, changed_[0], changed_[1]);
        return {first, level.columns, level.rows};
    }
    for (int i = 0; i < options.sweeps; i++) {
        const SweepRecord record{options.smoothness, options.to_prior, i, each};
        const size_t before = static_cast<size_t>(i) % 2, now = 1 - before;
        for (int colour = 0; colour < 4; colour++) {
            const int columns = of_parity(level.columns, colour % 2),
                      rows = of_parity(level.rows, colour / 2);
            const int groups =
                coarse ? columns
                       : static_cast<int>(padded_to(static_cast<size_t>(columns) * kFineLanes, kSweepItems) /
                                          kSweepItems);
            const auto run_sweep = [&](const char* name, const auto&... planes) {
                run_groups(name, kSweepItems, groups, rows, directions, pictures_, planes..., record,
                           cl_int{colour}, means_, weights_, priors_, candidates_, *vectors[before],
                           *vectors[now], changed_[before], changed_[now]);
            };
            if (coarse)
                run_sweep("sweep_coarse", level);
            else
                run_sweep("sweep_fine", level, fine_plane_);
        }
    }
    return {*vectors[options.sweeps % 2], level.columns, level.rows};
}

FieldSession::Found FieldSession::search_level(const FieldTask& task, int level, const Found* coarser,
                                               int directions) {
    const LevelRecord& l = levels_[static_cast<size_t>(level)].detail;
    const bool is_coarsest = coarser == nullptr, has_start = !task.start.empty();
    const int each = has_start ? 2 * kFromUnit : kFromUnit;
    find_candidates(level, coarser, is_coarsest, priors_, 0, each, directions);
    if (has_start) {
        run("take_candidates", l.columns, l.rows, directions, l, places_, extras_, cl_int{0}, cl_int{each},
            candidates_);
        place_starts(task, level);
        find_candidates(level, nullptr, false, start_priors_, kFromUnit, each, directions);
    }
    const auto& [first, second] = coarse_[static_cast<size_t>(level) % 2];
    run("begin_level", l.columns, l.rows, directions, pictures_, l, places_, extras_, priors_,
        cl_int{each - kFromUnit}, cl_int{each}, cl_int{is_coarsest}, task.options.smoothness, candidates_,
        first, means_, weights_);
    SweepOptions options = kCoarseSweeps;
    if (!coarser) options.to_prior = 0;
    return sweep(l, options, each, first, second, directions);
}

void FieldSession::confirm(int level, const Found& found, const Found& back, int directions) {
    const LevelRecord& l = levels_[static_cast<size_t>(level)].detail;
    const bool last = level == 0;
    run("confirm_vectors", l.columns, l.rows, directions, pictures_, l, found.vectors, back.vectors,
        cl_int2{{back.columns, back.rows}}, last ? 2.F : 1.F, cl_int{last}, good_);
    if (level == 1)
        run_groups("find_camera", kCameraItems, 1, directions, 1, l, sample_grid(l), found.vectors, good_,
                   cameras_);
    if (level <= 1)
        run("prefer_camera", l.columns, l.rows, directions, pictures_, l, cameras_, found.vectors, good_);
    run_groups("fill_unconfirmed", kFillItems, 1, directions, 1, l, cameras_, found.vectors, good_, unknown_);
    if (level == 1) run("double_cameras", 1, directions, 1, l, cameras_);
}

FieldSession::Found FieldSession::divide(const Found& coarse, float smoothness, int directions) {
    run("divide_blocks", fine_.columns, fine_.rows, directions, pictures_, fine_, coarse.vectors,
        cl_int2{{coarse.columns, coarse.rows}}, smoothness, fine_vectors_[0], priors_, means_, weights_);
    return sweep(fine_, kFineSweep, 0, fine_vectors_[0], fine_vectors_[1], directions);
}

void FieldSession::step(float to_camera, int directions) {
    run_groups("fit_camera", kCameraItems, 1, directions, 1, fine_, sample_grid(fine_), vectors_, weights_,
               cameras_);
    run("find_gradients", fine_.columns, fine_.rows, directions, pictures_, fine_, cameras_, vectors_,
        starts_, products_, yds_);
    run("find_equations", fine_.columns, fine_.rows, directions, fine_, to_camera, cameras_, starts_,
        products_, yds_, inverses_, rights_, pulls_);
    const cl::Buffer* vectors[] = {&vectors_, &relaxed_};
    for (int half = 0; half < 2 * kRelaxRounds; half += kRoundsOfATile) {
        run_groups("relax_vectors", kTileItems, shares(fine_.columns, kRelaxedColumns),
                   shares(fine_.rows, kRelaxedRows), directions, fine_, cl_int{half}, starts_, inverses_,
                   rights_, pulls_, *vectors[0], *vectors[1]);
        std::swap(vectors[0], vectors[1]);
    }
    run("add_camera", fine_.columns, fine_.rows, directions, fine_, cameras_, vectors_);
}

void FieldSession::choose_again(int directions) {
    for (int colour = 0; colour < 4; colour++) {
        const auto lanes = static_cast<size_t>(of_parity(fine_.columns, colour % 2)) * kFineLanes;
        run_groups("take_neighbors_vectors", kSweepItems,
                   static_cast<int>((lanes + kSweepItems - 1) / kSweepItems),
                   of_parity(fine_.rows, colour / 2), directions, pictures_, fine_, fine_plane_,
                   cl_int{colour}, means_, weights_, vectors_);
    }
    const auto all = static_cast<int>(blocks(fine_));
    run("begin_regions", std::max(all, static_cast<int>(kRegionCounters)), directions, 1, fine_, regions_);
    run("find_regions", fine_.columns, fine_.rows, directions, fine_, vectors_, regions_);
    run("measure_regions", all, directions, 1, fine_, regions_);
    // In all one for each unit: while they wait for each other, other searches' commands find room.
    run_groups("dissolve_regions", kRegionItems, std::max(1, compute_units_ / directions), directions, 1,
               pictures_, fine_, means_, weights_, vectors_, regions_);
}

// From coarse to fine, up to vectors between pixels.
void FieldSession::search_levels(const FieldTask& task, int pairs, int directions) {
    Found coarser;
    program_->queue().enqueueFillBuffer(cameras_, cl_float{0}, 0, cameras_.getInfo<CL_MEM_SIZE>());
    const int last = static_cast<int>(levels_.size()) - 1;
    for (int level = last; level > 0; level--) {
        const Found found = search_level(task, level, level == last ? nullptr : &coarser, 2 * pairs);
        confirm(level, found, found, 2 * pairs);
        coarser = found;
    }
    const Found coarse = search_level(task, 0, last == 0 ? nullptr : &coarser, directions);
    if (last > 0) confirm(0, coarse, coarser, directions);
    const Found fine = divide(coarse, task.options.smoothness, directions);
    run("begin_subpixel", fine_.columns, fine_.rows, directions, pictures_, fine_, fine_plane_,
        task.options.smoothness, cameras_, weights_, fine.vectors, vectors_);
    for (int i = 1; i < kGradientSteps; i++) step(0, directions);
    choose_again(directions);
    step(kToCamera, directions);
}

void FieldSession::read(const cl::Buffer& from, size_t bytes, PinnedMemory& to) {
    program_->queue().enqueueReadBuffer(from, CL_FALSE, 0, bytes, to.data());
}

void FieldSession::queue_results(const FieldTask& task, int pairs, int directions) {
    const int width = fine_.width, height = fine_.height;
    const int columns = (width + 15) / 16, rows = (height + 15) / 16;
    const size_t all = static_cast<size_t>(2 * most_pairs_) * macroblocks(fine_);
    const size_t asked = static_cast<size_t>(directions) * macroblocks(fine_);
    if (task.fields[0]) {
        run("find_differences", fine_.columns, fine_.rows, directions, pictures_, fine_plane_, vectors_,
            differences_);
        run("fill_results", columns, rows, directions, fine_plane_, vectors_, differences_, results_);
        read(results_, asked * sizeof(InterRecord), results_copy_);
    }
    if (task.fields[0] && task.options.confidence) {
        if (!confidence_copy_.data()) {
            trust_ = space(static_cast<size_t>(2 * most_pairs_) * blocks(fine_) * sizeof(cl_float4));
            confidence_ = space(16 * all);
            occluded_ = space(16 * all);
            confidence_copy_ = PinnedMemory(*program_, 16 * all);
            occluded_copy_ = PinnedMemory(*program_, 16 * all);
        }
        run("look_back", fine_.columns, fine_.rows, directions, pictures_, fine_plane_, vectors_, trust_);
        run("fill_trust", 16 * columns, rows, directions, fine_plane_, vectors_, trust_, confidence_,
            occluded_);
        read(confidence_, 16 * asked, confidence_copy_);
        read(occluded_, 16 * asked, occluded_copy_);
    }
    if (task.fields[0] && task.options.per_pixel) {
        const size_t bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * sizeof(cl_float2);
        if (!flow_copy_.data()) {
            flow_ = space(static_cast<size_t>(2 * most_pairs_) * bytes);
            flow_copy_ = PinnedMemory(*program_, static_cast<size_t>(2 * most_pairs_) * bytes);
        }
        LevelRecord plane = fine_plane_;
        plane.step = task.fields[1] ? 1 : 2;
        const int ways = task.fields[1] ? 2 * pairs : pairs;
        run("spread_vectors", width, height, ways, pictures_, plane, vectors_, flow_);
        read(flow_, static_cast<size_t>(ways) * bytes, flow_copy_);
    }
    if (task.motions[0]) {
        const size_t bytes = grid_blocks(fine_) * sizeof(cl_float2);
        if (!vectors_copy_.data())
            vectors_copy_ = PinnedMemory(*program_, static_cast<size_t>(2 * most_pairs_) * bytes);
        read(vectors_, static_cast<size_t>(2 * pairs) * bytes, vectors_copy_);
    }
    program_->queue().flush();
}

// Of pair number `pair`.
void FieldSession::take_results(const FieldTask& task, size_t pair) {
    // Part `number` of what lies one after the other.
    const auto copy = [](const PinnedMemory& from, size_t number, auto& to) {
        const size_t bytes = to.size() * sizeof(to[0]);
        std::memcpy(static_cast<void*>(to.data()), from.data() + number * bytes, bytes);
    };
    const size_t searched = task.has_back() ? 2 : 1, spread = task.fields[1] ? 2 : 1;  // of a pair
    for (size_t way = 0; way < 2; way++) {
        if (MotionField* field = task.fields[way]) {
            copy(results_copy_, searched * pair + way, field->inter);
            if (task.options.confidence) {
                field->confidence.resize(field->inter.size());
                field->occluded.resize(field->inter.size());
                copy(confidence_copy_, searched * pair + way, field->confidence);
                copy(occluded_copy_, searched * pair + way, field->occluded);
            }
            if (task.options.per_pixel) {
                field->flow.resize(static_cast<size_t>(fine_.width) * static_cast<size_t>(fine_.height));
                copy(flow_copy_, spread * pair + way, field->flow);
            }
        }
        if (TrueMotion* motion = task.motions[way]) {
            motion->columns = fine_.columns;
            motion->rows = fine_.rows;
            motion->vectors.resize(blocks(fine_));
            const auto columns = static_cast<size_t>(fine_.columns);
            for (size_t y = 0; y < static_cast<size_t>(fine_.rows); y++) {
                const size_t from = (2 * pair + way) * grid_blocks(fine_) + (y + 1) * (columns + 2) + 1;
                std::memcpy(motion->vectors.data() + y * columns,
                            vectors_copy_.data() + from * sizeof(RealVector), columns * sizeof(RealVector));
            }
        }
    }
}

void FieldSession::search(const Tasks& tasks) {
    const FieldTask& first = *tasks.front();
    const int step = first.has_back() ? 1 : 2;
    const auto pairs = static_cast<int>(tasks.size()), directions = 2 * pairs / step;
    search_every(step);
    make_pyramids(tasks);
    search_levels(first, pairs, directions);
    queue_results(first, pairs, directions);
    program_->queue().finish();
    walker::parallel_for(
        pairs, [&](int pair) { take_results(*tasks[static_cast<size_t>(pair)], static_cast<size_t>(pair)); });
}

}  // namespace genmedia::motion
