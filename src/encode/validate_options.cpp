// SPDX-License-Identifier: MIT
#include "encode/validate_options.h"

#include "encode/bitstream/parameter_sets.h"
#include "encode/decisions/decide.h"
#include "encode/macroblock.h"
#include "genmedia/partition.h"
#include "vme/validate.h"

#include <algorithm>
#include <limits>
#include <string>

namespace genmedia::encode {
namespace {

Status refuse(const std::string& what, int64_t value, const std::string& expected) {
    return {StatusCode::invalid_argument, what + " is " + std::to_string(value) + "; expected " + expected};
}

struct Range {
    const char* field;
    int64_t value, least, most;
};

// The search's window and partitions, as the unit judges them.
Status check_unit(const EncoderOptions& options) {
    constexpr int any_qp = 26;
    const uint8_t sample = 0;
    vme::ImeRequest request = search_request(options, *level_for(options), any_qp);
    request.source.image.luma = request.forward.luma = {&sample, 1, 1, 1};
    return vme::validate(request);
}

int vectors_of(const MacroblockDecision& decision) {
    if (decision.type != MacroblockType::inter) return decision.type == MacroblockType::skip ? 1 : 0;
    int vectors = 0;
    for (int n = 0; n < vme::partition_count(decision.major_shape); n++)
        vectors += vme::partition_blocks(decision.major_shape, decision.minor_shapes, n).count;
    return vectors;
}

class DecisionValidation {
public:
    DecisionValidation(const PictureShape& shape, const std::vector<MacroblockDecision>& decisions,
                       int references)
        : decisions_(decisions),
          references_(references),
          level_(shape.level),
          map_{shape.columns, shape.rows, shape.first_macroblocks,
               std::vector<CodedMacroblock>(decisions.size())} {}

    Status validate() {
        for (int y = 0; y < map_.rows; y++) {
            for (int x = 0; x < map_.columns; x++) {
                const MacroblockDecision& decision = decisions_[static_cast<size_t>(y) * map_.columns + x];
                Status status = check_macroblock(decision, Neighbors(map_, x, y));
                if (status.ok()) status = check_vector_count(decision);
                if (!status.ok())
                    return {status.code(), "macroblock (" + std::to_string(x) + ", " + std::to_string(y) +
                                               "): " + status.message()};
            }
        }
        return {};
    }

private:
    Status check_vector_count(const MacroblockDecision& decision) {
        const int vectors = vectors_of(decision), of_two = vectors_before_ + vectors;
        vectors_before_ = vectors;
        if (of_two <= level_.vectors_of_two) return {};
        return refuse("the number of vectors of it and the one before", of_two,
                      "at most " + std::to_string(level_.vectors_of_two) + " at level " + name_of(level_));
    }

    static std::string name_of(const Level& level) {
        return std::to_string(level.idc / 10) + "." + std::to_string(level.idc % 10);
    }
    Status check_macroblock(const MacroblockDecision& decision, const Neighbors& neighbors) const {
        switch (decision.type) {
            case MacroblockType::skip:
            case MacroblockType::inter:
                if (references_ == 0)
                    return {StatusCode::invalid_argument, "is not intra; expected an IDR picture's to be"};
                return decision.type == MacroblockType::skip ? Status() : check_inter(decision);
            case MacroblockType::intra_16x16: return check_intra_16x16(decision, neighbors);
            case MacroblockType::intra_4x4: return check_intra_4x4(decision, neighbors);
        }
        return refuse("type", static_cast<int>(decision.type), "0..3");
    }

    Status check_inter(const MacroblockDecision& decision) const {
        if (decision.major_shape > vme::MajorShape::shape_8x8)
            return refuse("major_shape", static_cast<int>(decision.major_shape), "0..3");
        if (decision.major_shape == vme::MajorShape::shape_8x8)
            for (const vme::MinorShape minor : decision.minor_shapes)
                if (minor > vme::MinorShape::shape_4x4)
                    return refuse("a minor shape", static_cast<int>(minor), "0..3");
        for (int n = 0; n < vme::partition_count(decision.major_shape); n++) {
            const vme::BlockRun run = vme::partition_blocks(decision.major_shape, decision.minor_shapes, n);
            const int reference = decision.references[vme::partition_quadrant(decision.major_shape, n)];
            if (reference >= references_)
                return refuse("a reference", reference, "0.." + std::to_string(references_ - 1));
            for (int b = run.first; b < run.first + run.count; b++) {
                Status status = check_block(decision, vme::kBlocks[b]);
                if (!status.ok()) return status;
            }
        }
        return {};
    }

