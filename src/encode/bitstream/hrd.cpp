// SPDX-License-Identifier: MIT
#include "encode/bitstream/hrd.h"

#include "encode/bitstream/level.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace genmedia::encode {
namespace {

// Where only a mean rate is wanted: no second takes more than the sum of both times the rate.
constexpr double kPeakRate = 1.4, kPeakSize = 0.5;
// A key picture at the coarsest quantiser fits all the same.
constexpr double kBitsOfCoarseMacroblock = 64;

constexpr double kRateUnit = 64, kSizeUnit = 16;  // of bit_rate_scale and cpb_size_scale 0
constexpr int kDelayBits = 32, kOutputDelayBits = 1;

enum class Message : uint8_t { buffering_period = 0, picture_timing = 1 };

// [7.3.2.3.1]
void append_message(BitWriter& bits, Message type, BitWriter payload) {
    payload.finish();
    bits.put(static_cast<uint32_t>(type), 8);
    bits.put(static_cast<uint32_t>(payload.byte_count()), 8);
    bits.append(payload);
}

uint32_t whole(double value) {
    return static_cast<uint32_t>(std::clamp(value, 0.0, double{std::numeric_limits<uint32_t>::max()}));
}

}  // namespace

uint32_t Hrd::longest_delay() const { return delay_of(kSizeUnit * size_units); }
uint32_t Hrd::delay_of(double bits) const { return whole(bits / rate() * kHrdClock + 1e-6); }

std::optional<Hrd> hrd_for(const EncoderOptions& options) {
    const Level* level = level_for(options);
    if (!level) return {};
    const auto mean = static_cast<double>(options.bit_rate), most = static_cast<double>(options.max_rate);
    const double macroblocks = static_cast<double>((options.width + 15) / 16) * ((options.height + 15) / 16);
    double rate = kPeakRate * mean, size = std::max(kPeakSize * mean, kBitsOfCoarseMacroblock * macroblocks);
    if (most > 0) rate = size = most;
    if (options.buffer > 0) size = static_cast<double>(options.buffer);
    if (rate == 0) return {};
    rate = std::max(kRateUnit, std::min(rate, 1e3 * level->bit_rate));
    // No smaller than what comes in a tick.
    size = std::max({kSizeUnit, std::min(size, 1e3 * level->buffer), rate / kHrdClock + kSizeUnit});
    return Hrd{whole(rate / kRateUnit), whole(size / kSizeUnit)};
}

// [E.1.2]
void write_hrd_parameters(BitWriter& bits, const Hrd& hrd) {
    bits.put_ue(0);  // cpb_cnt_minus1
    bits.put(0, 4);  // bit_rate_scale
    bits.put(0, 4);  // cpb_size_scale
    bits.put_ue(hrd.rate_units - 1);
    bits.put_ue(hrd.size_units - 1);
    bits.put_flag(false);               // cbr_flag: the buffer may be full
    bits.put(kDelayBits - 1, 5);        // initial_cpb_removal_delay_length_minus1
    bits.put(kDelayBits - 1, 5);        // cpb_removal_delay_length_minus1
    bits.put(kOutputDelayBits - 1, 5);  // dpb_output_delay_length_minus1
    bits.put(0, 5);                     // time_offset_length
}

// [D.1.2, D.1.3]
BitWriter timing_messages(const Hrd& hrd, const PictureTiming& timing) {
    BitWriter messages;
    if (timing.initial_delay) {
        BitWriter period;
        period.put_ue(0);  // seq_parameter_set_id
        period.put(*timing.initial_delay, kDelayBits);
        period.put(hrd.longest_delay() - *timing.initial_delay, kDelayBits);  // ..._offset
        append_message(messages, Message::buffering_period, period);
    }
    BitWriter picture;
    picture.put(timing.removal_delay, kDelayBits);
    picture.put(0, kOutputDelayBits);  // shown at once
    append_message(messages, Message::picture_timing, picture);
    messages.finish();
    return messages;
}

}  // namespace genmedia::encode
