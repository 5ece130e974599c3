// SPDX-License-Identifier: MIT
// The hypothetical reference decoder of annex C, from what the bytes of a stream say alone.
#include "encoded_scenes.h"
#include "genmedia/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace genmedia {
namespace {

using test::restless;

class Bits {
public:
    explicit Bits(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}
    uint32_t u(int count) {
        uint64_t value = 0;
        for (int i = 0; i < count; i++, at_++) value = value << 1 | (bytes_.at(at_ / 8) >> (7 - at_ % 8) & 1);
        return static_cast<uint32_t>(value);
    }
    uint32_t ue() {
        int zeros = 0;
        while (u(1) == 0) zeros++;
        return (1u << zeros) - 1 + u(zeros);
    }

private:
    std::vector<uint8_t> bytes_;
    size_t at_ = 0;
};

struct NalUnit {
    int type, ref_idc;
    std::vector<uint8_t> payload;  // without what keeps start codes out of it
};

std::vector<NalUnit> nal_units(const std::vector<uint8_t>& bytes) {
    std::vector<NalUnit> units;
    size_t zeros = 0;
    for (size_t i = 0; i < bytes.size(); i++) {
        if (zeros >= 2 && bytes[i] == 1) {
            if (!units.empty()) units.back().payload.resize(units.back().payload.size() - zeros);
            units.push_back({bytes.at(i + 1) & 31, bytes.at(i + 1) >> 5, {}});
            i++;
            zeros = 0;
        } else {
            const bool kept = !(zeros >= 2 && bytes[i] == 3);
            if (kept && !units.empty()) units.back().payload.push_back(bytes[i]);
            zeros = kept && bytes[i] == 0 ? zeros + 1 : 0;
        }
    }
    return units;
}

// What the stream says. [7.3.2.1.1, E.1]
struct Usability {
    double tick = 0, rate = 0, size = 0;
    int initial_bits = 0, removal_bits = 0, output_bits = 0;
};

std::optional<Usability> usability_of(const std::vector<uint8_t>& sequence_parameters) {
    Bits bits(sequence_parameters);
    bits.u(24);
    for (int i = 0; i < 4; i++) bits.ue();  // to max_num_ref_frames
    bits.u(1);
    bits.ue(), bits.ue();
    EXPECT_EQ(bits.u(2), 3U);  // frame_mbs_only, direct_8x8_inference
    if (bits.u(1)) bits.ue(), bits.ue(), bits.ue(), bits.ue();
    EXPECT_EQ(bits.u(1), 1U);  // vui_parameters_present
    if (bits.u(1) && bits.u(8) == 255) bits.u(32);
    EXPECT_EQ(bits.u(1), 0U);  // overscan_info_present
    if (bits.u(1) && (bits.u(4), bits.u(1))) bits.u(24);
    EXPECT_EQ(bits.u(1), 0U);  // chroma_loc_info_present
    EXPECT_EQ(bits.u(1), 1U);  // timing_info_present
    Usability found;
    const double units = bits.u(32), scale = bits.u(32);
    found.tick = units / scale;
    bits.u(1);  // fixed_frame_rate
    if (!bits.u(1)) return {};
    EXPECT_EQ(bits.ue(), 0U);  // one schedule
    const int rate_scale = static_cast<int>(bits.u(4)), size_scale = static_cast<int>(bits.u(4));
    found.rate = std::ldexp(bits.ue() + 1.0, 6 + rate_scale);
    found.size = std::ldexp(bits.ue() + 1.0, 4 + size_scale);
    EXPECT_EQ(bits.u(1), 0U);  // cbr_flag
    found.initial_bits = static_cast<int>(bits.u(5)) + 1;
    found.removal_bits = static_cast<int>(bits.u(5)) + 1;
    found.output_bits = static_cast<int>(bits.u(5)) + 1;
    bits.u(5);
    EXPECT_EQ(bits.u(1), 0U);  // vcl_hrd_parameters_present
    EXPECT_EQ(bits.u(1), 0U);  // low_delay_hrd
    return found;
}

struct AccessUnit {
    double bits = 0;
    std::optional<std::pair<uint32_t, uint32_t>> period;  // delay and offset [D.1.2]
    std::optional<uint32_t> removal_delay;                // [D.1.3]
    bool is_key = false;
};

// [7.3.2.3.1]
void read_messages(const std::vector<uint8_t>& payload, const Usability& usability, AccessUnit& unit) {
    for (size_t at = 0; at + 2 < payload.size(); at += 2 + payload[at + 1]) {
        Bits bits({payload.begin() + static_cast<ptrdiff_t>(at) + 2, payload.end()});
        if (payload[at] == 0) {
            EXPECT_FALSE(unit.removal_delay) << "the period comes first";
            EXPECT_EQ(bits.ue(), 0U);
            const uint32_t delay = bits.u(usability.initial_bits);
            unit.period = {delay, bits.u(usability.initial_bits)};
        } else {
            ASSERT_EQ(payload[at], 1);
            unit.removal_delay = bits.u(usability.removal_bits);
            EXPECT_EQ(bits.u(usability.output_bits), 0U);
        }
    }
}

struct Stream {
    std::optional<Usability> usability;
    std::vector<AccessUnit> units;

