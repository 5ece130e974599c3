// SPDX-License-Identifier: MIT
// The motion of blocks between two pictures. Compared with plain C++.
#include "../common/host.h"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr int kWidth = 176, kHeight = 144;

int pixel(const std::vector<unsigned char>& picture, int x, int y) {
    return picture[std::clamp(y, 0, kHeight - 1) * kWidth + std::clamp(x, 0, kWidth - 1)];
}

}  // namespace

int main() {
    std::vector<unsigned char> reference(kWidth * kHeight), source(reference.size());
    for (size_t i = 0; i < reference.size(); i++)
        reference[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++)
            source[y * kWidth + x] = static_cast<unsigned char>(pixel(reference, x + x / 40 - 2, y + 1));

    constexpr int columns = kWidth / 16, rows = kHeight / 16;
    std::vector<int32_t> results(columns * rows * 4);
    Host host("sad_genx.isa");
    CmKernel* kernel = host.kernel("search");
    CmSurface2D* found = host.picture(columns * 4, rows, CM_SURFACE_FORMAT_R32_SINT, results);
    Host::set_all(kernel, host.picture(kWidth, kHeight, CM_SURFACE_FORMAT_A8, source),
                  host.picture(kWidth, kHeight, CM_SURFACE_FORMAT_A8, reference), found);
    host.run(kernel, columns, rows);
    Host::read(found, results);

    bool right = true;
    for (int block = 0; block < columns * rows; block++) {
        int best[3] = {1 << 30, 0, 0};
        for (int i = 0; i < 81; i++) {
            int sum = 0;
            for (int k = 0; k < 256; k++) {
                const int x = block % columns * 16 + k % 16, y = block / columns * 16 + k / 16;
                sum += std::abs(pixel(source, x, y) - pixel(reference, x + i % 9 - 4, y + i / 9 - 4));
            }
            if (sum < best[0]) best[0] = sum, best[1] = i % 9 - 4, best[2] = i / 9 - 4;
        }
        right = right && std::equal(best, best + 3, &results[block * 4]);
    }
    return report(right);
}
