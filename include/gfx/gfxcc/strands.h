// SPDX-License-Identifier: MIT
// Strands of parallel loops and of spawned calls: reducers put their values into the order of these.
#pragma once

#include "gfx_abi.h"

namespace gfxcc {

// Where strands leave another one, which goes on behind them.
class Fork {
public:
    Fork() : thread_(gfxcc_this_thread()), parent_(thread_->strand), step_(parent_->step) {}
    ~Fork() {
        parent_->step++;
        thread_->number++;
    }
    Fork(const Fork&) = delete;
    Fork& operator=(const Fork&) = delete;
    gfxcc_strand child(long place) const { return {parent_, step_, place, 0}; }

private:
    gfxcc_thread* thread_;
    gfxcc_strand* parent_;
    long step_;
};

// What this thread runs while the object lives.
class Strand {
public:
    explicit Strand(const gfxcc_strand& strand)
        : strand_(strand), thread_(gfxcc_this_thread()), before_(thread_->strand) {
        thread_->strand = &strand_;
        thread_->number++;
    }
    ~Strand() {
        thread_->strand = before_;
        thread_->number++;
    }
    Strand(const Strand&) = delete;
    Strand& operator=(const Strand&) = delete;

private:
    gfxcc_strand strand_;
    gfxcc_thread* thread_;
    gfxcc_strand* before_;
};

}  // namespace gfxcc
