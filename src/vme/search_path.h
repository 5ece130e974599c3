// The order in which a search window is walked.
#pragma once

#include "genmedia/vme.h"

#include <array>
#include <cstdint>

namespace genmedia::vme {

// 4x4 search positions: columns 4x to 4x + 3 and rows 4y to 4y + 3 of the window's positions.
struct SearchUnit {
    int x, y;
    friend constexpr bool operator==(SearchUnit, SearchUnit) = default;
};

// Search units in the order in which they are visited.
struct Visits {
    static constexpr uint16_t kNever = 0xFFF0;

    std::array<SearchUnit, 48> units{};
    int count = 0;
    // When a position is visited: [row of search units][column of positions] counts those in the search
    // unit's first row, 16 a search unit; each row further down comes four later. kNever: not at all.
    std::array<std::array<uint16_t, 32>, 6> order;

    constexpr Visits() {
        for (auto& row : order) row.fill(kNever);
    }
    constexpr void add(SearchUnit unit) {
        for (int x = 0; x < 4; x++) order[unit.y][4 * unit.x + x] = static_cast<uint16_t>(16 * count + x);
        units[count++] = unit;
    }
};

struct SearchPath {
    WindowSize window;  // pixels of the reference picture that are looked at
    PixelOffset first;  // position (0, 0) is the macroblock plus the caller's offset plus this
    int length;         // predetermined search units
    // Goes on along the gradient. The driver allows 57 search units in all; no window has more than 48.
    bool adaptive;
    std::array<SearchUnit, 48>
        units{};      // the first `length`; those outside the window count, but are skipped
    Visits visits{};  // the predetermined ones inside the window

    constexpr int columns() const { return (window.width - 16) / 4; }
    constexpr int rows() const { return (window.height - 16) / 4; }
    constexpr bool contains(SearchUnit u) const {
        return u.x >= 0 && u.x < columns() && u.y >= 0 && u.y < rows();
    }
};

// `window` is one of SearchWindow's values.
const SearchPath& search_path(SearchWindow window, bool dual_reference);

}  // namespace genmedia::vme
