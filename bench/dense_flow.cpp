// SPDX-License-Identifier: MIT
// OpenCV's DIS optical flow (MEDIUM) on a clip, one thread: frames a second, decoding not included.
//     bench_dense_flow WIDTH HEIGHT FRAMES < gray pictures
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <opencv2/video/tracking.hpp>

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const int width = std::atoi(argv[1]), height = std::atoi(argv[2]), frames = std::atoi(argv[3]);
    cv::setNumThreads(1);
    const auto flow_of = cv::DISOpticalFlow::create(cv::DISOpticalFlow::PRESET_MEDIUM);
    cv::Mat before, now(height, width, CV_8U), flow;
    double seconds = 0;
    int searched = 0;
    for (int i = 0; i < frames && std::fread(now.data, 1, now.total(), stdin) == now.total(); i++) {
        if (i > 0) {
            const auto start = std::chrono::steady_clock::now();
            flow_of->calc(now, before, flow);
            seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            searched++;
        }
        before = now.clone();
    }
    std::printf("%d frames, %.1f frames/s\n", searched, searched / seconds);
}
