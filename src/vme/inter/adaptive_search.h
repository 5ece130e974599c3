// SPDX-License-Identifier: MIT
// Where an integer search goes on once its predetermined path has ended. [prm: 3.1.2.2, pages 40 to 43]
#pragma once

#include "vme/inter/search_path.h"
#include "vme/unit_functions.h"

#include <optional>

namespace genmedia::vme {

// Which search units of a reference window have been searched.
class Scoreboard {
public:
    explicit Scoreboard(const SearchPath& path);

    void mark(SearchUnit unit) { searched_[unit.y][unit.x] = true; }
    void mark(const SearchPath& path);    // all of its predetermined units
    bool is_open(SearchUnit unit) const;  // in the window, and not searched yet

private:
    int columns_, rows_;
    bool searched_[kMostUnits][kMostUnits] = {};
};

// The open neighbour that comes next: beyond the edge of its search unit at which the best match of an 8x8
// block lies; vertical, horizontal, then diagonal. Guess: block 0 is asked first, then 1, 2 and 3. Nothing
// where no best match lies at an edge, or all units beyond are searched.
std::optional<SearchUnit> next_unit(const WindowBest& best, const Scoreboard& scoreboard);

}  // namespace genmedia::vme
