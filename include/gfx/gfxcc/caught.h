// SPDX-License-Identifier: MIT
// An exception that leaves a parallel loop: that of the first round which throws, as if rounds ran one after
// the other.
#pragma once

#ifdef __cpp_exceptions
#include <exception>

namespace gfxcc {

class Caught {
public:
    // Rounds before the one that threw still run.
    bool skips(long round) const { return __atomic_load_n(&first_, __ATOMIC_RELAXED) <= round; }
    // In a catch clause.
    void keep(long round) {
        while (__atomic_test_and_set(&busy_, __ATOMIC_ACQUIRE)) {
        }
        if (!skips(round)) {
            __atomic_store_n(&first_, round, __ATOMIC_RELAXED);
            exception_ = std::current_exception();
        }
        __atomic_clear(&busy_, __ATOMIC_RELEASE);
    }
    void rethrow() {
        if (!exception_) return;
        const std::exception_ptr exception = exception_;
        exception_ = nullptr;
        first_ = __LONG_MAX__;
        std::rethrow_exception(exception);
    }

private:
    long first_ = __LONG_MAX__;
    char busy_ = 0;
    std::exception_ptr exception_;
};

}  // namespace gfxcc
#endif