    Status check_block(const MacroblockDecision& decision, const vme::Block& block) const {
        const vme::MotionVector vector = vme::entry_of(decision.vectors, block);
        constexpr int across = 4 * 2048;
        const int down = 4 * level_.vector_range;
        for (int y = block.y; y < block.y + block.height; y += 4)
            for (int x = block.x; x < block.x + block.width; x += 4) {
                const int entry = vme::entry_at(x / 4, y / 4);
                if (!(decision.vectors[entry] == vector))
                    return {StatusCode::invalid_argument, "vectors within a block differ; expected one"};
                if (decision.references[entry / 4] != decision.references[block.quadrant()])
                    return {StatusCode::invalid_argument, "references within a block differ; expected one"};
            }
        if (vector.x < -across || vector.x >= across)
            return refuse("a vector's x", vector.x,
                          std::to_string(-across) + ".." + std::to_string(across - 1));
        if (vector.y < -down || vector.y >= down)
            return refuse(
                "a vector's y", vector.y,
                std::to_string(-down) + ".." + std::to_string(down - 1) + " at level " + name_of(level_));
        return {};
    }

    Status check_chroma(const MacroblockDecision& decision, const Neighbors& neighbors) const {
        if (decision.chroma_mode > vme::ChromaMode::plane)
            return refuse("chroma_mode", static_cast<int>(decision.chroma_mode), "0..3");
        if (!vme::is_available(decision.chroma_mode, around(neighbors)))
            return refuse("chroma_mode", static_cast<int>(decision.chroma_mode),
                          "one whose neighbours are there");
        return {};
    }
    Status check_intra_16x16(const MacroblockDecision& decision, const Neighbors& neighbors) const {
        const vme::LumaMode mode = decision.luma_modes[0];
        if (mode > vme::LumaMode::plane) return refuse("luma_modes[0]", static_cast<int>(mode), "0..3");
        if (!vme::is_available_16x16(mode, around(neighbors)))
            return refuse("luma_modes[0]", static_cast<int>(mode), "one whose neighbours are there");
        return check_chroma(decision, neighbors);
    }
    Status check_intra_4x4(const MacroblockDecision& decision, const Neighbors& neighbors) const {
        for (int e = 0; e < 16; e++) {
            const int x = vme::entry_x(e), y = vme::entry_y(e);
            const vme::LumaMode mode = decision.luma_modes[e];
            const std::string name = "luma_modes[" + std::to_string(e) + "]";
            if (mode > vme::LumaMode::horizontal_up) return refuse(name, static_cast<int>(mode), "0..8");
            vme::Edges edges;
            edges.has_left = x > 0 || neighbors.left;
            edges.has_upper = y > 0 || neighbors.upper;
            edges.has_upper_left = x > 0   ? edges.has_upper
                                   : y > 0 ? edges.has_left
                                           : neighbors.upper_left != nullptr;
            if (!vme::is_available(mode, edges))
                return refuse(name, static_cast<int>(mode), "one whose neighbours are there");
        }
        return check_chroma(decision, neighbors);
    }
    static vme::Edges around(const Neighbors& neighbors) {
        vme::Edges edges;
        edges.has_left = neighbors.left;
        edges.has_upper = neighbors.upper;
        edges.has_upper_left = neighbors.upper_left;
        return edges;
    }

