// SPDX-License-Identifier: MIT
// Markers of ITU-T T.81, annex B. VA-API hands over scans without them.
#include "va/decoding/picture_decoder.h"

#include <algorithm>
#include <numeric>

namespace genmedia::va {
namespace {

using JpegPicture = VAPictureParameterBufferJPEGBaseline;
using JpegScan = VASliceParameterBufferJPEGBaseline;

void put16(std::vector<uint8_t>& to, size_t value) {
    to.push_back(static_cast<uint8_t>(value >> 8));
    to.push_back(static_cast<uint8_t>(value));
}

void put_segment(std::vector<uint8_t>& to, uint8_t marker, const std::vector<uint8_t>& content) {
    to.insert(to.end(), {0xff, marker});
    put16(to, content.size() + 2);
    to.insert(to.end(), content.begin(), content.end());
}

class JpegWriter : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const auto* picture = structure_of<JpegPicture>(parts, VAPictureParameterBufferType);
        const std::vector<SliceBytes> scans = slices_of<JpegScan>(parts);
        if (picture == nullptr || scans.empty() || picture->num_components == 0 ||
            picture->num_components > 4)
            return VA_STATUS_ERROR_INVALID_BUFFER;
        stream = {0xff, 0xd8};
        put_quantisers(structure_of<VAIQMatrixBufferJPEGBaseline>(parts, VAIQMatrixBufferType), stream);
        put_frame(*picture, stream);
        put_codes(structure_of<VAHuffmanTableBufferJPEGBaseline>(parts, VAHuffmanTableBufferType), stream);
        for (const SliceBytes& scan : scans) {
            const auto& given = *scan.parameters->as<JpegScan>(scan.index);
            if (given.num_components == 0 || given.num_components > 4) return VA_STATUS_ERROR_INVALID_BUFFER;
            put_scan(given, stream);
            stream.insert(stream.end(), scan.data, scan.data + scan.size);
        }
        stream.insert(stream.end(), {0xff, 0xd9});
        return VA_STATUS_SUCCESS;
    }

private:
    static void put_quantisers(const VAIQMatrixBufferJPEGBaseline* given, std::vector<uint8_t>& stream) {
        for (uint8_t i = 0; given != nullptr && i < 4; i++) {
            if (!given->load_quantiser_table[i]) continue;
            std::vector<uint8_t> table{i};
            table.insert(table.end(), std::begin(given->quantiser_table[i]),
                         std::end(given->quantiser_table[i]));
            put_segment(stream, 0xdb, table);
        }
    }

    static void put_frame(const JpegPicture& picture, std::vector<uint8_t>& stream) {
        std::vector<uint8_t> frame{8};
        put16(frame, picture.picture_height);
        put16(frame, picture.picture_width);
        frame.push_back(picture.num_components);
        for (int i = 0; i < picture.num_components; i++) {
            const auto& one = picture.components[i];
            frame.push_back(one.component_id);
            frame.push_back(static_cast<uint8_t>(one.h_sampling_factor << 4 | (one.v_sampling_factor & 15)));
            frame.push_back(one.quantiser_table_selector);
        }
        put_segment(stream, 0xc0, frame);
    }

    // One table of codes: how many there are of each length, and their values.
    static void put_table(uint8_t which, const uint8_t (&counts)[16], const uint8_t* values, size_t room,
                          std::vector<uint8_t>& stream) {
        const size_t count = std::accumulate(std::begin(counts), std::end(counts), size_t{0});
        std::vector<uint8_t> table{which};
        table.insert(table.end(), std::begin(counts), std::end(counts));
        table.insert(table.end(), values, values + std::min(count, room));
        put_segment(stream, 0xc4, table);
    }

    static void put_codes(const VAHuffmanTableBufferJPEGBaseline* given, std::vector<uint8_t>& stream) {
        for (uint8_t i = 0; given != nullptr && i < 2; i++) {
            if (!given->load_huffman_table[i]) continue;
            const auto& table = given->huffman_table[i];
            put_table(i, table.num_dc_codes, table.dc_values, sizeof table.dc_values, stream);
            put_table(static_cast<uint8_t>(0x10 | i), table.num_ac_codes, table.ac_values,
                      sizeof table.ac_values, stream);
        }
    }

    static void put_scan(const JpegScan& scan, std::vector<uint8_t>& stream) {
        std::vector<uint8_t> interval;
        put16(interval, scan.restart_interval);
        put_segment(stream, 0xdd, interval);
        std::vector<uint8_t> header{scan.num_components};
        for (int i = 0; i < scan.num_components; i++) {
            const auto& one = scan.components[i];
            header.push_back(one.component_selector);
            header.push_back(static_cast<uint8_t>(one.dc_table_selector << 4 | (one.ac_table_selector & 15)));
        }
        header.insert(header.end(), {0, 63, 0});  // all coefficients, at once
        put_segment(stream, 0xda, header);
    }
};

}  // namespace

std::unique_ptr<StreamWriter> make_jpeg_writer() { return std::make_unique<JpegWriter>(); }

}  // namespace genmedia::va