    void add(const std::vector<uint8_t>& bytes) {
        AccessUnit unit;
        unit.bits = 8.0 * static_cast<double>(bytes.size());
        for (const NalUnit& nal : nal_units(bytes)) {
            if (nal.type == 7) usability = usability_of(nal.payload);
            if (nal.type == 5) unit.is_key = true;
            EXPECT_EQ(nal.ref_idc == 0, nal.type == 6);
            if (nal.type == 6) {
                ASSERT_TRUE(usability);
                read_messages(nal.payload, *usability, unit);
            }
        }
        units.push_back(unit);
    }
};

// The schedule of clause C.1, and what C.3 asks of it.
class Schedule {
public:
    explicit Schedule(const Stream& stream) : said_(*stream.usability) {
        for (const AccessUnit& unit : stream.units) add(unit);
        for (size_t n = 0; n < arrivals_.size(); n++) check_fullness(n);
    }
    double most_filled() const { return most_filled_; }

private:
    struct Arrival {
        double begin, end, removal;
    };

    void add(const AccessUnit& unit) {
        const size_t n = arrivals_.size();
        ASSERT_TRUE(unit.removal_delay) << n;
        ASSERT_EQ(unit.period.has_value(), unit.is_key) << n;
        EXPECT_EQ(*unit.removal_delay, n == 0 ? 0 : 2 * (n - period_at_)) << n;  // fields
        const double removal = n == 0 ? unit.period->first / 90e3
                                      : arrivals_[period_at_].removal + said_.tick * *unit.removal_delay;
        if (unit.period) begin_period(n, *unit.period, removal);
        const double earliest = removal - (unit.period ? unit.period->first : delays_) / 90e3;
        const double begin = n == 0 ? 0 : std::max(arrivals_.back().end, earliest);
        arrivals_.push_back({begin, begin + unit.bits / said_.rate, removal});
        EXPECT_LE(arrivals_.back().end, removal + 1e-9) << "picture " << n << " comes too late";
    }

    void begin_period(size_t n, const std::pair<uint32_t, uint32_t>& period, double removal) {
        const double delays = 1.0 * period.first + period.second;
        EXPECT_TRUE(n == 0 || delays == delays_) << n;
        EXPECT_GT(period.first, 0U) << n;
        EXPECT_LE(delays, 90e3 * said_.size / said_.rate) << n;
        if (n > 0) {
            EXPECT_LE(period.first, std::ceil(90e3 * (removal - arrivals_.back().end))) << n;
        }
        delays_ = delays;
        period_at_ = n;
    }

    // Just before a picture is removed.
    void check_fullness(size_t n) {
        const double now = arrivals_[n].removal;
        double filled = 0;
        for (size_t m = n; m < arrivals_.size() && arrivals_[m].begin < now; m++)
            filled += (std::min(now, arrivals_[m].end) - arrivals_[m].begin) * said_.rate;
        most_filled_ = std::max(most_filled_, filled);
        EXPECT_LE(filled, said_.size + 1e-3) << n;
    }

