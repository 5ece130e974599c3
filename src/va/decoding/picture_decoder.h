// SPDX-License-Identifier: MIT
// Decodes one picture after the other from what VA-API hands over: parameters, and slices without the headers
// of sequences and pictures. The headers are written anew, and FFmpeg's software decoder decodes the stream
// that results.
#pragma once

#include "va/picture_parts.h"
#include "va/surfaces/picture_layout.h"

#include <va/va.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace genmedia::va {

struct SliceBytes {
    const PicturePart* parameters;
    unsigned index;  // of the element in it
    const uint8_t* data;
    size_t size;
};
// The slices of a picture; Slice is the codec's parameter structure. Empty: something is missing, or an
// offset leaves its buffer; the end, too, unless slices are `cut` there.
template <class Slice>
std::vector<SliceBytes> slices_of(const PictureParts& parts, bool cut = false) {
    std::vector<SliceBytes> slices;
    const PicturePart* parameters = nullptr;
    for (const PicturePart& part : parts) {
        if (part.type == VASliceParameterBufferType) parameters = &part;
        if (part.type != VASliceDataBufferType || parameters == nullptr) continue;
        for (unsigned i = 0; i < parameters->count; i++) {
            const auto* slice = parameters->as<Slice>(i);
            if (slice == nullptr || slice->slice_data_offset > part.bytes.size()) return {};
            const size_t there = part.bytes.size() - slice->slice_data_offset;
            if (slice->slice_data_size > there && !cut) return {};
            slices.push_back({parameters, i, part.bytes.data() + slice->slice_data_offset,
                              std::min<size_t>(slice->slice_data_size, there)});
        }
    }
    return slices;
}

// What makes a stream of VA-API's parts.
class StreamWriter {
public:
    virtual ~StreamWriter() = default;
    // What a decoder of the codec takes for one picture, or one field. An error where parts are missing or
    // cannot be expressed.
    virtual VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) = 0;
    // Whether the decoder asks for memory for the picture first, before that for pictures that are missing.
    virtual bool is_asked_for_first() const { return false; }
    // Whether what was written last is a field: the second one of a picture is decoded into the first one's
    // memory.
    virtual bool is_field() const { return false; }
};

class PictureDecoder {
public:
    virtual ~PictureDecoder() = default;
    virtual VAStatus decode(const PictureParts& parts, const Planes& target) = 0;
};

// Null: the profile is not decoded, or FFmpeg's build lacks the decoder.
std::unique_ptr<PictureDecoder> make_decoder(VAProfile profile);

std::unique_ptr<StreamWriter> make_h264_writer();   // h264_stream.cpp
std::unique_ptr<StreamWriter> make_hevc_writer();   // hevc_stream.cpp
std::unique_ptr<StreamWriter> make_jpeg_writer();   // jpeg_stream.cpp
std::unique_ptr<StreamWriter> make_mpeg2_writer();  // mpeg2_stream.cpp
std::unique_ptr<StreamWriter> make_vp8_writer();    // vpx_stream.cpp
std::unique_ptr<StreamWriter> make_vp9_writer();

}  // namespace genmedia::va
