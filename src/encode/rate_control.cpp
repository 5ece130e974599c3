// SPDX-License-Identifier: MIT
#include "encode/rate_control.h"

#include <algorithm>
#include <cmath>

namespace genmedia::encode {
namespace {

constexpr int kKeyQpOffset = -3;    // many other pictures build on an I picture
constexpr double kQpPerOctave = 6;  // a step of quantisation doubles every six QPs, and bits about halve
constexpr double kKeyShare = 5;     // an I picture may take this many times the mean
constexpr double kRepaidIn = 24;    // pictures over which bits written in excess are saved

double bits_at_qp_0(int qp, size_t bits) { return static_cast<double>(bits) * std::exp2(qp / kQpPerOctave); }

}  // namespace

RateControl::RateControl(const EncoderOptions& options) : options_(options) {
    bits_a_picture_ =
        static_cast<double>(options.bit_rate) * options.rate_denominator / options.rate_numerator;
}

int RateControl::qp(bool is_key) const {
    const int first = std::clamp(options_.qp + (is_key ? kKeyQpOffset : 0), 0, 51);
    const double complexity = is_key ? key_complexity_ : other_complexity_;
    if (options_.bit_rate == 0 || complexity == 0) return first;
    const double wanted = bits_a_picture_ * (is_key ? kKeyShare : 1) - owed_ / kRepaidIn;
    const double qp = kQpPerOctave * std::log2(complexity / std::max(wanted, bits_a_picture_ / 8));
    return static_cast<int>(std::lround(std::clamp(qp, 0.0, 51.0)));
}

void RateControl::add(bool is_key, int qp, size_t bits) {
    owed_ += static_cast<double>(bits) - bits_a_picture_;
    double& complexity = is_key ? key_complexity_ : other_complexity_;
    const double now = bits_at_qp_0(qp, std::max<size_t>(bits, 1));
    complexity = complexity == 0 ? now : 0.5 * (complexity + now);
}

}  // namespace genmedia::encode
