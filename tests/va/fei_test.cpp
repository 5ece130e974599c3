// SPDX-License-Identifier: MIT
// VAEntrypointFEI: what is asked of single macroblocks, and what comes back. Streams are judged by FFmpeg's
// decoder and by those of the plain encoder.
#include "va_encoding.h"

#include <va/va_fei.h>
#include <va/va_fei_h264.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace genmedia::test {
namespace {

using Control = VAEncMiscParameterFEIFrameControlH264;
using Code = VAEncFEIMBCodeH264;

class VaFei : public VaEncoding {
protected:
    static constexpr int kColumns = 5, kRows = 4, kMacroblocks = kColumns * kRows;
    static constexpr int16_t kInvalid = -32768;

    void SetUp() override {
        VaEncoding::SetUp();
        start(kMain, 16 * kColumns, 16 * kRows, VA_RC_CQP, VAEntrypointFEI);
        vectors_ = make(VAEncFEIMVBufferType, kMacroblocks * 16 * sizeof(VAMotionVector), nullptr);
        codes_ = make(VAEncFEIMBCodeBufferType, kMacroblocks * sizeof(Code), nullptr);
        distortions_ =
            make(VAEncFEIDistortionBufferType, kMacroblocks * sizeof(VAEncFEIDistortionH264), nullptr);
        wishes_ = make(VAEncFEIMBControlBufferType, kMacroblocks * sizeof(VAEncFEIMBControlH264), nullptr);
        predictors_ =
            make(VAEncFEIMVPredictorBufferType, kMacroblocks * sizeof(VAEncFEIMVPredictorH264), nullptr);
    }
    Control control(uint32_t function) const {
        Control asked{};
        asked.function = function;
        asked.search_window = 5;
        asked.sub_pel_mode = 3;
        asked.inter_sad = asked.intra_sad = 2;
        asked.mv_data = vectors_;
        asked.mb_code_data = codes_;
        asked.distortion = distortions_;
        asked.mb_ctrl = wishes_;
        asked.mv_predictor = predictors_;
        return asked;
    }
    VAStatus encode(Request request, const Control& asked) {
        request.more.emplace_back(VAEncMiscParameterBufferType,
                                  misc(VAEncMiscParameterTypeFEIFrameControl, asked));
        return VaEncoding::encode(request);
    }
    VAStatus encode(const Request& request, uint32_t function) { return encode(request, control(function)); }
    template <class T>
    T* elements(VABufferID buffer) {
        void* memory = nullptr;
        EXPECT_EQ(table_.vaMapBuffer(&context_, buffer, &memory), VA_STATUS_SUCCESS);
        EXPECT_EQ(table_.vaUnmapBuffer(&context_, buffer), VA_STATUS_SUCCESS);
        return static_cast<T*>(memory);
    }
    Request picture(int number) {
        draw(drifting(16 * kColumns, 16 * kRows, number));
        Request request = number == 0 ? key_picture(26) : later_picture(26, number, {1});
        request.picture.pic_fields.bits.entropy_coding_mode_flag = 1;
        return request;
    }

    VABufferID vectors_ = 0, codes_ = 0, distortions_ = 0, wishes_ = 0, predictors_ = 0;
};

// Answers without a stream, then a stream of the answers: as in one step.
TEST_F(VaFei, TwoStepsMakeThePictureOfOne) {
    std::vector<Bytes> pictures, kept;
    for (int n = 0; n < 4; n++) {
        const Request request = picture(n);
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
        const Bytes whole = coded();
        auto* memory = elements<uint8_t>(codes_);
        const Bytes answered(memory, memory + kMacroblocks * sizeof(Code));
        std::fill_n(memory, answered.size(), uint8_t{0xaa});
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC), VA_STATUS_SUCCESS);
        EXPECT_EQ(Bytes(memory, memory + answered.size()), answered);
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_PAK), VA_STATUS_SUCCESS);
        EXPECT_EQ(coded(), whole) << n;
        pictures.push_back(whole);
        kept.push_back(samples_of(request.picture.CurrPic.picture_id));
    }
    const std::vector<Bytes> shown = decoded(pictures);
    ASSERT_EQ(shown.size(), kept.size());
    for (size_t i = 0; i < shown.size(); i++) EXPECT_EQ(shown[i], kept[i]) << "picture " << i;
}

