// SPDX-License-Identifier: MIT
// bench_devices [DEVICE...]: pictures a second of the search on OpenCL devices, those of `genmedia devices`.
//
// "on device": the pictures lie there, all 41 blocks, default costs, no predictor; two queues take turns, so
// that the end of a picture and the start of the next overlap. "estimator": one MotionEstimator, pictures in
// host memory and results back; each call brings one new picture, or sixteen.
#include "genmedia/devices.h"
#include "genmedia/motion.h"
#include "vme/opencl/buffers.h"
#include "vme/opencl/make_records.h"
#include "vme/opencl/unit_kernels.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>
#include <tuple>

namespace {

using namespace genmedia;
using namespace genmedia::vme::opencl;

std::vector<uint8_t> picture(int width, int height, int shift) {
    std::vector<uint8_t> samples;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const int px = x + 5 * shift, py = y + 3 * shift;
            const uint32_t noise =
                (static_cast<uint32_t>(px) * 374761393u + static_cast<uint32_t>(py) * 668265263u) *
                    1274126177u >>
                28;
            samples.push_back(static_cast<uint8_t>(128 + 50 * std::sin(px * 0.11) * std::cos(py * 0.07) +
                                                   40 * std::sin((px + 2 * py) * 0.013) + noise));
        }
    }
    return samples;
}

// Runs a second, after two that do not count.
double per_second(const std::function<void()>& action) {
    using Clock = std::chrono::steady_clock;
    action(), action();
    const auto start = Clock::now();
    int count = 0;
    double seconds = 0;
    do {
        action();
        count++;
        seconds = std::chrono::duration<double>(Clock::now() - start).count();
    } while (seconds < 1);
    return count / seconds;
}

class OnDevice {
public:
    OnDevice(const Program& program, int width, int height)
        : source_(picture(width, height, 0)), reference_(picture(width, height, 1)) {
        vme::ImeRequest& search = search_request_;
        search.source.image.luma = {source_.data(), width, height, width};
        search.forward.luma = {reference_.data(), width, height, width};
        search.costs.motion_vector = {.table = vme::default_motion_vector_cost(vme::SliceType::p, 28)};
        search.costs.shape = vme::default_inter_shape_penalty(vme::SliceType::p, 28);
        vme::RefineRequest& refinement = refine_request_;
        refinement.source = search.source;
        refinement.set_forward(search.forward);
        refinement.costs = search.costs;
        Pictures all;
        std::vector<SearchRecord> searches{search_record(search, {0, 0}, all)};
        const vme::SearchPath& path = vme::search_path(search.window, false);
        searches[0].is_rectangle = is_rectangle(search, path);
        std::vector<PlaceRecord> places;
        for (int y = 0; y < height; y += 16)
            for (int x = 0; x < width; x += 16) {
                search.source.x = x, search.source.y = y;
                places.push_back(place_record(0, search.source, search.costs));
            }
        count_ = places.size();
        pictures_ = upload(program, all.samples());
        searches_ = upload(program, searches);
        paths_ = upload(program, std::vector{path_record(path)});
        places_ = upload(program, places);
        refinements_ = upload(program, std::vector{refine_record(refinement, all)});
        for (Lane& lane : lanes_) {
            lane.program = program.with_own_queue();
            lane.results = space_for<InterRecord>(program, count_);
            lane.kernels.emplace(*lane.program);
        }
    }

    // How many results, of every 97th macroblock, differ from those of this processor.
    int differences() {
        int count = 0;
        for (Lane& lane : lanes_) count += differences(lane);
        return count;
    }

    // Ten pictures of each kernel.
    double pictures_per_second(bool search, bool refine) {
        return 10 * per_second([&] {
                   for (int i = 0; i < 10; i++) {
                       Lane& lane = lanes_[static_cast<size_t>(i) % lanes_.size()];
                       if (search) run_search(lane);
                       if (refine) run_refinement(lane);
                   }
                   for (const Lane& lane : lanes_) lane.program->queue().finish();
               });
    }

private:
    struct Lane {
        std::unique_ptr<const Program> program;
        std::optional<UnitKernels> kernels;
        cl::Buffer results;
    };

    void run_search(Lane& lane) {
        const cl::Buffer none;
        lane.kernels->search({pictures_, searches_, paths_, none, true}, {places_, 0, count_}, lane.results,
                             none);
        lane.program->queue().flush();
    }
    void run_refinement(Lane& lane) {
        lane.kernels->refine(pictures_, refinements_, {places_, 0, count_}, lane.results, lane.results);
        lane.program->queue().flush();
    }

    int differences(Lane& lane) {
        run_search(lane);
        run_refinement(lane);
        const std::vector<InterRecord> actual = download<InterRecord>(*lane.program, lane.results, count_);
        int count = 0;
        vme::ImeRequest search = search_request_;
        vme::RefineRequest refinement = refine_request_;
        for (size_t i = 0; i < count_; i += 97) {
            const auto columns = static_cast<size_t>(search.source.image.luma.width + 15) / 16;
            search.source.x = static_cast<int>(i % columns * 16);
            search.source.y = static_cast<int>(i / columns * 16);
            refinement.source = search.source;
            vme::ImeResult found;
            vme::RefineResult refined;
            if (!vme::evaluate(search, found).ok()) std::exit(1);
            refinement.set_partition(found);
            if (!vme::evaluate(refinement, refined).ok()) std::exit(1);
            count += inter_result(actual[i]) != refined;
        }
        return count;
    }

