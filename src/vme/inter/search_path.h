// SPDX-License-Identifier: MIT
// The order in which a search window is searched.
#pragma once

#include "genmedia/vme.h"

#include <array>
#include <cstdint>
#include <optional>

namespace genmedia::vme {

// 4x4 search positions: columns 4x to 4x + 3 and rows 4y to 4y + 3 of the window's positions.
struct SearchUnit {
    int x, y;
    friend constexpr bool operator==(SearchUnit, SearchUnit) = default;
};

// The largest window has 64x64 pixels: 48x48 positions.
inline constexpr int kMostUnits = 12;  // search units in a row, or a column
inline constexpr int kMostPositions = 4 * kMostUnits;
inline constexpr int kPaddedPositions = 64;  // as many as vectors of 32 lanes take
inline constexpr int kLargestWindow = 64;    // pixels in a row, or a column

// Search units in the order in which they are visited for the first time.
struct Visits {
    static constexpr uint16_t kNever = 0xFFF0;

    std::array<SearchUnit, kMostUnits * kMostUnits> units{};
    int count = 0;
    // When a position is visited. An entry, [row of search units][column of positions], is for the unit's
    // first row of positions; each row below comes 4 later, each search unit 16 later. kNever: not visited.
    std::array<std::array<uint16_t, kPaddedPositions>, kMostUnits> order;

    constexpr Visits() {
        for (auto& row : order) row.fill(kNever);
    }
    constexpr bool has(SearchUnit unit) const { return order[unit.y][4 * unit.x] != kNever; }
    constexpr void add(SearchUnit unit) {
        if (has(unit)) return;
        for (int x = 0; x < 4; x++) order[unit.y][4 * unit.x + x] = static_cast<uint16_t>(16 * count + x);
        units[count++] = unit;
    }
};

struct SearchPath {
    WindowSize window;  // pixels of the reference picture that are looked at
    PixelOffset first;  // position (0, 0) is the macroblock plus the caller's offset plus this
    int length;         // predetermined search units
    bool adaptive;      // goes on along the gradient
    int most_units;     // in all
    std::array<SearchUnit, 63>
        units{};      // the first `length`; those outside the window count, but are skipped
    Visits visits{};  // the predetermined ones inside the window, but for `last`
    // An adaptive search of one record goes on while the last predetermined unit is still under search.
    bool one_step_delay = false;
    std::optional<SearchUnit> last{};  // with the delay: the unit of the last step, if it is searched then

    constexpr int columns() const { return (window.width - 16) / 4; }
    constexpr int rows() const { return (window.height - 16) / 4; }
    constexpr bool contains(SearchUnit u) const {
        return u.x >= 0 && u.x < columns() && u.y >= 0 && u.y < rows();
    }
};

// `window` is one of SearchWindow's values.
const SearchPath& search_path(SearchWindow window, bool dual_reference);

// The caller's own search paths: of a search in two pictures, or of two records, the backward one is the
// second's.
struct SearchPaths {
    SearchPath forward;
    std::optional<SearchPath> backward;
};
SearchPaths search_paths(const CustomSearchPath& custom, bool dual_reference);

// The first `steps` steps of a path alone.
SearchPath first_steps(const SearchPath& path, int steps);

}  // namespace genmedia::vme
