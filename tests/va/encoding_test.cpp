// SPDX-License-Identifier: MIT
// Encoding without libva: FFmpeg's decoder makes of each stream what the driver left in the surfaces that the
// program named, and wrong input has errors.
#include "va_encoding.h"

#include <algorithm>
#include <cstring>

namespace genmedia::test {
namespace {

enum class Scene { drifting, noise, half_noise };

ColorPicture picture_of(Scene scene, int width, int height, int time) {
    const ColorPicture noise = color_noise(width, height, static_cast<unsigned>(time));
    if (scene == Scene::noise) return noise;
    ColorPicture picture = drifting(width, height, time);
    if (scene == Scene::half_noise)
        for (size_t p = 0; p < 3; p++)
            for (int y = 0; y < picture.planes[p].height; y++)
                for (int x = 0; x < picture.planes[p].width; x++)
                    if ((x / (p == 0 ? 16 : 8) + y / (p == 0 ? 16 : 8) + time) % 2)
                        picture.planes[p].at(x, y) =
                            static_cast<uint8_t>(96 + noise.planes[p].samples[static_cast<size_t>(
                                                          y / 4 * picture.planes[p].width + x / 4)] /
                                                          4);
    return picture;
}

// A stream: what is special of it. `change` may change each request.
struct Stream {
    const char* name;
    VAProfile profile;
    std::function<void(Request& request)> change = {};
    std::vector<int> distances = {1};  // of references, as far as there are pictures
    int qp = 26, width = 80, height = 64, count = 5;
    Scene scene = Scene::drifting;
    unsigned rate_control = VA_RC_CQP;
};

void by_cabac(Request& request) { request.picture.pic_fields.bits.entropy_coding_mode_flag = 1; }
void high(Request& request) {
    by_cabac(request);
    request.picture.pic_fields.bits.transform_8x8_mode_flag = 1;
}
void ask(Request& request, uint32_t bits_per_second, uint32_t buffer) {
    VAEncMiscParameterRateControl rate{};
    rate.bits_per_second = bits_per_second;
    rate.target_percentage = 80;
    VAEncMiscParameterHRD model{};
    model.buffer_size = buffer;
    VAEncMiscParameterFrameRate pictures{};
    pictures.framerate = 25;
    request.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeRateControl, rate)},
                    {VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeHRD, model)},
                    {VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeFrameRate, pictures)}};
}

void add_entropy(std::vector<Stream>& all) {
    all.push_back({"Baseline", kBaseline});
    all.push_back({"Main by CABAC", kMain, by_cabac});
    all.push_back(
        {"High by CAVLC", kHigh, [](Request& r) { r.picture.pic_fields.bits.transform_8x8_mode_flag = 1; }});
    for (const int qp : {0, 3, 20, 36, 51}) all.push_back({"High", kHigh, high, {1}, qp});
    for (const int qp : {0, 8, 30})
        all.push_back({"noise", kMain, by_cabac, {1}, qp, 64, 48, 4, Scene::noise});
    all.push_back({"noise by CAVLC", kMain, {}, {1}, 0, 64, 48, 3, Scene::noise});
    for (const uint8_t idc : {uint8_t{1}, uint8_t{2}})
        all.push_back({"cabac_init_idc", kMain, [=](Request& r) {
                           by_cabac(r);
                           r.slices[0].cabac_init_idc = idc;
                       }});
}

void add_references(std::vector<Stream>& all) {
    all.push_back({"the older reference first", kMain, by_cabac, {2, 1}, 28, 80, 64, 8});
    all.push_back({"three references", kBaseline, {}, {3, 1, 2}, 28, 80, 64, 20});
    all.push_back({"three by CABAC", kHigh, high, {2, 3, 1}, 22, 80, 64, 8});
    all.push_back({"the same reference twice", kMain, by_cabac, {1, 1}, 28});
    all.push_back({"never the last picture", kBaseline, {}, {2}, 28, 80, 64, 20});
}

