// SPDX-License-Identifier: MIT
// Chooses the QPs of pictures so that the stream has the wanted bits a second, and at no time many more.
#pragma once

#include "encode/bitstream/hrd.h"
#include "encode/bitstream/level.h"

#include <algorithm>
#include <optional>

namespace genmedia::encode {

class RateControl {
public:
    explicit RateControl(const EncoderOptions& options);

    int qp(bool is_key) const;
    // The QP to code a picture with that took too many bits, or the first picture with that took too few;
    // empty: it can stay. `tries`: how often it was coded. `room`: bits that its level allows.
    std::optional<int> again(bool is_key, int qp, double bits, int tries, double room) const;
    // Bits that the decoder's buffer has for the next picture.
    double room() const;
    // The first picture is due when the decoder's buffer has so many bits; it is full otherwise.
    void begin_with(double bits) {
        if (buffer_) buffer_->limit_room(std::min(bits, buffer_->room()));
    }
    // Bits that have to follow a picture of so many, where the rate must be kept at all times.
    double stuffing(double bits) const { return buffer_ ? buffer_->missing(bits) : 0; }
    const std::optional<Hrd>& hrd() const { return hrd_; }
    // A key picture is next, whose delay says how much is in the decoder's buffer, in whole ticks.
    void begin_period();
    uint32_t initial_delay() const { return hrd_->delay_of(room()); }
    // Notes the bits that the picture took.
    void add(bool is_key, int qp, double bits);

private:
    double wanted(bool is_key) const;

    const EncoderOptions& options_;
    double bits_a_picture_ = 0;
    std::optional<Hrd> hrd_;
    std::optional<Buffer> buffer_;
    double owed_ = 0;  // bits that were written beyond what was due
    // Bits that such a picture would take at QP 0, a mean of the last ones; 0: not known yet.
    double key_complexity_ = 0, other_complexity_ = 0;
};

}  // namespace genmedia::encode
