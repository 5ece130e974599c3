// SPDX-License-Identifier: MIT
#include "media/results/decisions_reader.h"

#include "media/results/writers/npz_arrays.h"

#include <algorithm>
#include <span>

namespace genmedia::media {
namespace {

constexpr uint16_t kNone = 0xFFFF;  // a distortion that was not estimated

std::string text_of(const std::vector<int64_t>& shape) {
    std::string text;
    for (const int64_t side : shape) text += (text.empty() ? "" : ", ") + std::to_string(side);
    return "(" + text + ")";
}

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

// Checks the type and the shape of an array: the number of frames, then `shape_of_frame`.
Status DecisionsReader::expect(const std::string& name, const std::string& type,
                               const std::vector<int64_t>& shape_of_frame, bool& is_there) {
    NpzReader::Array array;
    if (Status status = reader_.find(name, array); !status.ok()) return status;
    is_there = !array.type.empty();
    if (!is_there) return {};
    std::vector<int64_t> expected = shape_of_frame;
    expected.insert(expected.begin(), static_cast<int64_t>(numbers_.size()));
    const auto refuse = [&](const std::string& is, const std::string& wanted) {
        return Status(StatusCode::invalid_argument,
                      "'" + path_ + "': array '" + name + "' is " + is + "; expected " + wanted);
    };
    if (array.type != type) return refuse("of type '" + array.type + "'", "'" + type + "'");
    if (array.shape != expected) return refuse("of shape " + text_of(array.shape), text_of(expected));
    return {};
}

// Reads the frames' numbers, which must rise.
Status DecisionsReader::read_numbers() {
    NpzReader::Array array;
    if (Status status = reader_.find(npz::kFrame.name, array); !status.ok()) return status;
    constexpr int64_t most = 1 << 24;
    if (array.type != npz::kFrame.type || array.shape.size() != 1 || array.shape[0] > most)
        return {StatusCode::invalid_argument, "'" + path_ + "' has no array 'frame' of type '" +
                                                  npz::kFrame.type +
                                                  "' and one dimension; expected a motion.npz"};
    numbers_.resize(static_cast<size_t>(array.shape[0]));
    Status status = reader_.read(npz::kFrame.name, numbers_.data(), numbers_.size() * sizeof(int32_t));
    if (status.ok()) status = reader_.finish(npz::kFrame.name);
    for (size_t i = 0; status.ok() && i < numbers_.size(); i++)
        if (numbers_[i] < 0 || (i > 0 && numbers_[i] <= numbers_[i - 1]))
            status = {StatusCode::invalid_argument, "'" + path_ + "': frame[" + std::to_string(i) + "] is " +
                                                        std::to_string(numbers_[i]) +
                                                        "; expected rising numbers from 0"};
    return status;
}

Status DecisionsReader::open(const std::string& path, int32_t width, int32_t height) {
    path_ = path;
    columns_ = (width + 15) / 16;
    rows_ = (height + 15) / 16;
    Status opened = reader_.open(path);
    if (opened.ok()) opened = read_numbers();
    if (!opened.ok()) return opened;
    struct Needed {
        const NpzArray& array;
        std::vector<int64_t> per_macroblock;
    };
    for (const Needed& needed :
         {Needed{npz::kMotionVectors, {16, 2}}, Needed{npz::kMajorShape, {}}, Needed{npz::kMinorShapes, {4}},
          Needed{npz::kDirections, {4}}, Needed{npz::kBestDistortion, {}}, Needed{npz::kIntraShape, {}},
          Needed{npz::kIntraModes, {16}}, Needed{npz::kIntraDistortion, {}}}) {
        std::vector<int64_t> shape = {rows_, columns_};
        shape.insert(shape.end(), needed.per_macroblock.begin(), needed.per_macroblock.end());
        bool is_there = false;
        if (Status status = expect(needed.array.name, needed.array.type, shape, is_there); !status.ok())
            return status;
        const bool is_intra = needed.array.presence == npz::with_intra;
        if (&needed.array == &npz::kIntraShape) has_intra_ = is_there;
        if (!is_there && (!is_intra || has_intra_))
            return {StatusCode::invalid_argument,
                    "'" + path + "' has no array '" + needed.array.name + "'; expected a motion.npz"};
        if (is_there && (!is_intra || has_intra_)) used_.emplace_back(needed.array.name);
    }
    return {};
}

Status DecisionsReader::finish() {
    Status status;
    for (const std::string& name : used_)
        if (status.ok()) status = reader_.finish(name);
    return status;
}

template <class T>
Status DecisionsReader::read(const std::string& name, size_t per_macroblock, std::vector<T>& values) {
    values.resize(static_cast<size_t>(columns_ * rows_) * per_macroblock);
    return reader_.read(name, values.data(), values.size() * sizeof(T));
}

Status DecisionsReader::next(int64_t number, std::vector<MacroblockDecision>& decisions, bool& is_key) {
    decisions.clear();
    if (read_ == numbers_.size() || numbers_[read_] != number) return {};
    read_++;
    std::vector<int16_t> vectors;
    std::vector<uint8_t> majors, minors, directions, shapes, modes;
    std::vector<uint16_t> inter, intra;
    Status status = read(npz::kMotionVectors.name, 32, vectors);
    if (status.ok()) status = read(npz::kMajorShape.name, 1, majors);
    if (status.ok()) status = read(npz::kMinorShapes.name, 4, minors);
    if (status.ok()) status = read(npz::kDirections.name, 4, directions);
    if (status.ok()) status = read(npz::kBestDistortion.name, 1, inter);
    if (status.ok() && has_intra_) status = read(npz::kIntraShape.name, 1, shapes);
    if (status.ok() && has_intra_) status = read(npz::kIntraModes.name, 16, modes);
    if (status.ok() && has_intra_) status = read(npz::kIntraDistortion.name, 1, intra);
    if (status.ok() && read_ == numbers_.size()) status = finish();
    if (!status.ok()) return status;
    const auto is_none = [](uint16_t distortion) { return distortion == kNone; };
    is_key = std::all_of(inter.begin(), inter.end(), is_none);
    if (is_key && !has_intra_) return {};
    if (number == 0 && !is_key)
        return {StatusCode::invalid_argument,
                "'" + path_ + "': best_distortion is " +
                    std::to_string(*std::min_element(inter.begin(), inter.end())) +
                    " in the first frame; expected 65535 everywhere, as it has no frame before it to be "
                    "predicted from"};
    const auto refuse = [this](size_t macroblock, const std::string& name, int value,
                               const std::string& expected) {
        const auto at = static_cast<int64_t>(macroblock);
        return Status(StatusCode::invalid_argument,
                      "'" + path_ + "': macroblock (" + std::to_string(at % columns_) + ", " +
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