void add_slices(std::vector<Stream>& all) {
    all.push_back({"slices", kHigh, [](Request& r) { high(r), cut(r, 3); }});
    all.push_back({"a slice a row", kBaseline, [](Request& r) { cut(r, 4); }});
    all.push_back(
        {"not deblocked", kMain, [](Request& r) { r.slices[0].disable_deblocking_filter_idc = 1; }, {1}, 36});
    for (const uint32_t first : {1u, 3u, 7u, 19u})  // of four rows of five
        for (const bool cabac : {false, true})
            all.push_back(
                {"slices that begin anywhere",
                 kMain,
                 [=](Request& r) {
                     if (cabac) by_cabac(r);
                     r.slices[0].disable_deblocking_filter_idc = first == 7 ? 2 : 0;
                     r.slices.assign(3, r.slices[0]);
                     const uint32_t places[] = {0, std::min(first, 8u), first + (first > 8 ? 0 : 5), 20};
                     for (size_t i = 0; i < 3; i++) {
                         r.slices[i].macroblock_address = places[i];
                         r.slices[i].num_macroblocks = places[i + 1] - places[i];
                     }
                 },
                 {1},
                 first == 3 ? 40 : 24,
                 80,
                 64,
                 5,
                 first == 19 ? Scene::noise : Scene::drifting});
    for (const int8_t offset : {int8_t{-6}, int8_t{2}, int8_t{6}})
        all.push_back({"deblocked within slices",
                       kMain,
                       [=](Request& r) {
                           by_cabac(r);
                           r.slices[0].disable_deblocking_filter_idc = 2;
                           r.slices[0].slice_alpha_c0_offset_div2 = offset;
                           r.slices[0].slice_beta_offset_div2 = static_cast<int8_t>(-offset / 2);
                           cut(r, 2);
                       },
                       {1},
                       34});
    all.push_back({"samples are deblocked",
                   kMain,
                   [](Request& r) {
                       r.slices[0].slice_alpha_c0_offset_div2 = r.slices[0].slice_beta_offset_div2 = 6;
                       r.picture.chroma_qp_index_offset = 12;
                   },
                   {1},
                   9,
                   64,
                   48,
                   3,
                   Scene::noise});
}

