// SPDX-License-Identifier: MIT
// H.264 of VA-API's structures: the program orders pictures, names their references and may write all
// headers; src/encode decides and codes macroblocks.
#include "encode/bitstream/level.h"
#include "encode/bitstream/nal_unit.h"
#include "encode/decisions/rate_control.h"
#include "encode/picture_coder.h"
#include "encode/validate_options.h"
#include "va/encoding/coded_buffer.h"
#include "va/encoding/fei_request.h"
#include "va/encoding/h264_headers.h"
#include "va/encoding/picture_encoder.h"
#include "va/encoding/rate_settings.h"
#include "vme/backends.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>

namespace genmedia::va {
namespace {

using encode::CodedPicture;
using encode::PictureSyntax;

constexpr int kMostMacroblocks = 139264;  // of a picture [table A-1]
constexpr size_t kMostFrames = 17;        // that are kept: 16 references, and the picture [7.4.2.1.1]
constexpr size_t kMostSearched = 4;       // references; a stream may name more

// What was handed over for a picture.
struct Handed {
    const PictureH264* picture = nullptr;
    std::vector<const SliceH264*> slices;
    std::vector<PackedHeader> packed;
    std::vector<SliceHeaderBits> headers;  // of the slices
    FeiRequest fei;                        // VAEntrypointFEI's
    std::deque<encode::Frame> surfaces;    // references that are read from them
};

// A picture's samples as planes.
struct PlanarPicture {
    PictureLayout layout;
    Memory memory;

    PlanarPicture(int width, int height)
        : layout(layout_of(*format_of_fourcc(VA_FOURCC_I420), width, height)), memory(layout.size) {}
    Planes planes() const { return planes_of(layout, memory.data()); }
    Yuv420View view() const {
        const Planes all = planes();
        const auto plane = [&](size_t p) {
            const int shift = p == 0 ? 0 : 1;
            return PlaneView{all.data[p], (all.width + shift) >> shift, (all.height + shift) >> shift,
                             all.pitches[p]};
        };
        return {plane(0), plane(1), plane(2)};
    }
};

Planes frame_planes(encode::Frame& frame) {
    Planes planes;
    planes.pixels = AV_PIX_FMT_YUV420P;
    planes.width = frame.width(0);
    planes.height = frame.height(0);
    for (size_t p = 0; p < 3; p++) {
        planes.data[p] = frame.planes[p].data();
        planes.pitches[p] = frame.stride(static_cast<int>(p));
    }
    return planes;
}

class H264Encoder : public Operation {
public:
    explicit H264Encoder(const Config& config) : config_(config) {}

    VAStatus run(Driver& driver, const PictureParts& parts, Surface& source) override {
        Handed handed;
        VAStatus status = read(parts, handed);
        if (status == VA_STATUS_SUCCESS) status = check(handed, source);
        if (status == VA_STATUS_SUCCESS) status = read_headers(handed);
        if (status == VA_STATUS_SUCCESS) status = check_slices(handed);
        if (status != VA_STATUS_SUCCESS) return status;
        const auto target = driver.surfaces.find(handed.picture->CurrPic.picture_id);
        if (!target || !fits(*target)) return VA_STATUS_ERROR_INVALID_SURFACE;
        if (config_.entrypoint == VAEntrypointFEI)
            status = read_fei_request(driver, parts, width() / 16, height() / 16, handed.fei);
        if (status != VA_STATUS_SUCCESS) return status;
        // A program could make intra macroblocks beside inter ones, which they may not see there.
        if (handed.fei.function != 0 && handed.picture->pic_fields.bits.constrained_intra_pred_flag)
            return VA_STATUS_ERROR_UNIMPLEMENTED;
        const auto buffer = find_coded_buffer(driver, handed.picture->coded_buf);
        if (!buffer && handed.fei.has_stream()) return VA_STATUS_ERROR_INVALID_BUFFER;
        std::vector<const encode::Frame*> references;
        if (status = find_references(driver, handed, references); status != VA_STATUS_SUCCESS) return status;
        return code(handed, references, source, *target, buffer.get());
    }

private:
    int width() const { return 16 * sequence_->picture_width_in_mbs; }
    int height() const { return 16 * sequence_->picture_height_in_mbs; }

