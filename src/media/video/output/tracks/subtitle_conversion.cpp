// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/subtitle_conversion.h"

#include <cstring>
#include <string_view>

namespace genmedia::media {
namespace {

constexpr size_t kMostTextBytes = 1 << 20;  // of a text, as FFmpeg's programs have it

bool is_text(AVCodecID codec) {
    const AVCodecDescriptor* kind = avcodec_descriptor_get(codec);
    // Captions in pictures are typed letter by letter.
    return kind && (kind->props & AV_CODEC_PROP_TEXT_SUB) != 0 && codec != AV_CODEC_ID_EIA_608;
}

CodecHandle open_decoder(const AVStream& source) {
    const AVCodec* codec = avcodec_find_decoder(source.codecpar->codec_id);
    CodecHandle decoder(codec ? avcodec_alloc_context3(codec) : nullptr);
    if (!decoder || avcodec_parameters_to_context(decoder.get(), source.codecpar) < 0) return {};
    decoder->pkt_timebase = source.time_base;
    return avcodec_open2(decoder.get(), codec, nullptr) >= 0 ? std::move(decoder) : CodecHandle();
}

// Of texts in a container; none: it has no texts.
AVCodecID text_codec(const std::string& format) {
    if (format == "matroska") return AV_CODEC_ID_SUBRIP;
    return format == "mp4" || format == "mov" ? AV_CODEC_ID_MOV_TEXT : AV_CODEC_ID_NONE;
}

CodecHandle open_encoder(const AVCodecContext& decoder, const std::string& format) {
    const AVCodec* codec = avcodec_find_encoder(text_codec(format));
    CodecHandle encoder(codec ? avcodec_alloc_context3(codec) : nullptr);
    if (!encoder) return {};
    encoder->time_base = {1, 1000};
    const auto bytes = static_cast<size_t>(decoder.subtitle_header_size);
    if (decoder.subtitle_header) {  // the styles that its texts name
        encoder->subtitle_header = static_cast<uint8_t*>(av_mallocz(bytes + 1));
        if (!encoder->subtitle_header) return {};
        std::memcpy(encoder->subtitle_header, decoder.subtitle_header, bytes);
        encoder->subtitle_header_size = decoder.subtitle_header_size;
    }
    return avcodec_open2(encoder.get(), codec, nullptr) >= 0 ? std::move(encoder) : CodecHandle();
}

}  // namespace

std::unique_ptr<SubtitleConversion> SubtitleConversion::open(const AVStream& source,
                                                             const std::string& format) {
    if (!is_text(source.codecpar->codec_id) || text_codec(format) == AV_CODEC_ID_NONE) return nullptr;
    auto conversion = std::make_unique<SubtitleConversion>();
    conversion->decoder_ = open_decoder(source);
    if (conversion->decoder_) conversion->encoder_ = open_encoder(*conversion->decoder_, format);
    return conversion->encoder_ ? std::move(conversion) : nullptr;
}

int SubtitleConversion::decode(AVPacket& packet, AVSubtitle& text, bool& shown) {
    int got = 0;
    const int error = avcodec_decode_subtitle2(decoder_.get(), &text, &got, &packet);
    shown = got != 0 && text.num_rects > 0;
    return error < 0 ? error : 0;
}

int SubtitleConversion::convert(AVPacket& packet, bool& shown) {
    AVSubtitle text{};
    int result = decode(packet, text, shown);
    std::string bytes(shown ? kMostTextBytes : 0, '\0');
    if (result >= 0 && shown)
        result = avcodec_encode_subtitle(encoder_.get(), reinterpret_cast<uint8_t*>(bytes.data()),
                                         static_cast<int>(bytes.size()), &text);
    avsubtitle_free(&text);
    if (result < 0 || !shown) return result;
    AVBufferRef* data = av_buffer_allocz(static_cast<size_t>(result) + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!data) return AVERROR(ENOMEM);
    std::memcpy(data->data, bytes.data(), static_cast<size_t>(result));
    av_buffer_unref(&packet.buf);
    packet.buf = data;
    packet.data = data->data;
    packet.size = result;
    return 0;
}

}  // namespace genmedia::media
