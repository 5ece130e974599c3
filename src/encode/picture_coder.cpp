// SPDX-License-Identifier: MIT
#include "encode/picture_coder.h"

#include "encode/bitstream/cabac_slice.h"
#include "encode/bitstream/nal_unit.h"
#include "encode/reconstruction/deblocking.h"
#include "walker/walker.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace genmedia::encode {
namespace {

void copy_plane(const PlaneView& from, Frame& frame, int plane) {
    for (int y = 0; y < frame.height(plane); y++) {
        const uint8_t* line = from.line(std::min(y, from.height - 1));
        uint8_t* to = frame.at(plane, 0, y);
        std::memcpy(to, line, static_cast<size_t>(from.width));
        std::memset(to + from.width, line[from.width - 1],
                    static_cast<size_t>(frame.width(plane) - from.width));
    }
}

class PictureCoder {
public:
    explicit PictureCoder(const PictureTask& task)
        : task_(task),
          coder_(task.functions, task.qp, task.syntax.chroma_qp_offset),
          map_{task.source.frame.columns, task.source.frame.rows, {}, {}},
          rows_(static_cast<size_t>(map_.rows) + task.syntax.slices.size()) {
        for (const PictureSyntax::Slice& slice : task.syntax.slices)
            map_.first_macroblocks.push_back(slice.first_macroblock);
        map_.all.resize(static_cast<size_t>(map_.columns) * map_.rows);
        result_.reconstruction = Frame(map_.columns, map_.rows);
        result_.bits.resize(map_.all.size());
        if (task.syntax.cabac) levels_.resize(map_.all.size());
        result_.decisions.resize(map_.all.size());
        if (task.given) return;
        decisions_.emplace(task.functions, task.options,
                           PictureDecisions::Picture{.source = task.source.frame,
                                                     .source_chroma = task.source.chroma(),
                                                     .references = task.references,
                                                     .reconstruction = result_.reconstruction,
                                                     .map = map_,
                                                     .qp = task.qp,
                                                     .level = task.level,
                                                     .controls = task.controls});
        if (task.controls && task.controls->distortions) result_.distortions.resize(map_.all.size());
    }

    CodedPicture code() {
        const int threads = task_.options.threads;
        walker::walk(map_.columns, map_.rows, walker::Dependency::wavefront, threads,
                     [this](int x, int y) { code_macroblock(x, y); });
        for (size_t s = 0; s < map_.slices(); s++) write_slice(s);
        const DeblockingSyntax& syntax = task_.syntax.deblocking;
        const Deblocking deblocking(task_.qp, task_.syntax.chroma_qp_offset, syntax);
        if (syntax.enabled)
            walker::walk(map_.columns, map_.rows, walker::Dependency::wavefront, threads,
                         [&](int x, int y) { deblocking.filter(map_, x, y, result_.reconstruction); });
        return std::move(result_);
    }

private:
    bool is_p() const { return !task_.references.empty(); }

    // A macroblock that is being coded.
    struct Work {
        int x, y;
        size_t index;
        Neighbors neighbors;
        MacroblockSamples source;
        MacroblockLevels levels;

        Work(const MacroblockMap& map, int x_, int y_)
            : x(x_), y(y_), index(static_cast<size_t>(y) * map.columns + x), neighbors(map, x, y) {}
    };

    void code_macroblock(int x, int y) {
        Work work(map_, x, y);
        task_.source.load(x, y, work.source);
        if (!decisions_) {
            code(work, task_.given->at(work.index));
        } else {
            const PictureDecisions::Candidates candidates = decisions_->candidates(coder_, work.source, x, y);
            if (!result_.distortions.empty()) note_distortions(candidates, result_.distortions[work.index]);
            if (task_.options.decisions.exact_choice && candidates.count > 1)
                code_best(work, candidates);
            else
                code(work, candidates.cheapest().decision);
        }
        write(work);
    }