    const std::vector<MacroblockDecision>& decisions_;
    int references_;
    const Level& level_;
    MacroblockMap map_;
    int vectors_before_ = 0;  // of the macroblock before
};

std::string size_of(int32_t width, int32_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

Status check_plane(const char* name, const PlaneView& plane, int32_t width, int32_t height) {
    if (plane.empty())
        return {StatusCode::invalid_argument, std::string(name) + " is empty; expected a plane"};
    if (plane.bytes_per_sample != 1)
        return refuse(std::string(name) + ".bytes_per_sample", plane.bytes_per_sample, "1");
    if (plane.width == width && plane.height == height) return {};
    return {StatusCode::invalid_argument, std::string(name) + " is " + size_of(plane.width, plane.height) +
                                              "; expected " + size_of(width, height)};
}

}  // namespace

namespace {

Status check_rates(const EncoderOptions& options) {
    if (options.max_rate > 0 && options.max_rate < options.bit_rate)
        return refuse("EncoderOptions.max_rate", options.max_rate,
                      "at least bit_rate, " + std::to_string(options.bit_rate));
    if (options.buffer > 0 && options.max_rate == 0)
        return refuse("EncoderOptions.buffer", options.buffer, "0 without max_rate");
    const double picture =
        static_cast<double>(options.max_rate) * options.rate_denominator / options.rate_numerator;
    if (options.buffer > 0 && static_cast<double>(options.buffer) < picture)
        return refuse("EncoderOptions.buffer", options.buffer,
                      "at least a picture's bits, " + std::to_string(static_cast<int64_t>(picture) + 1));
    return {};
}

// What no level allows, named.
Status check_level(const EncoderOptions& options) {
    if (level_for(options)) return {};
    const Level& last = levels().back();
    const int64_t columns = (options.width + 15) / 16, rows = (options.height + 15) / 16,
                  macroblocks = columns * rows;
    const std::string level = ", H.264's level 6.2", size = size_of(options.width, options.height);
    if (macroblocks > last.macroblocks)
        return {StatusCode::invalid_argument, "a picture of " + size + " has " + std::to_string(macroblocks) +
                                                  " macroblocks; expected at most " +
                                                  std::to_string(last.macroblocks) + level};
    if (macroblocks * options.references > last.stored)
        return refuse("EncoderOptions.references", options.references,
                      "at most " + std::to_string(last.stored / macroblocks) + " for " + size + level);
    if (macroblocks * options.rate_numerator > last.macroblock_rate * options.rate_denominator)
        return {StatusCode::invalid_argument, std::to_string(options.rate_numerator) + "/" +
                                                  std::to_string(options.rate_denominator) + " pictures of " +
                                                  size + " a second; expected at most " +
                                                  std::to_string(last.macroblock_rate / macroblocks) + level};
    if (options.buffer > 1000 * int64_t{last.buffer})
        return refuse("EncoderOptions.buffer", options.buffer,
                      "at most " + std::to_string(1000 * int64_t{last.buffer}) + level);
    const bool by_most = options.max_rate > options.bit_rate;
    return refuse(by_most ? "EncoderOptions.max_rate" : "EncoderOptions.bit_rate",
                  by_most ? options.max_rate : options.bit_rate,
                  "at most " + std::to_string(1000 * int64_t{last.bit_rate}) + level);
}

}  // namespace

int vectors_of_two(const std::vector<MacroblockDecision>& decisions) {
    int most = 0, before = 0;
    for (const MacroblockDecision& decision : decisions) {
        const int vectors = vectors_of(decision);
        most = std::max(most, before + vectors);
        before = vectors;
    }
    return most;
}

Status validate(const EncoderOptions& options) {
    constexpr int64_t side = 16384, most = std::numeric_limits<int32_t>::max();
    for (const Range& range :
         {Range{"width", options.width, 1, side}, Range{"height", options.height, 1, side},
          Range{"qp", options.qp, 0, 51}, Range{"bit_rate", options.bit_rate, 0, most},
          Range{"max_rate", options.max_rate, 0, most}, Range{"buffer", options.buffer, 0, most},
          Range{"key_interval", options.key_interval, 1, most}, Range{"references", options.references, 1, 4},
          Range{"threads", options.threads, 0, most},
          Range{"slices", options.slices, 1, (options.height + 15) / 16},
          Range{"rate_numerator", options.rate_numerator, 1, most},
          Range{"rate_denominator", options.rate_denominator, 1, most},
          Range{"pixel_aspect_numerator", options.pixel_aspect_numerator, 1, 0xFFFF},
          Range{"pixel_aspect_denominator", options.pixel_aspect_denominator, 1, 0xFFFF},
          Range{"matrix", options.matrix, 0, 255}, Range{"primaries", options.primaries, 0, 255},
          Range{"transfer", options.transfer, 0, 255},
          Range{"chroma_location", options.chroma_location, 0, 5}})
        if (range.value < range.least || range.value > range.most)
            return refuse(std::string("EncoderOptions.") + range.field, range.value,
                          std::to_string(range.least) + ".." + std::to_string(range.most));
    if (Status status = check_rates(options); !status.ok()) return status;
    if (Status status = check_level(options); !status.ok()) return status;
    return check_unit(options);
}

Status validate(const EncoderOptions& options, const Yuv420View& picture) {
    const int32_t width = (options.width + 1) / 2, height = (options.height + 1) / 2;
    Status status = check_plane("picture.luma", picture.luma, options.width, options.height);
    if (status.ok()) status = check_plane("picture.cb", picture.cb, width, height);
    if (status.ok()) status = check_plane("picture.cr", picture.cr, width, height);
    return status;
}

Status validate(const EncoderOptions& options, const std::vector<MacroblockDecision>& decisions,
                int references) {
    const int64_t macroblocks = int64_t{(options.width + 15) / 16} * ((options.height + 15) / 16);
    if (static_cast<int64_t>(decisions.size()) != macroblocks)
        return refuse("the number of decisions", static_cast<int64_t>(decisions.size()),
                      std::to_string(macroblocks) + ", one a macroblock");
    const int columns = (options.width + 15) / 16, rows = (options.height + 15) / 16;
    return validate({*level_for(options), columns, rows, even_slices(columns, rows, options.slices)},
                    decisions, references);
}

Status validate(const PictureShape& shape, const std::vector<MacroblockDecision>& decisions, int references) {
    return DecisionValidation(shape, decisions, references).validate();
}

}  // namespace genmedia::encode
