// SPDX-License-Identifier: MIT
// FFmpeg's objects as values that free themselves, and its error codes as text. Inside src/media only.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#include <array>
#include <memory>
#include <string>

namespace genmedia::media {

template <class T, void (*FreeObject)(T**)>
struct FreeByAddress {
    void operator()(T* object) const { FreeObject(&object); }
};

struct FreeScaler {
    void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};

// Also frees the buffer: the one that avio_alloc_context() was given, or the one that replaced it.
struct FreeIo {
    void operator()(AVIOContext* io) const {
        av_freep(&io->buffer);
        avio_context_free(&io);
    }
};

using IoHandle = std::unique_ptr<AVIOContext, FreeIo>;

// Reads where `read` is given, else writes. Empty where there is no memory.
inline IoHandle make_io(void* opaque, int (*read)(void*, uint8_t*, int), int (*write)(void*, uint8_t*, int),
                        int64_t (*seek)(void*, int64_t, int)) {
    constexpr int bytes = 1 << 16;
    auto* buffer = static_cast<unsigned char*>(av_malloc(bytes));
    if (!buffer) return {};
    IoHandle io(avio_alloc_context(buffer, bytes, read ? 0 : 1, opaque, read, write, seek));
    if (!io) av_free(buffer);
    return io;
}

using InputHandle = std::unique_ptr<AVFormatContext, FreeByAddress<AVFormatContext, avformat_close_input>>;
using CodecHandle = std::unique_ptr<AVCodecContext, FreeByAddress<AVCodecContext, avcodec_free_context>>;
using FrameHandle = std::unique_ptr<AVFrame, FreeByAddress<AVFrame, av_frame_free>>;
using PacketHandle = std::unique_ptr<AVPacket, FreeByAddress<AVPacket, av_packet_free>>;
using ScalerHandle = std::unique_ptr<SwsContext, FreeScaler>;

inline std::string ffmpeg_error(int error) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
    av_strerror(error, text.data(), text.size());
    return text.data();
}

}  // namespace genmedia::media
