// SPDX-License-Identifier: MIT
// JPEG without libva: FFmpeg's decoder makes nearly the source of each file, by the program's tables.
#include "driver_test.h"
#include "encode/encoded_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

extern "C" {
#include <libavcodec/avcodec.h>
}

namespace genmedia::test {
namespace {

using File = std::vector<uint8_t>;

constexpr int kJpegWidth = 52, kJpegHeight = 38;  // no whole blocks

class VaJpegEncoding : public DriverTest {
protected:
    void SetUp() override {
        VAConfigID config = VA_INVALID_ID;
        ASSERT_EQ(table_.vaCreateConfig(&context_, VAProfileJPEGBaseline, VAEntrypointEncPicture, nullptr, 0,
                                        &config),
                  VA_STATUS_SUCCESS);
        ASSERT_EQ(
            table_.vaCreateContext(&context_, config, kJpegWidth, kJpegHeight, 0, nullptr, 0, &encoder_),
            VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaCreateSurfaces2(&context_, VA_RT_FORMAT_YUV420, kJpegWidth, kJpegHeight, &source_,
                                           1, nullptr, 0),
                  VA_STATUS_SUCCESS);
        coded_ = make(VAEncCodedBufferType, nullptr, 1 << 16);
        picture_.picture_width = kJpegWidth;
        picture_.picture_height = kJpegHeight;
        picture_.coded_buf = coded_;
        picture_.pic_flags.bits.huffman = 1;
        picture_.sample_bit_depth = 8;
        picture_.num_scan = 1;
        picture_.num_components = scan_.num_components = 3;
        picture_.quality = 50;
        for (uint8_t i = 0; i < 3; i++) {
            picture_.component_id[i] = scan_.components[i].component_selector = static_cast<uint8_t>(i + 1);
            picture_.quantiser_table_selector[i] = i > 0;
            scan_.components[i].dc_table_selector = scan_.components[i].ac_table_selector = i > 0;
        }
        draw();
    }

    VABufferID make(VABufferType type, const void* data, size_t size) {
        VABufferID one = VA_INVALID_ID;
        EXPECT_EQ(table_.vaCreateBuffer(&context_, encoder_, type, static_cast<unsigned>(size), 1,
                                        const_cast<void*>(data), &one),
                  VA_STATUS_SUCCESS);
        return one;
    }
    template <class T>
    VABufferID make(VABufferType type, const T& of) {
        return make(type, &of, sizeof of);
    }
    VAStatus encode(std::vector<VABufferID> more = {}) {
        more.push_back(make(VAEncPictureParameterBufferType, picture_));
        more.push_back(make(VAEncSliceParameterBufferType, scan_));
        EXPECT_EQ(table_.vaBeginPicture(&context_, encoder_, source_), VA_STATUS_SUCCESS);
        EXPECT_EQ(table_.vaRenderPicture(&context_, encoder_, more.data(), static_cast<int>(more.size())),
                  VA_STATUS_SUCCESS);
        return table_.vaEndPicture(&context_, encoder_);
    }
    File coded() {
        VACodedBufferSegment* segment = nullptr;
        EXPECT_EQ(table_.vaMapBuffer(&context_, coded_, reinterpret_cast<void**>(&segment)),
                  VA_STATUS_SUCCESS);
        const auto* bytes = static_cast<const uint8_t*>(segment->buf);
        return {bytes, bytes + segment->size};
    }

    void draw() {
        VAImage image{};
        uint8_t* memory = nullptr;
        ASSERT_EQ(table_.vaDeriveImage(&context_, source_, &image), VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaMapBuffer(&context_, image.buf, reinterpret_cast<void**>(&memory)),
                  VA_STATUS_SUCCESS);
        for (int y = 0; y < kJpegHeight; y++)
            for (int x = 0; x < kJpegWidth; x++)
                memory[image.offsets[0] + static_cast<size_t>(y) * image.pitches[0] +
                       static_cast<size_t>(x)] = drawn(x, y);
        std::memset(memory + image.offsets[1], 100, image.pitches[1] * (kJpegHeight / 2));
    }
    static uint8_t drawn(int x, int y) {
        return static_cast<uint8_t>(std::lround(128 + 60 * std::sin(0.2 * x) + 40 * std::cos(0.17 * y)));
    }