    // Zero where no block begins.
    static std::array<uint16_t, 16> blocks_distortions(const PictureDecisions::Candidate& of) {
        constexpr unsigned major[] = {0x0001, 0x0101, 0x0011, 0}, minor[] = {0x1, 0x5, 0x3, 0xf};
        unsigned begins = major[static_cast<size_t>(of.decision.major_shape)];
        for (size_t q = 0; q < 4 && of.decision.major_shape == vme::MajorShape::shape_8x8; q++)
            begins |= minor[static_cast<size_t>(of.decision.minor_shapes[q])] << 4 * q;
        std::array<uint16_t, 16> distortions{};
        for (size_t e = 0; e < 16; e++) distortions[e] = begins >> e & 1 ? of.distortions[e] : 0;
        return distortions;
    }

    static void note_distortions(const PictureDecisions::Candidates& candidates, MacroblockDistortions& out) {
        for (int i = 0; i < candidates.count; i++) {
            const PictureDecisions::Candidate& one = candidates.all[static_cast<size_t>(i)];
            const bool intra = is_intra(one.decision.type);
            uint16_t& best = intra ? out.best_intra : out.best_inter;
            if (!intra && one.cost < best) out.inter = blocks_distortions(one);
            best = static_cast<uint16_t>(std::min<uint32_t>(best, one.cost));
        }
    }

    // Levels, samples and what neighbours will see.
    void code(Work& work, const MacroblockDecision& decided) {
        MacroblockDecision& decision = result_.decisions[work.index];
        decision = decided;
        CodedMacroblock& coded = map_.all[work.index];
        coded = {.type = decision.type};
        if (!coded.is_intra()) return code_inter(work, decision, coded);
        coded.has_inner_edges = true;
        coded.references.fill(kIntraReference);
        coded.luma_modes.fill(vme::LumaMode::dc);
        if (decision.type == MacroblockType::intra_4x4)
            for (int e = 0; e < 16; e++) coded.luma_modes[kRasterOfEntry[e]] = decision.luma_modes[e];
        coder_.code_intra(work.source, work.x, work.y, work.neighbors, decision, coded, work.levels,
                          result_.reconstruction);
    }

    // Tries each candidate, and a skipped macroblock where the unit's skip candidate needs coefficients.
    void code_best(Work& work, const PictureDecisions::Candidates& candidates) {
        const double lambda = 0.85 * std::exp2((task_.qp - 12) / 3.0);
        double best_cost = 0;
        const MacroblockDecision* best = nullptr;
        const MacroblockDecision skip;
        const auto attempt = [&](const MacroblockDecision& decision) {
            code(work, decision);
            const double cost = squared_error(work) + lambda * count_bits(work);
            if (best && cost >= best_cost) return;
            best_cost = cost;
            best = &decision;
        };
        if (is_p()) attempt(skip);
        for (int i = 0; i < candidates.count; i++) attempt(candidates.all[static_cast<size_t>(i)].decision);
        code(work, *best);
    }

    double squared_error(const Work& work) const {
        int sum = 0;
        const Frame& made = result_.reconstruction;
        for (int y = 0; y < 16; y++) {
            const uint8_t *a = work.source.luma.data() + 16 * y,
                          *b = made.at(0, 16 * work.x, 16 * work.y + y);
            for (int x = 0; x < 16; x++) sum += (a[x] - b[x]) * (a[x] - b[x]);
        }
        for (int c = 0; c < 2; c++) {
            for (int y = 0; y < 8; y++) {
                const uint8_t *a = work.source.of_chroma(c) + 16 * y,
                              *b = made.at(1 + c, 8 * work.x, 8 * work.y + y);
                for (int x = 0; x < 8; x++) sum += (a[x] - b[x]) * (a[x] - b[x]);
            }
        }
        return sum;
    }

