// SPDX-License-Identifier: MIT
// Vectors and orders are those of Intel's media driver. It names a pattern by a slope in degrees: that of the
// front of threads that may run at once.
#include "walker/patterns.h"

#include <algorithm>

namespace genmedia::walker {
namespace {

using Order = std::vector<uint32_t>;

void add(const ThreadSpace& space, int x, int y, Order& order) {
    if (x >= 0 && x < space.width && y >= 0 && y < space.height)
        order.push_back(static_cast<uint32_t>(y * space.width + x));
}

Order all_rows(const ThreadSpace& space) {
    Order order;
    for (int y = 0; y < space.height; y++)
        for (int x = 0; x < space.width; x++) add(space, x, y, order);
    return order;
}

Order by_columns(const ThreadSpace& space) {
    Order order;
    for (int x = 0; x < space.width; x++)
        for (int y = 0; y < space.height; y++) add(space, x, y, order);
    return order;
}

// Runs from (d, 0), (d, 1), ... (d, down - 1), for each d, in steps of (-left, +down).
Order by_diagonals(const ThreadSpace& space, int left, int down) {
    Order order;
    const int last = space.width - 1 + (space.height - 1) / down * left;
    for (int d = 0; d <= last; d++) {
        for (int pass = 0; pass < down; pass++)
            for (int x = d, y = pass; x >= 0 && y < space.height; x -= left, y += down)
                add(space, x, y, order);
    }
    return order;
}

// Blocks of 2x2 by 26 degree diagonals, each row by row.
Order by_zigzag(const ThreadSpace& space) {
    if (space.width <= 2) return {};
    ThreadSpace blocks;
    blocks.width = (space.width + 1) / 2;
    blocks.height = (space.height + 1) / 2;
    Order order;
    for (const uint32_t block : by_diagonals(blocks, 2, 1)) {
        const int x = 2 * (static_cast<int>(block) % blocks.width),
                  y = 2 * (static_cast<int>(block) / blocks.width);
        for (int i = 0; i < 4; i++) add(space, x + i % 2, y + i / 2, order);
    }
    return order;
}

// Calls f(x, y) for each place that thread (x, y) depends on.
template <class F>
void for_dependencies(const ThreadSpace& space, int x, int y, const F& f) {
    const unsigned applies =
        space.applies.empty() ? ~0u : space.applies[static_cast<size_t>(y) * space.width + x];
    for (size_t k = 0; k < space.dependencies.size(); k++) {
        const int on_x = x + space.dependencies[k].x, on_y = y + space.dependencies[k].y;
        const bool inside = on_x >= 0 && on_x < space.width && on_y >= 0 && on_y < space.height;
        if (inside && (applies >> k & 1) != 0) f(on_x, on_y);
    }
}

// Wave by wave, by x within a wave. A thread is in the first wave after the waves of its dependencies.
// Precondition: going through the space by blocks of 2x2 leads from each dependency to its dependent.
Order by_levels(const ThreadSpace& space) {
    std::vector<int> level(static_cast<size_t>(space.width) * space.height);
    Order order = all_rows(space);
    const Order zigzag = by_zigzag(space);
    for (const uint32_t place : zigzag.empty() ? order : zigzag) {
        for_dependencies(
            space, static_cast<int>(place) % space.width, static_cast<int>(place) / space.width,
            [&](int x, int y) { level[place] = std::max(level[place], level[y * space.width + x] + 1); });
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(level[a], a % space.width) < std::pair(level[b], b % space.width);
    });
    return order;
}

class ZiWalk {
public:
    ZiWalk(const ThreadSpace& space, const ZiBlocks& blocks) : space_(space), blocks_(blocks) {}

