// SPDX-License-Identifier: MIT
// Milliseconds a field of raw 4:2:0 video, on one core: true motion, with a vector a pixel, refined, with
// confidence; the unit's; both fields of prepared pictures.
// All pairs are searched before, as memory is new then; of those that are timed the first does not count.
//     bench_field_speed CLIP.yuv WxH PAIRS [KIND]
// KIND: one of those that are printed, as "true"; without it, all.
#include "genmedia/motion.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace genmedia;

namespace {

bool read_luma(const char* path, int width, int height, size_t count,
               std::vector<std::vector<uint8_t>>& pictures) {
    std::FILE* file = std::fopen(path, "rb");
    if (!file) return false;
    const long chroma = 2L * ((width + 1) / 2) * ((height + 1) / 2);
    for (bool good = true; good && pictures.size() < count;) {
        std::vector<uint8_t> luma(static_cast<size_t>(width) * static_cast<size_t>(height));
        good = std::fread(luma.data(), 1, luma.size(), file) == luma.size() &&
               std::fseek(file, chroma, SEEK_CUR) == 0;
        if (good) pictures.push_back(std::move(luma));
    }
    std::fclose(file);
    return pictures.size() == count;
}

}  // namespace

int main(int argc, char** argv) {
    int width = 0, height = 0;
    const int pairs = argc == 4 || argc == 5 ? std::atoi(argv[3]) : 0;
    const std::string_view asked = argc == 5 ? argv[4] : "";
    std::vector<std::vector<uint8_t>> pictures;
    if (pairs < 2 || std::sscanf(argv[2], "%dx%d", &width, &height) != 2 ||
        !read_luma(argv[1], width, height, static_cast<size_t>(pairs) + 1, pictures))
        return std::fprintf(stderr,
                            "usage: bench_field_speed CLIP.yuv WxH PAIRS [KIND]\n"
                            "PAIRS: 2 or more, of a clip that long\n"),
               2;
    MotionOptions codec{.threads = 1}, plain = codec;
    plain.field = Field::true_motion;
    MotionOptions per_pixel = plain, confidence = plain;
    per_pixel.per_pixel = true;
    MotionOptions refined = per_pixel;
    refined.refined = true;
    confidence.confidence = true;
    const std::pair<const char*, MotionOptions> kinds[] = {{"true", plain},
                                                           {"true, a vector a pixel", per_pixel},
                                                           {"true, refined", refined},
                                                           {"true, confidence", confidence},
                                                           {"codec", codec}};
    bool is_known = asked.empty();
    const auto time = [&](const char* name, const auto& body) {
        if (!asked.empty() && asked != name) return true;
        is_known = true;
        std::chrono::steady_clock::time_point start;
        for (const bool is_timed : {false, true})
            for (size_t i = 1; i < pictures.size(); i++) {
                if (is_timed && i == 2) start = std::chrono::steady_clock::now();
                if (!body(i).ok()) return false;
            }
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        std::printf("%-34s %7.1f ms\n", name, taken.count() / (pairs - 1));
        return true;
    };
    const auto view = [&](size_t i) { return PlaneView{pictures[i].data(), width, height, width}; };
    for (const auto& [name, options] : kinds) {
        MotionEstimator estimator(options);
        MotionField field;
        const auto one = [&](size_t i) {
            return estimator.estimate({.source = {view(i), {}}, .previous = view(i - 1), .next = {}}, field);
        };
        if (!time(name, one)) return 1;
    }
    // Each picture is prepared once.
    MotionEstimator estimator(confidence);
    MotionField field, reverse;
    PreparedPicture previous;
    if (!previous.set(view(0), 1).ok()) return 1;
    const auto both = [&](size_t i) {
        PreparedPicture now;
        Status status = now.set(view(i), 1);
        if (status.ok()) status = estimator.estimate(now, previous, field, reverse);
        previous = std::move(now);
        return status;
    };
    if (!time("true, both fields with confidence", both)) return 1;
    if (!is_known)
        return std::fprintf(stderr,
                            "bench_field_speed: KIND is %s; expected one that it prints without KIND\n",
                            argv[4]),
               2;
}