// Intel's Media SDK decides in one context and codes in another. The references are in the surfaces.
TEST_F(VaFei, DecidingAndCodingInTwoContexts) {
    VAConfigID config = VA_INVALID_ID;
    VAContextID deciding = VA_INVALID_ID;
    ASSERT_EQ(table_.vaCreateConfig(&context_, kMain, VAEntrypointFEI, nullptr, 0, &config),
              VA_STATUS_SUCCESS);
    ASSERT_EQ(table_.vaCreateContext(&context_, config, 16 * kColumns, 16 * kRows, 0, nullptr, 0, &deciding),
              VA_STATUS_SUCCESS);
    std::vector<Bytes> pictures, kept, whole;
    for (int n = 0; n < 3; n++) {
        const Request request = picture(n);
        std::swap(encoder_, deciding);
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC), VA_STATUS_SUCCESS) << n;
        std::swap(encoder_, deciding);
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_PAK), VA_STATUS_SUCCESS) << n;
        pictures.push_back(coded());
        kept.push_back(samples_of(request.picture.CurrPic.picture_id));
        ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS) << n;
        whole.push_back(coded());
    }
    EXPECT_EQ(pictures, whole);
    EXPECT_EQ(decoded(pictures), kept);
}

TEST_F(VaFei, EncWritesAnswersAlone) {
    ASSERT_EQ(encode(picture(0), VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
    const Bytes key = coded();
    Request request = picture(1);
    request.picture.coded_buf = VA_INVALID_ID;
    std::fill_n(elements<uint8_t>(distortions_), kMacroblocks * sizeof(VAEncFEIDistortionH264),
                uint8_t{0xaa});
    ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC), VA_STATUS_SUCCESS);
    EXPECT_EQ(coded(), key);
    const auto* codes = elements<Code>(codes_);
    const auto* vectors = elements<VAMotionVector>(vectors_);
    const auto* distortions = elements<VAEncFEIDistortionH264>(distortions_);
    for (int i = 0; i < kMacroblocks; i++) {
        EXPECT_EQ(codes[i].horz_origin, i % kColumns);
        EXPECT_EQ(codes[i].vert_origin, i / kColumns);
        EXPECT_EQ(codes[i].is_last_mb, i + 1 == kMacroblocks);
        EXPECT_EQ(codes[i].qp_prime_y, 26);
        for (int e = 0; e < 16; e++) {
            EXPECT_EQ(vectors[16 * i + e].mv0[0] == kInvalid, codes[i].intra_mb_flag == 1);
            EXPECT_EQ(vectors[16 * i + e].mv1[0], kInvalid);
        }
        const auto least =
            std::min(distortions[i].best_inter_distortion, distortions[i].best_intra_distortion);
        EXPECT_LT(least, 0xaaaa);
    }
}

