// SPDX-License-Identifier: MIT
#include "vme/inter/search_path.h"

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

constexpr SearchUnit moved(SearchUnit unit, uint8_t step) {
    return {unit.x + signed_nibble(step & 15), unit.y + signed_nibble(step >> 4)};
}

// Which of the path's units are searched: those inside the window, once.
constexpr void visit(SearchPath& path) {
    for (int i = 0; i < path.length; i++) {
        const SearchUnit unit = path.units[i];
        if (!path.contains(unit) || path.visits.has(unit)) continue;
        if (path.one_step_delay && i == path.length - 1) {
            path.last = unit;
        } else {
            path.visits.add(unit);
        }
    }
}

constexpr SearchPath make_path(WindowSize window, PixelOffset first, SearchUnit start, int length,
                               bool adaptive, bool dual, std::span<const uint32_t> steps) {
    constexpr int most_adaptive = 57;  // the driver's
    SearchPath path{window, first, length, adaptive, adaptive ? most_adaptive : length};
    path.one_step_delay = adaptive && !dual;
    for (int i = 0; i < length; i++) {
        path.units[i] = start;
        start = moved(start, step_after(i, steps));
    }
    visit(path);
    return path;
}

constexpr WindowSize kLarge{48, 40}, kDual{32, 32};
constexpr PixelOffset kLargeFirst{-16, -12}, kDualFirst{-8, -8};
constexpr SearchUnit kLargeStart{4, 3}, kDualStart{2, 2}, kCorner{0, 0};

constexpr SearchPath kExhaustive = make_path(kLarge, kLargeFirst, kLargeStart, 48, false, false, kSpiral);
constexpr SearchPath kExhaustiveDual = make_path(kDual, kDualFirst, kDualStart, 16, false, true, kSpiral);
constexpr SearchPath kSmall = make_path({28, 28}, {-6, -6}, {1, 1}, 9, false, false, kSpiral);
constexpr SearchPath kTinyPath = make_path({24, 24}, {-4, -4}, kCorner, 4, false, false, kTiny);
constexpr SearchPath kExtraTiny = make_path({20, 20}, {-2, -2}, kCorner, 1, false, false, kRaster);
constexpr SearchPath kDiamondPath = make_path(kLarge, kLargeFirst, kLargeStart, 16, true, false, kDiamond);
constexpr SearchPath kDiamondDual = make_path(kDual, kDualFirst, kDualStart, 7, true, true, kDiamond);
constexpr SearchPath kLargeDiamond = make_path(kLarge, kLargeFirst, kLargeStart, 32, true, false, kDiamond);
constexpr SearchPath kLargeDiamondDual = make_path(kDual, kDualFirst, kDualStart, 10, true, true, kDiamond);
constexpr SearchPath kRadius16x12 = make_path(kLarge, kLargeFirst, kCorner, 48, false, false, kRaster);
constexpr SearchPath kRadius16x12Dual = make_path(kDual, kDualFirst, kCorner, 16, false, true, kRaster);

// The caller's steps of one path: all, or every second one.
class CustomSteps {
public:
    CustomSteps(const CustomSearchPath& custom, int first)
        : steps_(custom.steps),
          stride_(custom.separate_steps ? 2 : 1),
          first_(custom.separate_steps ? first : 0) {}

    // 0, which ends a path, after the last one.
    uint8_t operator[](int i) const {
        const auto at = static_cast<size_t>(first_ + stride_ * i);
        return at < steps_.size() ? steps_[at] : uint8_t{0};
    }

private:
    const std::array<uint8_t, 56>& steps_;
    const int stride_, first_;
};

SearchUnit unit_of(CustomSearchPath::Start start) { return {start.x, start.y}; }

// The first path, or the second: its units, of which none is visited yet.
SearchPath custom_path(const CustomSearchPath& custom, bool second) {
    SearchPath path{custom.window, {0, 0}, 0, custom.adaptive, custom.max_search_units};
    const int most = std::min(custom.length, custom.max_search_units);
    const auto add = [&](SearchUnit unit) {
        if (path.length < most) path.units[static_cast<size_t>(path.length++)] = unit;
    };
    SearchUnit unit = unit_of(second ? custom.backward_start : custom.forward_start);
    add(unit);
    if (custom.control == SearchControl::dual_start) add(unit = unit_of(custom.backward_start));
    const CustomSteps steps(custom, second ? 1 : 0);
    for (int i = 0; path.length < most && steps[i] != 0; i++) add(unit = moved(unit, steps[i]));
    return path;
}

// Two records of one picture have one scoreboard: by turns, each takes the next unit that neither has.
void visit_by_turns(SearchPath& a, SearchPath& b) {
    for (int i = 0; i < std::max(a.length, b.length); i++) {
        for (SearchPath* path : {&a, &b}) {
            const SearchUnit unit = path->units[static_cast<size_t>(i)];
            if (i >= path->length || !path->contains(unit)) continue;
            if (!a.visits.has(unit) && !b.visits.has(unit)) path->visits.add(unit);
        }
    }
}

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

SearchPaths search_paths(const CustomSearchPath& custom, bool dual_reference) {
    SearchPaths paths{custom_path(custom, false), {}};
    if (custom.control == SearchControl::dual_record) {
        visit_by_turns(paths.forward, paths.backward.emplace(custom_path(custom, true)));
        return paths;
    }
    paths.forward.one_step_delay = custom.adaptive && !dual_reference;
    visit(paths.forward);
    if (dual_reference) visit(paths.backward.emplace(custom_path(custom, true)));
    return paths;
}

SearchPath first_steps(const SearchPath& path, int steps) {
    SearchPath first = path;
    first.length = std::min(path.length, steps);
    first.most_units = std::min(path.most_units, steps);
    first.visits = {};
    for (int i = 0; i < first.length; i++) {
        const SearchUnit unit = path.units[static_cast<size_t>(i)];
        if (path.contains(unit) && path.visits.has(unit)) first.visits.add(unit);
    }
    return first;
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
