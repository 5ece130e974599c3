// SPDX-License-Identifier: MIT
#include "random_messages.h"

#include <algorithm>

namespace test {
namespace {

using genmedia::Scan;
using genmedia::test::chance;
using genmedia::test::pick;

uint8_t byte(Random& random) { return static_cast<uint8_t>(random() >> 56); }

// A U4U4 whose value fits in `bits` bits.
uint8_t penalty(Random& random, int bits) {
    if (chance(random, 4)) return 0;
    for (;;) {
        const vme::U4U4 value{byte(random)};
        if (value.value() < 1u << bits) return value.bits;
    }
}

vme::MotionVector vector(Random& random, int x, int y) {
    return {static_cast<int16_t>(pick(random, -x, x)), static_cast<int16_t>(pick(random, -y, y))};
}

// Writes the universal input together with the request that it represents.
class Universal {
public:
    Universal(const Scene& scene, Message& message, Random& random)
        : scene_(scene), m_(message.universal), random_(random), ac_only_(chance(random, 3)) {}

    void source(bool even, vme::SourceBlock& block) {
        const bool field = chance(random_, 4);
        const int polarity = pick(random_, 0, 1);
        put_bits(m_[0], 12, 6, 1, field);
        put_bits(m_[1], 30, 3, 1, polarity);
        block.image = scene_.source.view();
        block.scan = scan(field, polarity);
        const genmedia::PlaneView lines = scan_lines(block.image.luma, block.scan);
        block.x = pick(random_, 0, lines.width - 1) & (even ? ~1 : ~0);
        block.y = pick(random_, 0, lines.height - 1) & (even ? ~1 : ~0);
        put_word(m_[0], 4, block.x);
        put_word(m_[0], 5, block.y);
        field_references_ = chance(random_, 4);
        put_bits(m_[0], 12, 7, 1, field_references_);
    }

    vme::Reference reference(int quadrant, bool backward) {
        const auto& list = backward ? scene_.backward : scene_.forward;
        vme::Reference reference;
        reference.id = static_cast<uint8_t>(pick(random_, 0, static_cast<int>(list.size()) - 1));
        reference.luma = list[reference.id].view().luma;
        const int polarity = pick(random_, 0, 1);
        reference.scan = scan(field_references_, polarity);
        put_bits(m_[1], 24 + quadrant, backward ? 4 : 0, 4, reference.id);
        put_bits(m_[1], 5, quadrant + (backward ? 4 : 0), 1, polarity);
        return reference;
    }

    // A message has one setting of Haar without DC for both distortions.
    vme::Distortion distortion(int first) {
        const bool haar = chance(random_, 2);
        put_bits(m_[0], 14, first, 2, haar ? 2 : 0);
        put_bits(m_[1], 30, 5, 1, ac_only_);
        return ac_only_ ? vme::Distortion::ac_haar : haar ? vme::Distortion::haar : vme::Distortion::sad;
    }

    vme::BidirectionalWeight weight() {
        constexpr int weights[] = {16, 21, 32, 43, 48};
        const int weight = weights[pick(random_, 0, 4)];
        put_bits(m_[1], 6, 0, 6, weight);
        return static_cast<vme::BidirectionalWeight>(weight);
    }

    bool flag(int row, int at, int bit) {
        const bool set = chance(random_, 3);
        put_bits(m_[row], at, bit, 1, set);
        return set;
    }

    vme::InterCosts costs(bool gen7_5) {
        vme::InterCosts costs;
        // Of skip checks alone.
        adds_vectors_ = flag(1, 28, 5);
        adds_modes_ = flag(1, 28, 6);
        if (!chance(random_, 3)) {
            vme::MotionVectorCost& cost = costs.motion_vector.emplace();
            for (int i = 0; i < 8; i++) cost.table[i].bits = m_[2][12 + i] = penalty(random_, 10);
            cost.table[7].bits = m_[2][19] = 0x21;  // not all zero
            const int precision = pick(random_, 0, 3);
            put_bits(m_[1], 30, 0, 2, precision);
            cost.precision = static_cast<vme::CostPrecision>(precision);
            const auto center = [&] { return vector(random_, chance(random_, 8) ? 8000 : 90, 70); };
            for (int q = 0; q < 4; q++) {
                cost.center[q] =
                    gen7_5 && q > 0 ? cost.center[0] : vme::BidirectionalVector{center(), center()};
                put_vectors(gen7_5 ? m_[1] : m_[3], gen7_5 ? 2 : q, cost.center[q]);
            }
        }
        costs.shape.shape_16x8_8x16.bits = m_[2][4] = penalty(random_, 12);
        costs.shape.shape_8x8.bits = m_[2][5] = penalty(random_, 10);
        costs.shape.shape_8x4_4x8.bits = m_[2][6] = penalty(random_, 10);
        costs.shape.shape_4x4.bits = m_[2][7] = penalty(random_, 10);
        costs.shape.shape_16x16.bits = m_[2][8] = penalty(random_, 12);
        costs.backward_direction.bits = m_[2][9] = penalty(random_, 12);
        costs.base_multi_reference.bits = m_[2][10] = penalty(random_, 12);
        costs.linear_multi_reference = flag(1, 30, 6);
        return costs;
    }

