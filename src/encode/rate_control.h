// SPDX-License-Identifier: MIT
// Chooses the QPs of pictures so that the stream has the wanted bits a second.
#pragma once

#include "genmedia/encode.h"

namespace genmedia::encode {

class RateControl {
public:
    explicit RateControl(const EncoderOptions& options);

    int qp(bool is_key) const;
    // Notes the bits that the picture took.
    void add(bool is_key, int qp, size_t bits);

private:
    const EncoderOptions& options_;
    double bits_a_picture_ = 0;
    double owed_ = 0;  // bits that were written beyond what was due
    // Bits that such a picture would take at QP 0, a mean of the last ones; 0: not known yet.
    double key_complexity_ = 0, other_complexity_ = 0;
};

}  // namespace genmedia::encode
