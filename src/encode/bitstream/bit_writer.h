// SPDX-License-Identifier: MIT
// Bits as H.264 writes them. In this folder's comments, [clause] is a clause of ITU-T H.264.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::encode {

// The highest bit of a value comes first.
class BitWriter {
public:
    // The lowest `count` bits of `value`, 0..32; the higher ones are 0.
    void put(uint32_t value, int count) {
        pending_ = pending_ << count | value;
        pending_count_ += count;
        if (pending_count_ < 32) return;
        pending_count_ -= 32;
        words_.push_back(static_cast<uint32_t>(pending_ >> pending_count_));
    }
    void put_flag(bool flag) { put(flag, 1); }
    // ue(v), of at most 2^32 - 2. [9.1]
    void put_ue(uint32_t value) {
        const int length = std::bit_width(value + 1);
        put(0, length - 1);
        put(value + 1, length);
    }
    // se(v). [9.1.1]
    void put_se(int32_t value) {
        put_ue(value > 0 ? 2 * static_cast<uint32_t>(value) - 1 : 2 * static_cast<uint32_t>(-value));
    }
    void append(const BitWriter& other) {
        for (const uint32_t word : other.words_) put(word, 32);
        put(static_cast<uint32_t>(other.pending_ & ((uint64_t{1} << other.pending_count_) - 1)),
            other.pending_count_);
    }
    // rbsp_trailing_bits(). [7.3.2.11]
    void finish() {
        put(1, 1);
        put(0, (8 - pending_count_ % 8) % 8);
    }
    // pcm_alignment_zero_bit, up to a whole byte. [7.3.5]
    void align() { put(0, (8 - pending_count_ % 8) % 8); }
    void clear() { *this = {}; }

    // What has been written so far, to go back to.
    struct Place {
        size_t words;
        uint64_t pending;
        int pending_count;
    };
    Place place() const { return {words_.size(), pending_, pending_count_}; }
    void go_back(const Place& place) {
        words_.resize(place.words);
        pending_ = place.pending;
        pending_count_ = place.pending_count;
    }

    size_t bit_count() const { return 32 * words_.size() + static_cast<size_t>(pending_count_); }
    // The number of whole bytes written.
    size_t byte_count() const { return bit_count() / 8; }
    uint8_t byte(size_t i) const {
        if (i / 4 < words_.size()) return static_cast<uint8_t>(words_[i / 4] >> (24 - 8 * (i % 4)));
        return static_cast<uint8_t>(pending_ >> (pending_count_ - 8 - static_cast<int>(8 * (i % 4))));
    }

private:
    std::vector<uint32_t> words_;
    uint64_t pending_ = 0;   // its lowest bits are those that are not in words_ yet
    int pending_count_ = 0;  // 0..31
};

// Bits of ue(v) and se(v).
constexpr int ue_length(uint32_t value) { return 2 * std::bit_width(value + 1) - 1; }
constexpr int se_length(int32_t value) {
    return ue_length(value > 0 ? 2 * static_cast<uint32_t>(value) - 1 : 2 * static_cast<uint32_t>(-value));
}

}  // namespace genmedia::encode