void add_parameters(std::vector<Stream>& all) {
    for (const int8_t offset : {int8_t{-12}, int8_t{-3}, int8_t{12}})
        all.push_back({"chroma's QP",
                       kHigh,
                       [=](Request& r) {
                           high(r);
                           r.picture.chroma_qp_index_offset = r.picture.second_chroma_qp_index_offset =
                               offset;
                       },
                       {1},
                       30});
    all.push_back({"constrained intra",
                   kMain,
                   [](Request& r) {
                       by_cabac(r);
                       r.picture.pic_fields.bits.constrained_intra_pred_flag = 1;
                   },
                   {1},
                   20,
                   64,
                   48,
                   4,
                   Scene::half_noise});
    all.push_back({"order by decoding",
                   kMain,
                   [](Request& r) { r.sequence.seq_fields.bits.pic_order_cnt_type = 2; },
                   {1},
                   26,
                   80,
                   64,
                   20});
    all.push_back({"all flags of headers", kMain, [](Request& r) {
                       by_cabac(r);
                       r.picture.pic_fields.bits.pic_order_present_flag = 1;
                       r.sequence.vui_fields.bits.aspect_ratio_info_present_flag = 1;
                       r.sequence.aspect_ratio_idc = 255;
                       r.sequence.sar_width = 4;
                       r.sequence.sar_height = 3;
                       r.sequence.vui_fields.bits.timing_info_present_flag = 1;
                       r.sequence.num_units_in_tick = 1;
                       r.sequence.time_scale = 50;
                   }});
    all.push_back({"no control of deblocking",
                   kMain,
                   [](Request& r) { r.picture.pic_fields.bits.deblocking_filter_control_present_flag = 0; },
                   {1},
                   34});
    all.push_back({"cropped", kHigh, high, {1}, 26, 50, 38});
    all.push_back({"one macroblock", kBaseline, {}, {1}, 26, 2, 2});
    for (uint32_t level = 0; level <= 5; level++)
        all.push_back(
            {"quality",
             kMain,
             [=](Request& r) {
                 VAEncMiscParameterBufferQualityLevel quality{};
                 quality.quality_level = level;
                 r.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeQualityLevel, quality)}};
             },
             {1},
             26,
             80,
             64,
             3});
    all.push_back({"no skips, no smaller pictures", kMain, [](Request& r) {
                       VAEncMiscParameterEncQuality asked{};
                       asked.skipCheckDisable = asked.HMEDisable = 1;
                       r.more = {
                           {VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeEncQuality, asked)},
                           {VAEncMiscParameterBufferType,
                            misc(VAEncMiscParameterTypeSkipFrame, VAEncMiscParameterSkipFrame{})}};
                   }});
    all.push_back({"CBR",
                   kHigh,
                   [](Request& r) { high(r), ask(r, 150'000, 100'000); },
                   {1},
                   26,
                   80,
                   64,
                   30,
                   Scene::drifting,
                   VA_RC_CBR});
    all.push_back({"VBR",
                   kBaseline,
                   [](Request& r) { ask(r, 60'000, 0); },
                   {1},
                   26,
                   80,
                   64,
                   30,
                   Scene::drifting,
                   VA_RC_VBR});
}

std::vector<Stream> streams() {
    std::vector<Stream> all;
    add_entropy(all);
    add_references(all);
    add_slices(all);
    add_parameters(all);
    return all;
}

TEST_F(VaEncoding, DecodersMakeWhatTheSurfacesHave) {
    for (const Stream& stream : streams()) {
        SCOPED_TRACE(std::string(stream.name) + ", QP " + std::to_string(stream.qp));
        ASSERT_NO_FATAL_FAILURE(start(stream.profile, stream.width, stream.height, stream.rate_control));
        std::vector<Bytes> pictures, kept;
        for (int n = 0; n < stream.count; n++) {
            draw(picture_of(stream.scene, stream.width, stream.height, n));
            std::vector<int> distances;
            for (const int distance : stream.distances) distances.push_back(std::min(distance, n));
            Request request = n == 0 ? key_picture(stream.qp) : later_picture(stream.qp, n, distances);
            if (stream.change) stream.change(request);
            ASSERT_EQ(encode(request), VA_STATUS_SUCCESS) << n;
            pictures.push_back(coded());
            kept.push_back(samples_of(request.picture.CurrPic.picture_id));
        }
        const std::vector<Bytes> shown = decoded(pictures);
        ASSERT_EQ(shown.size(), kept.size());
        for (size_t i = 0; i < shown.size(); i++) ASSERT_EQ(shown[i], kept[i]) << "picture " << i;
    }
}

// A picture that no other is predicted from, and a key picture in the middle.
TEST_F(VaEncoding, ThePresentOrderOfTheProgram) {
    start(kMain, 80, 64);
    std::vector<Bytes> pictures, kept;
    const auto add = [&](Request request, int time) {
        draw(drifting(80, 64, time));
        ASSERT_EQ(encode(request), VA_STATUS_SUCCESS);
        pictures.push_back(coded());
        kept.push_back(samples_of(request.picture.CurrPic.picture_id));
    };
    add(key_picture(24), 0);
    add(later_picture(24, 1, {1}), 1);
    Request unused = later_picture(30, 2, {1});
    unused.picture.pic_fields.bits.reference_pic_flag = 0;
    add(unused, 2);
    Request after = later_picture(24, 3, {2});
    after.picture.frame_num = 2;
    // The picture that none may refer to is no reference.
    EXPECT_EQ(encode(later_picture(24, 3, {1})), VA_STATUS_ERROR_INVALID_SURFACE);
    add(after, 3);
    Request intra = later_picture(24, 4, {1});
    intra.picture.frame_num = 3;
    intra.slices[0].slice_type = 2;
    add(intra, 4);
    Request key = key_picture(24);
    key.slices[0].idr_pic_id = 1;
    add(key, 5);
    const std::vector<Bytes> shown = decoded(pictures);
    ASSERT_EQ(shown.size(), kept.size());
    for (size_t i = 0; i < shown.size(); i++) EXPECT_EQ(shown[i], kept[i]) << "picture " << i;
    // Pictures before the key picture are no references.
    EXPECT_EQ(encode(later_picture(24, 7, {3})), VA_STATUS_ERROR_INVALID_SURFACE);
}

// At a constant rate a still picture is filled up, and a second of pictures has a second's bits.
TEST_F(VaEncoding, ConstantRatesAreConstant) {
    constexpr uint32_t rate = 100'000, buffer = 50'000;
    start(kMain, 80, 64, VA_RC_CBR);
    draw(ColorPicture(80, 64, 90));
    size_t bits = 0;
    for (int n = 0; n < 75; n++) {
        Request request = n == 0 ? key_picture(26) : later_picture(26, n, {1});
        by_cabac(request);
        ask(request, rate, buffer);
        ASSERT_EQ(encode(request), VA_STATUS_SUCCESS);
        bits += 8 * coded().size();
    }
    EXPECT_NEAR(static_cast<double>(bits), 3.0 * rate, buffer);
}

// A decoder's buffer that is not full when the first picture is due has no room for more than is in it.
TEST_F(VaEncoding, FirstPicturesFitTheBuffer) {
    constexpr uint32_t fullness = 15'000;
    size_t sizes[2] = {};
    for (const bool said : {false, true}) {
        start(kMain, 80, 64, VA_RC_CBR);
        draw(color_noise(80, 64, 1));
        Request request = key_picture(26);
        ask(request, 150'000, 100'000);
        VAEncMiscParameterHRD model{};
        model.buffer_size = 100'000;
        model.initial_buffer_fullness = said ? fullness : 0;
        request.more.push_back({VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeHRD, model)});
        ASSERT_EQ(encode(request), VA_STATUS_SUCCESS);
        sizes[said] = 8 * coded().size();
    }
    EXPECT_GT(sizes[0], fullness);
    EXPECT_LE(sizes[1], fullness);
}

