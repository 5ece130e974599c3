// SPDX-License-Identifier: MIT
// Intra, one-reference and two-reference estimation of a frame. Compared with the same requests in C++.
#include <cstring>

#include "unit_host.h"

namespace {

constexpr int kWidth = 176, kHeight = 144, kColumns = kWidth / 16, kRows = kHeight / 16;

using Row = std::array<unsigned char, 32>;
struct Answer {
    std::array<Row, 7> rows;

    int word(int row, int i) const { return rows[row][2 * i] | rows[row][2 * i + 1] << 8; }
    bool is(const vme::InterResult& result) const {
        bool same =
            (rows[0][0] & 3) == static_cast<int>(result.major_shape) && word(0, 4) == result.best_distortion;
        // A block's distortion is in its first entry; the others have 0.
        for (int i = 0; i < 16; i++)
            same = same && (word(5, i) == result.distortions[i] || (i > 0 && word(5, i) == 0));
        return same && std::memcmp(&rows[1], result.vectors.data(), 128) == 0;
    }
    bool is(const vme::SicResult& result) const {
        bool same = (rows[0][0] >> 4) == static_cast<int>(result.intra_shape) &&
                    word(0, 6) == result.intra_distortion;
        for (int i = 0; i < 16; i++)
            same =
                same && (rows[0][16 + i / 2] >> (i % 2 * 4) & 15) == static_cast<int>(result.luma_modes[i]);
        return same;
    }
};

vme::SicRequest intra_request(Picture& picture, int x, int y) {
    vme::SicRequest request;
    request.source = {{picture.luma(), {}}, {}, x, y};
    vme::IntraEstimation& intra = request.intra.emplace();
    intra.distortion = vme::Distortion::haar;
    intra.mode_cost.emplace();
    intra.mode_cost->left.fill(vme::LumaMode::dc);
    intra.mode_cost->upper.fill(vme::LumaMode::dc);
    const auto pixel = [&](int px, int py) {
        return picture.at(std::clamp(px, 0, kWidth - 1), std::clamp(py, 0, kHeight - 1));
    };
    vme::IntraNeighbors& around = intra.neighbors;
    around.has_left = x > 0;
    around.has_upper = y > 0;
    around.has_upper_right = y > 0 && x + 16 < kWidth;
    around.has_upper_left = x > 0 && y > 0;
    for (int i = 0; i < 16; i++) around.left[i] = pixel(x - 1, y + i), around.upper[i] = pixel(x + i, y - 1);
    for (int i = 0; i < 8; i++) around.upper_right[i] = pixel(x + 16 + i, y - 1);
    around.upper_left = pixel(x - 1, y - 1);
    return request;
}

}  // namespace

int main() {
    Picture past = moved_landscape(kWidth, kHeight, 0, 0), now = moved_landscape(kWidth, kHeight, 5.25, -3.5),
            future = moved_landscape(kWidth, kHeight, 10.5, -7);
    Host host("frames_genx.isa");
    CmSurface2D *source = surface(host, now), *forward = surface(host, past),
                *backward = surface(host, future);
    SurfaceIndex *one = nullptr, *two = nullptr;
    cm_result_check(host.device->CreateVmeSurfaceG7_5(source, &forward, nullptr, 1, 0, one));
    cm_result_check(host.device->CreateVmeSurfaceG7_5(source, &forward, &backward, 1, 1, two));

    std::vector<Answer> answers(kColumns * kRows);
    CmBuffer* results = host.buffer(answers);
    bool right = true;
    const auto compare = [&](const char* name, CmKernel* kernel, const auto& expected) {
        host.run(kernel, kColumns, kRows);
        Host::read(results, answers);
        int same = 0;
        for (int i = 0; i < kColumns * kRows; i++)
            same += answers[i].is(expected(i % kColumns * 16, i / kColumns * 16));
        std::cout << name << ": " << same << " of " << kColumns * kRows << " macroblocks are as in C++\n";
        right = right && same == kColumns * kRows;
    };
    const auto inter = [&](bool dual) {
        return [&, dual](int x, int y) {
            vme::ImeRequest search;
            search.source = {{now.luma(), {}}, {}, x, y};
            search.forward = {past.luma(), {}, 0};
            if (dual) search.backward = {future.luma(), {}, 0};
            search.custom_path = dual ? raster_path(32, 32) : raster_path(48, 40);
            search.forward_offset = dual ? vme::PixelOffset{-8, -8} : vme::PixelOffset{-16, -12};
            search.backward_offset = {-8, -8};
            search.distortion = vme::Distortion::haar;
            search.costs = costs();
            search.max_vector_count = 8;
            return refined(search, evaluated<vme::ImeResult>(search));
        };
    };
    CmKernel* kernel = host.kernel("intra");
    Host::set_all(kernel, one, source, results, kColumns);
    compare("intra", kernel,
            [&](int x, int y) { return evaluated<vme::SicResult>(intra_request(now, x, y)); });
    kernel = host.kernel("forward");
    Host::set_all(kernel, one, results, kColumns);
    compare("forward", kernel, inter(false));
    kernel = host.kernel("both");
    Host::set_all(kernel, two, results, kColumns);
    compare("both", kernel, inter(true));
    return report(right);
}
