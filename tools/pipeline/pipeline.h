// SPDX-License-Identifier: MIT
// A command's three steps, each of which goes on while the others do: an item is read, something costly is
// done with it on any thread, and it is written in order.
#pragma once

#include "genmedia/status.h"
#include "tools/outcome.h"
#include "tools/pipeline/arena.h"

#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

// Source has next(), which gives a std::shared_ptr<Item>, null at the end or where it failed; failure() and
// fail(status), which keeps one. Item has a `status` of what was done with it.
template <class Source, class Item>
class Pipeline {
public:
    using Work = std::function<genmedia::Status(Item&)>;
    using Write = std::function<genmedia::Status(const Item&)>;

    Pipeline(Source& source, Work work, Write write)
        : source_(source), work_(std::move(work)), write_(std::move(write)) {}

    // To the end, on `workers` threads, as tbb::task_arena counts them; or as long as goes_on(). Whatever
    // fails, the items before it are written. Returns the first failure: of what is written, then of the
    // source.
    genmedia::Status run(int workers, size_t in_flight, const std::function<bool()>& goes_on) {
        const genmedia::Status status = guarded([&] {
            in_arena(workers, [&] { run_here(in_flight, goes_on); });
            return genmedia::Status();
        });
        for (const genmedia::Status* failure : {&std::as_const(written_), &source_.failure(), &status})
            if (!failure->ok()) return *failure;
        return {};
    }
    bool has_ended() const { return ended_; }

    // Items in flight: one is read and one written while two are worked on. Two, so that there is work while
    // one's last parts are done. With more than four cores one for each, for steps that use a single core.
    static size_t in_flight(int threads) {
        const size_t cores = threads > 0 ? static_cast<size_t>(threads) : std::thread::hardware_concurrency();
        return std::max<size_t>(4, cores);
    }

private:
    using Pointer = std::shared_ptr<Item>;

    void run_here(size_t in_flight, const std::function<bool()>& goes_on) {
        const auto read = [&](tbb::flow_control& control) {
            Pointer item = goes_on() ? next() : nullptr;
            if (!item) control.stop();
            return item;
        };
        const auto work = [&](Pointer item) {
            if (!stopped_) item->status = guarded([&] { return work_(*item); });
            return item;
        };
        const auto write = [&](const Pointer& item) { keep(*item); };
        tbb::parallel_pipeline(in_flight,
                               tbb::make_filter<void, Pointer>(tbb::filter_mode::serial_in_order, read) &
                                   tbb::make_filter<Pointer, Pointer>(tbb::filter_mode::parallel, work) &
                                   tbb::make_filter<Pointer, void>(tbb::filter_mode::serial_in_order, write));
    }

    Pointer next() {
        Pointer item;
        const genmedia::Status status = guarded([&] {
            if (!stopped_) item = source_.next();
            return source_.failure();
        });
        if (!status.ok()) source_.fail(status);
        if (!item) ended_ = true;
        return item;
    }

    void keep(const Item& item) {
        if (stopped_) return;
        written_ = item.status;
        if (written_.ok()) written_ = guarded([&] { return write_(item); });
        if (!written_.ok()) stopped_ = true;
    }

    Source& source_;
    const Work work_;
    const Write write_;
    std::atomic<bool> stopped_ = false, ended_ = false;
    genmedia::Status written_;  // the first failure of the work or of the writing
};
