// SPDX-License-Identifier: MIT
// The hypothetical reference decoder: the buffer that a stream promises to fit, and what it says of it.
// [annexes C, D.2, E.2.2]
#pragma once

#include "encode/bitstream/bit_writer.h"
#include "genmedia/encode.h"

#include <optional>

namespace genmedia::encode {

constexpr double kHrdClock = 90'000;  // ticks a second of a buffering period's delays

// A buffer in the units of the stream, so that nothing is rounded between what is kept and what is said.
struct Hrd {
    uint32_t rate_units, size_units;  // of 64 bits a second, and of 16 bits

    double rate() const { return 64.0 * rate_units; }
    // The delay of a picture before which the buffer is full.
    uint32_t longest_delay() const;
    double bits_of(uint32_t delay) const { return delay / kHrdClock * rate(); }
    uint32_t delay_of(double bits) const;  // rounded down
};

// Empty: no rate is limited.
std::optional<Hrd> hrd_for(const EncoderOptions& options);

void write_hrd_parameters(BitWriter& bits, const Hrd& hrd);

// When a picture leaves the buffer.
struct PictureTiming {
    uint32_t removal_delay;                 // fields since the last key picture
    std::optional<uint32_t> initial_delay;  // of a key picture: ticks since its first bit may come
};
BitWriter timing_messages(const Hrd& hrd, const PictureTiming& timing);

}  // namespace genmedia::encode
