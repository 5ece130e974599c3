// SPDX-License-Identifier: MIT
#include "tools/interpolate/output_times.h"

#include "media/video/ticks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

using namespace genmedia;

namespace {

constexpr double kSame = 0.02;  // of the way from picture to picture

bool parse_whole(std::string_view text, int32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0;
}

bool parse_decimal(std::string_view text, RateRequest& rate) {
    const size_t point = text.find('.');
    if (point == std::string_view::npos) return parse_whole(text, rate.numerator);
    const size_t digits = text.size() - point - 1;
    if (point == 0 || digits < 1 || digits > 4) return false;
    std::string without(text.substr(0, point));
    without += text.substr(point + 1);
    for (size_t i = 0; i < digits; i++) rate.denominator *= 10;
    return parse_whole(without, rate.numerator);
}

}  // namespace

std::optional<RateRequest> RateRequest::parse(std::string_view text) {
    RateRequest rate;
    rate.times_input = text.starts_with('x');
    if (rate.times_input) text.remove_prefix(1);
    const size_t slash = text.find('/');
    const bool good = slash == std::string_view::npos
                          ? parse_decimal(text, rate)
                          : parse_whole(text.substr(0, slash), rate.numerator) &&
                                parse_whole(text.substr(slash + 1), rate.denominator);
    return good ? std::optional(rate) : std::nullopt;
}

std::optional<media::FrameRate> RateRequest::of(const media::FrameRate& input) const {
    int64_t up = numerator, down = denominator;
    if (times_input) up *= input.numerator, down *= input.denominator;
    const int64_t common = std::gcd(up, down);
    up /= common, down /= common;
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (up > most || down > most) return std::nullopt;
    return media::FrameRate{static_cast<int32_t>(up), static_cast<int32_t>(down)};
}

InputTimes::InputTimes(const media::TimeBase& base, const media::FrameRate& rate) : base_(base) {
    constexpr int64_t most = int64_t{1} << 40;  // ticks of a second, so that hours of them are numbers
    if (int64_t{base.denominator} * rate.numerator <= most) rate_ = rate;
}

// Nearer than a tick to a multiple of a frame's time, it is that: rounded twice, here and at the first
// picture.
int64_t InputTimes::of(int64_t ticks) const {
    const int64_t tick = int64_t{base_.numerator} * rate_.numerator,
                  frame = int64_t{rate_.denominator} * base_.denominator;
    const auto exact = static_cast<double>(ticks) * static_cast<double>(tick);
    if (std::abs(exact) >= static_cast<double>(media::kMostTicks)) return media::whole_ticks(exact);
    const double place = exact / static_cast<double>(frame), nearest = std::round(place);
    const bool near = std::abs(exact - nearest * static_cast<double>(frame)) <= static_cast<double>(tick);
    return near ? static_cast<int64_t>(nearest) * frame : ticks * tick;
}

// number * down / up < ticks / a second, of numbers that need more than 64 bits together.
int64_t OutputTimes::count_before(int64_t ticks) const {
    using Wide = __int128;
    const Wide per_picture = Wide{rate_.denominator} * a_second_;
    const Wide until = Wide{ticks} * rate_.numerator;
    const Wide count = (until + per_picture - 1) / per_picture;
    return ticks <= 0 ? 0 : static_cast<int64_t>(std::min<Wide>(count, media::kMostTicks));
}

double OutputTimes::place(int64_t number, int64_t from, int64_t to) const {
    const double ticks =
        static_cast<double>(number) * rate_.denominator / rate_.numerator * static_cast<double>(a_second_);
    const double place = (ticks - static_cast<double>(from)) / static_cast<double>(to - from);
    return place < kSame ? 0 : place > 1 - kSame ? 1 : place;
}