    // In a P picture each macroblock counts one bit for mb_skip_run.
    double count_bits(const Work& work) const {
        if (result_.decisions[work.index].type == MacroblockType::skip) return 1;
        BitWriter bits;
        write_macroblock(bits, written(work));
        return static_cast<double>(bits.bit_count() + is_p());
    }

    WrittenMacroblock written(const Work& work) const {
        return {work.neighbors, result_.decisions[work.index], map_.all[work.index],           work.levels,
                is_p(),         task_.syntax.reference_count,  task_.syntax.transform_8x8_mode};
    }

    void code_inter(Work& work, MacroblockDecision& decision, CodedMacroblock& coded) {
        const MacroblockLevels& levels = work.levels;
        const vme::MotionVector skip = VectorPrediction(work.neighbors).predict_skip();
        const bool is_skip = decision.type == MacroblockType::skip;
        if (is_skip) decision = MacroblockDecision();
        if (is_skip) decision.vectors.fill(skip);
        coded.luma_modes.fill(vme::LumaMode::dc);
        for (int e = 0; e < 16; e++) {
            coded.vectors[kRasterOfEntry[e]] = decision.vectors[e];
            coded.references[kRasterOfEntry[e]] = static_cast<int8_t>(decision.references[e / 4]);
        }
        coder_.code_inter(work.source, task_.references, work.x, work.y, decision, is_skip, coded,
                          work.levels, result_.reconstruction);
        coded.has_inner_edges =
            decision.major_shape != vme::MajorShape::shape_16x16 || levels.luma_pattern != 0;
        if (decision.major_shape == vme::MajorShape::shape_16x16 && decision.references[0] == 0 &&
            decision.vectors[0] == skip && levels.luma_pattern == 0 && levels.chroma_pattern == 0)
            coded.type = decision.type = MacroblockType::skip;
    }

    // In place of levels that cannot be written.
    void code_samples(const Work& work) {
        MacroblockDecision& decision = result_.decisions[work.index];
        decision = MacroblockDecision();
        decision.type = MacroblockType::intra_16x16;
        decision.luma_modes.fill(vme::LumaMode::dc);
        CodedMacroblock& coded = map_.all[work.index];
        coded = {.type = MacroblockType::intra_16x16, .is_pcm = true, .has_inner_edges = true};
        coded.references.fill(kIntraReference);
        coded.luma_modes.fill(vme::LumaMode::dc);
        coded.luma_counts.fill(16);  // [9.2.1]
        for (auto& counts : coded.chroma_counts) counts.fill(16);
        Frame& to = result_.reconstruction;
        for (int y = 0; y < 16; y++)
            std::memcpy(to.at(0, 16 * work.x, 16 * work.y + y), work.source.luma.data() + 16 * y, 16);
        for (int c = 0; c < 2; c++)
            for (int y = 0; y < 8; y++)
                std::memcpy(to.at(1 + c, 8 * work.x, 8 * work.y + y), work.source.of_chroma(c) + 16 * y, 8);
    }

    // By CAVLC. CABAC's slices are written when all macroblocks are there; which ones are samples is decided
    // here all the same.
    void write(const Work& work) {
        if (task_.syntax.cabac) levels_[work.index] = work.levels;
        RowBits& row = rows_[static_cast<size_t>(work.y) + map_.slice_of(work.x, work.y)];
        if (result_.decisions[work.index].type == MacroblockType::skip) return row.skip();
        const size_t before = row.bits.bit_count();
        row.begin_macroblock(is_p());
        const BitWriter::Place place = row.bits.place();
        const size_t begin = row.bits.bit_count();
        const bool clipped = has_clipped_levels(written(work));
        if (!clipped) write_macroblock(row.bits, written(work));
        size_t bits = row.bits.bit_count() - begin;
        if (clipped || bits > kMostMacroblockBits) {
            row.bits.go_back(place);
            bits = write_samples(row, work.source, is_p());
            code_samples(work);
        }
        result_.bits[work.index] = static_cast<uint16_t>(begin - before + bits);
    }

