// SPDX-License-Identifier: MIT
// JPEG by libjpeg, with the program's tables, and behind the program's header where there is one.
#include "va/encoding/coded_buffer.h"
#include "va/encoding/jpeg_tables.h"
#include "va/encoding/packed_headers.h"
#include "va/encoding/picture_encoder.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include <algorithm>
#include <cstring>

namespace genmedia::va {
namespace {

using JpegParameters = VAEncPictureParameterBufferJPEG;
using JpegScanParameters = VAEncSliceParameterBufferJPEG;

// Place in the block of the k-th coefficient of the scan. [figure A.6]
constexpr uint8_t kScanOrder[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// A surface's chroma: planes that it becomes, and luma's sampling factors.
struct Sampling {
    AVPixelFormat pixels;
    uint32_t fourcc;
    uint8_t components, across, down;
};
constexpr Sampling kSamplings[] = {{AV_PIX_FMT_YUV420P, VA_FOURCC_I420, 3, 2, 2},
                                   {AV_PIX_FMT_YUV422P, VA_FOURCC_422H, 3, 2, 1},
                                   {AV_PIX_FMT_YUV444P, VA_FOURCC_444P, 3, 1, 1},
                                   {AV_PIX_FMT_GRAY8, VA_FOURCC_Y800, 1, 1, 1}};

// Null: the encoder does not take it.
const Sampling* sampling_of(const Surface& surface) {
    switch (surface.layout.format->rt_format) {
        case VA_RT_FORMAT_YUV420: return &kSamplings[0];
        case VA_RT_FORMAT_YUV422: return &kSamplings[1];
        case VA_RT_FORMAT_YUV444: return &kSamplings[2];
        case VA_RT_FORMAT_YUV400: return &kSamplings[3];
        default: return nullptr;
    }
}

// Planes of whole blocks: the last samples are repeated.
class JpegSource {
public:
    JpegSource(const Planes& planes, const Sampling& sampling) {
        for (int p = 0; p < sampling.components; p++) {
            const int across = p == 0 ? 1 : sampling.across, down = p == 0 ? 1 : sampling.down;
            add_plane(planes.data[static_cast<size_t>(p)], planes.pitches[static_cast<size_t>(p)],
                      (planes.width + across - 1) / across, (planes.height + down - 1) / down,
                      whole(planes.width, 8 * sampling.across) / across,
                      whole(planes.height, 8 * sampling.down) / down);
        }
    }
    // A row of each plane.
    std::array<std::vector<JSAMPROW>, 3> rows;

private:
    static int whole(int size, int unit) { return (size + unit - 1) / unit * unit; }

    void add_plane(const uint8_t* from, int pitch, int width, int height, int whole_width, int whole_height) {
        const size_t p = count_++;
        samples_[p].resize(static_cast<size_t>(whole_width) * static_cast<size_t>(whole_height));
        for (int y = 0; y < whole_height; y++) {
            const uint8_t* line = from + static_cast<ptrdiff_t>(std::min(y, height - 1)) * pitch;
            uint8_t* to = samples_[p].data() + static_cast<ptrdiff_t>(y) * whole_width;
            std::copy_n(line, width, to);
            std::fill(to + width, to + whole_width, line[width - 1]);
            rows[p].push_back(to);
        }
    }

    std::array<std::vector<uint8_t>, 3> samples_;
    size_t count_ = 0;
};

// libjpeg's compressor. Its errors jump back: no function that it returns to so has objects with destructors.
class Compressor {
public:
    Compressor() {
        jpeg_.err = jpeg_std_error(&errors_.base);
        errors_.base.error_exit = [](j_common_ptr jpeg) {
            std::longjmp(reinterpret_cast<Errors*>(jpeg->err)->place, 1);
        };
        errors_.base.output_message = [](j_common_ptr) {};
    }
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;
    ~Compressor() {
        jpeg_destroy_compress(&jpeg_);
        std::free(bytes_);
    }

    // False: libjpeg refuses the tables, or has no memory.
    bool compress(const JpegTables& tables, JpegSource& source) {
        if (setjmp(errors_.place) != 0) return false;
        jpeg_create_compress(&jpeg_);
        jpeg_mem_dest(&jpeg_, &bytes_, &size_);
        set_frame(tables);
        set_tables(tables);
        jpeg_start_compress(&jpeg_, TRUE);
        while (jpeg_.next_scanline < jpeg_.image_height) {
            JSAMPARRAY planes[3] = {};
            const auto row = jpeg_.next_scanline / jpeg_.max_v_samp_factor;
            for (int p = 0; p < jpeg_.num_components; p++)
                planes[p] = source.rows[static_cast<size_t>(p)].data() +
                            static_cast<size_t>(row) * jpeg_.comp_info[p].v_samp_factor;
            jpeg_write_raw_data(&jpeg_, planes, static_cast<JDIMENSION>(8 * jpeg_.max_v_samp_factor));
        }
        jpeg_finish_compress(&jpeg_);
        return true;
    }
    std::span<const uint8_t> file() const { return {bytes_, size_}; }

private:
    void set_frame(const JpegTables& tables) {
        jpeg_.image_width = static_cast<JDIMENSION>(tables.width);
        jpeg_.image_height = static_cast<JDIMENSION>(tables.height);
        jpeg_.input_components = static_cast<int>(tables.components.size());
        jpeg_.in_color_space = tables.components.size() == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
        jpeg_set_defaults(&jpeg_);
        jpeg_.raw_data_in = TRUE;
        jpeg_.dct_method = JDCT_ISLOW;
        jpeg_.restart_interval = static_cast<unsigned>(tables.restart_interval);
        for (size_t i = 0; i < tables.components.size(); i++) {
            const JpegTables::Component& from = tables.components[i];
            jpeg_component_info& to = jpeg_.comp_info[i];
            to.component_id = from.id;
            to.h_samp_factor = from.across;
            to.v_samp_factor = from.down;
            to.quant_tbl_no = from.quantisers & 3;
            to.dc_tbl_no = from.dc_codes & 3;
            to.ac_tbl_no = from.ac_codes & 3;
        }
    }

    void set_tables(const JpegTables& tables) {
        for (size_t t = 0; t < 4; t++) {
            if (tables.quantisers[t]) {
                unsigned in_rows[64];
                for (size_t k = 0; k < 64; k++) in_rows[kScanOrder[k]] = (*tables.quantisers[t])[k];
                jpeg_add_quant_table(&jpeg_, static_cast<int>(t), in_rows, 100, TRUE);
            }
            if (tables.dc_codes[t]) set_codes(jpeg_.dc_huff_tbl_ptrs[t], *tables.dc_codes[t]);
            if (tables.ac_codes[t]) set_codes(jpeg_.ac_huff_tbl_ptrs[t], *tables.ac_codes[t]);
        }
    }
    void set_codes(JHUFF_TBL*& table, const JpegTables::Codes& codes) {
        if (table == nullptr) table = jpeg_alloc_huff_table(reinterpret_cast<j_common_ptr>(&jpeg_));
        std::copy(codes.counts.begin(), codes.counts.end(), table->bits + 1);
        std::copy(codes.values.begin(), codes.values.end(), table->huffval);
        table->sent_table = FALSE;
    }

    struct Errors {
        jpeg_error_mgr base;
        std::jmp_buf place;
    };
    Errors errors_{};
    jpeg_compress_struct jpeg_{};
    unsigned char* bytes_ = nullptr;
    unsigned long size_ = 0;
};

class JpegEncoder : public Operation {
public:
    VAStatus run(Driver& driver, const PictureParts& parts, Surface& source) override {
        const auto* picture = structure_of<JpegParameters>(parts, VAEncPictureParameterBufferType);
        const auto* slice = structure_of<JpegScanParameters>(parts, VAEncSliceParameterBufferType);
        const auto headers = packed_headers_of(parts);
        if (picture == nullptr || slice == nullptr || !headers) return VA_STATUS_ERROR_INVALID_BUFFER;
        const Sampling* sampling = sampling_of(source);
        if (sampling == nullptr || picture->picture_width > source.layout.width ||
            picture->picture_height > source.layout.height)
            return VA_STATUS_ERROR_INVALID_SURFACE;
        const auto buffer = find_coded_buffer(driver, picture->coded_buf);
        if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
        if (const VAStatus status = check(*picture, *slice, *sampling); status != VA_STATUS_SUCCESS)
            return status;
        keep_tables(parts);
        JpegTables tables;
        set_tables(*picture, *slice, *sampling, tables);
        if (!headers->empty() && !read_header(headers->front(), *sampling, tables))
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        return code(tables, headers->empty() ? nullptr : &headers->front(), source, *sampling, *buffer);
    }

private:
    static VAStatus check(const JpegParameters& picture, const JpegScanParameters& slice,
                          const Sampling& sampling) {
        const auto& flags = picture.pic_flags.bits;
        if (picture.picture_width == 0 || picture.picture_height == 0 || picture.quality > 100 ||
            picture.num_components != sampling.components || slice.num_components != picture.num_components)
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        const bool is_baseline = flags.profile == 0 && !flags.progressive && flags.huffman &&
                                 !flags.differential && picture.sample_bit_depth == 8 &&
                                 picture.num_scan == 1;
        return is_baseline ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNIMPLEMENTED;
    }

    // Tables stay until others are loaded.
    void keep_tables(const PictureParts& parts) {
        if (const auto* given = structure_of<VAQMatrixBufferJPEG>(parts, VAQMatrixBufferType)) {
            if (given->load_lum_quantiser_matrix)
                std::ranges::copy(given->lum_quantiser_matrix, quantisers_[0].emplace().begin());
            if (given->load_chroma_quantiser_matrix)
                std::ranges::copy(given->chroma_quantiser_matrix, quantisers_[1].emplace().begin());
        }
        const auto* given = structure_of<VAHuffmanTableBufferJPEGBaseline>(parts, VAHuffmanTableBufferType);
        for (size_t t = 0; given != nullptr && t < 2; t++) {
            if (!given->load_huffman_table[t]) continue;
            const auto& table = given->huffman_table[t];
            std::ranges::copy(table.num_dc_codes, dc_codes_[t].emplace(JpegTables::Codes{}).counts.begin());
            std::ranges::copy(table.dc_values, dc_codes_[t]->values.begin());
            std::ranges::copy(table.num_ac_codes, ac_codes_[t].emplace(JpegTables::Codes{}).counts.begin());
            std::ranges::copy(table.ac_values, ac_codes_[t]->values.begin());
        }
    }

    // Quality 50 leaves quantisers as they are, as other drivers have it.
    static uint8_t at_quality(int quantiser, int quality) {
        quality = quality == 0 ? 50 : quality;
        const int percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
        return static_cast<uint8_t>(std::clamp((quantiser * percent + 50) / 100, 1, 255));
    }

    void set_tables(const JpegParameters& picture, const JpegScanParameters& slice, const Sampling& sampling,
                    JpegTables& tables) const {
        tables.width = picture.picture_width;
        tables.height = picture.picture_height;
        tables.restart_interval = slice.restart_interval;
        for (size_t i = 0; i < sampling.components; i++)
            tables.components.push_back({.id = picture.component_id[i],
                                         .across = i == 0 ? sampling.across : uint8_t{1},
                                         .down = i == 0 ? sampling.down : uint8_t{1},
                                         .quantisers = picture.quantiser_table_selector[i],
                                         .dc_codes = slice.components[i].dc_table_selector,
                                         .ac_codes = slice.components[i].ac_table_selector});
        for (size_t t = 0; t < 2; t++) {
            tables.dc_codes[t] = dc_codes_[t];
            tables.ac_codes[t] = ac_codes_[t];
            if (!quantisers_[t]) continue;
            auto& to = tables.quantisers[t].emplace();
            std::ranges::transform(*quantisers_[t], to.begin(),
                                   [&](uint8_t one) { return at_quality(one, picture.quality); });
        }
    }

    // What the program's header says is what decoders will take. It must be of such a picture.
    static bool read_header(const PackedHeader& header, const Sampling& sampling, JpegTables& tables) {
        const JpegTables picture = tables;
        if (!tables.read_header(header.bytes) || tables.components.size() != sampling.components)
            return false;
        for (size_t i = 0; i < tables.components.size(); i++)
            if (tables.components[i].across != picture.components[i].across ||
                tables.components[i].down != picture.components[i].down)
                return false;
        return tables.width == picture.width && tables.height == picture.height;
    }

    static VAStatus code(const JpegTables& tables, const PackedHeader* header, const Surface& source,
                         const Sampling& sampling, const Buffer& buffer) {
        const PictureLayout layout =
            layout_of(*format_of_fourcc(sampling.fourcc), tables.width, tables.height);
        const Memory memory(layout.size);
        const Planes planes = planes_of(layout, memory.data());
        if (!copy(source.planes(), planes)) return VA_STATUS_ERROR_INVALID_SURFACE;
        JpegSource samples(planes, sampling);
        Compressor compressor;
        if (!compressor.compress(tables, samples)) return VA_STATUS_ERROR_INVALID_PARAMETER;
        const std::span<const uint8_t> file = compressor.file();
        if (header == nullptr) return fill(buffer, file, 0);
        const size_t scan = *find_segment(file, kStartOfScan);
        const size_t behind = scan + 2 + static_cast<size_t>(file[scan + 2] << 8 | file[scan + 3]);
        std::vector<uint8_t> stream = header->bytes;
        stream.insert(stream.end(), file.begin() + static_cast<ptrdiff_t>(behind), file.end());
        return fill(buffer, stream, 0);
    }

    std::array<std::optional<JpegTables::Quantisers>, 2> quantisers_;
    std::array<std::optional<JpegTables::Codes>, 2> dc_codes_, ac_codes_;
};

}  // namespace

std::unique_ptr<Operation> make_jpeg_encoder(const Config&) { return std::make_unique<JpegEncoder>(); }

}  // namespace genmedia::va