// The program's own headers: they come out as they are, and the slice's data fits them.
TEST_F(VaEncoding, PackedHeaders) {
    start(kMain, 80, 64);
    draw(drifting(80, 64, 0));
    ASSERT_EQ(encode(key_picture(26)), VA_STATUS_SUCCESS);
    const Bytes whole = coded();
    const auto unit_at = [&](size_t from) {
        const uint8_t start_code[] = {0, 0, 0, 1};
        return static_cast<size_t>(std::search(whole.begin() + static_cast<ptrdiff_t>(from), whole.end(),
                                               start_code, start_code + 4) -
                                   whole.begin());
    };
    const size_t picture_at = unit_at(1), slice_at = unit_at(picture_at + 1);
    ASSERT_LT(slice_at, whole.size());
    const Bytes sequence(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(picture_at)),
        parameters(whole.begin() + static_cast<ptrdiff_t>(picture_at),
                   whole.begin() + static_cast<ptrdiff_t>(slice_at));
    const Bytes message{0, 0, 1, 6, 200, 3, 0, 0, 1, 0x80};  // of no known kind, without escapes
    const auto pack = [](Request& request, uint32_t type, const Bytes& bytes, size_t bits, bool escapes) {
        VAEncPackedHeaderParameterBuffer header{};
        header.type = type;
        header.bit_length = static_cast<uint32_t>(bits);
        header.has_emulation_bytes = escapes;
        request.more.push_back({VAEncPackedHeaderParameterBufferType, bytes_of(header)});
        request.more.push_back({VAEncPackedHeaderDataBufferType, bytes});
    };
    // first_mb_in_slice 0, slice_type 7, pic_parameter_set_id 0, frame_num 0 of 4 bits, idr_pic_id 0,
    // pic_order_cnt_lsb 0 of 8 bits, two flags of marking, slice_qp_delta 0, disable_deblocking_filter_idc 1:
    // 1 0001000 1 0000 1 00000000 00 1 010
    const Bytes slice{0, 0, 0, 1, 0x65, 0b10001000, 0b10000100, 0b00000000, 0b10100000};
    constexpr size_t slice_bits = 8 * 5 + 28;
    Request request = key_picture(26);
    // The structure has another deblocking: the header is what decoders see.
    request.slices[0].disable_deblocking_filter_idc = 0;
    request.slices[0].slice_qp_delta = 0;
    pack(request, VAEncPackedHeaderSequence, sequence, 8 * sequence.size(), true);
    pack(request, VAEncPackedHeaderPicture, parameters, 8 * parameters.size(), true);
    pack(request, VAEncPackedHeaderRawData, message, 8 * message.size(), false);
    pack(request, VAEncPackedHeaderSlice, slice, slice_bits, false);
    ASSERT_EQ(encode(request), VA_STATUS_SUCCESS);
    const Bytes packed = coded();
    EXPECT_TRUE(std::equal(sequence.begin(), sequence.end(), packed.begin()));
    const Bytes escaped{0, 0, 1, 6, 200, 3, 0, 0, 3, 1, 0x80};
    EXPECT_NE(std::search(packed.begin(), packed.end(), escaped.begin(), escaped.end()), packed.end());
    const std::vector<Bytes> shown = decoded({packed});
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_EQ(shown[0], samples_of(made_[0]));
    // Headers that are cut off, of another slice, or without data.
    for (const size_t bits : {size_t{8}, size_t{40}, slice_bits - 8, size_t{1000}}) {
        Request wrong = key_picture(26);
        pack(wrong, VAEncPackedHeaderSlice, slice, bits, false);
        EXPECT_NE(encode(wrong), VA_STATUS_SUCCESS) << bits;
    }
    Request other = key_picture(26);
    Bytes of_another = slice;
    of_another[5] = 0b01000010;  // first_mb_in_slice 1
    pack(other, VAEncPackedHeaderSlice, of_another, slice_bits, false);
    EXPECT_EQ(encode(other), VA_STATUS_ERROR_INVALID_PARAMETER);
    // Any damage is an error or a picture; never an end.
    for (const bool cabac : {false, true}) {
        for (size_t bit = 32; bit < slice_bits; bit++) {
            Request damaged = key_picture(26);
            if (cabac) by_cabac(damaged);
            Bytes bytes = slice;
            bytes[bit / 8] ^= static_cast<uint8_t>(0x80 >> bit % 8);
            pack(damaged, VAEncPackedHeaderSlice, bytes, slice_bits, bit % 2 != 0);
            encode(damaged);
        }
    }
    Request lone = key_picture(26);
    pack(lone, VAEncPackedHeaderSlice, slice, slice_bits, false);
    lone.more.pop_back();
    EXPECT_EQ(encode(lone), VA_STATUS_ERROR_INVALID_BUFFER);
}

