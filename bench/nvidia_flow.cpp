// SPDX-License-Identifier: MIT
// bench_nvidia_flow CLIP [PICTURES]: the field of a clip's luma by NVIDIA's optical flow engine, and by the
// unit on the first GPU, on the same pictures: pictures a second, and the mean squared error of all pixels
// after motion compensation, between pixels bilinear for both.
//
// The engine's pictures lie on the device and its vectors stay there. The unit's pictures lie in the host's
// memory and its fields come back to it: MotionEstimator, four threads.
#include "genmedia/motion.h"
#include "genmedia/partition.h"
#include "media/video/video_reader.h"
#include "nvidia_flow_api.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace genmedia;

struct Clip {
    int width = 0, height = 0;
    std::vector<std::vector<uint8_t>> pictures;  // luma without padding

    PlaneView view(size_t i) const { return {pictures[i].data(), width, height, width}; }
};

void check(int error, const char* what) {
    if (error != 0) throw std::runtime_error(std::string(what) + " gave " + std::to_string(error));
}

Clip read_clip(const char* path, size_t count) {
    media::VideoReader reader;
    Status status = reader.open(path);
    Clip clip;
    for (bool end = false; status.ok() && clip.pictures.size() < count;) {
        media::Picture picture;
        status = reader.next(picture, end);
        if (!status.ok() || end) break;
        const PlaneView luma = picture.luma();
        clip.width = luma.width, clip.height = luma.height;
        std::vector<uint8_t>& to = clip.pictures.emplace_back();
        for (int y = 0; y < luma.height; y++) to.insert(to.end(), luma.line(y), luma.line(y) + luma.width);
    }
    if (!status.ok()) throw std::runtime_error(status.message());
    if (clip.pictures.size() < 2) throw std::runtime_error(std::string(path) + " has less than two pictures");
    return clip;
}

struct Flow {
    double x, y;  // pixels
};