    Usability said_;
    std::deque<Arrival> arrivals_;
    size_t period_at_ = 0;
    double delays_ = 0, most_filled_ = 0;
};

EncoderOptions small(int64_t bit_rate, int64_t max_rate, int64_t buffer) {
    EncoderOptions options{.width = 96, .height = 96, .qp = 20};
    options.bit_rate = bit_rate;
    options.max_rate = max_rate;
    options.buffer = buffer;
    return options;
}

Stream stream_of(const EncoderOptions& options, int count = 90) {
    Encoder encoder(options);
    Stream stream;
    EncodedPicture coded;
    for (int t = 0; t < count; t++) {
        const Status status = encoder.encode(restless(options.width, options.height, t).view(), coded);
        EXPECT_TRUE(status.ok()) << status.message();
        stream.add(coded.bytes);
    }
    return stream;
}

TEST(Hrd, StreamsPassTheBufferThatTheyName) {
    struct Case {
        int64_t bit_rate, max_rate, buffer;
        int key_interval, slices, numerator, denominator;
    };
    for (const Case& c :
         {Case{0, 200'000, 100'000, 250, 1, 25, 1}, Case{150'000, 200'000, 100'000, 12, 3, 25, 1},
          Case{150'000, 200'001, 123'457, 7, 1, 30000, 1001}, Case{0, 400'000, 40'000, 250, 6, 25, 1},
          Case{100'000, 0, 0, 30, 1, 60, 1}, Case{300'000, 0, 0, 250, 1, 25, 1},
          Case{0, 999'999, 0, 1, 1, 10, 1}, Case{40'000, 45'000, 30'000, 20, 1, 5, 3}}) {
        SCOPED_TRACE(testing::Message() << c.bit_rate << " " << c.max_rate << " " << c.buffer);
        EncoderOptions options = small(c.bit_rate, c.max_rate, c.buffer);
        options.key_interval = c.key_interval;
        options.slices = c.slices;
        options.rate_numerator = c.numerator;
        options.rate_denominator = c.denominator;
        const Stream stream = stream_of(options);
        ASSERT_TRUE(stream.usability);
        const Usability& said = *stream.usability;
        EXPECT_DOUBLE_EQ(said.tick, 0.5 * c.denominator / c.numerator);
        if (c.max_rate > 0) {
            EXPECT_NEAR(said.rate, static_cast<double>(c.max_rate) - 32, 32);
            EXPECT_NEAR(said.size, static_cast<double>(c.buffer > 0 ? c.buffer : c.max_rate) - 8, 8);
        }
        EXPECT_GT(Schedule(stream).most_filled(), 0.5 * said.size);  // and use it
    }
}

TEST(Hrd, StreamsWithoutARateNameNone) {
    const Stream stream = stream_of(small(0, 0, 0), 3);
    EXPECT_FALSE(stream.usability);
    for (const AccessUnit& unit : stream.units) EXPECT_FALSE(unit.removal_delay || unit.period);
}

// Each picture is due as a key picture, and the buffer has no room for so many.
TEST(Hrd, AKeyPictureWaitsForRoom) {
    EncoderOptions options = small(0, 100'000, 40'000);
    options.key_interval = 1;
    const Stream stream = stream_of(options);
    Schedule schedule(stream);
    const auto keys = std::count_if(stream.units.begin(), stream.units.end(),
                                    [](const AccessUnit& unit) { return unit.is_key; });
    EXPECT_GT(keys, 10);
    EXPECT_LT(keys, 90);
}

TEST(Hrd, WhatNoBufferHoldsIsRefused) {
    EncodedPicture coded;
    Encoder first(small(0, 10'000, 5'000));
    const Status status = first.encode(test::color_noise(96, 96, 1).view(), coded);
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_NE(status.message().find("at QP 51; expected at most 49"), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("which the decoder's buffer has for it"), std::string::npos);
    // What the caller wants as a key picture becomes no other.
    Encoder second(small(0, 100'000, 12'000));
    std::vector<MacroblockDecision> intra(36);
    for (MacroblockDecision& decision : intra) {
        decision.type = MacroblockType::intra_16x16;
        decision.luma_modes[0] = vme::LumaMode::dc;
    }
    ASSERT_TRUE(second.encode(restless(96, 96, 0).view(), true, intra, coded).ok());
    EXPECT_FALSE(second.encode(test::color_noise(96, 96, 2).view(), true, intra, coded).ok());
    EXPECT_TRUE(second.encode(test::color_noise(96, 96, 2).view(), coded).ok());
    EXPECT_FALSE(coded.is_key);
}

}  // namespace
}  // namespace genmedia
