// SPDX-License-Identifier: MIT
#include "va/decoding/picture_decoder.h"

#include "media/video/ffmpeg_handles.h"

#include <cstring>

namespace genmedia::va {
namespace {

using media::CodecHandle;
using media::FrameHandle;
using media::PacketHandle;

struct Codec {
    AVCodecID id;
    std::unique_ptr<StreamWriter> (*writer)();
};

const Codec* codec_of(VAProfile profile) {
    static constexpr Codec mpeg2{AV_CODEC_ID_MPEG2VIDEO, make_mpeg2_writer},
        h264{AV_CODEC_ID_H264, make_h264_writer}, vp8{AV_CODEC_ID_VP8, make_vp8_writer},
        vp9{AV_CODEC_ID_VP9, make_vp9_writer}, hevc{AV_CODEC_ID_HEVC, make_hevc_writer},
        jpeg{AV_CODEC_ID_MJPEG, make_jpeg_writer};
    switch (profile) {
        case VAProfileMPEG2Simple:
        case VAProfileMPEG2Main: return &mpeg2;
        case VAProfileH264ConstrainedBaseline:
        case VAProfileH264Main:
        case VAProfileH264High: return &h264;
        case VAProfileVP8Version0_3: return &vp8;
        case VAProfileVP9Profile0:
        case VAProfileVP9Profile2: return &vp9;
        case VAProfileHEVCMain:
        case VAProfileHEVCMain10: return &hevc;
        case VAProfileJPEGBaseline: return &jpeg;
        default: return nullptr;
    }
}

// VA-API wants pictures in the order of decoding, each when it is decoded; FFmpeg gives them in the order of
// display, and some never. So pictures are taken where they are made: in the memory that the decoder asks
// for.
class FFmpegDecoder : public PictureDecoder {
public:
    FFmpegDecoder(CodecHandle codec, std::unique_ptr<StreamWriter> writer)
        : codec_(std::move(codec)),
          packet_(av_packet_alloc()),
          shown_(av_frame_alloc()),
          made_(av_frame_alloc()),
          writer_(std::move(writer)) {
        codec_->opaque = this;
        codec_->get_buffer2 = take_memory;
    }

    bool open() {
        codec_->thread_count = 1;
        codec_->thread_type = FF_THREAD_SLICE;
        return packet_ && shown_ && made_ && avcodec_open2(codec_.get(), nullptr, nullptr) == 0;
    }

    VAStatus decode(const PictureParts& parts, const Planes& target) override {
        std::vector<uint8_t> stream;
        if (const VAStatus status = writer_->write(parts, stream); status != VA_STATUS_SUCCESS) return status;
        if (av_new_packet(packet_.get(), static_cast<int>(stream.size())) != 0)
            return VA_STATUS_ERROR_ALLOCATION_FAILED;
        std::memcpy(packet_->data, stream.data(), stream.size());
        asked_ = false;
        const int error = avcodec_send_packet(codec_.get(), packet_.get());
        av_packet_unref(packet_.get());
        while (avcodec_receive_frame(codec_.get(), shown_.get()) == 0) av_frame_unref(shown_.get());
        // What is damaged is concealed, as FFmpeg does without VA-API. What was not decoded is another
        // picture.
        const bool made_here = asked_ || (error >= 0 && writer_->is_field());
        if (made_->data[0] == nullptr || !made_here) return VA_STATUS_ERROR_DECODING_ERROR;
        return copy(planes_of_made(), target) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
    }

private:
    static int take_memory(AVCodecContext* codec, AVFrame* frame, int flags) {
        const int error = avcodec_default_get_buffer2(codec, frame, flags);
        auto* self = static_cast<FFmpegDecoder*>(codec->opaque);
        if (error < 0 || (self->asked_ && self->writer_->is_asked_for_first())) return error;
        self->asked_ = true;
        av_frame_unref(self->made_.get());
        return av_frame_ref(self->made_.get(), frame);
    }

    Planes planes_of_made() const {
        Planes planes;
        planes.pixels = plain(static_cast<AVPixelFormat>(made_->format));
        planes.width = made_->width;
        planes.height = made_->height;
        for (int plane = 0; plane < 4; plane++) {
            planes.data[plane] = made_->data[plane];
            planes.pitches[plane] = made_->linesize[plane];
        }
        return planes;
    }

    // Samples are handed on as they are, of whichever range.
    static AVPixelFormat plain(AVPixelFormat pixels) {
        switch (pixels) {
            case AV_PIX_FMT_YUVJ420P: return AV_PIX_FMT_YUV420P;
            case AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUV422P;
            case AV_PIX_FMT_YUVJ411P: return AV_PIX_FMT_YUV411P;
            case AV_PIX_FMT_YUVJ440P: return AV_PIX_FMT_YUV440P;
            case AV_PIX_FMT_YUVJ444P: return AV_PIX_FMT_YUV444P;
            default: return pixels;
        }
    }

    CodecHandle codec_;
    PacketHandle packet_;
    FrameHandle shown_, made_;
    std::unique_ptr<StreamWriter> writer_;
    bool asked_ = false;  // for memory, since the picture began
};

}  // namespace

std::unique_ptr<PictureDecoder> make_decoder(VAProfile profile) {
    const Codec* codec = codec_of(profile);
    const AVCodec* found = codec == nullptr ? nullptr : avcodec_find_decoder(codec->id);
    if (found == nullptr) return nullptr;
    CodecHandle handle(avcodec_alloc_context3(found));
    if (!handle) return nullptr;
    auto decoder = std::make_unique<FFmpegDecoder>(std::move(handle), codec->writer());
    return decoder->open() ? std::move(decoder) : nullptr;
}

}  // namespace genmedia::va
