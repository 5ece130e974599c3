// SPDX-License-Identifier: MIT
// Fibers are made when none is idle, and reused. A runner needs one more than the most that wait at once.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace genmedia::walker {

// A pool of objects that hold a fiber. Not thread-safe.
template <class Strand>
class FiberPool {
public:
    // An idle object, or a new one made from these arguments.
    template <class... Arguments>
    Strand* take(Arguments&&... arguments) {
        if (idle_.empty()) {
            all_.push_back(std::make_unique<Strand>(std::forward<Arguments>(arguments)...));
            return all_.back().get();
        }
        Strand* strand = idle_.back();
        idle_.pop_back();
        return strand;
    }

    // Precondition: the work of its fiber has returned.
    void put_back(Strand* strand) { idle_.push_back(strand); }

private:
    std::vector<Strand*> idle_;
    std::vector<std::unique_ptr<Strand>> all_;
};

}  // namespace genmedia::walker
