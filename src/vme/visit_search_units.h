// SPDX-License-Identifier: MIT
// The order in which an integer search visits search units, where it depends on what it finds.
#pragma once

#include "vme/search_path.h"

namespace genmedia::vme {

// Walks `path`. search_unit(unit) searches one and returns false to end the search; best() is the search unit
// that holds the best 16x16 match so far. Returns false where the search was ended.
template <class SearchUnitFn, class Best>
bool visit_search_units(const SearchPath& path, SearchUnitFn search_unit, Best best) {
    bool searched[kMostUnits][kMostUnits] = {};  // [row][column] of search units
    const auto search = [&](SearchUnit unit) {
        searched[unit.y][unit.x] = true;
        return search_unit(unit);
    };
    // A search unit outside the window is skipped, but counts as a step of the path.
    for (int i = 0; i < path.length; i++) {
        if (path.contains(path.units[i]) && !search(path.units[i])) return false;
    }
    if (!path.adaptive) return true;

    // The adaptive tail of the diamond paths. As long as the search unit with the best 16x16 match has a
    // neighbour that was not searched, that neighbour is searched next. Guesses: the order is above, left,
    // right, below; the path's skipped units count against the most that may be searched.
    constexpr SearchUnit steps[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    int left = path.most_units - path.length;
    for (bool moved = true; moved;) {
        moved = false;
        const SearchUnit center = best();
        for (const SearchUnit step : steps) {
            const SearchUnit unit{center.x + step.x, center.y + step.y};
            if (!path.contains(unit) || searched[unit.y][unit.x]) continue;
            if (left-- == 0) return true;
            moved = true;
            if (!search(unit)) return false;
        }
    }
    return true;
}

}  // namespace genmedia::vme
