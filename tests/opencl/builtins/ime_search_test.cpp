// SPDX-License-Identifier: MIT
// IME: windows, offsets, partitions and pictures. [ext: IME]
#include "opencl/builtins/native_requests.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::ImeRequest;
using vme::ImeResult;
using vme::SearchWindow;

constexpr std::array kWindows = {
    SearchWindow::exhaustive,   SearchWindow::small,      SearchWindow::tiny,
    SearchWindow::extra_tiny,   SearchWindow::diamond,    SearchWindow::large_diamond,
    SearchWindow::radius_16x12, SearchWindow::radius_4x4, SearchWindow::radius_2x2};

class ImeSearch : public OpenClTest {};

// Offset, partition mask and SAD adjustment of a search.
struct Search {
    Short2 offset;
    cl_uchar disabled, sad_adjustment;
};

TEST_F(ImeSearch, SingleReference) {
    const Search searches[] = {{{0, 0}, 0, 0},
                               {{-6, 10}, vme::partition_all & ~vme::partition_16x16, 0},
                               {{3, -5}, vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4, 2},
                               {{17, 1}, vme::partition_all & ~vme::partition_4x4, 0}};
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        for (const Search& search : searches) {
            const auto got =
                run<ImeRecord>("ime_search.cl", "single_reference", {&scene.source, &scene.forward}, grid,
                               grid.count(), search.offset, search.disabled, search.sad_adjustment);
            expect_native<ImeResult>(got, grid.columns,
                                     singles(scene,
                                             [&](ImeRequest& request) {
                                                 request.forward_offset = {search.offset.x, search.offset.y};
                                                 request.disabled_partitions = search.disabled;
                                                 if (search.sad_adjustment == 2)
                                                     request.distortion = vme::Distortion::haar;
                                             }),
                                     References::single);
        }
    });
}

TEST_F(ImeSearch, DualReference) {
    const Search searches[] = {{{0, 0}, 0, 0},
                               {{5, -3}, vme::partition_16x16 | vme::partition_8x8, 2},
                               {{-9, 8}, vme::partition_all & ~vme::partition_16x8, 0}};
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        for (const Search& search : searches) {
            const Short2 backward{static_cast<cl_short>(-search.offset.x), 2};
            const auto got = run<ImeRecord>(
                "ime_search.cl", "dual_reference", {&scene.source, &scene.forward, &scene.backward}, grid,
                grid.count(), search.offset, backward, search.disabled, search.sad_adjustment);
            expect_native<ImeResult>(got, grid.columns,
                                     duals(scene,
                                           [&](ImeRequest& request) {
                                               request.forward_offset = {search.offset.x, search.offset.y};
                                               request.backward_offset = {backward.x, backward.y};
                                               request.disabled_partitions = search.disabled;
                                               if (search.sad_adjustment == 2)
                                                   request.distortion = vme::Distortion::haar;
                                           }),
                                     References::dual);
        }
    });
}

// Nine records for each macroblock, one for each window.
void expect_windows(const std::vector<ImeRecord>& got, Grid grid, const Scene& scene, References references) {
    for (size_t w = 0; w < kWindows.size(); w++) {
        SCOPED_TRACE("window " + std::to_string(static_cast<int>(kWindows[w])));
        std::vector<ImeRecord> of_window;
        for (size_t i = w; i < got.size(); i += kWindows.size()) of_window.push_back(got[i]);
        const ImeChange change = [w](ImeRequest& request) { request.window = kWindows[w]; };
        const auto requests =
            references == References::single ? singles(scene, change) : duals(scene, change);
        expect_native<ImeResult>(of_window, grid.columns, requests, references);
    }
}

TEST_F(ImeSearch, WindowsOfOneReference) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_search.cl", "single_windows", {&scene.source, &scene.forward},
                                        grid, grid.count() * kWindows.size());
        expect_windows(got, grid, scene, References::single);
    });
}

TEST_F(ImeSearch, WindowsOfTwoReferences) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got =
            run<ImeRecord>("ime_search.cl", "dual_windows", {&scene.source, &scene.forward, &scene.backward},
                           grid, grid.count() * kWindows.size());
        expect_windows(got, grid, scene, References::dual);
    });
}

TEST_F(ImeSearch, WorkGroupOfFourSubGroups) {
    const Scene scene = moving_scene();
    const Grid all = macroblocks_of(scene.source);
    const Grid grid{(all.count() + 3) / 4, 1, 64};
    const auto got =
        run<ImeRecord>("ime_search.cl", "four_sub_groups", {&scene.source, &scene.forward}, grid, all.count(),
                       static_cast<cl_uint>(all.columns), static_cast<cl_uint>(all.count()));
    for (size_t i = 0; i < got.size(); i++) {
        ImeRequest request = single_search(scene, static_cast<int>(i % all.columns) * 16,
                                           static_cast<int>(i / all.columns) * 16);
        request.window = SearchWindow::small;
        const ImeRecord expected = record_of(evaluated<ImeResult>(request));
        ASSERT_EQ(got[i].inter.best_distortion, expected.inter.best_distortion) << "macroblock " << i;
        for (int e = 0; e < 16; e++) {
            ASSERT_EQ(static_cast<uint32_t>(got[i].inter.vectors[e]),
                      static_cast<uint32_t>(expected.inter.vectors[e]))
                << "macroblock " << i << ", work-item " << e;
            ASSERT_EQ(got[i].inter.distortions[e], expected.inter.distortions[e])
                << "macroblock " << i << ", work-item " << e;
        }
    }
}

TEST_F(ImeSearch, WindowSizes) {
    const auto got = run<Ushort2>("ime_search.cl", "window_sizes", {}, {1, 1}, 4 * kWindows.size());
    for (size_t i = 0; i < got.size(); i++) {
        const vme::WindowSize size = vme::reference_window_size(kWindows[i / 4], i % 2 == 1);
        EXPECT_EQ(got[i].x, size.width) << "window " << i / 4 << ", call " << i % 4;
        EXPECT_EQ(got[i].y, size.height) << "window " << i / 4 << ", call " << i % 4;
    }
}

TEST_F(ImeSearch, AdjustedOffsets) {
    const Grid grid{6, 5};
    const Ushort2 image{kSceneWidth, kSceneHeight};
    const Short2 offsets[] = {{0, 0},    {-40, 0}, {0, -38},    {70, 60},      {-2048, 2047},
                              {90, -90}, {-17, 9}, {2047, -37}, {-2048, -2048}};
    for (const Short2& offset : offsets) {
        const auto got =
            run<Short2>("ime_search.cl", "adjusted_offsets", {}, grid, grid.count(), offset, image);
        for (size_t i = 0; i < got.size(); i++) {
            const int x = static_cast<int>(i % grid.columns) * 16,
                      y = static_cast<int>(i / grid.columns) * 16;
            const vme::PixelOffset expected = vme::adjust_reference_offset(
                {offset.x, offset.y}, x, y, vme::reference_window_size(SearchWindow::exhaustive, false),
                image.x, image.y);
            EXPECT_EQ(got[i].x, expected.x) << "offset (" << offset.x << ", " << offset.y << ") at " << x;
            EXPECT_EQ(got[i].y, expected.y) << "offset (" << offset.x << ", " << offset.y << ") at " << y;
        }
    }
}

}  // namespace
}  // namespace genmedia::test
