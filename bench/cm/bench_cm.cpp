// SPDX-License-Identifier: MIT
// C for Metal kernels against OpenCV on the same pictures, and what a thread costs. Each figure is a ratio of
// medians that alternate in one run. GENMEDIA_THREADS says how many cores; OpenCV gets as many.
//     bench_cm        (in the folder with the kernel files)
#include "host.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

namespace {

using Clock = std::chrono::steady_clock;

double seconds(const std::function<void()>& work) {
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Medians of the two, which take turns.
std::pair<double, double> medians(const std::function<void()>& a, const std::function<void()>& b) {
    constexpr int rounds = 21;
    std::vector<double> times_a, times_b;
    for (int i = 0; i < rounds; i++) {
        times_a.push_back(seconds(a));
        times_b.push_back(seconds(b));
    }
    std::sort(times_a.begin(), times_a.end());
    std::sort(times_b.begin(), times_b.end());
    return {times_a[rounds / 2], times_b[rounds / 2]};
}

// A task that can be enqueued again and again.
class Task {
public:
    Task(Host& host, CmKernel* kernel, UINT width, UINT height,
         CM_DEPENDENCY_PATTERN pattern = CM_NONE_DEPENDENCY)
        : host_(host) {
        cm_result_check(host.device->CreateThreadSpace(width, height, space_));
        cm_result_check(space_->SelectThreadDependencyPattern(pattern));
        cm_result_check(host.device->CreateTask(task_));
        cm_result_check(task_->AddKernel(kernel));
    }
    void operator()() {
        CmEvent* event = nullptr;
        cm_result_check(host_.queue->Enqueue(task_, event, space_));
        cm_result_check(event->WaitForTaskFinished(100000));
        cm_result_check(host_.queue->DestroyEvent(event));
    }

private:
    Host& host_;
    CmThreadSpace* space_ = nullptr;
    CmTask* task_ = nullptr;
};

std::vector<unsigned char> noise(size_t bytes) {
    std::vector<unsigned char> data(bytes);
    for (size_t i = 0; i < bytes; i++) data[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
    return data;
}

void report(const char* name, double kernel, double peer, const char* peer_name) {
    std::printf("%-14s %8.3f ms, %s %8.3f ms, ratio %.2f\n", name, kernel * 1e3, peer_name, peer * 1e3,
                kernel / peer);
}

void linear() {
    constexpr int width = 1920, height = 1080;
    const auto in = noise(width * 3 * height);
    cv::Mat picture(height, width, CV_8UC3, const_cast<unsigned char*>(in.data())), blurred;
    Host host("linear_genx.isa");
    CmSurface2D* source = host.picture(width * 3, height, CM_SURFACE_FORMAT_A8, in);
    CmSurface2D* target = host.picture(width * 3, height, CM_SURFACE_FORMAT_A8, in);
    for (const char* name : {"linear1d2", "linearslide", "linearslide2"}) {
        CmKernel* kernel = host.kernel(name);
        Host::set(kernel, 0, source);
        Host::set(kernel, 1, target);
        const bool block = std::string(name) == "linear1d2";
        const int strip = 90;
        if (!block) Host::set(kernel, 2, strip);
        Task task(host, kernel, width * 3 / 24, block ? height / 6 : height / strip);
        const auto [ours, theirs] = medians(task, [&] { cv::blur(picture, blurred, cv::Size(3, 3)); });
        report(name, ours, theirs, "cv::blur");
    }
}

void integral() {
    constexpr int width = 1920, height = 1088;
    const auto in = noise(width * height);
    cv::Mat picture(height, width, CV_8UC1, const_cast<unsigned char*>(in.data())), sums;
    Host host("integral_genx.isa");
    CmKernel* kernel = host.kernel("integral");
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8, in),
                  host.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, std::vector<uint32_t>(in.size())));
    Task task(host, kernel, width / 16, height / 16, CM_WAVEFRONT);
    const auto [ours, theirs] = medians(task, [&] { cv::integral(picture, sums); });
    report("integral", ours, theirs, "cv::integral");
}

void threads() {
    Host host("bench_genx.isa");
    constexpr int count = 500;
    Task many(host, host.kernel("empty"), count, count), one(host, host.kernel("empty"), 1, 1);
    const auto [all, task] = medians(many, one);
    std::printf("%-14s %8.1f ns a thread; a task of one thread %.1f us\n", "empty kernel",
                (all - task) / (count * count) * 1e9, task * 1e6);
}

// How a wavefront gains from a second core: run it with GENMEDIA_THREADS=1, then with 2.
void heavy_integral() {
    constexpr int side = 4096;
    const auto in = noise(side * side);
    std::vector<uint32_t> out(in.size());
    cv::Mat picture(side, side, CV_8UC1, const_cast<unsigned char*>(in.data())), sums;
    cv::integral(picture, sums);
    Host host("bench_genx.isa");
    CmKernel* kernel = host.kernel("heavy_integral");
    CmSurface2D* target = host.picture(side, side, CM_SURFACE_FORMAT_A8R8G8B8, out);
    Host::set_all(kernel, host.picture(side, side, CM_SURFACE_FORMAT_A8, in), target, 40,
                  static_cast<unsigned short>(0));
    Task wave(host, kernel, side / 16, side / 16, CM_WAVEFRONT);
    const auto [heavy, theirs] = medians(wave, [&] { cv::integral(picture, sums); });
    Host::read(target, out);
    for (int y = 0; y < side; y++) {
        if (std::memcmp(&out[static_cast<size_t>(y) * side], sums.ptr<int>(y + 1) + 1, side * 4) == 0)
            continue;
        std::fprintf(stderr, "row %d of the integral image is wrong\n", y);
        std::exit(1);
    }
    report("heavy integral", heavy, theirs, "cv::integral");
}

}  // namespace

int main() {
    const char* cores = std::getenv("GENMEDIA_THREADS");
    if (cores != nullptr) cv::setNumThreads(std::atoi(cores));
    std::printf("%s threads\n", cores ? cores : "all");
    linear();
    integral();
    threads();
    heavy_integral();
}
