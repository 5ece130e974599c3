// SPDX-License-Identifier: MIT
#include "media/results/npz_frames.h"

#include <sstream>

namespace genmedia::media {
namespace {

std::string text_of(const std::vector<int64_t>& shape) {
    std::string text;
    for (const int64_t side : shape) text += (text.empty() ? "" : ", ") + std::to_string(side);
    return "(" + text + ")";
}

}  // namespace

Status NpzFrames::refuse(const std::string& name, const std::string& is, const std::string& expected) const {
    return {StatusCode::invalid_argument,
            "'" + path_ + "': array '" + name + "' is " + is + "; expected " + expected};
}

Status NpzFrames::open(const std::string& path) {
    path_ = path;
    if (Status status = reader_.open(path); !status.ok()) return status;
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

Status NpzFrames::find(const NpzArray& kind, int64_t rows, int64_t columns, bool& is_there) {
    NpzReader::Array array;
    if (Status status = reader_.find(kind.name, array); !status.ok()) return status;
    is_there = !array.type.empty();
    if (!is_there) return {};
    std::vector<int64_t> expected;
    std::istringstream words(kind.shape);
    for (std::string word; std::getline(words >> std::ws, word, ',');)
        expected.push_back(word == "F"   ? static_cast<int64_t>(numbers_.size())
                           : word == "R" ? rows
                           : word == "C" ? columns
                                         : std::stoll(word));
    if (array.type != kind.type)
        return refuse(kind.name, "of type '" + array.type + "'", "'" + std::string(kind.type) + "'");
    if (array.shape != expected)
        return refuse(kind.name, "of shape " + text_of(array.shape), text_of(expected));
    found_.emplace_back(kind.name);
    return {};
}

Status NpzFrames::need(const NpzArray& kind, int64_t rows, int64_t columns) {
    bool is_there = false;
    const Status status = find(kind, rows, columns, is_there);
    if (!status.ok() || is_there) return status;
    return {StatusCode::invalid_argument,
            "'" + path_ + "' has no array '" + kind.name + "'; expected a motion.npz"};
}

Status NpzFrames::finish() {
    Status status;
    for (const std::string& name : found_)
        if (status.ok()) status = reader_.finish(name);
    return status;
}

}  // namespace genmedia::media