    Order order() {
        const int columns = (space_.width + blocks_.width - 1) / blocks_.width;
        const int rows = (space_.height + blocks_.height - 1) / blocks_.height;
        for (int wave = 0; wave <= columns - 1 + 2 * (rows - 1); wave++) {
            std::vector<Delta> wave_blocks;
            for (int y = 0; y < rows; y++) {
                const int x = wave - 2 * y;
                if (x >= 0 && x < columns) wave_blocks.push_back({x * blocks_.width, y * blocks_.height});
            }
            visit(wave_blocks);
        }
        return order_;
    }

private:
    void visit(std::vector<Delta> wave_blocks) {
        switch (blocks_.order) {
            case ZiOrder::columns_columns:
            case ZiOrder::columns_rows:
                for (const Delta& block : wave_blocks) {
                    for (int x = 0; x < blocks_.width; x += 2) column(block, x);
                    if (blocks_.order == ZiOrder::columns_columns) {
                        for (int x = 1; x < blocks_.width; x += 2) column(block, x);
                    } else {
                        for (int y = 0; y < blocks_.height; y++) odd_row(block, y);
                    }
                }
                return;
            case ZiOrder::waves:  // from the lower left
                std::reverse(wave_blocks.begin(), wave_blocks.end());
                for (const Delta& block : wave_blocks)
                    for (int x = 0; x < blocks_.width; x += 2) column(block, x);
                for (const Delta& block : wave_blocks)
                    for (int y = 0; y < blocks_.height; y++) odd_row(block, y);
                return;
            case ZiOrder::interleaved_waves:
                std::reverse(wave_blocks.begin(), wave_blocks.end());
                for (int x = 0; x < blocks_.width; x += 2)
                    for (const Delta& block : wave_blocks) column(block, x);
                for (int y = 0; y < blocks_.height; y++)
                    for (const Delta& block : wave_blocks) odd_row(block, y);
                return;
        }
    }

    void column(const Delta& block, int x) {
        for (int y = 0; y < blocks_.height; y++) add(space_, block.x + x, block.y + y, order_);
    }

    void odd_row(const Delta& block, int y) {
        for (int x = 1; x < blocks_.width; x += 2) add(space_, block.x + x, block.y + y, order_);
    }

    const ThreadSpace& space_;
    const ZiBlocks& blocks_;
    Order order_;
};

template <class Which>
std::vector<uint8_t> applying(const ThreadSpace& space, Which which) {
    std::vector<uint8_t> applies;
    for (int y = 0; y < space.height; y++)
        for (int x = 0; x < space.width; x++) applies.push_back(which(x, y));
    return applies;
}

// Dependencies that apply in wavefront26z and wavefront26zig, by place in a block of 2x2.
uint8_t z_applies(int x, int y) {
    if (x % 2 == 0 && y % 2 == 0) return 0b11111;
    return x % 2 == 1 && y % 2 == 1 ? 0b01110 : 0b11110;
}

// Dependencies that apply in wavefront26x, by row in a group of four.
uint8_t x_applies(int, int y) {
    if (y % 4 == 0) return 0b1111111;
    return y % 4 == 3 ? 0b0111100 : 0b1111110;
}

bool leads_by_rows(const ThreadSpace& space) {
    return std::all_of(space.dependencies.begin(), space.dependencies.end(),
                       [](const Delta& on) { return on.y < 0 || (on.y == 0 && on.x < 0); });
}

// First all threads that depend on nothing, then those that depend only on these, ...; empty: a circle.
Order by_waves(const ThreadSpace& space) {
    const auto count = static_cast<size_t>(space.width) * space.height;
    std::vector<uint8_t> open(count);  // dependencies that are not in the order yet
    std::vector<uint32_t> first(count + 1);
    const auto for_all = [&](const auto& f) {
        for (int y = 0; y < space.height; y++)
            for (int x = 0; x < space.width; x++)
                for_dependencies(space, x, y, [&](int on_x, int on_y) {
                    f(static_cast<uint32_t>(y * space.width + x),
                      static_cast<uint32_t>(on_y * space.width + on_x));
                });
    };
    for_all([&](uint32_t thread, uint32_t on) {
        open[thread]++;
        first[on + 1]++;
    });
    for (size_t i = 0; i < count; i++) first[i + 1] += first[i];
    std::vector<uint32_t> dependents(first[count]), next(first.begin(), first.end() - 1);
    for_all([&](uint32_t thread, uint32_t on) { dependents[next[on]++] = thread; });
    Order order;
    for (uint32_t i = 0; i < count; i++)
        if (open[i] == 0) order.push_back(i);
    for (size_t place = 0; place < order.size(); place++)
        for (uint32_t k = first[order[place]]; k < first[order[place] + 1]; k++)
            if (--open[dependents[k]] == 0) order.push_back(dependents[k]);
    return order.size() == count ? order : Order();
}

// For spaces whose dependencies allow row by row: that is the order for one worker. Several get diagonals of
// runs of neighbours, which stay on the same pages of memory. A full diagonal has several runs for each
// worker. Rows that do not depend on each other are one run each.
void by_runs(ThreadSpace& space, int workers) {
    const bool beside = std::any_of(space.dependencies.begin(), space.dependencies.end(),
                                    [](const Delta& on) { return on.y == 0; });
    space.order.clear();
    if (workers == 1 || !beside) return;
    int reach_right = 0;
    bool above = false;
    for (const Delta& on : space.dependencies) {
        above |= on.y < 0;
        reach_right = std::max(reach_right, on.x);
    }
    const int left = reach_right > 0 ? 2 : 1;
    const int even = std::clamp(space.width / (4 * workers * left), 1, 32);
    const int run = above ? std::max(even, reach_right) : space.width;
    ThreadSpace runs;
    runs.width = (space.width + run - 1) / run;
    runs.height = space.height;
    for (const uint32_t place : by_diagonals(runs, left, 1)) {
        space.shares.push_back(static_cast<uint32_t>(space.order.size()));
        const int x = static_cast<int>(place) % runs.width * run, y = static_cast<int>(place) / runs.width;
        for (int i = 0; i < run; i++) add(space, x + i, y, space.order);
    }
}

Status even_size(const ThreadSpace& space) {
    if (space.width % 2 == 0 && space.height % 2 == 0) return Status();
    return Status(StatusCode::invalid_argument, "a thread space of " + std::to_string(space.width) + "x" +
                                                    std::to_string(space.height) +
                                                    " with dependency pattern 26Z; expected an even size");
}

}  // namespace