    // Whether a surface has samples for all macroblocks; the last ones may be cut.
    bool fits(const Surface& surface) const {
        return surface.layout.format->rt_format == VA_RT_FORMAT_YUV420 &&
               surface.layout.width > width() - 16 && surface.layout.height > height() - 16;
    }

    VAStatus read(const PictureParts& parts, Handed& handed) {
        bool reset = false;
        RateSettings asked = settings_;
        if (const auto* sequence = structure_of<SequenceH264>(parts, VAEncSequenceParameterBufferType)) {
            if (const VAStatus status = check_sequence(*sequence); status != VA_STATUS_SUCCESS) return status;
            sequence_ = *sequence;
            asked.read(*sequence);
        }
        if (const VAStatus status = asked.read(parts, config_.entrypoint, reset); status != VA_STATUS_SUCCESS)
            return status;
        handed.picture = structure_of<PictureH264>(parts, VAEncPictureParameterBufferType);
        for (const PicturePart& part : parts) {
            if (part.type != VAEncSliceParameterBufferType) continue;
            for (unsigned i = 0; i < part.count; i++) {
                handed.slices.push_back(part.as<SliceH264>(i));
                if (handed.slices.back() == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            }
        }
        auto packed = packed_headers_of(parts);
        if (!sequence_ || handed.picture == nullptr || handed.slices.empty() || !packed)
            return VA_STATUS_ERROR_INVALID_BUFFER;
        handed.packed = *std::move(packed);
        const bool is_resized = options_.width != width() || options_.height != height();
        if (reset || !rate_ || is_resized || !(asked == settings_)) begin_rate(asked, handed);
        if (has_rate() && settings_.bits_per_second == 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
        return VA_STATUS_SUCCESS;
    }

    bool has_rate() const { return (config_.rate_control & (VA_RC_CBR | VA_RC_VBR)) != 0; }

    void begin_rate(const RateSettings& settings, const Handed& handed) {
        settings_ = settings;
        options_ = settings.options(width(), height(), config_.rate_control);
        if (settings.initial_qp == 0)
            options_.qp = std::clamp(handed.picture->pic_init_qp + handed.slices[0]->slice_qp_delta, 0, 51);
        rate_.emplace(options_);
        if (settings.initial_fullness != 0) rate_->begin_with(settings.initial_fullness);
    }

    // The program's slice headers, or those that its structures say.
    VAStatus read_headers(Handed& handed) const {
        std::vector<PackedHeader> headers;
        for (const PackedHeader& header : handed.packed)
            if (header.type == VAEncPackedHeaderSlice) headers.push_back(header);
        if (headers.empty())
            for (const SliceH264* slice : handed.slices)
                headers.push_back(slice_header(*sequence_, *handed.picture, *slice));
        if (headers.size() != handed.slices.size()) return VA_STATUS_ERROR_INVALID_PARAMETER;
        for (const PackedHeader& header : headers) {
            auto read = read_slice_header(header, *sequence_, *handed.picture);
            if (!read) return VA_STATUS_ERROR_INVALID_PARAMETER;
            handed.headers.push_back(*std::move(read));
        }
        return VA_STATUS_SUCCESS;
    }

    static VAStatus check_sequence(const SequenceH264& sequence) {
        const auto& fields = sequence.seq_fields.bits;
        const int macroblocks = sequence.picture_width_in_mbs * sequence.picture_height_in_mbs;
        if (fields.log2_max_frame_num_minus4 > 12 || fields.log2_max_pic_order_cnt_lsb_minus4 > 12 ||
            fields.pic_order_cnt_type > 2 || macroblocks == 0)
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        if (macroblocks > kMostMacroblocks || sequence.picture_width_in_mbs > 1024 ||
            sequence.picture_height_in_mbs > 1024)
            return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
        if (fields.chroma_format_idc != 1 || sequence.bit_depth_luma_minus8 != 0 ||
            sequence.bit_depth_chroma_minus8 != 0)
            return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
        if (!fields.frame_mbs_only_flag || fields.seq_scaling_matrix_present_flag)
            return VA_STATUS_ERROR_UNIMPLEMENTED;
        return level_of(sequence) == nullptr ? VA_STATUS_ERROR_INVALID_PARAMETER : VA_STATUS_SUCCESS;
    }

    // Null: there is no such level. 1b has no entry: its vectors are those of 1.
    static const encode::Level* level_of(const SequenceH264& sequence) {
        const int idc = sequence.level_idc == 9 ? 10 : sequence.level_idc;
        for (const encode::Level& level : encode::levels())
            if (level.idc == idc) return &level;
        return nullptr;
    }

    // What the encoder has not, and what cannot be.
    VAStatus check(const Handed& handed, const Surface& source) const {
        if (!fits(source)) return VA_STATUS_ERROR_INVALID_SURFACE;
        const auto& fields = handed.picture->pic_fields.bits;
        if (handed.picture->pic_init_qp > 51 || std::abs(handed.picture->chroma_qp_index_offset) > 12)
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        const bool is_high = config_.profile == VAProfileH264High;
        const bool is_constrained = config_.profile == VAProfileH264ConstrainedBaseline;
        if ((fields.transform_8x8_mode_flag && !is_high) ||
            (fields.entropy_coding_mode_flag && is_constrained))
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        const bool chroma_differs = is_high && handed.picture->second_chroma_qp_index_offset !=
                                                   handed.picture->chroma_qp_index_offset;
        if (fields.weighted_pred_flag || fields.pic_scaling_matrix_present_flag || chroma_differs)
            return VA_STATUS_ERROR_UNIMPLEMENTED;
        const auto is_known = [](const SliceH264* slice) { return is_p_slice(*slice) || is_i_slice(*slice); };
        return std::ranges::all_of(handed.slices, is_known) ? VA_STATUS_SUCCESS
                                                            : VA_STATUS_ERROR_UNIMPLEMENTED;
    }

    // Slices that cover the picture in order, all of one kind.
    VAStatus check_slices(const Handed& handed) const {
        const uint32_t all = uint32_t{sequence_->picture_width_in_mbs} * sequence_->picture_height_in_mbs;
        const SliceHeaderBits& first = handed.headers[0];
        uint32_t expected = 0;
        for (size_t i = 0; i < handed.slices.size(); i++) {
            const SliceH264& slice = *handed.slices[i];
            const SliceHeaderBits& header = handed.headers[i];
            if (header.first_macroblock != expected || slice.macroblock_address != expected ||
                slice.num_macroblocks == 0 || slice.num_macroblocks > all - expected ||
                header.is_p != is_p_slice(slice))
                return VA_STATUS_ERROR_INVALID_PARAMETER;
            expected += slice.num_macroblocks;
            if (header.is_p != first.is_p || header.qp != first.qp || header.nal_header != first.nal_header ||
                header.reference_count != first.reference_count || !(header.deblocking == first.deblocking))
                return VA_STATUS_ERROR_UNIMPLEMENTED;
        }
        return expected == all ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_PARAMETER;
    }

    // The frames of RefPicList0 up to one that it has twice: those behind it can be named by the first.
    VAStatus find_references(Driver& driver, Handed& handed,
                             std::vector<const encode::Frame*>& references) const {
        const SliceHeaderBits& first = handed.headers[0];
        if (!first.is_p) return VA_STATUS_SUCCESS;
        for (const SliceH264* slice : handed.slices)
            for (int i = 0; i < first.reference_count; i++)
                if (slice->RefPicList0[i].picture_id != handed.slices[0]->RefPicList0[i].picture_id)
                    return VA_STATUS_ERROR_UNIMPLEMENTED;
        std::vector<VASurfaceID> numbers;
        for (int i = 0; i < first.reference_count && references.size() < kMostSearched; i++) {
            const VAPictureH264& reference = handed.slices[0]->RefPicList0[i];
            if (!is_valid(reference) && i > 0) break;
            if (std::ranges::count(numbers, reference.picture_id) != 0) break;
            const auto surface = driver.surfaces.find(reference.picture_id);
            const encode::Frame* frame =
                surface ? find_frame(reference.picture_id, *surface, handed) : nullptr;
            if (frame == nullptr || frame->rows * 16 != height() || frame->columns * 16 != width())
                return VA_STATUS_ERROR_INVALID_SURFACE;
            numbers.push_back(reference.picture_id);
            references.push_back(frame);
        }
        return VA_STATUS_SUCCESS;
    }

    // Null: no picture that was coded. Of VAEntrypointFEI's programs one context may decide and another code,
    // so the surface has the reference.
    const encode::Frame* find_frame(VASurfaceID number, const Surface& surface, Handed& handed) const {
        const bool is_whole =
            fits(surface) && surface.layout.width >= width() && surface.layout.height >= height();
        if (config_.entrypoint == VAEntrypointFEI && is_whole && surface.outcome == VA_STATUS_SUCCESS) {
            encode::Frame& frame = handed.surfaces.emplace_back(width() / 16, height() / 16);
            copy(surface.planes(), frame_planes(frame));
            return &frame;
        }
        for (const auto& [kept, frame] : frames_)
            if (kept == number) return &frame;
        return nullptr;
    }

    PictureSyntax syntax_at(const Handed& handed, int qp) const {
        const SliceHeaderBits& first = handed.headers[0];
        PictureSyntax syntax;
        for (const SliceHeaderBits& header : handed.headers)
            syntax.slices.push_back({static_cast<int>(header.first_macroblock), header.nal_header,
                                     header.with_qp(qp, *handed.picture), header.cabac_init_idc});
        syntax.reference_count = first.is_p ? first.reference_count : 0;
        syntax.deblocking = first.deblocking;
        syntax.chroma_qp_offset = handed.picture->chroma_qp_index_offset;
        syntax.cabac = handed.picture->pic_fields.bits.entropy_coding_mode_flag;
        syntax.transform_8x8_mode = handed.picture->pic_fields.bits.transform_8x8_mode_flag;
        return syntax;
    }

    // What is coded of a picture, at any QP.
    struct Work {
        const vme::Backend& backend;
        const Handed& handed;
        const std::vector<const encode::Frame*>& references;
        const encode::SourcePicture& source;
        size_t header_bytes;

        bool is_p() const { return !references.empty(); }
    };

    CodedPicture code_at(const Work& work, int qp, const std::vector<MacroblockDecision>* given) const {
        EncoderOptions options = options_;
        // Intra macroblocks may then not see inter ones; the encoder's do.
        if (work.handed.picture->pic_fields.bits.constrained_intra_pred_flag)
            options.decisions.intra_in_p = false;
        const FeiRequest& fei = work.handed.fei;
        if (fei.function != 0) {
            options.decisions.window = fei.decisions.window;
            options.decisions.disabled_partitions = fei.decisions.disabled_partitions;
            options.decisions.distortion = fei.decisions.distortion;
            options.decisions.intra_in_p = options.decisions.intra_in_p && fei.has_intra;
            // The program's predictors say where to look (guess).
            if (!fei.controls.predictors.empty()) options.decisions.hierarchy = false;
        }
        const PictureSyntax syntax = syntax_at(work.handed, qp);
        return encode::code_picture({.functions = work.backend.functions,
                                     .options = options,
                                     .level = *level_of(*sequence_),
                                     .syntax = syntax,
                                     .source = work.source,
                                     .references = work.references,
                                     .qp = qp,
                                     .given = given,
                                     .controls = fei.function != 0 ? &fei.controls : nullptr});
    }

    double bits_of(const Work& work, const CodedPicture& picture) const {
        return 8.0 * static_cast<double>(work.header_bytes + picture.bytes.size());
    }

    int limit(int qp) const {
        const int least = static_cast<int>(settings_.min_qp),
                  most = settings_.max_qp == 0 ? 51 : static_cast<int>(settings_.max_qp);
        return std::clamp(qp, std::min(least, most), most);
    }

    double frame_room() const {
        return settings_.max_frame_size != 0 ? settings_.max_frame_size : std::numeric_limits<double>::max();
    }

    // As the rate has it; `qp`: of the result.
    CodedPicture code_by_rate(const Work& work, int& qp) const {
        const bool is_key = !work.is_p();
        qp = has_rate() ? limit(rate_->qp(is_key)) : work.handed.headers[0].qp;
        for (int tries = 1;; tries++) {
            CodedPicture picture = code_at(work, qp, nullptr);
            const double bits = bits_of(work, picture);
            const std::optional<int> other = rate_->again(is_key, qp, bits, tries, frame_room());
            if (other && limit(*other) != qp) {
                qp = limit(*other);
                continue;
            }
            // No quantiser is coarse enough: the last picture once more.
            if (is_key || bits <= std::min(rate_->room(), frame_room())) return picture;
            const std::vector<MacroblockDecision> skipped(picture.decisions.size());
            return code_at(work, qp, &skipped);
        }
    }

    // Headers before a slice, in the program's order; behind the last slice those that are left.
    static void append_headers(const Handed& handed, unsigned slice, std::vector<uint8_t>& stream) {
        const auto last = static_cast<unsigned>(handed.slices.size());
        for (const PackedHeader& header : handed.packed)
            if (header.type != VAEncPackedHeaderSlice && std::min(header.slices, last) == slice)
                append_packed(header, stream);
    }

    // Parameter sets, where the program has not said that it writes them.
    void append_parameter_sets(const Handed& handed, std::vector<uint8_t>& stream) const {
        if (!handed.headers[0].is_idr) return;
        const auto is_packed = [&](unsigned type, unsigned flag) {
            return (config_.packed_headers & flag) != 0 ||
                   std::ranges::any_of(handed.packed,
                                       [&](const PackedHeader& header) { return header.type == type; });
        };
        if (!is_packed(VAEncPackedHeaderSequence, VA_ENC_PACKED_HEADER_SEQUENCE))
            append_nal_unit(encode::NalType::sequence_parameters,
                            sequence_parameters(*sequence_, config_.profile, sequence_->level_idc), stream);
        if (!is_packed(VAEncPackedHeaderPicture, VA_ENC_PACKED_HEADER_PICTURE) &&
            !is_packed(VAEncPackedHeaderSequence, VA_ENC_PACKED_HEADER_SEQUENCE))
            append_nal_unit(encode::NalType::picture_parameters,
                            picture_parameters(*handed.picture, config_.profile), stream);
    }

    std::vector<uint8_t> stream_of(const Handed& handed, const CodedPicture& picture) const {
        std::vector<uint8_t> stream;
        append_parameter_sets(handed, stream);
        size_t begin = 0;
        for (unsigned s = 0; s < picture.slice_ends.size(); s++) {
            append_headers(handed, s, stream);
            const auto bytes = picture.bytes.begin();
            stream.insert(stream.end(), bytes + static_cast<ptrdiff_t>(begin),
                          bytes + static_cast<ptrdiff_t>(picture.slice_ends[s]));
            begin = picture.slice_ends[s];
        }
        append_headers(handed, static_cast<unsigned>(picture.slice_ends.size()), stream);
        return stream;
    }

    // So that a constant rate is one: bytes that decoders skip. [7.3.2.7]
    void append_filler(std::vector<uint8_t>& stream) const {
        if ((config_.rate_control & VA_RC_CBR) == 0 || !settings_.stuffing) return;
        constexpr size_t least = 6;  // a start code, the unit's first byte and its last
        const auto missing =
            static_cast<size_t>(rate_->stuffing(8.0 * static_cast<double>(stream.size())) / 8);
        if (missing == 0) return;
        encode::BitWriter filler;
        for (size_t i = least; i < missing; i++) filler.put(0xff, 8);
        filler.finish();
        append_nal_unit(encode::NalType::filler, filler, stream);
    }

    VAStatus code(const Handed& handed, const std::vector<const encode::Frame*>& references,
                  const Surface& source, Surface& target, const Buffer* buffer) {
        const vme::Backend* backend = nullptr;
        if (!vme::active_backend(backend).ok()) return VA_STATUS_ERROR_OPERATION_FAILED;
        const PlanarPicture planar(std::min(source.layout.width, width()),
                                   std::min(source.layout.height, height()));
        if (!copy(source.planes(), planar.planes())) return VA_STATUS_ERROR_INVALID_SURFACE;
        const encode::SourcePicture picture(planar.view(), width() / 16, height() / 16);
        int qp = 0;
        const Work work{*backend, handed, references, picture, stream_of(handed, {}).size()};
        std::optional<std::vector<MacroblockDecision>> given;
        if (handed.fei.codes_given()) {
            given = given_decisions(handed.fei, picture.frame.columns * size_t(picture.frame.rows),
                                    references.size());
            encode::PictureShape shape{*level_of(*sequence_), width() / 16, height() / 16, {}};
            for (const SliceH264* slice : handed.slices)
                shape.first_macroblocks.push_back(static_cast<int>(slice->macroblock_address));
            if (!given || !encode::validate(shape, *given, static_cast<int>(references.size())).ok())
                return VA_STATUS_ERROR_INVALID_PARAMETER;
        }
        CodedPicture coded =
            given ? code_at(work, qp = handed.headers[0].qp, &*given) : code_by_rate(work, qp);
        if (handed.fei.function != 0 && !given) write_answers(handed.fei, coded, width() / 16, qp);
        if (!handed.fei.has_stream()) return VA_STATUS_SUCCESS;
        std::vector<uint8_t> stream = stream_of(handed, coded);
        append_filler(stream);
        const bool too_large = 8.0 * static_cast<double>(stream.size()) > frame_room();
        const auto status =
            static_cast<uint32_t>(qp) | (too_large ? VA_CODED_BUF_STATUS_FRAME_SIZE_OVERFLOW : 0);
        const auto bits = 8.0 * static_cast<double>(stream.size());
        if (const VAStatus filled = fill(*buffer, stream, status); filled != VA_STATUS_SUCCESS) return filled;
        rate_->add(!work.is_p(), qp, bits);
        keep(handed, std::move(coded.reconstruction), target);
        return VA_STATUS_SUCCESS;
    }

    // In the surface for programs, and with the samples that it may lack for later pictures.
    void keep(const Handed& handed, encode::Frame&& frame, Surface& target) {
        copy(frame_planes(frame), target.planes());
        target.outcome = VA_STATUS_SUCCESS;
        const VASurfaceID number = handed.picture->CurrPic.picture_id;
        std::erase_if(frames_, [&](const auto& kept) { return kept.first == number; });
        if (handed.headers[0].is_idr) frames_.clear();
        if (handed.headers[0].nal_header >> 5 == 0) return;
        frames_.emplace_front(number, std::move(frame));
        if (frames_.size() > kMostFrames) frames_.pop_back();
    }

    const Config config_;
    std::optional<SequenceH264> sequence_;
    RateSettings settings_;
    EncoderOptions options_;
    std::optional<encode::RateControl> rate_;
    std::deque<std::pair<VASurfaceID, encode::Frame>> frames_;  // the last one first
};

}  // namespace

std::unique_ptr<Operation> make_h264_encoder(const Config& config) {
    return std::make_unique<H264Encoder>(config);
}

}  // namespace genmedia::va
