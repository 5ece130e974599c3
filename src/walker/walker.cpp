#include "walker/walker.h"

#include "walker/worker_pool.h"

#include <atomic>
#include <vector>

namespace genmedia {
namespace {

using Cell = std::function<void(int, int)>;

void walk_freely(int columns, int rows, const Cell& cell) {
    parallel_for(columns * rows, [&](int i) { cell(i % columns, i / columns); });
}

// A cell waits for its left neighbour and for the last of the upper ones: the upper right one, or the
// upper one in the last column. Those finish after the others of their row.
class Wavefront {
public:
    Wavefront(int columns, int rows, const Cell& cell)
        : columns_(columns), rows_(rows), cell_(cell), waits_for_(static_cast<size_t>(columns) * rows) {
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) waits_for_[index(x, y)] = (x > 0) + (y > 0);
        }
    }

    void run() {
        group_.run([this] { run_from(0, 0); });
        group_.wait();
    }

private:
    size_t index(int x, int y) const { return static_cast<size_t>(y) * columns_ + x; }

    bool released(int x, int y) { return waits_for_[index(x, y)].fetch_sub(1) == 1; }

    // Goes on to the right as long as it may, and hands the row below to another worker.
    void run_from(int x, int y) {
        do {
            cell_(x, y);
            if (y + 1 < rows_) {
                if (x > 0) release_below(x - 1, y + 1);
                if (x == columns_ - 1) release_below(x, y + 1);
            }
            x++;
        } while (x < columns_ && released(x, y));
    }

    void release_below(int x, int y) {
        if (released(x, y)) group_.run([this, x, y] { run_from(x, y); });
    }

    const int columns_, rows_;
    const Cell& cell_;
    std::vector<std::atomic<int>> waits_for_;
    TaskGroup group_;
};

}  // namespace

void walk(int columns, int rows, Dependency dependency, int threads, const Cell& cell) {
    if (columns <= 0 || rows <= 0) return;
    with_workers(threads, [&] {
        if (dependency == Dependency::none) {
            walk_freely(columns, rows, cell);
        } else {
            Wavefront(columns, rows, cell).run();
        }
    });
}

}  // namespace genmedia
