// SPDX-License-Identifier: MIT
#include "media/results/decisions_reader.h"

#include <algorithm>
#include <initializer_list>

namespace genmedia::media {
namespace {

constexpr uint16_t kNone = 0xFFFF;  // a distortion that was not estimated

MacroblockDecision inter_decision(const int16_t* vectors, uint8_t major, const uint8_t* minors) {
    MacroblockDecision decision;
    decision.type = MacroblockType::inter;
    decision.major_shape = static_cast<vme::MajorShape>(major);
    for (int q = 0; q < 4; q++) decision.minor_shapes[q] = static_cast<vme::MinorShape>(minors[q]);
    for (int e = 0; e < 16; e++) decision.vectors[e] = {vectors[2 * e], vectors[2 * e + 1]};
    return decision;
}

MacroblockDecision intra_decision(uint8_t shape, const uint8_t* modes) {
    MacroblockDecision decision;
    decision.type = shape == 0 ? MacroblockType::intra_16x16 : MacroblockType::intra_4x4;
    for (int e = 0; e < 16; e++) decision.luma_modes[e] = static_cast<vme::LumaMode>(modes[e]);
    return decision;
}

}  // namespace

Status DecisionsReader::open(const std::string& path, int32_t width, int32_t height) {
    columns_ = (width + 15) / 16;
    rows_ = (height + 15) / 16;
    Status status = frames_.open(path);
    for (const NpzArray* needed :
         std::initializer_list<const NpzArray*>{&npz::kMotionVectors, &npz::kMajorShape, &npz::kMinorShapes,
                                                &npz::kDirections, &npz::kBestDistortion})
        if (status.ok()) status = frames_.need(*needed, rows_, columns_);
    if (status.ok()) status = frames_.find(npz::kIntraShape, rows_, columns_, has_intra_);
    if (status.ok() && has_intra_) status = frames_.need(npz::kIntraModes, rows_, columns_);
    if (status.ok() && has_intra_) status = frames_.need(npz::kIntraDistortion, rows_, columns_);
    return status;
}

Status DecisionsReader::next(int64_t number, std::vector<MacroblockDecision>& decisions, bool& is_key) {
    decisions.clear();
    if (read_ == frame_count() || frames_.numbers()[read_] != number) return {};
    read_++;
    std::vector<int16_t> vectors;
    std::vector<uint8_t> majors, minors, directions, shapes, modes;
    std::vector<uint16_t> inter, intra;
    Status status = read(npz::kMotionVectors, 32, vectors);
    if (status.ok()) status = read(npz::kMajorShape, 1, majors);
    if (status.ok()) status = read(npz::kMinorShapes, 4, minors);
    if (status.ok()) status = read(npz::kDirections, 4, directions);
    if (status.ok()) status = read(npz::kBestDistortion, 1, inter);
    if (status.ok() && has_intra_) status = read(npz::kIntraShape, 1, shapes);
    if (status.ok() && has_intra_) status = read(npz::kIntraModes, 16, modes);
    if (status.ok() && has_intra_) status = read(npz::kIntraDistortion, 1, intra);
    if (status.ok() && read_ == frame_count()) status = frames_.finish();
    if (!status.ok()) return status;
    const auto is_none = [](uint16_t distortion) { return distortion == kNone; };
    is_key = std::all_of(inter.begin(), inter.end(), is_none);
    if (is_key && !has_intra_) return {};
    if (number == 0 && !is_key)
        return {StatusCode::invalid_argument,
                "'" + frames_.path() + "': best_distortion is " +
                    std::to_string(*std::min_element(inter.begin(), inter.end())) +
                    " in the first frame; expected 65535 everywhere, as it has no frame before it to be "
                    "predicted from"};
    const auto refuse = [this](size_t macroblock, const std::string& name, int value,
                               const std::string& expected) {
        const auto at = static_cast<int64_t>(macroblock);
        return Status(StatusCode::invalid_argument,
                      "'" + frames_.path() + "': macroblock (" + std::to_string(at % columns_) + ", " +
                          std::to_string(at / columns_) + "): " + name + " is " + std::to_string(value) +
                          "; expected " + expected);
    };
    for (size_t i = 0; i < majors.size(); i++) {
        if (is_key || (has_intra_ && intra[i] <= inter[i])) {
            if (shapes[i] > 2) return refuse(i, "intra_shape", shapes[i], "0..2");
            decisions.push_back(intra_decision(shapes[i], &modes[16 * i]));
            continue;
        }
        for (size_t q = 4 * i; q < 4 * i + 4; q++)
            if (directions[q] != 0)
                return refuse(i, "direction", directions[q], "0 (forward), as P pictures have");
        decisions.push_back(inter_decision(&vectors[32 * i], majors[i], &minors[4 * i]));
    }
    return {};
}

}  // namespace genmedia::media
