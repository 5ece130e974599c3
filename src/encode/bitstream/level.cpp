// SPDX-License-Identifier: MIT
#include "encode/bitstream/level.h"

#include <algorithm>
#include <iterator>

namespace genmedia::encode {
namespace {

// Constrained Baseline's levels; 1b is left out. Without a limit, two macroblocks have at most 32 vectors.
constexpr Level kLevels[] = {{10, 99, 1485, 396, 64, 175, 64, 2, 32},
                             {11, 396, 3000, 900, 192, 500, 128, 2, 32},
                             {12, 396, 6000, 2376, 384, 1000, 128, 2, 32},
                             {13, 396, 11880, 2376, 768, 2000, 128, 2, 32},
                             {20, 396, 11880, 2376, 2000, 2000, 128, 2, 32},
                             {21, 792, 19800, 4752, 4000, 4000, 256, 2, 32},
                             {22, 1620, 20250, 8100, 4000, 4000, 256, 2, 32},
                             {30, 1620, 40500, 8100, 10000, 10000, 256, 2, 32},
                             {31, 3600, 108000, 18000, 14000, 14000, 512, 4, 16},
                             {32, 5120, 216000, 20480, 20000, 20000, 512, 4, 16},
                             {40, 8192, 245760, 32768, 20000, 25000, 512, 4, 16},
                             {41, 8192, 245760, 32768, 50000, 62500, 512, 2, 16},
                             {42, 8704, 522240, 34816, 50000, 62500, 512, 2, 16},
                             {50, 22080, 589824, 110400, 135000, 135000, 512, 2, 16},
                             {51, 36864, 983040, 184320, 240000, 240000, 512, 2, 16},
                             {52, 36864, 2073600, 184320, 240000, 240000, 512, 2, 16},
                             {60, 139264, 4177920, 696320, 240000, 240000, 8192, 2, 16},
                             {61, 139264, 8355840, 696320, 480000, 480000, 8192, 2, 16},
                             {62, 139264, 16711680, 696320, 800000, 800000, 8192, 2, 16}};

double pictures_a_second(const EncoderOptions& options) {
    return static_cast<double>(options.rate_numerator) / options.rate_denominator;
}

int64_t macroblocks_of(const EncoderOptions& options) {
    return int64_t{(options.width + 15) / 16} * ((options.height + 15) / 16);
}

}  // namespace

std::span<const Level> levels() { return kLevels; }

const Level* level_for(const EncoderOptions& options) {
    const int64_t macroblocks = macroblocks_of(options);
    const int64_t longest = std::max((options.width + 15) / 16, (options.height + 15) / 16);
    const auto has_room = [&](const Level& level) {
        return macroblocks <= level.macroblocks &&
               macroblocks * options.rate_numerator <= level.macroblock_rate * options.rate_denominator &&
               macroblocks * options.references <= level.stored &&
               longest * longest <= 8 * int64_t{level.macroblocks} &&
               std::max(options.bit_rate, options.max_rate) <= 1000 * int64_t{level.bit_rate} &&
               options.buffer <= 1000 * int64_t{level.buffer};
    };
    const Level* level = std::find_if(std::begin(kLevels), std::end(kLevels), has_room);
    return level == std::end(kLevels) ? nullptr : level;
}

void Buffer::add(double bits) { filled_ = std::max(0.0, filled_ + bits - drained_); }

StreamLevel::StreamLevel(const EncoderOptions& options) {
    const double pictures = pictures_a_second(options);
    const auto macroblocks = static_cast<double>(macroblocks_of(options));
    const Level* first = level_for(options);
    for (const Level* level = first; level && level != std::end(kLevels); level++) {
        // 384 bytes a macroblock, at the level's own speed. [A.3.1]
        const double bits = 8.0 * 384 / level->compression;
        const auto speed = static_cast<double>(level->macroblock_rate);
        candidates_.push_back({.level = level,
                               .buffer = Buffer(1e3 * level->bit_rate, 1e3 * level->buffer, pictures),
                               .first_picture = bits * std::max(macroblocks, speed / 172),
                               .picture = bits * speed / pictures});
    }
}

const Level* StreamLevel::level() const { return candidates_.empty() ? nullptr : candidates_.front().level; }

double StreamLevel::Candidate::room(bool is_first) const {
    return std::min(buffer.room(), is_first ? first_picture : picture);
}

double StreamLevel::room(int vectors_of_two) const {
    double most = 0;
    for (const Candidate& candidate : candidates_)
        if (vectors_of_two <= candidate.level->vectors_of_two)
            most = std::max(most, candidate.room(is_first_));
    return most;
}

void StreamLevel::add(double bits, int vectors_of_two) {
    std::erase_if(candidates_, [&](const Candidate& candidate) {
        return bits > candidate.room(is_first_) || vectors_of_two > candidate.level->vectors_of_two;
    });
    for (Candidate& candidate : candidates_) candidate.buffer.add(bits);
    is_first_ = false;
}

}  // namespace genmedia::encode