// A predictor far outside of the search window finds what moved that far; one that points elsewhere does not.
TEST_F(VaFei, PredictorsMoveTheSearch) {
    const ColorPicture still = drifting(16 * kColumns, 16 * kRows, 0);
    ColorPicture noise = color_noise(16 * kColumns, 16 * kRows, 7);
    const auto moved = [&](int by) {
        ColorPicture picture = still;
        for (int y = 0; y < 16 * kRows; y++)
            for (int x = 0; x < 16 * kColumns; x++)
                picture.planes[0].at(x, y) =
                    noise.planes[0].samples[static_cast<size_t>(y) * 16 * kColumns +
                                            static_cast<size_t>(std::clamp(x + by, 0, 16 * kColumns - 1))];
        return picture;
    };
    Request key = picture(0);
    draw(moved(0));
    ASSERT_EQ(encode(key, VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
    Request next = picture(1);
    draw(moved(44));
    const auto found = [&](const Control& asked) {
        EXPECT_EQ(encode(next, asked), VA_STATUS_SUCCESS);
        const auto* vectors = elements<VAMotionVector>(vectors_);
        int count = 0;
        for (int i = 0; i < kMacroblocks; i++)
            if (i % kColumns < 2) count += vectors[16 * i].mv0[0] == 4 * 44;
        return count;
    };
    Control asked = control(VA_FEI_FUNCTION_ENC);
    asked.mv_predictor_enable = 1;
    auto* predictors = elements<VAEncFEIMVPredictorH264>(predictors_);
    const auto set = [&](unsigned place, int x, unsigned reference) {
        for (int i = 0; i < kMacroblocks; i++) {
            predictors[i].mv[place] = {{static_cast<int16_t>(4 * x), 0}, {kInvalid, kInvalid}};
            predictors[i].ref_idx[place].ref_idx_l0 = reference & 15;
        }
    };
    for (unsigned place = 0; place < 4; place++) set(place, 0, 0);
    for (unsigned count = 1; count <= 4; count++) {
        SCOPED_TRACE(count);
        asked.num_mv_predictors_l0 = count & 15;
        EXPECT_EQ(found(asked), 0);
        set(count - 1, 44, 0);
        EXPECT_EQ(found(asked), 2 * kRows);
        set(count - 1, 44, 1);  // there is no such reference
        EXPECT_EQ(found(asked), 0);
        set(count - 1, 0, 0);
    }
    asked.num_mv_predictors_l0 = 5;
    EXPECT_EQ(encode(next, asked), VA_STATUS_ERROR_INVALID_PARAMETER);
}

TEST_F(VaFei, WishesOfSingleMacroblocks) {
    ASSERT_EQ(encode(picture(0), VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
    const std::vector<Bytes> key{coded()};
    auto* wishes = elements<VAEncFEIMBControlH264>(wishes_);
    std::fill_n(wishes, kMacroblocks, VAEncFEIMBControlH264{});
    wishes[7].force_to_intra = 1;
    wishes[8].force_to_skip = 1;
    Control asked = control(VA_FEI_FUNCTION_ENC_PAK);
    asked.mb_input = 1;
    const Request request = picture(1);
    ASSERT_EQ(encode(request, asked), VA_STATUS_SUCCESS);
    const auto* codes = elements<Code>(codes_);
    EXPECT_EQ(codes[7].intra_mb_flag, 1);
    EXPECT_EQ(codes[8].intra_mb_flag, 0);
    EXPECT_EQ(codes[8].mb_skip_flag, 1);
    EXPECT_EQ(decoded({key[0], coded()}).at(1), samples_of(request.picture.CurrPic.picture_id));
    wishes[3].force_to_nonskip = 1;
    EXPECT_EQ(encode(request, asked), VA_STATUS_ERROR_UNIMPLEMENTED);
}

TEST_F(VaFei, PartitionsAndSubpixelsAsAsked) {
    ASSERT_EQ(encode(picture(0), VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
    Control asked = control(VA_FEI_FUNCTION_ENC);
    asked.sub_mb_part_mask = 0x7e;
    asked.sub_pel_mode = 0;
    asked.intra_part_mask = 0x07;
    ASSERT_EQ(encode(picture(1), asked), VA_STATUS_SUCCESS);
    const auto* codes = elements<Code>(codes_);
    const auto* vectors = elements<VAMotionVector>(vectors_);
    for (int i = 0; i < kMacroblocks; i++) {
        EXPECT_EQ(codes[i].intra_mb_flag, 0);
        EXPECT_EQ(codes[i].inter_mb_mode, 0);
        if (codes[i].mb_skip_flag) continue;  // the neighbours' median
        EXPECT_EQ(vectors[16 * i].mv0[0] % 4, 0);
        EXPECT_EQ(vectors[16 * i].mv0[1] % 4, 0);
    }
}

struct WrongControl {
    const char* name;
    VAStatus status;
    std::function<void(Control& asked)> change;
};

TEST_F(VaFei, WrongInputIsNamed) {
    const VABufferID small = make(VAEncFEIMVBufferType, 8, nullptr);
    const WrongControl all[] = {
        {"no function", VA_STATUS_ERROR_INVALID_PARAMETER, [](Control& c) { c.function = 0; }},
        {"no distortion", VA_STATUS_ERROR_INVALID_PARAMETER, [](Control& c) { c.inter_sad = 1; }},
        {"no search", VA_STATUS_ERROR_INVALID_PARAMETER, [](Control& c) { c.search_window = 9; }},
        {"no partitions", VA_STATUS_ERROR_INVALID_PARAMETER, [](Control& c) { c.sub_mb_part_mask = 0x7f; }},
        {"no part of a pixel", VA_STATUS_ERROR_INVALID_PARAMETER, [](Control& c) { c.sub_pel_mode = 2; }},
        {"an extended search", VA_STATUS_ERROR_UNIMPLEMENTED, [](Control& c) { c.search_window = 8; }},
        {"quantisers", VA_STATUS_ERROR_UNIMPLEMENTED, [](Control& c) { c.mb_qp = 1; }},
        {"sizes", VA_STATUS_ERROR_UNIMPLEMENTED, [](Control& c) { c.mb_size_ctrl = 1; }},
        {"passes", VA_STATUS_ERROR_UNIMPLEMENTED, [](Control& c) { c.num_passes = 2; }},
        {"two distortions", VA_STATUS_ERROR_UNIMPLEMENTED, [](Control& c) { c.intra_sad = 0; }},
        {"vectors that are none", VA_STATUS_ERROR_INVALID_BUFFER, [](Control& c) { c.mv_data = 0x7fffffff; }},
        {"too few vectors", VA_STATUS_ERROR_NOT_ENOUGH_BUFFER, [=](Control& c) { c.mv_data = small; }},
        {"too few codes", VA_STATUS_ERROR_NOT_ENOUGH_BUFFER, [=](Control& c) { c.mb_code_data = small; }},
        {"too few wishes", VA_STATUS_ERROR_NOT_ENOUGH_BUFFER,
         [=](Control& c) {
             c.mb_input = 1;
             c.mb_ctrl = small;
         }},
        {"predictors that are none", VA_STATUS_ERROR_INVALID_BUFFER,
         [](Control& c) {
             c.mv_predictor_enable = 1;
             c.num_mv_predictors_l0 = 1;
             c.mv_predictor = 0x7fffffff;
         }},
        {"nothing to write", VA_STATUS_ERROR_INVALID_BUFFER,
         [](Control& c) {
             c.function = VA_FEI_FUNCTION_PAK;
             c.mb_code_data = VA_INVALID_ID;
         }},
    };
    const Request request = picture(0);
    EXPECT_EQ(VaEncoding::encode(request), VA_STATUS_ERROR_INVALID_PARAMETER);  // no control
    for (const WrongControl& wrong : all) {
        Control asked = control(VA_FEI_FUNCTION_ENC_PAK);
        wrong.change(asked);
        EXPECT_EQ(encode(request, asked), wrong.status) << wrong.name;
    }
    EXPECT_EQ(encode(request, VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);  // none of it did harm
}

// Whatever a program writes into the answers: a stream that decodes, or an error.
TEST_F(VaFei, AnswersAtRandom) {
    ASSERT_EQ(encode(picture(0), VA_FEI_FUNCTION_ENC_PAK), VA_STATUS_SUCCESS);
    const Bytes key = coded();
    const Request request = picture(1);
    ASSERT_EQ(encode(request, VA_FEI_FUNCTION_ENC), VA_STATUS_SUCCESS);
    auto* codes = elements<uint8_t>(codes_);
    auto* vectors = elements<uint8_t>(vectors_);
    const Bytes good_codes(codes, codes + kMacroblocks * sizeof(Code));
    const Bytes good_vectors(vectors, vectors + kMacroblocks * 16 * sizeof(VAMotionVector));
    std::mt19937 random(5);
    int streams = 0, errors = 0;
    for (int round = 0; round < 300; round++) {
        std::copy(good_codes.begin(), good_codes.end(), codes);
        std::copy(good_vectors.begin(), good_vectors.end(), vectors);
        codes[random() % good_codes.size()] ^= static_cast<uint8_t>(1 << random() % 8);
        if (round % 2) vectors[random() % good_vectors.size()] ^= static_cast<uint8_t>(1 << random() % 8);
        const VAStatus status = encode(request, VA_FEI_FUNCTION_PAK);
        if (status == VA_STATUS_SUCCESS) {
            streams++;
            ASSERT_EQ(decoded({key, coded()}).at(1), samples_of(request.picture.CurrPic.picture_id)) << round;
        } else {
            errors++;
            ASSERT_EQ(status, VA_STATUS_ERROR_INVALID_PARAMETER) << round;
        }
    }
    EXPECT_GT(streams, 0);
    EXPECT_GT(errors, 0);
}

}  // namespace
}  // namespace genmedia::test
