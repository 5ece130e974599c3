// SPDX-License-Identifier: MIT
#include "media/results/field_reader.h"

#include <algorithm>
#include <initializer_list>

namespace genmedia::media {

Status FieldReader::open(const std::string& path, int32_t width, int32_t height) {
    width_ = width;
    height_ = height;
    columns_ = (width + 15) / 16;
    rows_ = (height + 15) / 16;
    Status status = frames_.open(path);
    const auto need = [&](std::initializer_list<const NpzArray*> kinds) {
        for (const NpzArray* kind : kinds)
            if (status.ok()) status = frames_.need(*kind, rows_, columns_);
    };
    const auto find = [&](const NpzArray& kind, bool& is_there) {
        if (status.ok()) status = frames_.find(kind, rows_, columns_, is_there);
    };
    need({&npz::kPts, &npz::kTime, &npz::kDamaged, &npz::kMissingBefore, &npz::kSceneCut,
          &npz::kMotionVectors, &npz::kDistortions, &npz::kBestDistortion, &npz::kMajorShape,
          &npz::kMinorShapes, &npz::kDirections});
    find(npz::kBackwardVectors, has_backward_);
    find(npz::kIntraShape, has_intra_);
    if (has_intra_) need({&npz::kIntraModes, &npz::kIntraDistortion});
    find(npz::kConfidence, has_trust_);
    if (has_trust_) need({&npz::kOccluded});
    return status;
}

Status FieldReader::read_facts(MotionField& field, FrameFacts& facts) {
    std::vector<int64_t> pts;
    std::vector<double> time;
    std::vector<uint8_t> damaged, cut;
    std::vector<int32_t> missing;
    Status status = frames_.read(npz::kPts, 1, pts);
    if (status.ok()) status = frames_.read(npz::kTime, 1, time);
    if (status.ok()) status = frames_.read(npz::kDamaged, 1, damaged);
    if (status.ok()) status = frames_.read(npz::kMissingBefore, 1, missing);
    if (status.ok()) status = frames_.read(npz::kSceneCut, 1, cut);
    if (!status.ok()) return status;
    facts = {.number = frames_.numbers()[read_],
             .pts = pts[0],
             .seconds = time[0],
             .damaged = (damaged[0] & 1) != 0,
             .damaged_reference = (damaged[0] & 2) != 0,
             .missing_before = missing[0]};
    field.scene_cut = cut[0] != 0;
    return {};
}

Status FieldReader::read_shapes(MotionField& field) {
    std::vector<uint8_t> majors, minors, directions;
    Status status = read(npz::kMajorShape, 1, majors);
    if (status.ok()) status = read(npz::kMinorShapes, 4, minors);
    if (status.ok()) status = read(npz::kDirections, 4, directions);
    const auto check = [&](const NpzArray& kind, const std::vector<uint8_t>& values, int most) {
        const uint8_t highest = values.empty() ? uint8_t{0} : *std::ranges::max_element(values);
        if (status.ok() && highest > most)
            status = frames_.refuse(kind.name, std::to_string(highest) + " somewhere",
                                    "0.." + std::to_string(most));
    };
    check(npz::kMajorShape, majors, 3);
    check(npz::kMinorShapes, minors, 3);
    check(npz::kDirections, directions, 2);
    for (size_t i = 0; status.ok() && i < field.inter.size(); i++) {
        field.inter[i].major_shape = static_cast<vme::MajorShape>(majors[i]);
        for (size_t q = 0; q < 4; q++) {
            field.inter[i].minor_shapes[q] = static_cast<vme::MinorShape>(minors[4 * i + q]);
            field.inter[i].directions[q] = static_cast<vme::Direction>(directions[4 * i + q]);
        }
    }
    return status;
}

Status FieldReader::read_inter(MotionField& field) {
    std::vector<int16_t> forward, backward;
    std::vector<uint16_t> distortions, best;
    Status status = read(npz::kMotionVectors, 32, forward);
    if (status.ok() && has_backward_) status = read(npz::kBackwardVectors, 32, backward);
    if (status.ok()) status = read(npz::kDistortions, 16, distortions);
    if (status.ok()) status = read(npz::kBestDistortion, 1, best);
    field.inter.assign(static_cast<size_t>(columns_ * rows_), {});
    if (status.ok()) status = read_shapes(field);
    if (!status.ok()) return status;
    for (size_t i = 0; i < field.inter.size(); i++) {
        vme::InterResult& result = field.inter[i];
        result.best_distortion = best[i];
        for (size_t e = 0; e < 16; e++) {
            const size_t at = 32 * i + 2 * e;
            result.vectors[e].forward = {forward[at], forward[at + 1]};
            if (has_backward_) result.vectors[e].backward = {backward[at], backward[at + 1]};
            result.distortions[e] = distortions[16 * i + e];
        }
    }
    // A frame without motion has 65535 everywhere.
    field.has_inter = !std::ranges::all_of(best, [](uint16_t value) { return value == 0xFFFF; });
    field.has_backward = field.has_inter && has_backward_;
    if (!field.has_inter) field.inter.clear();
    return {};
}

Status FieldReader::read_intra(MotionField& field) {
    std::vector<uint8_t> shapes, modes;
    std::vector<uint16_t> distortions;
    Status status = read(npz::kIntraShape, 1, shapes);
    if (status.ok()) status = read(npz::kIntraModes, 16, modes);
    if (status.ok()) status = read(npz::kIntraDistortion, 1, distortions);
    if (!status.ok()) return status;
    field.has_intra = true;
    field.intra.assign(shapes.size(), {});
    for (size_t i = 0; i < shapes.size(); i++) {
        field.intra[i].shape = static_cast<vme::IntraShape>(shapes[i]);
        field.intra[i].distortion = distortions[i];
        for (size_t e = 0; e < 16; e++)
            field.intra[i].luma_modes[e] = static_cast<vme::LumaMode>(modes[16 * i + e]);
    }
    return {};
}

Status FieldReader::read_trust(MotionField& field) {
    std::vector<uint8_t> confidence, occluded;
    Status status = read(npz::kConfidence, 16, confidence);
    if (status.ok()) status = read(npz::kOccluded, 16, occluded);
    if (!status.ok() || !field.has_inter) return status;
    field.confidence.resize(field.inter.size());
    field.occluded.resize(field.inter.size());
    for (size_t i = 0; i < field.inter.size(); i++) {
        std::copy_n(&confidence[16 * i], 16, field.confidence[i].begin());
        std::copy_n(&occluded[16 * i], 16, field.occluded[i].begin());
    }
    return {};
}

Status FieldReader::next(int64_t number, MotionField& field, FrameFacts& facts, bool& is_there) {
    is_there = read_ < numbers().size() && numbers()[read_] == number;
    if (!is_there) return {};
    field = {};
    field.width = width_;
    field.height = height_;
    field.columns = static_cast<int32_t>(columns_);
    field.rows = static_cast<int32_t>(rows_);
    Status status = read_facts(field, facts);
    if (status.ok()) status = read_inter(field);
    if (status.ok() && has_intra_) status = read_intra(field);
    if (status.ok() && has_trust_) status = read_trust(field);
    read_++;
    if (status.ok() && read_ == numbers().size()) status = frames_.finish();
    return status;
}

}  // namespace genmedia::media
