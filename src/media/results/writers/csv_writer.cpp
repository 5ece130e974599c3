// SPDX-License-Identifier: MIT
#include "media/results/writers/csv_writer.h"

#include "media/results/field_queries.h"

#include <charconv>

namespace genmedia::media {
namespace {

void add_number(std::string& line, int64_t value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    if (!line.empty() && line.back() != '\n') line += ',';
    line.append(digits, end);
}

}  // namespace

Status CsvWriter::open(const std::string& path, bool has_intra) {
    intra_ = has_intra;
    std::string header = "frame,mb_x,mb_y,major,minor";
    for (int i = 0; i < 16; i++) {
        const std::string vector = ",mv" + std::to_string(i);
        header += vector + "_x" + vector + "_y";
    }
    if (has_intra) header += ",inter_dist,intra_dist,intra_shape";
    return lines_.open(path, header);
}

Status CsvWriter::append(const FrameFacts& facts, const MotionField& field) {
    const vme::InterResult none{};
    std::string text;
    for (int32_t y = 0; y < field.rows; y++) {
        for (int32_t x = 0; x < field.columns; x++) {
            const auto index =
                static_cast<size_t>(y) * static_cast<size_t>(field.columns) + static_cast<size_t>(x);
            const vme::InterResult& inter = field.has_inter ? field.inter[index] : none;
            for (const int64_t value : {facts.number, int64_t{x}, int64_t{y}}) add_number(text, value);
            add_number(text, static_cast<int64_t>(inter.major_shape));
            add_number(text, packed_minor_shapes(inter));
            for (const auto& vector : inter.vectors) {
                add_number(text, vector.forward.x);
                add_number(text, vector.forward.y);
            }
            if (intra_ && field.has_intra) {
                add_number(text, field.has_inter ? inter.best_distortion : 0xFFFF);
                add_number(text, field.intra[index].distortion);
                add_number(text, static_cast<int64_t>(field.intra[index].shape));
            }
            text += '\n';
        }
    }
    return lines_.add(text);
}

}  // namespace genmedia::media
