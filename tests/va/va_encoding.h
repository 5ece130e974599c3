// SPDX-License-Identifier: MIT
// Pictures and their requests, as programs hand them over, and FFmpeg's decoder.
#pragma once

#include "driver_test.h"
#include "encode/encoded_scenes.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

extern "C" {
#include <libavcodec/avcodec.h>
}

namespace genmedia::test {

inline constexpr VAProfile kBaseline = VAProfileH264ConstrainedBaseline, kMain = VAProfileH264Main,
                           kHigh = VAProfileH264High;

using Bytes = std::vector<uint8_t>;

// All pictures of a stream, as planes one behind the other.
inline std::vector<Bytes> decoded(const std::vector<Bytes>& pictures) {
    const AVCodec* codec = avcodec_find_decoder(AV_CODEC_ID_H264);
    AVCodecContext* context = avcodec_alloc_context3(codec);
    context->thread_count = 1;
    context->err_recognition = AV_EF_EXPLODE;
    EXPECT_EQ(avcodec_open2(context, codec, nullptr), 0);
    AVPacket* packet = av_packet_alloc();
    AVFrame* frame = av_frame_alloc();
    std::vector<Bytes> all;
    const auto take = [&] {
        while (avcodec_receive_frame(context, frame) == 0) {
            Bytes& bytes = all.emplace_back();
            for (int p = 0; p < 3; p++)
                for (int y = 0; y < frame->height >> (p > 0); y++) {
                    const uint8_t* line = frame->data[p] + y * frame->linesize[p];
                    bytes.insert(bytes.end(), line, line + (frame->width >> (p > 0)));
                }
        }
    };
    for (Bytes picture : pictures) {
        const size_t size = picture.size();
        picture.resize(size + AV_INPUT_BUFFER_PADDING_SIZE);
        packet->data = picture.data();
        packet->size = static_cast<int>(size);
        EXPECT_EQ(avcodec_send_packet(context, packet), 0);
        take();
    }
    avcodec_send_packet(context, nullptr);
    take();
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&context);
    return all;
}

template <class T>
Bytes bytes_of(const T& of) {
    const auto* first = reinterpret_cast<const uint8_t*>(&of);
    return {first, first + sizeof of};
}

template <class T>
Bytes misc(VAEncMiscParameterType type, const T& of) {
    Bytes bytes = bytes_of(type), more = bytes_of(of);
    bytes.insert(bytes.end(), more.begin(), more.end());
    return bytes;
}

inline VAPictureH264 entry(VASurfaceID surface, int number, uint32_t flags) {
    VAPictureH264 picture{};
    picture.picture_id = surface;
    picture.frame_idx = static_cast<uint32_t>(number % 16);
    picture.flags = flags;
    picture.TopFieldOrderCnt = picture.BottomFieldOrderCnt = 2 * number;
    return picture;
}
inline VAPictureH264 no_entry() { return entry(VA_INVALID_SURFACE, 0, VA_PICTURE_H264_INVALID); }

// What a program hands over for a picture.
struct Request {
    VAEncSequenceParameterBufferH264 sequence{};
    VAEncPictureParameterBufferH264 picture{};
    std::vector<VAEncSliceParameterBufferH264> slices;
    std::vector<std::pair<VABufferType, Bytes>> more;
    VASurfaceID source = VA_INVALID_SURFACE;
};

// Cuts the slice into several of whole rows.
inline void cut(Request& request, int count) {
    const auto whole = request.slices[0];
    const int columns = request.sequence.picture_width_in_mbs, rows = request.sequence.picture_height_in_mbs;
    request.slices.assign(static_cast<size_t>(count), whole);
    for (int s = 0; s < count; s++) {
        auto& slice = request.slices[static_cast<size_t>(s)];
        slice.macroblock_address = static_cast<uint32_t>(s * rows / count * columns);
        slice.num_macroblocks =
            static_cast<uint32_t>((s + 1) * rows / count * columns) - slice.macroblock_address;
    }
}

inline constexpr int kSurfaces = 6;