Status apply_pattern(Pattern pattern, ThreadSpace& space, const ZiBlocks& blocks) {
    space.applies.clear();
    space.order.clear();
    switch (pattern) {
        case Pattern::none: space.dependencies = {}; break;
        case Pattern::wavefront:
            space.dependencies = {{-1, 0}, {-1, -1}, {0, -1}};
            space.order = by_diagonals(space, 1, 1);
            break;
        case Pattern::wavefront26:
            space.dependencies = {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
            space.order = by_diagonals(space, 2, 1);
            break;
        case Pattern::vertical_wave:
            space.dependencies = {{-1, 0}};
            space.order = by_columns(space);
            break;
        case Pattern::horizontal_wave: space.dependencies = {{0, -1}}; break;
        case Pattern::wavefront26z:
        case Pattern::wavefront26zig:
            if (pattern == Pattern::wavefront26z) {
                if (Status status = even_size(space); !status.ok()) return status;
            }
            space.dependencies = {{-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
            space.applies = applying(space, z_applies);
            space.order = pattern == Pattern::wavefront26z ? by_levels(space) : by_zigzag(space);
            break;
        case Pattern::wavefront26x:
            space.dependencies = {{-1, 3}, {-1, 1}, {-1, -1}, {0, -1}, {0, -2}, {0, -3}, {1, -3}};
            space.applies = applying(space, x_applies);
            space.order = space.width == 1 ? Order() : by_diagonals(space, 2, 2);
            break;
        case Pattern::wavefront26zi:  // each kernel selects in cm_wait those that apply
            space.dependencies = {{-1, 1}, {-2, 0}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
            space.order = ZiWalk(space, blocks).order();
            break;
    }
    return Status();
}

void apply_walking(Walking walking, ThreadSpace& space) {
    switch (walking) {
        case Walking::rows:
        case Walking::horizontal: space.order = {}; break;
        case Walking::columns: space.order = by_columns(space); break;
        // The 45 degree walk of the hardware starts outside the space, which changes nothing inside it: a
        // guess.
        case Walking::wavefront:
        case Walking::wavefront45d: space.order = by_diagonals(space, 1, 1); break;
        case Walking::wavefront26: space.order = by_diagonals(space, 2, 1); break;
        case Walking::wavefront26x:
            space.order = space.width == 1 ? Order() : by_diagonals(space, 2, 2);
            break;
        case Walking::wavefront26zig: space.order = by_zigzag(space); break;
        case Walking::wavefront45xd_2: space.order = by_diagonals(space, 1, 2); break;
    }
}

bool is_in_order(const ThreadSpace& space) {
    std::vector<bool> seen(static_cast<size_t>(space.width) * space.height);
    for (size_t place = 0; place < seen.size(); place++) {
        const int index =
            space.order.empty() ? static_cast<int>(place) : static_cast<int>(space.order[place]);
        bool behind = true;
        for_dependencies(space, index % space.width, index / space.width, [&](int x, int y) {
            behind = behind && seen[static_cast<size_t>(y) * space.width + x];
        });
        if (!behind) return false;
        seen[static_cast<size_t>(index)] = true;
    }
    return true;
}

void order_for_workers(ThreadSpace& space, int workers) {
    space.shares.clear();
    if (space.dependencies.empty()) return;
    if (leads_by_rows(space)) {
        space.in_order = true;
        by_runs(space, workers);
        return;
    }
    space.in_order = is_in_order(space);
    if (space.in_order) return;
    Order order = by_waves(space);
    if (order.empty()) return;
    space.order = std::move(order);
    space.in_order = true;
}

}  // namespace genmedia::walker
