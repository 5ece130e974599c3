// SPDX-License-Identifier: MIT
// VP8 and VP9. VA-API's data lack VP8's first bytes (RFC 6386, section 9.1); VP9's are whole frames.
#include "va/decoding/picture_decoder.h"

namespace genmedia::va {
namespace {

class Vp8Writer : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const auto* picture = structure_of<VAPictureParameterBufferVP8>(parts, VAPictureParameterBufferType);
        // GStreamer counts the bytes that it skips among those of the slice.
        const std::vector<SliceBytes> slices = slices_of<VASliceParameterBufferVP8>(parts, true);
        if (picture == nullptr || slices.size() != 1) return VA_STATUS_ERROR_INVALID_BUFFER;
        const auto& slice = *slices[0].parameters->as<VASliceParameterBufferVP8>();
        // The first partition's bytes: those of the header, and those behind it.
        const uint32_t first = slice.partition_size[0] + (slice.macroblock_offset + 7) / 8;
        const bool key = picture->pic_fields.bits.key_frame == 0;
        const uint32_t tag = (key ? 0 : 1) | picture->pic_fields.bits.version << 1 | 1 << 4 | first << 5;
        for (int i = 0; i < 3; i++) stream.push_back(static_cast<uint8_t>(tag >> 8 * i));
        if (key) {
            stream.insert(stream.end(), {0x9d, 0x01, 0x2a});
            for (const uint32_t side : {picture->frame_width, picture->frame_height}) {
                stream.push_back(static_cast<uint8_t>(side));
                stream.push_back(static_cast<uint8_t>(side >> 8 & 0x3f));
            }
        }
        stream.insert(stream.end(), slices[0].data, slices[0].data + slices[0].size);
        return VA_STATUS_SUCCESS;
    }
};

class Vp9Writer : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const std::vector<SliceBytes> slices = slices_of<VASliceParameterBufferVP9>(parts);
        if (slices.size() != 1) return VA_STATUS_ERROR_INVALID_BUFFER;
        stream.assign(slices[0].data, slices[0].data + slices[0].size);
        return VA_STATUS_SUCCESS;
    }
};

}  // namespace

std::unique_ptr<StreamWriter> make_vp8_writer() { return std::make_unique<Vp8Writer>(); }
std::unique_ptr<StreamWriter> make_vp9_writer() { return std::make_unique<Vp9Writer>(); }

}  // namespace genmedia::va
