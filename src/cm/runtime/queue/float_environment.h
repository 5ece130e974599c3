// SPDX-License-Identifier: MIT
// How a thread of the processor rounds and treats denormals.
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

#include <cstdint>

namespace genmedia::runtime {

#if defined(__x86_64__) || defined(__i386__)

using FloatControl = unsigned;
inline constexpr FloatControl kStickyFlags = 0x3f;
inline FloatControl float_control() { return _mm_getcsr(); }
inline void set_float_control(FloatControl control) { _mm_setcsr(control); }

// `rounding`: nearest, up, down, to zero. Exceptions never trap.
inline FloatControl float_control(unsigned rounding, bool denormals) {
    constexpr FloatControl modes[4] = {0x0000, 0x4000, 0x2000, 0x6000};
    constexpr FloatControl all_masked = 0x1f80, denormals_are_zero = 0x8040;
    return all_masked | modes[rounding] | (denormals ? 0 : denormals_are_zero);
}

#elif defined(__aarch64__)

using FloatControl = uint64_t;
inline constexpr FloatControl kStickyFlags = 0;  // they are in a register of their own
inline FloatControl float_control() {
    FloatControl control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}
inline void set_float_control(FloatControl control) { asm volatile("msr fpcr, %0" ::"r"(control)); }

inline FloatControl float_control(unsigned rounding, bool denormals) {
    constexpr int rounding_mode = 22, flush_to_zero = 24;
    return FloatControl{rounding} << rounding_mode | FloatControl{!denormals} << flush_to_zero;
}

#else
#error \
    "C for Metal does not know this architecture's floating-point control (GENMEDIA_CM=OFF builds without it)"
#endif

// The control register for the flags of _GENX_FLOAT_CONTROL_ (CM spec 4.20). One register serves all float
// types, so the flag for single precision decides on denormals. There is no equivalent of the ALT mode.
inline FloatControl float_mode(uint32_t flags) {
    return float_control(flags >> 4 & 3, (flags >> 7 & 1) != 0);
}

// Kernels compute as the hardware does by default: rounding to nearest, denormals are zero. A fiber that
// waits saves the register, and a new fiber starts with its worker's register.
class FloatMode {
public:
    explicit FloatMode(FloatControl mode)
        : before_(float_control()), changed_((before_ & ~kStickyFlags) != mode) {
        if (changed_) set_float_control(mode);
    }
    ~FloatMode() {
        if (changed_) set_float_control(before_);
    }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;

private:
    const FloatControl before_;
    const bool changed_;
};

}  // namespace genmedia::runtime