class VaEncoding : public DriverTest {
protected:
    void start(VAProfile profile, int width, int height, unsigned rate_control = VA_RC_CQP,
               VAEntrypoint entrypoint = VAEntrypointEncSlice) {
        width_ = width;
        height_ = height;
        VAConfigAttrib attribute{VAConfigAttribRateControl, rate_control};
        VAConfigID config = VA_INVALID_ID;
        ASSERT_EQ(table_.vaCreateConfig(&context_, profile, entrypoint, &attribute, 1, &config),
                  VA_STATUS_SUCCESS);
        const int columns = (width + 15) / 16, rows = (height + 15) / 16;
        ASSERT_EQ(
            table_.vaCreateContext(&context_, config, 16 * columns, 16 * rows, 0, nullptr, 0, &encoder_),
            VA_STATUS_SUCCESS);
        source_ = surface(width, height);
        for (VASurfaceID& one : made_) one = surface(16 * columns, 16 * rows);
        coded_ = make(VAEncCodedBufferType, 1 << 18, nullptr);
    }
    VASurfaceID surface(int width, int height, unsigned format = VA_RT_FORMAT_YUV420) {
        VASurfaceID one = VA_INVALID_SURFACE;
        EXPECT_EQ(table_.vaCreateSurfaces2(&context_, format, static_cast<unsigned>(width),
                                           static_cast<unsigned>(height), &one, 1, nullptr, 0),
                  VA_STATUS_SUCCESS);
        return one;
    }
    VABufferID make(VABufferType type, size_t size, void* data) {
        VABufferID one = VA_INVALID_ID;
        EXPECT_EQ(
            table_.vaCreateBuffer(&context_, encoder_, type, static_cast<unsigned>(size), 1, data, &one),
            VA_STATUS_SUCCESS);
        return one;
    }

    // An IDR picture of one slice; `qp`: of its slices.
    Request key_picture(int qp) {
        Request request;
        auto& sequence = request.sequence;
        sequence.level_idc = 31;
        sequence.max_num_ref_frames = 4;
        sequence.picture_width_in_mbs = static_cast<uint16_t>((width_ + 15) / 16);
        sequence.picture_height_in_mbs = static_cast<uint16_t>((height_ + 15) / 16);
        sequence.seq_fields.bits.chroma_format_idc = 1;
        sequence.seq_fields.bits.frame_mbs_only_flag = 1;
        sequence.seq_fields.bits.direct_8x8_inference_flag = 1;
        sequence.seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4 = 4;
        sequence.vui_parameters_present_flag = 1;
        sequence.vui_fields.bits.bitstream_restriction_flag = 1;
        sequence.vui_fields.bits.motion_vectors_over_pic_boundaries_flag = 1;
        sequence.frame_cropping_flag = 1;
        sequence.frame_crop_right_offset =
            static_cast<uint32_t>((16 * sequence.picture_width_in_mbs - width_) / 2);
        sequence.frame_crop_bottom_offset =
            static_cast<uint32_t>((16 * sequence.picture_height_in_mbs - height_) / 2);
        auto& picture = request.picture;
        picture.CurrPic = entry(made_[0], 0, 0);
        for (VAPictureH264& reference : picture.ReferenceFrames) reference = no_entry();
        picture.coded_buf = coded_;
        picture.pic_init_qp = 26;
        picture.pic_fields.bits.idr_pic_flag = 1;
        picture.pic_fields.bits.reference_pic_flag = 1;
        picture.pic_fields.bits.deblocking_filter_control_present_flag = 1;
        auto& slice = request.slices.emplace_back();
        slice.macroblock_info = VA_INVALID_ID;
        slice.num_macroblocks = uint32_t{sequence.picture_width_in_mbs} * sequence.picture_height_in_mbs;
        slice.slice_type = 2;
        slice.slice_qp_delta = static_cast<int8_t>(qp - 26);
        for (VAPictureH264& reference : slice.RefPicList0) reference = no_entry();
        request.source = source_;
        return request;
    }
    // Picture `number` of a group, from those `distances` before it, in that order.
    Request later_picture(int qp, int number, const std::vector<int>& distances) {
        Request request = key_picture(qp);
        request.picture.pic_fields.bits.idr_pic_flag = 0;
        request.picture.frame_num = static_cast<uint16_t>(number % 16);
        request.picture.CurrPic = entry(made_[number % kSurfaces], number, 0);
        auto& slice = request.slices[0];
        slice.slice_type = 0;
        slice.pic_order_cnt_lsb = static_cast<uint16_t>(2 * number % 256);
        slice.num_ref_idx_active_override_flag = 1;
        slice.num_ref_idx_l0_active_minus1 = static_cast<uint8_t>(distances.size() - 1);
        for (size_t i = 0; i < distances.size(); i++) {
            const int before = number - distances[i];
            slice.RefPicList0[i] = request.picture.ReferenceFrames[i] =
                entry(made_[before % kSurfaces], before, VA_PICTURE_H264_SHORT_TERM_REFERENCE);
        }
        return request;
    }

