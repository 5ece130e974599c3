// SPDX-License-Identifier: MIT
// Runs the three filters over a picture with 24 bits for each pixel. The surface holds bytes, so it is three
// times as wide. Compares each result with plain C++.
#include "../common/host.h"

#include <algorithm>

namespace {

constexpr int kWidth = 480 * 3, kHeight = 270;  // bytes, rows

std::vector<unsigned char> expected(const std::vector<unsigned char>& in) {
    std::vector<unsigned char> out(in.size());
    for (int y = 0; y < kHeight; y++) {
        for (int x = 0; x < kWidth; x++) {
            int sum = 0;
            for (int i = 0; i < 9; i++)  // outside, the bytes at the edge are repeated
                sum += in[std::min(y + i / 3, kHeight - 1) * kWidth + std::min(x + i % 3 * 3, kWidth - 1)];
            out[y * kWidth + x] = static_cast<unsigned char>(static_cast<float>(sum) * 0.111f);
        }
    }
    return out;
}

}  // namespace

int main() {
    std::vector<unsigned char> in(kWidth * kHeight), out(in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
    const std::vector<unsigned char> right = expected(in);

    Host host("linear_genx.isa");
    CmSurface2D* source = host.picture(kWidth, kHeight, CM_SURFACE_FORMAT_A8, in);
    bool all = true;
    for (const char* name : {"linear1d2", "linearslide", "linearslide2"}) {
        CmSurface2D* target =
            host.picture(kWidth, kHeight, CM_SURFACE_FORMAT_A8, std::vector<unsigned char>(in.size()));
        CmKernel* kernel = host.kernel(name);
        Host::set(kernel, 0, source);
        Host::set(kernel, 1, target);
        if (std::string(name) == "linear1d2") {
            host.run(kernel, kWidth / 24, kHeight / 6);
        } else {
            const int strip = 30;  // rows through which a thread slides down
            Host::set(kernel, 2, strip);
            host.run(kernel, kWidth / 24, kHeight / strip);
        }
        Host::read(target, out);
        std::cout << name << ": " << (out == right ? "as expected" : "differs") << "\n";
        all = all && out == right;
    }
    return report(all);
}
