// SPDX-License-Identifier: MIT
#include "encode/picture_coder.h"

#include "encode/deblocking.h"
#include "encode/nal_unit.h"
#include "walker/walker.h"

#include <algorithm>
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
          coder_(task.qp),
          map_{task.source.frame.columns, task.source.frame.rows, task.options.slices, {}},
          rows_(static_cast<size_t>(map_.rows)) {
        map_.all.resize(static_cast<size_t>(map_.columns) * map_.rows);
        result_.reconstruction = Frame(map_.columns, map_.rows);
        result_.bits.resize(map_.all.size());
        if (task.given) {
            result_.decisions = *task.given;
            return;
        }
        result_.decisions.resize(map_.all.size());
        decisions_.emplace(task.functions, task.options,
                           PictureDecisions::Picture{.source = task.source.frame,
                                                     .source_chroma = task.source.chroma(),
                                                     .references = task.references,
                                                     .reconstruction = result_.reconstruction,
                                                     .map = map_,
                                                     .qp = task.qp});
    }

    CodedPicture code() {
        const int threads = task_.options.threads;
        walk(map_.columns, map_.rows, Dependency::wavefront, threads,
             [this](int x, int y) { code_macroblock(x, y); });
        for (int s = 0; s < map_.slices; s++) write_slice(s);
        const Deblocking deblocking(task_.qp);
        if (task_.options.deblocking)
            walk(map_.columns, map_.rows, Dependency::wavefront, threads,
                 [&](int x, int y) { deblocking.filter(map_, x, y, result_.reconstruction); });
        return std::move(result_);
    }

private:
    bool is_p() const { return !task_.references.empty(); }

    void code_macroblock(int x, int y) {
        const size_t index = static_cast<size_t>(y) * map_.columns + x;
        MacroblockSamples source;
        task_.source.load(x, y, source);
        MacroblockDecision& decision = result_.decisions[index];
        if (decisions_) decision = decisions_->decide(coder_, source, x, y);

        const Neighbors neighbors(map_, x, y);
        CodedMacroblock& coded = map_.all[index];
        MacroblockLevels levels;
        coded.type = decision.type;
        if (coded.is_intra()) {
            coded.references.fill(kIntraReference);
            if (decision.type == MacroblockType::intra_4x4)
                for (int e = 0; e < 16; e++) coded.luma_modes[kRasterOfEntry[e]] = decision.luma_modes[e];
            else
                coded.luma_modes.fill(vme::LumaMode::dc);
            coder_.code_intra(source, x, y, neighbors, decision, coded, levels, result_.reconstruction);
        } else {
            code_inter(source, x, y, neighbors, decision, coded, levels);
        }
        write(x, y,
              WrittenMacroblock{neighbors, decision, coded, levels, is_p(),
                                static_cast<int>(task_.references.size())});
    }

    void code_inter(const MacroblockSamples& source, int x, int y, const Neighbors& neighbors,
                    MacroblockDecision& decision, CodedMacroblock& coded, MacroblockLevels& levels) {
        const vme::MotionVector skip = VectorPrediction(neighbors).predict_skip();
        const bool is_skip = decision.type == MacroblockType::skip;
        if (is_skip) decision = MacroblockDecision();
        if (is_skip) decision.vectors.fill(skip);
        coded.luma_modes.fill(vme::LumaMode::dc);
        for (int e = 0; e < 16; e++) {
            coded.vectors[kRasterOfEntry[e]] = decision.vectors[e];
            coded.references[kRasterOfEntry[e]] = static_cast<int8_t>(decision.references[e / 4]);
        }
        coder_.code_inter(source, task_.references, x, y, decision, is_skip, coded, levels,
                          result_.reconstruction);
        if (decision.major_shape == vme::MajorShape::shape_16x16 && decision.references[0] == 0 &&
            decision.vectors[0] == skip && levels.luma_pattern == 0 && levels.chroma_pattern == 0)
            coded.type = decision.type = MacroblockType::skip;
    }

    void write(int x, int y, const WrittenMacroblock& macroblock) {
        RowBits& row = rows_[static_cast<size_t>(y)];
        if (macroblock.decision.type == MacroblockType::skip) return row.skip();
        const size_t before = row.bits.bit_count();
        row.begin_macroblock(is_p());
        write_macroblock(row.bits, macroblock);
        result_.bits[static_cast<size_t>(y) * map_.columns + x] =
            static_cast<uint16_t>(std::min<size_t>(row.bits.bit_count() - before, 0xFFFF));
    }

    // [7.3.2.8]
    void write_slice(int slice) {
        const int first = map_.first_row(slice), last = map_.first_row(slice + 1);
        BitWriter bits;
        write_slice_header(bits,
                           {.first_macroblock = static_cast<uint32_t>(first * map_.columns),
                            .is_key = !is_p(),
                            .frame_number = task_.frame_number,
                            .key_number = task_.key_number,
                            .reference_count = static_cast<int>(task_.references.size()),
                            .qp = task_.qp},
                           task_.options);
        uint32_t skipped = 0;
        for (int y = first; y < last; y++) append_row(rows_[static_cast<size_t>(y)], is_p(), skipped, bits);
        if (skipped > 0) bits.put_ue(skipped);
        bits.finish();
        append_nal_unit(is_p() ? NalType::slice : NalType::idr_slice, bits, result_.bytes);
    }

    const PictureTask& task_;
    MacroblockCoder coder_;
    MacroblockMap map_;
    CodedPicture result_;
    std::vector<RowBits> rows_;
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
            std::memcpy(samples.chroma[c].data() + 8 * line, frame.at(1 + c, 8 * x, 8 * y + line), 8);
}

CodedPicture code_picture(const PictureTask& task) { return PictureCoder(task).code(); }

}  // namespace genmedia::encode