    VAStatus encode(const Request& request) {
        std::vector<VABufferID> buffers;
        const auto hand_over = [&](VABufferType type, Bytes bytes) {
            buffers.push_back(make(type, bytes.size(), bytes.data()));
        };
        hand_over(VAEncSequenceParameterBufferType, bytes_of(request.sequence));
        hand_over(VAEncPictureParameterBufferType, bytes_of(request.picture));
        for (const auto& [type, bytes] : request.more) hand_over(type, bytes);
        for (const auto& slice : request.slices) hand_over(VAEncSliceParameterBufferType, bytes_of(slice));
        return render(request.source, buffers);
    }
    VAStatus render(VASurfaceID source, std::vector<VABufferID> buffers) {
        EXPECT_EQ(table_.vaBeginPicture(&context_, encoder_, source), VA_STATUS_SUCCESS);
        EXPECT_EQ(
            table_.vaRenderPicture(&context_, encoder_, buffers.data(), static_cast<int>(buffers.size())),
            VA_STATUS_SUCCESS);
        const VAStatus status = table_.vaEndPicture(&context_, encoder_);
        for (const VABufferID one : buffers)
            EXPECT_EQ(table_.vaDestroyBuffer(&context_, one), VA_STATUS_SUCCESS);
        return status;
    }

    const VACodedBufferSegment& segment(VABufferID buffer) {
        void* memory = nullptr;
        EXPECT_EQ(table_.vaMapBuffer(&context_, buffer, &memory), VA_STATUS_SUCCESS);
        EXPECT_EQ(table_.vaUnmapBuffer(&context_, buffer), VA_STATUS_SUCCESS);
        return *static_cast<const VACodedBufferSegment*>(memory);
    }
    Bytes coded() {
        const VACodedBufferSegment& of = segment(coded_);
        EXPECT_EQ(of.next, nullptr);
        const auto* bytes = static_cast<const uint8_t*>(of.buf);
        return {bytes, bytes + of.size};
    }

    // Calls `visit` with each sample of a surface of NV12, in the order of planes.
    void visit_samples(VASurfaceID surface, int width, int height,
                       const std::function<void(size_t plane, int x, int y, uint8_t& sample)>& visit) {
        VAImage image{};
        uint8_t* memory = nullptr;
        ASSERT_EQ(table_.vaDeriveImage(&context_, surface, &image), VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaMapBuffer(&context_, image.buf, reinterpret_cast<void**>(&memory)),
                  VA_STATUS_SUCCESS);
        for (size_t p = 0; p < 3; p++)
            for (int y = 0; y < height >> (p > 0); y++)
                for (int x = 0; x < width >> (p > 0); x++)
                    visit(p, x, y,
                          memory[image.offsets[p > 0] + static_cast<size_t>(y) * image.pitches[p > 0] +
                                 static_cast<size_t>(p > 0 ? 2 * x + (p == 2) : x)]);
        EXPECT_EQ(table_.vaDestroyImage(&context_, image.image_id), VA_STATUS_SUCCESS);
    }
    void draw(const ColorPicture& picture) {
        visit_samples(source_, width_, height_, [&](size_t p, int x, int y, uint8_t& sample) {
            sample = picture.planes[p].samples[static_cast<size_t>(y) * picture.planes[p].width + x];
        });
    }
    Bytes samples_of(VASurfaceID surface) {
        Bytes all;
        visit_samples(surface, width_, height_,
                      [&](size_t, int, int, uint8_t& sample) { all.push_back(sample); });
        return all;
    }

    int width_ = 0, height_ = 0;
    VAContextID encoder_ = VA_INVALID_ID;
    VASurfaceID source_ = VA_INVALID_SURFACE;
    std::array<VASurfaceID, kSurfaces> made_{};
    VABufferID coded_ = VA_INVALID_ID;
};

}  // namespace genmedia::test
