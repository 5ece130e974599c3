// SPDX-License-Identifier: MIT
#include "vme/search_path.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace genmedia::vme {
namespace {

// One step a byte, lowest byte first: dx in the low nibble, dy in the high one, both signed. The figures are
// those that Intel's driver sends to the unit.
constexpr uint32_t kSpiral[] = {0x0101F00F, 0x0F0F1010, 0xF0F0F00F, 0x01010101, 0x10101010,
                                0x0F0F0F0F, 0xF0F0F00F, 0x0101F0F0, 0x01010101, 0x10101010,
                                0x0F0F1010, 0x0F0F0F0F, 0xF0F0F00F, 0xF0F0F0F0};
constexpr uint32_t kRaster[] = {0x01010101, 0x10010101, 0x0F0F0F0F, 0x100F0F0F, 0x01010101, 0x10010101,
                                0x0F0F0F0F, 0x100F0F0F, 0x01010101, 0x10010101, 0x0F0F0F0F, 0x000F0F0F};
constexpr uint32_t kTiny[] = {0x000F1001};
constexpr uint32_t kDiamond[] = {0x120FF10F, 0x1E22E20D, 0x20E2FF10, 0x2EDD06FC, 0x11D33FF1, 0xEB1FF33D,
                                 0x4EF1F1F1, 0xF1F21211, 0x0DFFFFE0, 0x11201F1F, 0x1105F1CF};

constexpr int signed_nibble(uint32_t nibble) {
    return nibble < 8 ? static_cast<int>(nibble) : static_cast<int>(nibble) - 16;
}

// The step after search unit i. Short tables of the driver's are repeated.
constexpr uint8_t step_after(int i, std::span<const uint32_t> steps) {
    return static_cast<uint8_t>(steps[i / 4 % steps.size()] >> (i % 4 * 8));
}
constexpr uint8_t step_after(int i, std::span<const uint8_t> steps) {
    return i < static_cast<int>(steps.size()) ? steps[i] : uint8_t{0};
}

template <class Step>
constexpr void follow(SearchPath& path, SearchUnit start, std::span<const Step> steps) {
    SearchUnit unit = start;
    for (int i = 0; i < path.length; i++) {
        path.units[i] = unit;
        if (path.contains(unit)) path.visits.add(unit);
        const uint8_t step = step_after(i, steps);
        unit.x += signed_nibble(step & 15);
        unit.y += signed_nibble(step >> 4);
    }
}

constexpr SearchPath make_path(WindowSize window, PixelOffset first, SearchUnit start, int length,
                               bool adaptive, std::span<const uint32_t> steps) {
    constexpr int most_adaptive = 57;  // the driver's
    SearchPath path{window, first, length, adaptive, adaptive ? most_adaptive : length};
    follow(path, start, steps);
    return path;
}

constexpr WindowSize kLarge{48, 40}, kDual{32, 32};
constexpr PixelOffset kLargeFirst{-16, -12}, kDualFirst{-8, -8};
constexpr SearchUnit kLargeStart{4, 3}, kDualStart{2, 2}, kCorner{0, 0};

constexpr SearchPath kExhaustive = make_path(kLarge, kLargeFirst, kLargeStart, 48, false, kSpiral);
constexpr SearchPath kExhaustiveDual = make_path(kDual, kDualFirst, kDualStart, 16, false, kSpiral);
constexpr SearchPath kSmall = make_path({28, 28}, {-6, -6}, {1, 1}, 9, false, kSpiral);
constexpr SearchPath kTinyPath = make_path({24, 24}, {-4, -4}, kCorner, 4, false, kTiny);
constexpr SearchPath kExtraTiny = make_path({20, 20}, {-2, -2}, kCorner, 1, false, kRaster);
constexpr SearchPath kDiamondPath = make_path(kLarge, kLargeFirst, kLargeStart, 16, true, kDiamond);
constexpr SearchPath kDiamondDual = make_path(kDual, kDualFirst, kDualStart, 7, true, kDiamond);
constexpr SearchPath kLargeDiamond = make_path(kLarge, kLargeFirst, kLargeStart, 32, true, kDiamond);
constexpr SearchPath kLargeDiamondDual = make_path(kDual, kDualFirst, kDualStart, 10, true, kDiamond);
constexpr SearchPath kRadius16x12 = make_path(kLarge, kLargeFirst, kCorner, 48, false, kRaster);
constexpr SearchPath kRadius16x12Dual = make_path(kDual, kDualFirst, kCorner, 16, false, kRaster);

}  // namespace

const SearchPath& search_path(SearchWindow window, bool dual) {
    switch (window) {
        case SearchWindow::exhaustive: return dual ? kExhaustiveDual : kExhaustive;
        case SearchWindow::small: return kSmall;
        case SearchWindow::tiny: return kTinyPath;
        case SearchWindow::extra_tiny: return kExtraTiny;
        case SearchWindow::diamond: return dual ? kDiamondDual : kDiamondPath;
        case SearchWindow::large_diamond: return dual ? kLargeDiamondDual : kLargeDiamond;
        case SearchWindow::radius_16x12: return dual ? kRadius16x12Dual : kRadius16x12;
        case SearchWindow::radius_2x2: return kExtraTiny;
    }
    return kExhaustive;
}

SearchPath search_path(const CustomSearchPath& custom, Direction direction) {
    const CustomSearchPath::Start start =
        direction == Direction::forward ? custom.forward_start : custom.backward_start;
    SearchPath path{custom.window,
                    {0, 0},
                    std::min(custom.length, custom.max_search_units),
                    custom.adaptive,
                    custom.max_search_units};
    follow(path, {start.x, start.y}, std::span<const uint8_t>(custom.steps));
    return path;
}

WindowSize reference_window_size(SearchWindow window, bool dual_reference) {
    return search_path(window, dual_reference).window;
}

PixelOffset adjust_reference_offset(PixelOffset offset, int32_t source_x, int32_t source_y, WindowSize window,
                                    int32_t image_width, int32_t image_height) {
    const auto adjust = [](int32_t value, int32_t source, int32_t positions, int32_t size) {
        const int32_t first = source - positions / 2;
        if (first + value >= size) return size - first - positions;
        if (first + value + positions < 0) return -first;
        return value;
    };
    return {adjust(offset.x, source_x, window.width - 16, image_width),
            adjust(offset.y, source_y, window.height - 16, image_height)};
}

}  // namespace genmedia::vme