struct WrongInput {
    const char* name;
    VAStatus status;
    std::function<void(Request&)> change;
};

// Each is a second picture, which would be fine without the change.
TEST_F(VaEncoding, WrongInputIsNamed) {
    start(kMain, 80, 64);
    const VASurfaceID small = surface(64, 64), other = surface(80, 64, VA_RT_FORMAT_RGB32),
                      never_coded = surface(80, 64);
    const VABufferID small_buffer = make(VAEncCodedBufferType, 10, nullptr);
    VASurfaceID gone = surface(80, 64);
    EXPECT_EQ(table_.vaDestroySurfaces(&context_, &gone, 1), VA_STATUS_SUCCESS);
    const WrongInput all[] = {
        {"source of another size", VA_STATUS_ERROR_INVALID_SURFACE, [=](Request& r) { r.source = small; }},
        {"source of another format", VA_STATUS_ERROR_INVALID_SURFACE, [=](Request& r) { r.source = other; }},
        {"no place for the picture", VA_STATUS_ERROR_INVALID_SURFACE,
         [=](Request& r) { r.picture.CurrPic.picture_id = gone; }},
        {"too small a place", VA_STATUS_ERROR_INVALID_SURFACE,
         [=](Request& r) { r.picture.CurrPic.picture_id = small; }},
        {"no buffer", VA_STATUS_ERROR_INVALID_BUFFER,
         [](Request& r) { r.picture.coded_buf = VA_INVALID_ID; }},
        {"too small a buffer", VA_STATUS_ERROR_NOT_ENOUGH_BUFFER,
         [=](Request& r) { r.picture.coded_buf = small_buffer; }},
        {"a reference that is gone", VA_STATUS_ERROR_INVALID_SURFACE,
         [=](Request& r) { r.slices[0].RefPicList0[0].picture_id = gone; }},
        {"a reference never coded", VA_STATUS_ERROR_INVALID_SURFACE,
         [=](Request& r) { r.slices[0].RefPicList0[0].picture_id = never_coded; }},
        {"no reference", VA_STATUS_ERROR_INVALID_SURFACE,
         [](Request& r) { r.slices[0].RefPicList0[0] = no_entry(); }},
        {"a slice behind the end", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.slices[0].macroblock_address = 100; }},
        {"too many macroblocks", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.slices[0].num_macroblocks++; }},
        {"too few macroblocks", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.slices[0].num_macroblocks--; }},
        {"slices in the wrong order", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { cut(r, 2), std::swap(r.slices[0], r.slices[1]); }},
        {"no slice", VA_STATUS_ERROR_INVALID_BUFFER, [](Request& r) { r.slices.clear(); }},
        {"a B slice", VA_STATUS_ERROR_UNIMPLEMENTED, [](Request& r) { r.slices[0].slice_type = 1; }},
        {"QP 52", VA_STATUS_ERROR_INVALID_PARAMETER, [](Request& r) { r.slices[0].slice_qp_delta = 26; }},
        {"pic_init_qp 60", VA_STATUS_ERROR_INVALID_PARAMETER, [](Request& r) { r.picture.pic_init_qp = 60; }},
        {"slices of different QP", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) { cut(r, 2), r.slices[1].slice_qp_delta++; }},
        {"weights", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) { r.picture.pic_fields.bits.weighted_pred_flag = 1; }},
        {"the 8x8 transform in Main", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.picture.pic_fields.bits.transform_8x8_mode_flag = 1; }},
        {"scaling matrices", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) { r.picture.pic_fields.bits.pic_scaling_matrix_present_flag = 1; }},
        {"a level that is none", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.sequence.level_idc = 33; }},
        {"fields", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) { r.sequence.seq_fields.bits.frame_mbs_only_flag = 0; }},
        {"4:2:2", VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT,
         [](Request& r) { r.sequence.seq_fields.bits.chroma_format_idc = 2; }},
        {"10 bits", VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT,
         [](Request& r) { r.sequence.bit_depth_luma_minus8 = 2; }},
        {"no macroblocks", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) { r.sequence.picture_width_in_mbs = 0; }},
        {"too many for any level", VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED,
         [](Request& r) { r.sequence.picture_width_in_mbs = r.sequence.picture_height_in_mbs = 1000; }},
        {"a larger picture", VA_STATUS_ERROR_INVALID_SURFACE,
         [](Request& r) { r.sequence.picture_width_in_mbs++; }},
        {"quality 6", VA_STATUS_ERROR_INVALID_PARAMETER,
         [](Request& r) {
             r.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeQualityLevel,
                                                           VAEncMiscParameterBufferQualityLevel{6, {}})}};
         }},
        {"largest slices", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) {
             r.more = {{VAEncMiscParameterBufferType,
                        misc(VAEncMiscParameterTypeMaxSliceSize, VAEncMiscParameterMaxSliceSize{})}};
         }},
        {"references that nobody decodes", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) {
             VAEncMiscParameterEncQuality asked{};
             asked.useRawPicForRef = 1;
             r.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeEncQuality, asked)}};
         }},
        {"a picture that is no picture", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) {
             VAEncMiscParameterSkipFrame asked{};
             asked.skip_frame_flag = 2;
             r.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeSkipFrame, asked)}};
         }},
        {"decisions of macroblocks", VA_STATUS_ERROR_UNIMPLEMENTED,
         [](Request& r) {
             r.more = {{VAEncMiscParameterBufferType,
                        misc(VAEncMiscParameterTypeFEIFrameControl, std::array<uint32_t, 64>{})}};
         }},
        {"half a rate", VA_STATUS_ERROR_INVALID_BUFFER,
         [](Request& r) {
             r.more = {{VAEncMiscParameterBufferType, misc(VAEncMiscParameterTypeRateControl, uint32_t{1})}};
         }},
    };
    draw(drifting(80, 64, 0));
    ASSERT_EQ(encode(key_picture(26)), VA_STATUS_SUCCESS);
    for (const WrongInput& wrong : all) {
        Request request = later_picture(26, 1, {1});
        wrong.change(request);
        EXPECT_EQ(encode(request), wrong.status) << wrong.name;
    }
    EXPECT_NE(segment(small_buffer).status & VA_CODED_BUF_STATUS_SLICE_OVERFLOW_MASK, 0u);
    EXPECT_EQ(segment(small_buffer).size, 0u);
    EXPECT_EQ(encode(later_picture(26, 1, {1})), VA_STATUS_SUCCESS);  // none of it did harm
}

