// SPDX-License-Identifier: MIT
// The arithmetic coder of CABAC: bins with contexts, or without. [9.3.4]
#pragma once

#include "encode/bitstream/bit_writer.h"

#include <array>

namespace genmedia::encode {

class CabacCoder {
public:
    // `table`: a row of kContextStarts; `qp`: of the slice. [9.3.1.1]
    CabacCoder(BitWriter& bits, int table, int qp);

    void put(int context, bool bin);
    void put_bypass(bool bin);
    // Of the least bits of `value`, the highest first.
    void put_bypass(uint32_t value, int count) {
        while (count-- > 0) put_bypass(value >> count & 1);
    }
    // end_of_slice_flag, or the bin of I_PCM; where it is set the coder ends, with rbsp_stop_one_bit.
    void put_end(bool bin);
    // Goes on behind samples. [9.3.1.2]
    void begin();

private:
    void renormalize();
    void put_bit(uint32_t bit);

    struct Context {
        uint8_t state, most_probable;
    };
    BitWriter& bits_;
    std::array<Context, 402> contexts_{};
    uint32_t low_ = 0, range_ = 510;
    uint32_t outstanding_ = 0;  // bits that depend on a carry
    bool is_first_ = true;
};

}  // namespace genmedia::encode