    VAContextID encoder_ = VA_INVALID_ID;
    VASurfaceID source_ = VA_INVALID_SURFACE;
    VABufferID coded_ = VA_INVALID_ID;
    VAEncPictureParameterBufferJPEG picture_{};
    VAEncSliceParameterBufferJPEG scan_{};
};

// The largest difference of luma from what was drawn; 255 where the file is none.
int largest_difference(File file, uint8_t (*drawn)(int x, int y)) {
    AVCodecContext* context = avcodec_alloc_context3(avcodec_find_decoder(AV_CODEC_ID_MJPEG));
    context->err_recognition = AV_EF_EXPLODE;
    EXPECT_EQ(avcodec_open2(context, nullptr, nullptr), 0);
    AVPacket* packet = av_packet_alloc();
    AVFrame* frame = av_frame_alloc();
    packet->size = static_cast<int>(file.size());
    file.resize(file.size() + AV_INPUT_BUFFER_PADDING_SIZE);
    packet->data = file.data();
    int most = 255;
    if (avcodec_send_packet(context, packet) == 0 && avcodec_receive_frame(context, frame) == 0 &&
        frame->width == kJpegWidth && frame->height == kJpegHeight) {
        most = 0;
        for (int y = 0; y < kJpegHeight; y++)
            for (int x = 0; x < kJpegWidth; x++)
                most = std::max(most, std::abs(frame->data[0][y * frame->linesize[0] + x] - drawn(x, y)));
    }
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&context);
    return most;
}

VAQMatrixBufferJPEG quantisers(uint8_t all) {
    VAQMatrixBufferJPEG matrix{};
    matrix.load_lum_quantiser_matrix = matrix.load_chroma_quantiser_matrix = 1;
    std::memset(matrix.lum_quantiser_matrix, all, 64);
    std::memset(matrix.chroma_quantiser_matrix, all, 64);
    return matrix;
}

// Codes of 8 bits for all values: canonical, and nobody's usual ones.
VAHuffmanTableBufferJPEGBaseline own_codes() {
    VAHuffmanTableBufferJPEGBaseline codes{};
    for (size_t t = 0; t < 2; t++) {
        codes.load_huffman_table[t] = 1;
        codes.huffman_table[t].num_dc_codes[3] = 12;
        std::iota(codes.huffman_table[t].dc_values, codes.huffman_table[t].dc_values + 12, uint8_t{0});
        codes.huffman_table[t].num_ac_codes[7] = 162;
        size_t count = 0;
        for (const int special : {0x00, 0xf0})
            codes.huffman_table[t].ac_values[count++] = static_cast<uint8_t>(special);
        for (int run = 0; run < 16; run++)
            for (int size = 1; size <= 10; size++)
                codes.huffman_table[t].ac_values[count++] = static_cast<uint8_t>(run << 4 | size);
    }
    return codes;
}

TEST_F(VaJpegEncoding, DecodersMakeThePicture) {
    ASSERT_EQ(encode(), VA_STATUS_SUCCESS);
    EXPECT_LE(largest_difference(coded(), drawn), 40);  // the usual tables
    ASSERT_EQ(encode({make(VAQMatrixBufferType, quantisers(1))}), VA_STATUS_SUCCESS);
    const File finest = coded();
    EXPECT_LE(largest_difference(finest, drawn), 2);
    // Tables stay.
    ASSERT_EQ(encode(), VA_STATUS_SUCCESS);
    EXPECT_EQ(coded(), finest);
    ASSERT_EQ(encode({make(VAQMatrixBufferType, quantisers(40))}), VA_STATUS_SUCCESS);
    const size_t coarse = coded().size();
    EXPECT_GT(largest_difference(coded(), drawn), 2);
    EXPECT_LT(coarse, finest.size());
    // In the order of the scan, as they were given.
    VAQMatrixBufferJPEG different = quantisers(1);
    std::iota(different.lum_quantiser_matrix, different.lum_quantiser_matrix + 64, uint8_t{20});
    ASSERT_EQ(encode({make(VAQMatrixBufferType, different)}), VA_STATUS_SUCCESS);
    const File in_order = coded();
    EXPECT_NE(std::search(in_order.begin(), in_order.end(), different.lum_quantiser_matrix,
                          different.lum_quantiser_matrix + 64),
              in_order.end());
    // A quality of 100 makes all of them 1.
    picture_.quality = 100;
    ASSERT_EQ(encode(), VA_STATUS_SUCCESS);
    EXPECT_EQ(coded(), finest);
    scan_.restart_interval = 2;
    ASSERT_EQ(encode({make(VAHuffmanTableBufferType, own_codes())}), VA_STATUS_SUCCESS);
    EXPECT_NE(coded(), finest);
    EXPECT_LE(largest_difference(coded(), drawn), 2);
}

// The program's header comes out as it is, and its tables count: those of the buffers say something else.
TEST_F(VaJpegEncoding, PackedHeader) {
    ASSERT_EQ(encode({make(VAQMatrixBufferType, quantisers(1)), make(VAHuffmanTableBufferType, own_codes())}),
              VA_STATUS_SUCCESS);
    const File file = coded();
    const uint8_t scan[] = {0xff, 0xda};
    const auto scan_at = std::search(file.begin(), file.end(), scan, scan + 2);
    ASSERT_NE(scan_at, file.end());
    const File header(file.begin(), scan_at + 2 + 12);
    VAEncPackedHeaderParameterBuffer packed{};
    packed.type = VAEncPackedHeaderRawData;
    packed.bit_length = static_cast<uint32_t>(8 * header.size());
    const auto with_header = [&](const File& bytes, uint32_t bits) {
        packed.bit_length = bits;
        return encode({make(VAQMatrixBufferType, quantisers(90)),
                       make(VAEncPackedHeaderParameterBufferType, packed),
                       make(VAEncPackedHeaderDataBufferType, bytes.data(), bytes.size())});
    };
    const auto bits = static_cast<uint32_t>(8 * header.size());
    ASSERT_EQ(with_header(header, bits), VA_STATUS_SUCCESS);
    EXPECT_EQ(coded(), file);
    for (const size_t length : {size_t{1}, size_t{2}, size_t{30}, header.size() - 1})
        EXPECT_EQ(with_header(header, static_cast<uint32_t>(8 * length)), VA_STATUS_ERROR_INVALID_PARAMETER)
            << length;
    EXPECT_EQ(with_header(header, bits + 8), VA_STATUS_ERROR_INVALID_BUFFER);
    // Any damage is an error or a file; never an end.
    for (size_t i = 0; i < header.size(); i++) {
        File damaged = header;
        damaged[i] ^= 0x51;
        with_header(damaged, bits);
    }
}

TEST_F(VaJpegEncoding, WrongInputIsNamed) {
    const auto fine = picture_;
    const auto expect = [&](VAStatus status, const char* what) {
        EXPECT_EQ(encode(), status) << what;
        picture_ = fine;
    };
    picture_.picture_width = kJpegWidth + 1;
    expect(VA_STATUS_ERROR_INVALID_SURFACE, "wider than the surface");
    picture_.picture_height = 0;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER, "without rows");
    picture_.num_components = 1;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER, "gray of colours");
    picture_.quality = 101;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER, "quality");
    picture_.pic_flags.bits.progressive = 1;
    expect(VA_STATUS_ERROR_UNIMPLEMENTED, "progressive");
    picture_.pic_flags.bits.huffman = 0;
    expect(VA_STATUS_ERROR_UNIMPLEMENTED, "arithmetic coding");
    picture_.coded_buf = VA_INVALID_ID;
    expect(VA_STATUS_ERROR_INVALID_BUFFER, "no buffer");
    picture_.coded_buf = make(VAEncCodedBufferType, nullptr, 100);
    expect(VA_STATUS_ERROR_NOT_ENOUGH_BUFFER, "a small buffer");
    picture_.quantiser_table_selector[2] = 3;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER, "quantisers that were not loaded");
    VAHuffmanTableBufferJPEGBaseline codes = own_codes();
    codes.huffman_table[0].num_ac_codes[0] = 200;
    EXPECT_EQ(encode({make(VAHuffmanTableBufferType, codes)}), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(encode({make(VAHuffmanTableBufferType, own_codes())}), VA_STATUS_SUCCESS);
}

}  // namespace
}  // namespace genmedia::test
