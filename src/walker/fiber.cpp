// SPDX-License-Identifier: MIT
// The sanitizers must be told of each switch of stacks; Boost's own hooks need Boost built for them.
#include "walker/fiber.h"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace genmedia::walker {
namespace {

// Kernels keep 4 KB in registers, but those built without optimisation hold each intermediate value apart.
// Only pages that are touched take memory.
constexpr size_t kStackBytes = size_t{1} << 20;

// One of the two stacks of a switch, as the sanitizers see it.
class StackMark {
public:
#if defined(__SANITIZE_ADDRESS__)
    void leaving(const StackMark& to) { __sanitizer_start_switch_fiber(&fake_, to.bottom_, to.size_); }
    void leaving_for_good(const StackMark& to) {
        __sanitizer_start_switch_fiber(nullptr, to.bottom_, to.size_);
    }
    void entered(StackMark& from) { __sanitizer_finish_switch_fiber(fake_, &from.bottom_, &from.size_); }
    void is_new(const boost::context::stack_context& stack) {
        size_ = stack.size;
        bottom_ = static_cast<char*>(stack.sp) - stack.size;
    }
    void is_current() {}
    // The last frames never returned, so the sanitizer still guards them; the next stack has their memory.
    void ended() { __asan_unpoison_memory_region(bottom_, size_); }

private:
    void* fake_ = nullptr;
    const void* bottom_ = nullptr;
    size_t size_ = 0;
#elif defined(__SANITIZE_THREAD__)
    void leaving(const StackMark& to) { __tsan_switch_to_fiber(to.fiber_, 0); }
    void leaving_for_good(const StackMark& to) { leaving(to); }
    void entered(StackMark&) {}
    void is_new(const boost::context::stack_context&) { fiber_ = __tsan_create_fiber(0); }
    void is_current() { fiber_ = __tsan_get_current_fiber(); }
    void ended() { __tsan_destroy_fiber(fiber_); }

private:
    void* fiber_ = nullptr;
#else
    void leaving(const StackMark&) {}
    void leaving_for_good(const StackMark&) {}
    void entered(StackMark&) {}
    void is_new(const boost::context::stack_context&) {}
    void is_current() {}
    void ended() {}
#endif
};

// Each side of a switch has float controls of its own, such as rounding. Boost keeps them on x86, not on Arm.
class KeptFloatControl {
#if defined(__aarch64__)
public:
    KeptFloatControl() { asm volatile("mrs %0, fpcr" : "=r"(control_)); }
    ~KeptFloatControl() { asm volatile("msr fpcr, %0" ::"r"(control_)); }
    KeptFloatControl(const KeptFloatControl&) = delete;
    KeptFloatControl& operator=(const KeptFloatControl&) = delete;

private:
    uint64_t control_;
#endif
};

}  // namespace

struct Fiber::State {
    std::function<void(Fiber&)> work;
    bool returned = true, stop = false;
    boost::context::fiber inside, outside;
    StackMark inside_mark, outside_mark;
};

Fiber::Fiber(std::function<void(Fiber&)> work) : state_(new State) {
    State& s = *state_;
    s.work = std::move(work);
    boost::context::protected_fixedsize_stack allocator(kStackBytes);
    const boost::context::stack_context stack = allocator.allocate();
    s.inside_mark.is_new(stack);
    s.inside =
        boost::context::fiber(std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack),
                              allocator, [this, &s](boost::context::fiber&& caller) {
                                  s.outside = std::move(caller);
                                  s.inside_mark.entered(s.outside_mark);
                                  while (!s.stop) {
                                      s.work(*this);
                                      s.returned = true;
                                      leave();
                                  }
                                  s.inside_mark.leaving_for_good(s.outside_mark);
                                  return std::move(s.outside);
                              });
}

Fiber::~Fiber() {
    state_->stop = true;
    resume();
    state_->inside_mark.ended();
}

bool Fiber::resume() {
    State& s = *state_;
    [[maybe_unused]] const KeptFloatControl kept;
    s.returned = false;
    s.outside_mark.is_current();
    s.outside_mark.leaving(s.inside_mark);
    s.inside = std::move(s.inside).resume();
    s.outside_mark.entered(s.inside_mark);
    return s.returned;
}

void Fiber::leave() {
    State& s = *state_;
    [[maybe_unused]] const KeptFloatControl kept;
    s.inside_mark.leaving(s.outside_mark);
    s.outside = std::move(s.outside).resume();
    s.inside_mark.entered(s.outside_mark);
}

}  // namespace genmedia::walker
