// SPDX-License-Identifier: MIT
// Fields of true motion a second on an OpenCL device, one of `genmedia devices`, and where their time goes.
//     bench_device_fields CLIP.gray WxH DEVICE
//
// The clip is raw luma of 8 bits; it is gone through again and again. Pictures lie in host memory, and fields
// come back there.
#include "genmedia/motion.h"
#include "motion/opencl/true_motion/field_kernels.h"
#include "motion/opencl/true_motion/field_session.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using namespace genmedia;
using namespace genmedia::motion;

class Clip {
public:
    Clip(const char* path, int width, int height) : width_(width), height_(height) {
        std::FILE* file = std::fopen(path, "rb");
        for (bool good = file; good;) {
            std::vector<uint8_t> luma(static_cast<size_t>(width) * static_cast<size_t>(height));
            good = std::fread(luma.data(), 1, luma.size(), file) == luma.size();
            if (good) pictures_.push_back(std::move(luma));
        }
        if (file) std::fclose(file);
    }
    // Of pair `number`, of which the first follows the last.
    size_t pairs() const { return pictures_.empty() ? 0 : pictures_.size() - 1; }
    PlaneView before(size_t number) const { return view(number % pairs()); }
    PlaneView now(size_t number) const { return view(number % pairs() + 1); }

private:
    PlaneView view(size_t i) const { return {pictures_[i].data(), width_, height_, width_}; }

    int width_, height_;
    std::vector<std::vector<uint8_t>> pictures_;
};

// Fields a second of so many threads, each with a pair in flight. 0: the device failed.
double rate_of(MotionEstimator& estimator, bool on_device, const Clip& clip, int threads) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds warm_up{300}, measured{1000};
    std::atomic<size_t> next = 0, done = 0;
    std::atomic<bool> ends = false, good = true;
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; t++)
        workers.emplace_back([&] {
            for (MotionField field; !ends; done++) {
                const size_t number = next++;
                const MotionRequest request{
                    .source = {clip.now(number), {}}, .previous = clip.before(number), .next = {}};
                if (!estimator.estimate(request, field).ok()) good = false;
            }
        });
    while (done < static_cast<size_t>(threads)) std::this_thread::yield();
    std::this_thread::sleep_for(warm_up);
    const auto start = Clock::now();
    const size_t before = done;
    std::this_thread::sleep_for(measured);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    const size_t count = done - before;
    ends = true;
    workers.clear();
    if (!good || !estimator.device_status().ok() || estimator.is_on_device() != on_device) return 0;
    return static_cast<double>(count) / seconds.count();
}

// How many fields of the clip differ from those of this processor.
size_t differences(MotionOptions options, const Clip& clip, size_t& fields) {
    MotionEstimator on_device(options);
    options.device = kDeviceCpu;
    MotionEstimator here(options);
    size_t count = 0;
    for (fields = 0; fields < std::min<size_t>(clip.pairs(), 4); fields++) {
        const MotionRequest request{
            .source = {clip.now(fields), {}}, .previous = clip.before(fields), .next = {}};
        MotionField actual, expected;
        const bool good = on_device.estimate(request, actual).ok() && here.estimate(request, expected).ok();
        const auto same = [](const FlowVector& a, const FlowVector& b) { return a.x == b.x && a.y == b.y; };
        count += !good || actual.inter != expected.inter || actual.confidence != expected.confidence ||
                 actual.occluded != expected.occluded ||
                 !std::ranges::equal(actual.flow, expected.flow, same);
    }
    if (!on_device.is_on_device())
        std::printf("not on the device: %s\n", on_device.device_status().message().c_str());
    return count;
}

// Microseconds of each kernel in a field, of one field at a time.
void time_kernels(int number, const Clip& clip) {
    std::unique_ptr<vme::opencl::Program> program;
    const cl::Device device = vme::opencl::devices().at(static_cast<size_t>(number) - 1);
    const Status status = vme::opencl::Program::build(device, program, field_program_options(device));
    if (!status.ok()) return void(std::printf("%s\n", status.message().c_str()));
    std::vector<std::pair<std::string, cl::Event>> events;
    const PlaneView first = clip.now(0);
    FieldSession session(program->with_own_queue(CL_QUEUE_PROFILING_ENABLE), first.width, first.height,
                         [&](const char* name, const cl::Event& event) { events.emplace_back(name, event); });
    MotionOptions options;
    options.field = Field::true_motion;
    TrueMotion motion;
    const auto search = [&](size_t i) {
        const FieldTask task{
            .source = clip.now(i), .reference = clip.before(i), .options = options, .motions = {&motion}};
        const FieldTask* const tasks[] = {&task};
        session.search(tasks);
    };
    search(0);
    events.clear();
    constexpr size_t fields = 8;
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < fields; i++) search(i);
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
    std::map<std::string, std::pair<double, int>> sums;
    double all = 0;
    for (const auto& [name, event] : events) {
        const double time = static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                event.getProfilingInfo<CL_PROFILING_COMMAND_START>()) *
                            1e-3 / fields;
        sums[name].first += time;
        sums[name].second++;
        all += time;
    }
    std::printf("one field at a time: %.0f us, of which kernels but the unit's %.0f us in %zu launches\n",
                taken.count() / fields, all, events.size() / fields);
    for (const auto& [name, sum] : sums)
        std::printf("  %-24s %8.1f us in %zu\n", name.c_str(), sum.first,
                    static_cast<size_t>(sum.second) / fields);
}

}  // namespace

int main(int argc, char** argv) {
    int width = 0, height = 0;
    const int device = argc == 4 ? std::atoi(argv[3]) : 0;
    if (device < 1 || std::sscanf(argv[2], "%dx%d", &width, &height) != 2)
        return std::fprintf(stderr, "usage: bench_device_fields CLIP.gray WxH DEVICE\n"), 2;
    const Clip clip(argv[1], width, height);
    if (clip.pairs() == 0) return std::fprintf(stderr, "%s has no two such pictures\n", argv[1]), 2;
    MotionOptions plain;
    plain.field = Field::true_motion;
    plain.device = device;
    MotionOptions all = plain;
    all.per_pixel = all.confidence = true;
    size_t fields = 0;
    const size_t differing = differences(all, clip, fields);
    std::printf("%zu of %zu fields differ from those of this processor\n", differing, fields);
    time_kernels(device, clip);
    MotionOptions here = plain, confidence = plain, per_pixel = plain;
    here.device = kDeviceCpu;
    confidence.confidence = per_pixel.per_pixel = true;
    MotionEstimator processor(here);
    std::printf("this processor: %.1f fields a second\n", rate_of(processor, false, clip, 2));
    for (const auto& [name, options] : {std::pair("fields", plain),
                                        {"with confidence", confidence},
                                        {"with a vector a pixel", per_pixel}}) {
        MotionEstimator estimator(options);
        std::printf("%s a second, by pairs in flight:", name);
        for (const int threads : {1, 4, 8, 16}) {
            std::printf("  %d: %.1f", threads, rate_of(estimator, true, clip, threads));
            std::fflush(stdout);
        }
        std::printf("\n");
    }
}