// Bilinear; beyond the picture its edge.
double sample(const PlaneView& plane, double x, double y) {
    const auto at = [&](int column, int row) {
        return plane.line(std::clamp(row, 0, plane.height - 1))[std::clamp(column, 0, plane.width - 1)];
    };
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    const double fx = x - left, fy = y - top;
    return (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy) +
           (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy;
}

// The sum of squared errors of a picture made from the one before.
double squared_error(const PlaneView& picture, const PlaneView& previous,
                     const std::function<Flow(int x, int y)>& flow) {
    double sum = 0;
    for (int y = 0; y < picture.height; y++)
        for (int x = 0; x < picture.width; x++) {
            const Flow to = flow(x, y);
            const double error = picture.line(y)[x] - sample(previous, x + to.x, y + to.y);
            sum += error * error;
        }
    return sum;
}

// Every tenth pair, by its second picture.
bool is_compared(size_t number) { return number % 10 == 1; }

std::vector<size_t> compared(const Clip& clip) {
    std::vector<size_t> pairs;
    for (size_t i = 1; i < clip.pictures.size(); i++)
        if (is_compared(i)) pairs.push_back(i);
    return pairs;
}

double mean(const Clip& clip, double sum) {
    return sum / (static_cast<double>(compared(clip).size()) * clip.width * clip.height);
}

// Runs of `action`, which does `pictures` at a time: pictures a second, over a second at least.
double per_second(size_t pictures, const std::function<void()>& action) {
    using Clock = std::chrono::steady_clock;
    action();
    const auto start = Clock::now();
    size_t count = 0;
    double seconds = 0;
    do {
        action();
        count += pictures;
        seconds = std::chrono::duration<double>(Clock::now() - start).count();
    } while (seconds < 1);
    return static_cast<double>(count) / seconds;
}

template <class Function>
void find(void* library, const char* name, Function*& to) {
    to = reinterpret_cast<Function*>(dlsym(library, name));
    if (!to) throw std::runtime_error(std::string(name) + " is missing");
}

void* open(const char* name) {
    void* library = dlopen(name, RTLD_NOW);
    if (!library) throw std::runtime_error(dlerror());
    return library;
}

nvidia_flow::Cuda load_cuda() {
    void* library = open("libcuda.so.1");
    nvidia_flow::Cuda cuda{};
    find(library, "cuInit", cuda.init);
    find(library, "cuDeviceGet", cuda.device);
    find(library, "cuDevicePrimaryCtxRetain", cuda.retain);
    find(library, "cuCtxSetCurrent", cuda.set_current);
    find(library, "cuCtxSynchronize", cuda.synchronize);
    find(library, "cuMemcpyHtoD_v2", cuda.to_device);
    find(library, "cuMemcpyDtoH_v2", cuda.to_host);
    return cuda;
}

class Engine {
public:
    Engine(const Clip& clip, int preset, int grid) : clip_(clip), grid_(grid), cuda_(load_cuda()) {
        int device = 0;
        void* context = nullptr;
        check(cuda_.init(0), "cuInit");
        check(cuda_.device(&device, 0), "cuDeviceGet");
        check(cuda_.retain(&context, device), "cuDevicePrimaryCtxRetain");
        check(cuda_.set_current(context), "cuCtxSetCurrent");
        int (*create)(uint32_t, nvidia_flow::Functions*) = nullptr;
        find(open("libnvidia-opticalflow.so.1"), "NvOFAPICreateInstanceCuda", create);
        check(create(nvidia_flow::kVersion, &functions_), "NvOFAPICreateInstanceCuda");
        check(functions_.create(context, &flow_), "nvCreateOpticalFlowCuda");
        const nvidia_flow::Init init{.width = static_cast<uint32_t>(clip.width),
                                     .height = static_cast<uint32_t>(clip.height),
                                     .output_grid = grid,
                                     .hint_grid = 0,
                                     .mode = nvidia_flow::kOpticalFlow,
                                     .preset = preset,
                                     .external_hints = 0,
                                     .output_cost = 0,
                                     .private_data = nullptr,
                                     .disparity_range = 0,
                                     .regions = 0,
                                     .direction = 0,
                                     .global_flow = 0,
                                     .input_format = nvidia_flow::kGray8};
        check(functions_.init(flow_, &init), "nvOFInit");
        for (const std::vector<uint8_t>& picture : clip.pictures) pictures_.push_back(upload(picture));
        vectors_ = buffer({columns(), rows(), nvidia_flow::kOutput, nvidia_flow::kShort2});
    }
    ~Engine() {
        for (void* picture : pictures_) functions_.destroy_buffer(picture);
        functions_.destroy_buffer(vectors_);
        functions_.destroy(flow_);
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    void search(size_t number) {
        const nvidia_flow::ExecuteInput input{.input = pictures_[number],
                                              .reference = pictures_[number - 1],
                                              .hints = nullptr,
                                              .no_temporal_hints = 0,
                                              .padding = 0,
                                              .private_data = nullptr,
                                              .padding2 = 0,
                                              .region_count = 0,
                                              .regions = nullptr};
        nvidia_flow::ExecuteOutput output{};
        output.vectors = vectors_;
        check(functions_.execute(flow_, &input, &output), "nvOFExecute");
    }
    void finish() const { check(cuda_.synchronize(), "cuCtxSynchronize"); }

    // The error of the pair that was searched last.
    double squared_error(size_t number) {
        finish();
        nvidia_flow::Strides strides{};
        check(functions_.strides_of(vectors_, &strides), "nvOFGPUBufferGetStrideInfo");
        std::vector<uint8_t> bytes(static_cast<size_t>(strides.plane[0].pitch) * rows());
        check(cuda_.to_host(bytes.data(), functions_.pointer_of(vectors_), bytes.size()), "cuMemcpyDtoH");
        return ::squared_error(clip_.view(number), clip_.view(number - 1), [&](int x, int y) {
            const uint8_t* line = bytes.data() + static_cast<size_t>(y / grid_) * strides.plane[0].pitch;
            const auto vector = reinterpret_cast<const nvidia_flow::Vector*>(line)[x / grid_];
            return Flow{vector.x / 32., vector.y / 32.};
        });
    }

private:
    uint32_t columns() const { return static_cast<uint32_t>((clip_.width + grid_ - 1) / grid_); }
    uint32_t rows() const { return static_cast<uint32_t>((clip_.height + grid_ - 1) / grid_); }

    void* buffer(const nvidia_flow::BufferDescription& description) {
        void* result = nullptr;
        check(functions_.create_buffer(flow_, &description, nvidia_flow::kDevicePointer, &result),
              "nvOFCreateGPUBufferCuda");
        return result;
    }

    void* upload(const std::vector<uint8_t>& picture) {
        void* to = buffer({static_cast<uint32_t>(clip_.width), static_cast<uint32_t>(clip_.height),
                           nvidia_flow::kInput, nvidia_flow::kGray8});
        nvidia_flow::Strides strides{};
        check(functions_.strides_of(to, &strides), "nvOFGPUBufferGetStrideInfo");
        for (int y = 0; y < clip_.height; y++)
            check(
                cuda_.to_device(functions_.pointer_of(to) + static_cast<uint64_t>(y) * strides.plane[0].pitch,
                                picture.data() + static_cast<size_t>(y) * static_cast<size_t>(clip_.width),
                                static_cast<size_t>(clip_.width)),
                "cuMemcpyHtoD");
        return to;
    }

    const Clip& clip_;
    const int grid_;
    nvidia_flow::Cuda cuda_;
    nvidia_flow::Functions functions_{};
    void* flow_ = nullptr;
    std::vector<void*> pictures_;
    void* vectors_ = nullptr;
};

void time_engine(const Clip& clip, const char* name, int preset, int grid) {
    Engine engine(clip, preset, grid);
    const double rate = per_second(clip.pictures.size() - 1, [&] {
        for (size_t i = 1; i < clip.pictures.size(); i++) engine.search(i);
        engine.finish();
    });
    // One after the other, as the engine begins with what it found in the pair before.
    double sum = 0;
    for (size_t i = 1; i < clip.pictures.size(); i++) {
        engine.search(i);
        if (is_compared(i)) sum += engine.squared_error(i);
    }
    std::printf("NVIDIA %s, a vector per %dx%d: %.1f pictures a second, error %.2f\n", name, grid, grid, rate,
                mean(clip, sum));
}

double squared_error(const Clip& clip, const MotionField& field, size_t number) {
    return squared_error(clip.view(number), clip.view(number - 1), [&](int x, int y) {
        const vme::InterResult& block = field.inter[static_cast<size_t>(y / 16 * field.columns + x / 16)];
        const vme::MotionVector vector =
            block.vectors[static_cast<size_t>(vme::entry_at(x % 16 / 4, y % 16 / 4))].forward;
        return Flow{vector.x / 4., vector.y / 4.};
    });
}

void time_unit(const Clip& clip, const char* name, Predictor predictor) {
    MotionOptions options;
    options.predictor = predictor;
    options.device = kDeviceGpu;
    MotionEstimator estimator(options);
    const auto field_of = [&](size_t i) {
        MotionField field;
        const Status status = estimator.estimate(
            {.source = {clip.view(i), {}}, .previous = clip.view(i - 1), .next = {}}, field);
        if (!status.ok()) throw std::runtime_error(status.message());
        return field;
    };
    double sum = 0;
    for (const size_t i : compared(clip)) sum += squared_error(clip, field_of(i), i);
    const double rate = per_second(clip.pictures.size() - 1, [&] {
        std::atomic<size_t> next = 1;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; t++)
            threads.emplace_back([&] {
                MotionField field;
                for (size_t i = next++; i < clip.pictures.size(); i = next++)
                    if (!estimator
                             .estimate(
                                 {.source = {clip.view(i), {}}, .previous = clip.view(i - 1), .next = {}},
                                 field)
                             .ok())
                        std::exit(1);
            });
    });
    if (!estimator.device_status().ok()) throw std::runtime_error(estimator.device_status().message());
    std::printf("genmedia %s, a vector per 4x4: %.1f pictures a second, error %.2f\n", name, rate,
                mean(clip, sum));
}

void compare(const Clip& clip) {
    std::printf("%zu pictures, %dx%d; error: mean square after compensation\n", clip.pictures.size(),
                clip.width, clip.height);
    double still = 0;
    for (const size_t i : compared(clip))
        still += squared_error(clip.view(i), clip.view(i - 1), [](int, int) { return Flow{0, 0}; });
    std::printf("no vectors: error %.2f\n", mean(clip, still));
    for (const auto& [name, preset] :
         {std::pair("slow", nvidia_flow::kSlow), std::pair("medium", nvidia_flow::kMedium),
          std::pair("fast", nvidia_flow::kFast)})
        for (const int grid : {1, 4}) time_engine(clip, name, preset, grid);
    time_unit(clip, "no predictor", Predictor::none);
    time_unit(clip, "hierarchical", Predictor::hierarchical);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_nvidia_flow CLIP [PICTURES]\n");
        return 2;
    }
    try {
        compare(read_clip(argv[1], argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 60));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_nvidia_flow: %s\n", error.what());
        return 1;
    }
}
