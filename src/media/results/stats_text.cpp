// SPDX-License-Identifier: MIT
// Statistics as JSON and as a table for the terminal.
#include "media/results/stats_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <span>

namespace genmedia::media {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 4> kMajorNames = {"16x16", "16x8", "8x16", "8x8"};
constexpr std::array<const char*, 4> kMinorNames = {"8x8", "8x4", "4x8", "4x4"};
constexpr std::array<const char*, 3> kDirectionNames = {"forward", "backward", "bidirectional"};

std::string number(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

double share(int64_t part, int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

int64_t sum(std::span<const int64_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

double rounded(double value, int digits) {
    const double scale = std::pow(10, digits);
    return std::round(value * scale) / scale;
}

Json json_shares(std::span<const int64_t> counts, std::span<const char* const> names) {
    Json shares = Json::object();
    for (size_t i = 0; i < counts.size(); i++) shares[names[i]] = rounded(share(counts[i], sum(counts)), 6);
    return shares;
}

std::string table_shares(std::span<const int64_t> counts, std::span<const char* const> names) {
    std::string text;
    for (size_t i = 0; i < counts.size(); i++)
        text += (i ? ", " : "") + std::string(names[i]) + " " +
                number(100 * share(counts[i], sum(counts)), 1) + "%";
    return text;
}

std::string row(const char* name, const std::string& value) {
    std::array<char, 32> label{};
    std::snprintf(label.data(), label.size(), "  %-15s ", name);
    return label.data() + value + "\n";
}

std::string percent(int64_t part, int64_t whole) { return number(100 * share(part, whole), 1) + "%"; }

}  // namespace

std::string stats_json(const Stats& stats) {
    const Json json = {
        {"width", stats.width},
        {"height", stats.height},
        {"frames", stats.frames},
        {"frames_with_motion", stats.inter_frames},
        {"damaged_frames", stats.damaged_frames},
        {"missing_frames", stats.missing_frames},
        {"interlaced", stats.interlaced},
        {"macroblocks", stats.macroblocks},
        {"seconds", rounded(stats.seconds, 3)},
        {"frames_per_second", rounded(stats.frames_per_second(), 2)},
        {"mean_vector_length_pixels", rounded(stats.mean_length(), 4)},
        {"max_vector_length_pixels", rounded(stats.length_max, 4)},
        {"zero_vector_share", rounded(share(stats.zero_vectors, stats.vectors), 6)},
        {"mean_best_distortion", rounded(stats.mean_distortion(), 3)},
        {"major_shape_shares", json_shares(stats.major_shapes, kMajorNames)},
        {"minor_shape_shares", json_shares(stats.minor_shapes, kMinorNames)},
        {"direction_shares", json_shares(stats.directions, kDirectionNames)},
        {"intra_share", rounded(share(stats.intra_chosen, stats.intra_estimated), 6)},
    };
    return json.dump(2) + "\n";
}

std::string stats_table(const Stats& stats) {
    std::string text =
        row("frames", std::to_string(stats.frames) + " of " + std::to_string(stats.width) + "x" +
                          std::to_string(stats.height) + " in " + number(stats.seconds, 1) + " s, " +
                          number(stats.frames_per_second(), 1) + " frames/s");
    if (stats.inter_macroblocks > 0) {
        text += row("vectors", "mean " + number(stats.mean_length(), 2) + " px, longest " +
                                   number(stats.length_max, 2) + " px, zero " +
                                   percent(stats.zero_vectors, stats.vectors));
        text += row("macroblocks", table_shares(stats.major_shapes, kMajorNames));
        if (stats.major_shapes[3] > 0)
            text += row("8x8 quadrants", table_shares(stats.minor_shapes, kMinorNames));
        if (stats.directions[1] + stats.directions[2] > 0)
            text += row("directions", table_shares(stats.directions, kDirectionNames));
        text += row("distortion", "mean " + number(stats.mean_distortion(), 1) + " a macroblock");
    }
    if (stats.intra_estimated > 0)
        text += row("intra", percent(stats.intra_chosen, stats.intra_estimated) +
                                 " of macroblocks match at least as well");
    return text;
}

}  // namespace genmedia::media
