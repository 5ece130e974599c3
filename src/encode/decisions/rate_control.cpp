// SPDX-License-Identifier: MIT
#include "encode/decisions/rate_control.h"

#include <algorithm>
#include <cmath>

namespace genmedia::encode {
namespace {

constexpr int kKeyQpOffset = -3;    // many other pictures build on an I picture
constexpr double kQpPerOctave = 6;  // a step of quantisation doubles every six QPs, and bits about halve
constexpr double kKeyShare = 5;     // an I picture may take this many times the mean
constexpr double kRepaidIn = 24;    // pictures over which bits written in excess are saved
constexpr int kMostTries = 8;

double bits_at_qp_0(int qp, double bits) { return bits * std::exp2(qp / kQpPerOctave); }

}  // namespace

RateControl::RateControl(const EncoderOptions& options) : options_(options), hrd_(hrd_for(options)) {
    const double pictures = static_cast<double>(options.rate_numerator) / options.rate_denominator;
    bits_a_picture_ = static_cast<double>(options.bit_rate) / pictures;
    if (hrd_) buffer_.emplace(hrd_->rate(), hrd_->bits_of(hrd_->longest_delay()), pictures);
}

double RateControl::room() const { return buffer_ ? buffer_->room() : 1e18; }

void RateControl::begin_period() {
    if (buffer_) buffer_->limit_room(hrd_->bits_of(initial_delay()));
}

double RateControl::wanted(bool is_key) const {
    const double bits = bits_a_picture_ * (is_key ? kKeyShare : 1) - owed_ / kRepaidIn;
    return std::min(std::max(bits, bits_a_picture_ / 8), 0.9 * room());
}

int RateControl::qp(bool is_key) const {
    const int first = std::clamp(options_.qp + (is_key ? kKeyQpOffset : 0), 0, 51);
    const double complexity = is_key ? key_complexity_ : other_complexity_;
    if (options_.bit_rate == 0 || complexity == 0) return first;
    const double qp = kQpPerOctave * std::log2(complexity / std::max(1.0, wanted(is_key)));
    return static_cast<int>(std::lround(std::clamp(qp, 0.0, 51.0)));
}

std::optional<int> RateControl::again(bool is_key, int qp, double bits, int tries, double level_room) const {
    const double most = std::min(room(), level_room);
    const double octaves =
        std::log2(std::max(1.0, bits) / std::max(1.0, std::min(most, std::max(1.0, wanted(is_key)))));
    if (tries >= kMostTries) return {};
    if (bits > most) {
        const double over = std::log2(bits / std::max(1.0, most));
        const int higher = std::min(51, qp + std::max(1, static_cast<int>(std::ceil(kQpPerOctave * over))));
        return higher > qp ? std::optional(higher) : std::nullopt;
    }
    // Nothing is known of the video yet but this.
    const double complexity = is_key ? key_complexity_ : other_complexity_;
    if (options_.bit_rate == 0 || complexity != 0 || tries > 2) return {};
    const int step = static_cast<int>(std::lround(kQpPerOctave * octaves));
    const int better = std::clamp(qp + step, 0, 51);
    return std::abs(better - qp) >= 2 ? std::optional(better) : std::nullopt;
}

void RateControl::add(bool is_key, int qp, double bits) {
    owed_ += bits - bits_a_picture_;
    if (buffer_) buffer_->add(bits);
    double& complexity = is_key ? key_complexity_ : other_complexity_;
    const double now = bits_at_qp_0(qp, std::max(bits, 1.0));
    complexity = complexity == 0 ? now : 0.5 * (complexity + now);
}

}  // namespace genmedia::encode