    const std::vector<uint8_t> source_, reference_;
    vme::ImeRequest search_request_;
    vme::RefineRequest refine_request_;
    size_t count_ = 0;
    cl::Buffer pictures_, searches_, paths_, places_, refinements_;
    std::array<Lane, 2> lanes_;
};

void time_kernels(int number, bool portable, int width, int height) {
    std::unique_ptr<Program> program;
    if (const Status status =
            Program::build(devices()[static_cast<size_t>(number) - 1], program, {.portable = portable});
        !status.ok()) {
        std::printf("%s\n", status.message().c_str());
        return;
    }
    OnDevice on(*program, width, height);
    std::printf("  %d results differ\n", on.differences());
    std::printf("  on device, %s: search and decision %.1f, with refinement %.1f (refinement alone %.1f)\n",
                name_of(program->instructions()), on.pictures_per_second(true, false),
                on.pictures_per_second(true, true), on.pictures_per_second(false, true));
}

// As in a clip: the new picture of a call is the previous picture of the next call. The pictures are parts of
// one large picture, and more than a device keeps.
class Clip {
public:
    Clip(int width, int height)
        : width_(width),
          height_(height),
          stride_(width + 5 * kPictures),
          samples_(picture(stride_, height + 3 * kPictures, 0)) {}

    PlaneView view(size_t number) const {
        const auto shift = static_cast<ptrdiff_t>(number % kPictures);
        return {samples_.data() + 3 * shift * stride_ + 5 * shift, width_, height_, stride_};
    }

private:
    static constexpr int kPictures = 31;

    int width_, height_, stride_;
    std::vector<uint8_t> samples_;
};

// Fields a second of one estimator that so many threads call, with a picture each. All have begun before any
// is counted. `ok` tells whether the device was used to the end.
double fields_per_second(const MotionOptions& options, const Clip& clip, int in_flight, bool& ok) {
    std::vector<double> rates(static_cast<size_t>(in_flight));
    std::atomic<bool> good = true;
    std::barrier all_have_begun(in_flight);
    MotionEstimator estimator(options);
    std::atomic<size_t> count = 0;
    std::vector<std::jthread> threads;
    for (double& rate : rates)
        threads.emplace_back([&] {
            MotionField field;
            const auto next = [&] {
                const size_t number = ++count;
                const MotionRequest request{
                    .source = {clip.view(number), {}}, .previous = clip.view(number - 1), .next = {}};
                if (!estimator.estimate(request, field).ok()) good = false;
            };
            next();
            all_have_begun.arrive_and_wait();
            rate = per_second(next);
        });
    threads.clear();
    ok = good && estimator.device_status().ok();
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

// The same in calls of kTogether pictures.
double fields_together(const MotionOptions& options, const Clip& clip, bool& ok) {
    constexpr size_t kTogether = 16;
    MotionEstimator estimator(options);
    std::vector<MotionRequest> requests(kTogether);
    std::vector<MotionField> fields(kTogether);
    size_t count = 0;
    bool good = true;
    const double calls = per_second([&] {
        for (MotionRequest& request : requests) {
            count++;
            request = {.source = {clip.view(count), {}}, .previous = clip.view(count - 1), .next = {}};
        }
        good = estimator.estimate(requests, fields).ok() && good;
    });
    ok = good && estimator.device_status().ok();
    return calls * kTogether;
}

// `fields` measures an estimator with such options.
void time_predictors(int number,
                     const std::function<double(const MotionOptions& options, bool& ok)>& fields) {
    for (const auto& [name, predictor, intra] :
         {std::tuple("no predictor", Predictor::none, false),
          std::tuple("hierarchical", Predictor::hierarchical, false),
          std::tuple("spatial", Predictor::spatial, false),
          std::tuple("hierarchical and intra", Predictor::hierarchical, true)}) {
        MotionOptions options;
        options.device = number;
        options.predictor = predictor;
        options.intra = intra;
        bool ok = false;
        const double rate = fields(options, ok);
        std::printf(" %s %.1f%s", name, rate, ok ? "" : " FAILED");
        std::fflush(stdout);
    }
    std::printf("\n");
}

void time_estimator(int number, int width, int height) {
    const Clip clip(width, height);
    for (const int in_flight : {1, 2, 4, 6}) {
        if (in_flight > 1 && number == 0) break;  // it takes all cores
        std::printf("  estimator, called by %d:", in_flight);
        time_predictors(number, [&](const MotionOptions& options, bool& ok) {
            return fields_per_second(options, clip, in_flight, ok);
        });
    }
    std::printf("  estimator, many pictures a call:");
    time_predictors(
        number, [&](const MotionOptions& options, bool& ok) { return fields_together(options, clip, ok); });
}

}  // namespace

int main(int argc, char** argv) {
    for (const DeviceInfo& device : list_devices()) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; i++) wanted = wanted || std::atoi(argv[i]) == device.number;
        if (!wanted) continue;
        for (const auto& [width, height] : {std::pair(1920, 1080), std::pair(3840, 2160)}) {
            std::printf("%d %s, %dx%d, pictures a second\n", device.number, device.name.c_str(), width,
                        height);
            if (device.number != 0) time_kernels(device.number, false, width, height);
            if (device.path != "opencl" && device.number != 0)
                time_kernels(device.number, true, width, height);
            time_estimator(device.number, width, height);
        }
    }
}
