// SPDX-License-Identifier: MIT
// Chooses the QPs of pictures so that the stream has the wanted bits a second, and at no time many more.
#pragma once

#include "encode/bitstream/level.h"

#include <optional>

namespace genmedia::encode {

class RateControl {
public:
    explicit RateControl(const EncoderOptions& options);

    int qp(bool is_key) const;
    // The QP to code a picture with that took too many bits, or the first picture with that took too few;
    // empty: it can stay. `tries`: how often it was coded. `room`: bits that its level allows.
    std::optional<int> again(bool is_key, int qp, double bits, int tries, double room) const;
    // Whether the decoder's buffer has room for so many bits.
    bool has_room(double bits) const { return bits <= room(); }
    // Notes the bits that the picture took.
    void add(bool is_key, int qp, double bits);

private:
    double wanted(bool is_key) const;
    double room() const;

    const EncoderOptions& options_;
    double bits_a_picture_ = 0;
    std::optional<Buffer> buffer_;
    double owed_ = 0;  // bits that were written beyond what was due
    // Bits that such a picture would take at QP 0, a mean of the last ones; 0: not known yet.
    double key_complexity_ = 0, other_complexity_ = 0;
};

}  // namespace genmedia::encode
