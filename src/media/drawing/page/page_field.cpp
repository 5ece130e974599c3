// SPDX-License-Identifier: MIT
#include "media/drawing/page/page_field.h"

#include "genmedia/partition.h"
#include "media/results/field_queries.h"
#include "media/video/containers/deflate.h"

#include <algorithm>
#include <array>
#include <bitset>

namespace genmedia::media {
namespace {

// The first byte says what follows.
enum Part : uint8_t {
    part_inter = 1,
    part_backward = 2,
    part_intra = 4,
    part_trust = 8,
    part_coded = 16,
    part_order = 64,
    part_all_blocks = 32,  // each 4x4 block has its own values
};

using Entries = std::bitset<16>;

// The first entry of each block that a result is cut into: the others repeat it.
Entries first_entries(const vme::InterResult& result) {
    Entries entries;
    vme::for_each_block(result, [&](const vme::Block& block) {
        entries.set(static_cast<size_t>(4 * block.quadrant() + block.y % 8 / 4 * 2 + block.x % 8 / 4));
    });
    return entries;
}

// Whether all entries are as the shapes say. Files that others made may differ.
bool repeats(const vme::InterResult& result) {
    bool same = true;
    vme::for_each_block(result, [&](const vme::Block& block) {
        const auto first = static_cast<size_t>(4 * block.quadrant() + block.y % 8 / 4 * 2 + block.x % 8 / 4);
        for (int e = 0; e < 16; e++) {
            const int x = e / 4 % 2 * 8 + e % 2 * 4, y = e / 8 * 8 + e % 4 / 2 * 4;
            const auto entry = static_cast<size_t>(e);
            if (block.contains(x, y))
                same = same && result.vectors[entry] == result.vectors[first] &&
                       result.distortions[entry] == result.distortions[first];
        }
    });
    return same;
}

// Two bits for each quadrant, quadrant 0 lowest.
uint8_t packed_directions(const vme::InterResult& result) {
    int packed = 0;
    for (int q = 0; q < 4; q++) packed |= static_cast<int>(result.directions[q]) << (2 * q);
    return static_cast<uint8_t>(packed);
}

bool is_backward(const vme::InterResult& result) {
    return std::ranges::any_of(result.directions, uses_backward);
}

class FieldPacker {
public:
    explicit FieldPacker(const MotionField& field) : field_(field) {}

    std::string packed(const FieldExtras& extras) {
        has_backward_ = std::ranges::any_of(field_.inter, is_backward);
        const bool whole = field_.has_inter && !std::ranges::all_of(field_.inter, repeats);
        bytes_ += static_cast<char>(
            (field_.has_inter ? part_inter : 0) | (has_backward_ ? part_backward : 0) |
            (field_.has_intra ? part_intra : 0) | (field_.confidence.empty() ? 0 : part_trust) |
            (extras.types.empty() ? 0 : part_coded) | (extras.order.empty() ? 0 : part_order) |
            (whole ? part_all_blocks : 0));
        if (field_.has_inter) add_inter(whole);
        if (field_.has_intra) add_intra();
        if (!field_.confidence.empty()) add_trust();
        if (!extras.types.empty()) add_coded(extras);
        if (!extras.order.empty()) add_words(extras.order);
        return bytes_;
    }

private:
    void add_byte(int value) { bytes_ += static_cast<char>(value); }
    // Low bytes, then high ones: each kind compresses better by itself.
    void add_words(const std::vector<uint16_t>& words) {
        for (const uint16_t word : words) add_byte(word & 0xFF);
        for (const uint16_t word : words) add_byte(word >> 8);
    }

    template <class Get>
    std::vector<uint16_t> of_blocks(Get get) const {
        std::vector<uint16_t> values;
        for (size_t i = 0; i < field_.inter.size(); i++)
            for (size_t e = 0; e < 16; e++)
                if (entries_[i][e]) values.push_back(static_cast<uint16_t>(get(field_.inter[i], e)));
        return values;
    }

    // Differences from the block before, their signs in the lowest bits.
    template <class Get>
    void add_differences(Get get) {
        std::vector<uint16_t> values = of_blocks(get);
        uint16_t before = 0;
        for (uint16_t& value : values) {
            const auto difference = static_cast<int16_t>(value - before);
            before = value;
            value = static_cast<uint16_t>(difference >= 0 ? 2 * difference : -2 * difference - 1);
        }
        add_words(values);
    }

    void add_inter(bool whole) {
        for (const vme::InterResult& result : field_.inter) {
            entries_.push_back(whole ? Entries().set() : first_entries(result));
            add_byte(static_cast<int>(result.major_shape));
        }
        for (const vme::InterResult& result : field_.inter) add_byte(packed_minor_shapes(result));
        for (const vme::InterResult& result : field_.inter) add_byte(packed_directions(result));
        using Result = vme::InterResult;
        add_differences([](const Result& r, size_t e) { return r.vectors[e].forward.x; });
        add_differences([](const Result& r, size_t e) { return r.vectors[e].forward.y; });
        if (has_backward_) {
            add_differences([](const Result& r, size_t e) { return r.vectors[e].backward.x; });
            add_differences([](const Result& r, size_t e) { return r.vectors[e].backward.y; });
        }
        add_words(of_blocks([](const Result& r, size_t e) { return r.distortions[e]; }));
        add_best();
    }

    // The macroblock's distortion is little more than the sum of its blocks'.
    void add_best() {
        std::vector<uint16_t> more;
        for (size_t i = 0; i < field_.inter.size(); i++) {
            uint32_t sum = 0;
            for (size_t e = 0; e < 16; e++)
                if (entries_[i][e]) sum += field_.inter[i].distortions[e];
            more.push_back(static_cast<uint16_t>(field_.inter[i].best_distortion - sum));
        }
        add_words(more);
    }

    void add_intra() {
        std::vector<uint16_t> distortions;
        for (const MacroblockIntra& intra : field_.intra) {
            add_byte(static_cast<int>(intra.shape));
            distortions.push_back(intra.distortion);
        }
        for (const MacroblockIntra& intra : field_.intra)
            for (const vme::LumaMode mode : intra.luma_modes) add_byte(static_cast<int>(mode));
        add_words(distortions);
    }

    void add_trust() {
        for (const auto& blocks : field_.confidence)
            bytes_.append(reinterpret_cast<const char*>(blocks.data()), blocks.size());
        for (const auto& blocks : field_.occluded)
            bytes_.append(reinterpret_cast<const char*>(blocks.data()), blocks.size());
    }

    void add_coded(const FieldExtras& coded) {
        bytes_.append(reinterpret_cast<const char*>(coded.types.data()), coded.types.size());
        add_words(coded.bits);
    }

    const MotionField& field_;
    bool has_backward_ = false;
    std::vector<Entries> entries_;
    std::string bytes_;
};

}  // namespace

std::string pack_field(const MotionField& field, const FieldExtras& extras) {
    const std::string bytes = FieldPacker(field).packed(extras);
    return deflate(bytes.data(), static_cast<int64_t>(bytes.size())).bytes + end_of_deflate();
}

}  // namespace genmedia::media
