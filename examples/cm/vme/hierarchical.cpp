// SPDX-License-Identifier: MIT
// A motion beyond the range of one search, found with three sizes of the pictures. Compared with the same
// requests in C++.
#include "unit_host.h"

namespace {

constexpr int kWidth = 384, kHeight = 256, kLevels = 3, kDx = 38, kDy = -21;

struct Record {
    int16_t x, y, distortion, zero;
    bool operator==(const Record&) const = default;
};

Picture halved(Picture& from) {
    Picture to{from.width / 2, from.height / 2};
    for (int y = 0; y < to.height; y++) {
        for (int x = 0; x < to.width; x++)
            to.at(x, y) =
                static_cast<unsigned char>((from.at(2 * x, 2 * y) + from.at(2 * x + 1, 2 * y) +
                                            from.at(2 * x, 2 * y + 1) + from.at(2 * x + 1, 2 * y + 1) + 2) >>
                                           2);
    }
    return to;
}

Record expected_record(const Picture& now, const Picture& past, const Record& above, int column, int row,
                       bool last) {
    const vme::MotionVector center{static_cast<int16_t>(above.x * 2), static_cast<int16_t>(above.y * 2)};
    vme::ImeRequest search;
    search.source = {{now.luma(), {}}, {}, column * 16, row * 16};
    search.forward = {past.luma(), {}, 0};
    search.custom_path = raster_path(48, 40);
    search.forward_offset = {(center.x >> 2) - 16, (center.y >> 2) - 12};
    search.disabled_partitions = vme::partition_all & ~vme::partition_16x16;
    search.distortion = vme::Distortion::haar;
    search.costs = costs(center);
    search.max_vector_count = 8;
    const vme::ImeResult found = evaluated<vme::ImeResult>(search);
    const vme::InterResult result =
        last ? refined(search, found) : static_cast<const vme::InterResult&>(found);
    return {result.vectors[0].forward.x, result.vectors[0].forward.y,
            static_cast<int16_t>(result.distortions[0]), 0};
}

}  // namespace

int main() {
    Host host("hierarchical_genx.isa");
    // The pictures of each size, the largest first, and their surfaces, which the kernel fills.
    std::vector<Picture> past{moved_landscape(kWidth, kHeight, 0, 0)},
        now{moved_landscape(kWidth, kHeight, kDx, kDy)};
    std::vector<CmSurface2D*> past_surfaces{surface(host, past[0])}, now_surfaces{surface(host, now[0])};
    CmKernel* halve = host.kernel("halve");
    for (int level = 1; level < kLevels; level++) {
        for (auto [pictures, surfaces] : {std::pair(&past, &past_surfaces), std::pair(&now, &now_surfaces)}) {
            pictures->push_back(halved(pictures->back()));
            const Picture empty{pictures->back().width, pictures->back().height};
            surfaces->push_back(surface(host, empty));
            Host::set_all(halve, surfaces->end()[-2], surfaces->back());
            host.run(halve, static_cast<UINT>(empty.width / 16), static_cast<UINT>(empty.height / 4));
        }
    }

    CmKernel* search = host.kernel("search");
    std::vector<Record> above{{}}, found;
    CmSurface2D* above_surface = host.picture(8, 1, CM_SURFACE_FORMAT_A8, above);
    int above_columns = 1, wrong = 0, moved = 0;
    for (int step = 0; step < kLevels; step++) {
        const size_t size = static_cast<size_t>(kLevels - 1 - step);
        const int columns = now[size].width / 16, rows = now[size].height / 16;
        const bool last = step == kLevels - 1;
        SurfaceIndex* pictures = nullptr;
        cm_result_check(host.device->CreateVmeSurfaceG7_5(now_surfaces[size], &past_surfaces[size], nullptr,
                                                          1, 0, pictures));
        found.assign(static_cast<size_t>(columns * rows), {});
        CmSurface2D* found_surface = host.picture(static_cast<UINT>(columns * 8), static_cast<UINT>(rows),
                                                  CM_SURFACE_FORMAT_A8, found);
        Host::set_all(search, pictures, above_surface, found_surface, step, static_cast<int>(last));
        host.run(search, static_cast<UINT>(columns), static_cast<UINT>(rows));
        Host::read(found_surface, found);
        for (int i = 0; i < columns * rows; i++) {
            const int x = i % columns, y = i / columns;
            const Record coarse =
                step == 0 ? Record{} : above[static_cast<size_t>(y / 2 * above_columns + x / 2)];
            wrong += found[i] != expected_record(now[size], past[size], coarse, x, y, last);
            // The content moved right and up, so it came from the left and below.
            moved += last && found[i].x == -4 * kDx && found[i].y == -4 * kDy;
        }
        above = found;
        above_surface = found_surface;
        above_columns = columns;
    }
    std::cout << moved << " of " << found.size() << " macroblocks have moved by (" << kDx << ", " << kDy
              << "); " << wrong << " differ from C++\n";
    return report(wrong == 0 && moved * 2 > static_cast<int>(found.size()));
}