TEST_F(VaEncoding, PicturesWithoutParameters) {
    start(kHigh, 80, 64);
    EXPECT_EQ(render(source_, {}), VA_STATUS_ERROR_INVALID_BUFFER);
    Request request = key_picture(26);
    const auto buffer = [&](VABufferType type, Bytes bytes) {
        return make(type, bytes.size(), bytes.data());
    };
    EXPECT_EQ(render(source_, {buffer(VAEncPictureParameterBufferType, bytes_of(request.picture)),
                               buffer(VAEncSliceParameterBufferType, bytes_of(request.slices[0]))}),
              VA_STATUS_ERROR_INVALID_BUFFER);  // no sequence's
    EXPECT_EQ(render(source_, {buffer(VAEncSequenceParameterBufferType, bytes_of(request.sequence)),
                               buffer(VAEncSliceParameterBufferType, bytes_of(request.slices[0]))}),
              VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(render(source_, {buffer(VAEncSequenceParameterBufferType, {1, 2, 3}),
                               buffer(VAEncPictureParameterBufferType, {1, 2, 3}),
                               buffer(VAEncSliceParameterBufferType, {1, 2, 3})}),
              VA_STATUS_ERROR_INVALID_BUFFER);
    uint8_t byte = 0;
    VABufferID made = VA_INVALID_ID;
    EXPECT_EQ(table_.vaCreateBuffer(&context_, encoder_, VAEncCodedBufferType, 1, 1, &byte, &made),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaCreateBuffer(&context_, encoder_, VASliceDataBufferType, 1, 1, nullptr, &made),
              VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE);
    EXPECT_EQ(segment(coded_).size, 0u);
}

// Parameters of every value: an error, or a picture; never an end.
TEST_F(VaEncoding, ParametersAtRandom) {
    uint32_t state = 1;
    const auto random = [&] { return (state = state * 1664525 + 1013904223) >> 16; };
    const auto spoil = [&](auto& of) {
        auto* bytes = reinterpret_cast<uint8_t*>(&of);
        for (uint32_t i = random() % 4; i > 0; i--)
            bytes[random() % sizeof of] = static_cast<uint8_t>(random());
    };
    int errors = 0, pictures = 0;
    start(kHigh, 48, 32);
    draw(drifting(48, 32, 0));
    ASSERT_EQ(encode(key_picture(26)), VA_STATUS_SUCCESS);
    for (int round = 0; round < 600; round++) {
        Request request = round % 3 == 0 ? key_picture(26) : later_picture(26, 1, {1});
        if (round % 2) high(request);
        spoil(request.picture);
        if (round % 4 == 0) spoil(request.sequence);
        spoil(request.slices[0].macroblock_address);
        spoil(request.slices[0].slice_type);
        auto* bytes = reinterpret_cast<uint8_t*>(&request.slices[0]);
        for (uint32_t i = random() % 3; i > 0; i--) bytes[random() % 60] = static_cast<uint8_t>(random());
        bytes[sizeof(VAEncSliceParameterBufferH264) - 1 - random() % 24] = static_cast<uint8_t>(random());
        (encode(request) == VA_STATUS_SUCCESS ? pictures : errors)++;
    }
    EXPECT_GT(errors, 20);
    EXPECT_GT(pictures, 20);
}

}  // namespace
}  // namespace genmedia::test