    void write_by_cavlc(BitWriter& bits, size_t slice) const {
        uint32_t skipped = 0;
        const int last = (map_.first_of(slice + 1) - 1) / map_.columns;
        for (int y = map_.first_of(slice) / map_.columns; y <= last; y++)
            append_row(rows_[static_cast<size_t>(y) + slice], is_p(), skipped, bits);
        if (skipped > 0) bits.put_ue(skipped);
        bits.finish();
    }

    void write_by_cabac(BitWriter& bits, size_t slice) const {
        write_cabac_slice(bits,
                          {.map = map_,
                           .decisions = result_.decisions,
                           .levels = levels_,
                           .load = [this](int x, int y, auto& samples) { task_.source.load(x, y, samples); },
                           .first = map_.first_of(slice),
                           .end = map_.first_of(slice + 1),
                           .is_p = is_p(),
                           .reference_count = task_.syntax.reference_count,
                           .transform_8x8_mode = task_.syntax.transform_8x8_mode,
                           .qp = task_.qp,
                           .init_idc = task_.syntax.slices[slice].cabac_init_idc});
    }

    // [7.3.2.8]
    void write_slice(size_t slice) {
        const PictureSyntax::Slice& syntax = task_.syntax.slices[slice];
        BitWriter bits = syntax.header;
        if (task_.syntax.cabac)
            write_by_cabac(bits, slice);
        else
            write_by_cavlc(bits, slice);
        append_nal_unit(syntax.nal_header, bits, result_.bytes);
        result_.slice_ends.push_back(result_.bytes.size());
    }

    const PictureTask& task_;
    MacroblockCoder coder_;
    MacroblockMap map_;
    CodedPicture result_;
    std::vector<RowBits> rows_;             // of row y in slice s: entry y + s
    std::vector<MacroblockLevels> levels_;  // for CABAC
    std::optional<PictureDecisions> decisions_;
};

}  // namespace

SourcePicture::SourcePicture(const Yuv420View& picture, int32_t columns, int32_t rows)
    : frame(columns, rows) {
    copy_plane(picture.luma, frame, 0);
    copy_plane(picture.cb, frame, 1);
    copy_plane(picture.cr, frame, 2);
    interleaved.resize(2 * frame.planes[1].size());
    for (size_t i = 0; i < frame.planes[1].size(); i++) {
        interleaved[2 * i] = frame.planes[1][i];
        interleaved[2 * i + 1] = frame.planes[2][i];
    }
}

void SourcePicture::load(int x, int y, MacroblockSamples& samples) const {
    for (int line = 0; line < 16; line++)
        std::memcpy(samples.luma.data() + 16 * line, frame.at(0, 16 * x, 16 * y + line), 16);
    for (int c = 0; c < 2; c++)
        for (int line = 0; line < 8; line++)
            std::memcpy(samples.of_chroma(c) + 16 * line, frame.at(1 + c, 8 * x, 8 * y + line), 8);
}

PictureSyntax syntax_for(const EncoderOptions& options, int references, int qp, uint32_t frame_number,
                         uint32_t key_number) {
    const int columns = (options.width + 15) / 16, rows = (options.height + 15) / 16;
    PictureSyntax syntax;
    syntax.reference_count = references;
    syntax.deblocking.enabled = options.deblocking;
    const NalType type = references > 0 ? NalType::slice : NalType::idr_slice;
    for (const int first : even_slices(columns, rows, options.slices)) {
        BitWriter header;
        write_slice_header(header,
                           {.first_macroblock = static_cast<uint32_t>(first),
                            .is_key = references == 0,
                            .frame_number = frame_number,
                            .key_number = key_number,
                            .reference_count = references,
                            .qp = qp},
                           options);
        syntax.slices.push_back({first, nal_header(type), std::move(header), 0});
    }
    return syntax;
}

CodedPicture code_picture(const PictureTask& task) { return PictureCoder(task).code(); }

}  // namespace genmedia::encode
