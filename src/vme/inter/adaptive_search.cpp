// SPDX-License-Identifier: MIT
#include "vme/inter/adaptive_search.h"

#include "genmedia/partition.h"

#include <limits>

namespace genmedia::vme {
namespace {

// -1, 0 or 1: towards the neighbour whose edge a position of 0..3 in its search unit touches.
int beyond(int position) { return position == 0 ? -1 : position == 3 ? 1 : 0; }

}  // namespace

Scoreboard::Scoreboard(const SearchPath& path) : columns_(path.columns()), rows_(path.rows()) { mark(path); }

void Scoreboard::mark(const SearchPath& path) {
    for (int i = 0; i < path.visits.count; i++) mark(path.visits.units[static_cast<size_t>(i)]);
    if (path.last) mark(*path.last);
}

bool Scoreboard::is_open(SearchUnit unit) const {
    return unit.x >= 0 && unit.x < columns_ && unit.y >= 0 && unit.y < rows_ && !searched_[unit.y][unit.x];
}

std::optional<SearchUnit> next_unit(const WindowBest& best, const Scoreboard& scoreboard) {
    for (int b = kFirst8x8; b < kFirst8x8 + 4; b++) {
        if (best.distortions[b] == kNothingFound) continue;
        const int x = position_x(best.positions[b]), y = position_y(best.positions[b]);
        const int dx = beyond(x % 4), dy = beyond(y % 4);
        const SearchUnit steps[] = {{0, dy}, {dx, 0}, {dx, dy}};
        for (const SearchUnit step : steps) {
            const SearchUnit unit{x / 4 + step.x, y / 4 + step.y};
            if (scoreboard.is_open(unit)) return unit;
        }
    }
    return {};
}

}  // namespace genmedia::vme