    vme::InterCosts skip_costs() {
        vme::InterCosts added = costs(false);
        if (!adds_vectors_) added.motion_vector = {}, added.base_multi_reference = {};
        if (!adds_modes_) added.shape = {}, added.backward_direction = {};
        return added;
    }

    std::array<Row, 4>& rows() { return m_; }

private:
    static Scan scan(bool field, int polarity) {
        return !field ? Scan::progressive : polarity == 0 ? Scan::top_field : Scan::bottom_field;
    }
    const Scene& scene_;
    std::array<Row, 4>& m_;
    Random& random_;
    const bool ac_only_;
    bool field_references_ = false;
    bool adds_vectors_ = false, adds_modes_ = false;
};

vme::MajorRecords records(Random& random) {
    vme::MajorRecords records;
    for (vme::MajorRecord& record : records) {
        record = {vector(random, 200, 100),
                  static_cast<uint16_t>(pick(random, 0, chance(random, 2) ? 4000 : 65535)),
                  static_cast<uint8_t>(pick(random, 0, 15))};
    }
    return records;
}

vme::CustomSearchPath walk(Message& message, Random& random) {
    vme::CustomSearchPath walk;
    std::array<Row, 4>& m = message.universal;
    // Windows for which the unit has memory are likely; other sizes must work as well.
    walk.window = chance(random, 2) ? vme::WindowSize{48, 40}
                                    : vme::WindowSize{4 * pick(random, 5, 16), 4 * pick(random, 5, 16)};
    m[0][22] = static_cast<uint8_t>(walk.window.width);
    m[0][23] = static_cast<uint8_t>(walk.window.height);
    walk.length = m[1][8] = static_cast<uint8_t>(pick(random, 1, chance(random, 2) ? 12 : 63));
    walk.max_search_units = m[1][9] = static_cast<uint8_t>(pick(random, 1, 63));
    walk.adaptive = chance(random, 2);
    put_bits(m[1], 0, 1, 1, walk.adaptive);
    const auto put_start = [&](int at) {  // inside: a walk must meet its window
        const vme::CustomSearchPath::Start start{
            static_cast<uint8_t>(pick(random, 0, (walk.window.width - 20) / 4)),
            static_cast<uint8_t>(pick(random, 0, (walk.window.height - 20) / 4))};
        m[1][at] = static_cast<uint8_t>(start.x | start.y << 4);
        return start;
    };
    walk.forward_start = put_start(10);
    walk.backward_start = put_start(11);
    constexpr uint8_t near[] = {0x01, 0x10, 0x0F, 0xF0, 0x11, 0x00};
    for (int i = 0; i < 56; i++) {
        walk.steps[i] = chance(random, 8) ? byte(random) : near[pick(random, 0, 5)];
        message.input[i / 32][i % 32] = walk.steps[i];
    }
    return walk;
}

void search_options(Universal& universal, vme::ImeRequest& request, Random& random) {
    std::array<Row, 4>& m = universal.rows();
    if (chance(random, 2)) request.disabled_partitions = static_cast<uint8_t>(pick(random, 0, 127));
    if (chance(random, 6)) request.disabled_partitions = 126;
    m[0][15] = request.disabled_partitions;
    const int count = chance(random, 2) ? pick(random, 32, 63) : pick(random, 0, 32);
    put_bits(m[1], 4, 0, 6, count);
    request.max_vector_count = static_cast<uint8_t>(std::min(count, 32));
    request.disable_direction_mix = universal.flag(1, 7, 4);
    m[1][3] = penalty(random, 14);
    if (universal.flag(1, 0, 5) && m[1][3] % 16 != 0) request.early_termination = vme::U4U4{m[1][3]};
    if (universal.flag(1, 30, 4)) {
        request.sad_weights = static_cast<uint32_t>(random());
        put_word(m[1], 6, static_cast<int>(*request.sad_weights & 0xFFFF));
        put_word(m[1], 7, static_cast<int>(*request.sad_weights >> 16));
    }
    put_bits(m[0], 13, 7, 1, pick(random, 0, 1));  // caches, without effect
    put_bits(m[1], 0, 7, 1, pick(random, 0, 1));   // 8x8 transforms: no effect in a search
}

// Partitions of a block share the reference of its quadrants.
template <class Fill>
void references(vme::MajorShape major, Universal& universal, bool backward, Fill& to) {
    for (int q = 0; q < 4; q++) {
        const int like = major == vme::MajorShape::shape_16x16  ? 0
                         : major == vme::MajorShape::shape_16x8 ? q / 2 * 2
                         : major == vme::MajorShape::shape_8x16 ? q % 2
                                                                : q;
        to[q] = universal.reference(q, backward);
        if (like == q) continue;
        std::array<Row, 4>& m = universal.rows();
        const int shift = backward ? 4 : 0;
        put_bits(m[1], 24 + q, shift, 4, m[1][24 + like] >> shift & 15);
        put_bits(m[1], 5, q + shift, 1, m[1][5] >> (like + shift) & 1);
        to[q] = to[like];
    }
}

}  // namespace

Nv12::Nv12(int width, int height, Random& random)
    : luma(genmedia::test::texture(width, height, static_cast<unsigned>(random()))),
      chroma(genmedia::test::texture(width, (height + 1) / 2, static_cast<unsigned>(random()))) {}

genmedia::ImageView Nv12::view() const {
    return {luma.view(), {chroma.samples.data(), luma.width / 2, chroma.height, luma.width, 2}};
}

std::vector<uint8_t> Nv12::bytes() const {
    std::vector<uint8_t> all = luma.samples;
    all.insert(all.end(), chroma.samples.begin(), chroma.samples.end());
    return all;
}

Scene::Scene(Random& random) : source(2 * pick(random, 20, 70), 2 * pick(random, 20, 60), random) {
    const int width = source.luma.width, height = source.luma.height;
    for (auto* list : {&forward, &backward}) {
        const int count = pick(random, 1, chance(random, 3) ? 16 : 4);
        for (int i = 0; i < count; i++) {
            list->emplace_back(width, height, random);
            if (chance(random, 4)) continue;  // most references show the source, moved
            list->back().luma = genmedia::test::moved(source.luma, pick(random, -9, 9), pick(random, -7, 7));
        }
    }
}

Search random_search(const Scene& scene, bool gen7_5, Random& random) {
    Search made;
    vme::ImeRequest& request = made.request;
    Universal universal(scene, made.message, random);
    universal.source(false, request.source);
    request.forward = universal.reference(0, false);
    const bool dual = chance(random, 3);
    if (dual) request.backward = universal.reference(0, true);
    constexpr uint8_t controls[] = {0, 0, 1, 3};
    const uint8_t control = dual ? 7 : controls[pick(random, 0, 3)];
    put_bits(made.message.universal[0], 13, 0, 3, control);
    made.message.arguments[1] = control;
    request.custom_path = walk(made.message, random);
    if (!dual) request.custom_path->control = static_cast<vme::SearchControl>(control);
    request.custom_path->separate_steps = universal.flag(0, 13, 3);
    const auto offset = [&](int word) {
        const genmedia::vme::PixelOffset at =
            chance(random, 12) ? vme::PixelOffset{pick(random, -2048, 2047), pick(random, -2048, 2047)}
                               : vme::PixelOffset{pick(random, -40, 20), pick(random, -36, 20)};
        put_word(made.message.universal[0], word, at.x);
        put_word(made.message.universal[0], word + 1, at.y);
        return at;
    };
    request.forward_offset = offset(0);
    if (dual) request.backward_offset = offset(2);
    request.distortion = universal.distortion(4);
    request.costs = universal.costs(gen7_5);
    search_options(universal, request, random);
    const int mode = pick(random, 0, 3);  // 1 out, 2 in
    made.message.arguments[0] = static_cast<uint8_t>(mode);
    if (mode & 2) {
        vme::ImeStream& stream = request.stream_in.emplace();
        stream.forward = records(random);
        put_records(made.message.input[2], made.message.input[3], stream.forward);
        if (dual) stream.backward = records(random);
        if (dual) put_records(made.message.input[4], made.message.input[5], stream.backward);
    }
    return made;
}

Refinement random_refinement(const Scene& scene, Random& random) {
    Refinement made;
    vme::RefineRequest& request = made.request;
    std::array<Row, 4>& m = made.message.universal;
    Universal universal(scene, made.message, random);
    universal.source(false, request.source);
    request.major_shape = static_cast<vme::MajorShape>(pick(random, 0, 3));
    m[2][20] = static_cast<uint8_t>(request.major_shape);
    for (int q = 0; q < 4; q++) {
        request.minor_shapes[q] = static_cast<vme::MinorShape>(pick(random, 0, 3));
        request.directions[q] = static_cast<vme::Direction>(pick(random, 0, 2));
        put_bits(m[2], 21, 2 * q, 2, static_cast<unsigned>(request.minor_shapes[q]));
        put_bits(m[2], 22, 2 * q, 2, static_cast<unsigned>(request.directions[q]));
    }
    references(request.major_shape, universal, false, request.forward);
    references(request.major_shape, universal, true, request.backward);
    for (int i = 0; i < 16; i++) {
        const auto any = [&] {
            return chance(random, 12) ? vector(random, 8189, 8189) : vector(random, 90, 70);
        };
        request.vectors[i] = {any(), any()};
        put_vectors(made.message.input[i / 4], i % 4, request.vectors[i]);
    }
    const bool bidirectional = chance(random, 2);
    put_bits(m[0], 14, 2, 1, !bidirectional);
    if (bidirectional) request.bidirectional = universal.weight();
    request.disable_bidirectional_mix = universal.flag(1, 0, 2);
    constexpr int subpixel[] = {1, 3, 3, 0};
    const int resolution = subpixel[pick(random, 0, 3)];
    put_bits(m[0], 13, 4, 2, resolution);
    request.subpixel = static_cast<vme::SubpixelMode>(resolution);
    request.bilinear_filter = universal.flag(1, 30, 2);
    request.distortion = universal.distortion(4);
    request.costs = universal.costs(false);
    return made;
}

namespace {

void fill_skip(Universal& universal, Check& made, Random& random) {
    vme::SkipCheck& skip = made.request.skip.emplace();
    std::array<Row, 4>& m = made.message.universal;
    put_bits(m[1], 0, 0, 1, 1);
    skip.partition_8x8 = chance(random, 2);
    put_bits(m[0], 13, 6, 1, skip.partition_8x8);
    const auto major = skip.partition_8x8 ? vme::MajorShape::shape_8x8 : vme::MajorShape::shape_16x16;
    references(major, universal, false, skip.forward);
    references(major, universal, true, skip.backward);
    for (int q = 0; q < (skip.partition_8x8 ? 4 : 1); q++) {
        const int which = pick(random, 0, 3);  // bit 0 forward, bit 1 backward
        put_bits(m[1], 31, 2 * q, 2, which);
        if (which != 0) skip.directions[q] = static_cast<vme::Direction>(which - 1);
        const auto center = [&] {
            return vector(random, chance(random, 8) ? 8100 : 100, chance(random, 8) ? 2000 : 80);
        };
        skip.vectors[q] = {center(), center()};
        put_vectors(made.message.input[0], q, skip.vectors[q]);
    }
    skip.weight = universal.weight();
    skip.distortion = universal.distortion(4);
    skip.bilinear_filter = universal.flag(1, 30, 2);
    const bool blocks = universal.flag(0, 14, 3), eight = universal.flag(1, 0, 7);
    if (blocks) skip.raw_sad = eight ? vme::RawSad::largest_8x8 : vme::RawSad::largest_4x4;
    if (universal.flag(0, 14, 1)) {
        vme::TransformThresholds& thresholds = skip.forward_transform.emplace();
        thresholds[0] = static_cast<uint16_t>(pick(random, 0, 600));
        put_word(m[2], 12, thresholds[0]);
        for (int i = 1; i < 7; i++) thresholds[i] = m[2][25 + i] = byte(random);
    }
    skip.costs = universal.skip_costs();
}

void fill_neighbors(Message& message, vme::IntraNeighbors& n, Random& random) {
    Row& flags = message.universal[1];
    n.has_left = chance(random, 2);
    n.has_upper = chance(random, 2);
    n.has_upper_right = n.has_upper && chance(random, 2);
    n.has_upper_left = n.has_left && n.has_upper && chance(random, 2);
    put_bits(flags, 29, 5, 2, n.has_left ? 3 : 0);
    put_bits(flags, 29, 4, 1, n.has_upper);
    put_bits(flags, 29, 3, 1, n.has_upper_right);
    put_bits(flags, 29, 2, 1, n.has_upper_left);
    std::array<Row, 6>& in = message.input;
    for (int i = 0; i < 16; i++) n.upper[i] = in[1][8 + i] = byte(random);
    for (int i = 0; i < 8; i++) n.upper_right[i] = in[1][24 + i] = byte(random);
    for (int i = 0; i < 16; i++) n.left[i] = in[2][i] = byte(random);
    n.upper_left = in[1][7] = byte(random);
    if (chance(random, 4)) {  // IntraCornerSwap
        put_bits(flags, 28, 7, 1, 1);
        std::swap(in[1][7], in[2][15]);
    }
    for (int i = 0; i < 8; i++) {
        for (int c = 0; c < 2; c++) n.chroma_left[i][c] = in[3][2 * i + c] = byte(random);
        for (int c = 0; c < 2; c++) n.chroma_upper[i][c] = in[3][16 + 2 * i + c] = byte(random);
    }
    for (int c = 0; c < 2; c++) n.chroma_upper_left[c] = in[2][20 + c] = byte(random);
}

void fill_intra(Universal& universal, bool chroma, Check& made, Random& random) {
    vme::IntraEstimation& intra = made.request.intra.emplace();
    std::array<Row, 4>& m = made.message.universal;
    std::array<Row, 6>& in = made.message.input;
    intra.disabled_partitions = static_cast<uint8_t>(pick(random, 0, 7));
    put_bits(m[1], 28, 0, 3, intra.disabled_partitions);
    fill_neighbors(made.message, intra.neighbors, random);
    if (chance(random, 3)) {
        const int four = pick(random, 0, 511), eight = pick(random, 0, 511);
        intra.disabled_modes = {static_cast<uint16_t>(eight), static_cast<uint16_t>(four),
                                static_cast<uint8_t>(pick(random, 0, 15)),
                                static_cast<uint8_t>(pick(random, 0, 15))};
        put_word(in[1], 0, four);
        put_word(in[1], 1, eight);
        in[1][4] = static_cast<uint8_t>(intra.disabled_modes.luma_16x16 | intra.disabled_modes.chroma << 4);
    }
    intra.distortion = universal.distortion(6);
    vme::IntraModeCost& cost = intra.mode_cost.emplace();
    cost.penalty.bits = m[2][0] = penalty(random, 10);
    intra.shape_penalty.shape_16x16.bits = m[2][1] = penalty(random, 12);
    intra.shape_penalty.shape_8x8.bits = m[2][2] = penalty(random, 12);
    intra.shape_penalty.shape_4x4.bits = m[2][3] = penalty(random, 12);
    intra.chroma_mode_penalty.bits = m[2][11] = penalty(random, 12);
    for (int i = 0; i < 4; i++) {
        const int left = pick(random, 0, 15), upper = pick(random, 0, 15);
        cost.left[i] = static_cast<vme::LumaMode>(left);
        cost.upper[i] = static_cast<vme::LumaMode>(upper);
        put_bits(in[2], 16 + i / 2, i % 2 * 4, 4, left);
        put_bits(in[2], 18 + i / 2, i % 2 * 4, 4, upper);
    }
    cost.non_dc = {in[2][28] = byte(random), in[2][29] = byte(random), in[2][30] = byte(random)};
    intra.chroma = chroma;
}

}  // namespace

Check random_check(const Scene& scene, Random& random) {
    Check made;
    Universal universal(scene, made.message, random);
    const bool skip = chance(random, 2), intra = !skip || chance(random, 2);
    const bool chroma = intra && chance(random, 2);
    universal.source(chroma, made.request.source);
    if (skip) fill_skip(universal, made, random);
    if (intra) fill_intra(universal, chroma, made, random);
    put_bits(made.message.input[1], 5, 0, 2, chroma ? 0 : intra ? 1 : pick(random, 2, 3));
    return made;
}

}  // namespace test
