// SPDX-License-Identifier: MIT
// What each level of H.264 allows, and which one a stream needs. [annex A]
#pragma once

#include "genmedia/encode.h"

#include <algorithm>
#include <span>
#include <vector>

namespace genmedia::encode {

// A level's limits. [Table A-1]
struct Level {
    uint8_t idc;              // ten times its number
    int32_t macroblocks;      // of a picture
    int64_t macroblock_rate;  // a second
    int32_t stored;           // macroblocks of all pictures that are kept
    int32_t bit_rate;         // thousands of bits a second
    int32_t buffer;           // thousands of bits
    int16_t vector_range;     // vertical vectors lie in -range .. range - 0.25 samples
    int16_t compression;      // pictures are at least so many times smaller than 4:2:0
    int16_t vectors_of_two;   // in two macroblocks that follow each other
};

std::span<const Level> levels();

// The lowest level that has room for such pictures, their rate, the bit rates and the buffer; null: none has.
const Level* level_for(const EncoderOptions& options);

// A decoder's buffer, as the encoder sees it: pictures fill it, and it empties at a rate.
class Buffer {
public:
    // Bits a second, bits, pictures a second.
    Buffer(double rate, double size, double pictures) : drained_(rate / pictures), size_(size) {}

    double room() const { return size_ - filled_; }  // bits that the next picture may take
    // Bits that a picture of so many lacks: the buffer would run empty before the next one.
    double missing(double bits) const { return std::max(0.0, drained_ - filled_ - bits); }
    void add(double bits);
    void limit_room(double bits) { filled_ = size_ - bits; }

private:
    double drained_, size_, filled_ = 0;
};

// The level that a stream needs, picture by picture: each level's buffer and compression are looked at.
class StreamLevel {
public:
    explicit StreamLevel(const EncoderOptions& options);

    // Null where no level allows what was added.
    const Level* level() const;
    // Bits that the next picture may take at the best level that is left, where two of its macroblocks have
    // so many vectors.
    double room(int vectors_of_two) const;
    // At the level so far, whatever vectors there are.
    double room() const { return candidates_.empty() ? 0 : candidates_.front().room(is_first_); }
    void add(double bits, int vectors_of_two);

private:
    struct Candidate {
        const Level* level;
        Buffer buffer;
        double first_picture, picture;  // bits that it may take by the compression
        double room(bool is_first) const;
    };
    std::vector<Candidate> candidates_;  // the lowest first
    bool is_first_ = true;
};

}  // namespace genmedia::encode
