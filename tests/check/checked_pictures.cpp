// SPDX-License-Identifier: MIT
#include "checked_pictures.h"

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

namespace genmedia::test {

GuardedPlane::GuardedPlane(int width, int height, int stride, int bytes_per_sample, bool at_end) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t bytes =
        static_cast<size_t>(stride) * (height - 1) + static_cast<size_t>(width) * bytes_per_sample;
    const size_t usable = (bytes + page - 1) / page * page;
    size_ = usable + 2 * page;
    void* const pages = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    pages_ = static_cast<uint8_t*>(pages);
    mprotect(pages_ + page, usable, PROT_READ | PROT_WRITE);
    std::memset(pages_ + page, 0xA5, usable);
    first_ = pages_ + page + (at_end ? usable - bytes : 0);
    view_ = {first_, width, height, stride, bytes_per_sample};
}

GuardedPlane::~GuardedPlane() { munmap(pages_, size_); }

void fill(GuardedPlane& plane, Content content, const Clip& clip, Random& random) {
    const PlaneView& view = plane.view();
    const int bytes = view.width * view.bytes_per_sample;
    const int value = pick(random, 0, 255), slope = pick(random, 1, 9), cell = pick(random, 4, 40);
    const double phase = pick(random, 0, 628) / 100.0;
    if (content == Content::clip && clip.pictures == 0) content = Content::scene;
    const int picture = clip.pictures > 0 ? pick(random, 0, clip.pictures - 1) : 0;
    const int clip_x = clip.width > bytes ? pick(random, 0, clip.width - bytes) : 0;
    const int clip_y = clip.height > view.height ? pick(random, 0, clip.height - view.height) : 0;
    for (int y = 0; y < view.height; y++) {
        uint8_t* const line = plane.line(y);
        for (int x = 0; x < bytes; x++) {
            switch (content) {
                case Content::noise: line[x] = static_cast<uint8_t>(random() >> 20); break;
                case Content::black: line[x] = 0; break;
                case Content::white: line[x] = 255; break;
                case Content::black_or_white: line[x] = random() >> 20 & 1 ? 255 : 0; break;
                case Content::steps: line[x] = (x / cell + y / cell) % 2 ? 255 : 0; break;
                case Content::ramp_x: line[x] = static_cast<uint8_t>(x * slope); break;
                case Content::ramp_y: line[x] = static_cast<uint8_t>(y * slope); break;
                case Content::flat: line[x] = static_cast<uint8_t>(value); break;
                case Content::scene:
                    line[x] = static_cast<uint8_t>(128 + 60 * std::sin(phase + x / (1.0 * cell)) +
                                                   50 * std::cos(phase + (y + x / 3.0) / (0.7 * cell)) +
                                                   static_cast<int>(random() >> 20 & 7));
                    break;
                case Content::clip: {
                    const int px = std::min(clip_x + x, clip.width - 1),
                              py = std::min(clip_y + y, clip.height - 1);
                    line[x] =
                        clip.samples[(static_cast<size_t>(picture) * clip.height + py) * clip.width + px];
                    break;
                }
            }
        }
    }
}

void fill_moved(GuardedPlane& plane, const PlaneView& from, Random& random) {
    const PlaneView& view = plane.view();
    const int dx = pick(random, -20, 20), dy = pick(random, -14, 14), noise = pick(random, 0, 3);
    for (int y = 0; y < view.height; y++) {
        const uint8_t* const source = from.line(std::clamp(y + dy, 0, from.height - 1));
        for (int x = 0; x < view.width; x++) {
            const int value = source[std::clamp(x + dx, 0, from.width - 1)] + pick(random, -noise, noise);
            plane.line(y)[x] = static_cast<uint8_t>(std::clamp(value, 0, 255));
        }
    }
}

}  // namespace genmedia::test
