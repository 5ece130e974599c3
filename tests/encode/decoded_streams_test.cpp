// SPDX-License-Identifier: MIT
// FFmpeg's decoder makes the encoder's own pictures of its streams, byte for byte, and finds the vectors that
// were decided.
#include "encoded_scenes.h"
#include "genmedia/encode.h"
#include "genmedia/partition.h"

#include <gtest/gtest.h>

#include <memory>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/motion_vector.h>
}

namespace genmedia {
namespace {

constexpr int kMostBits = 3200 + 31;        // of a macroblock in Baseline [A.3.1], and of mb_skip_run
constexpr int kFewestSampleBits = 384 * 8;  // of one whose samples are written as they are

using test::color_noise;
using test::ColorPicture;
using test::drifting;

std::vector<uint8_t> bytes_of(const Yuv420View& view) {
    std::vector<uint8_t> bytes;
    for (const PlaneView* plane : {&view.luma, &view.cb, &view.cr})
        for (int y = 0; y < plane->height; y++)
            bytes.insert(bytes.end(), plane->line(y), plane->line(y) + plane->width);
    return bytes;
}

// Every message of the decoder counts as an error.
int complaints = 0;
void count_complaints(void*, int level, const char* format, va_list arguments) {
    if (level > AV_LOG_WARNING) return;
    complaints++;
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    ADD_FAILURE() << "FFmpeg: " << text;
}

class Decoder {
public:
    Decoder() {
        av_log_set_callback(count_complaints);
        context_->flags2 |= AV_CODEC_FLAG2_EXPORT_MVS;
        context_->thread_count = 1;
        context_->err_recognition = AV_EF_EXPLODE;
        EXPECT_EQ(avcodec_open2(context_.get(), avcodec_find_decoder(AV_CODEC_ID_H264), nullptr), 0);
    }

    // One picture in, the same one out.
    const AVFrame* decode(const std::vector<uint8_t>& bytes) {
        std::vector<uint8_t> padded = bytes;
        padded.resize(bytes.size() + AV_INPUT_BUFFER_PADDING_SIZE);
        const std::unique_ptr<AVPacket, void (*)(AVPacket*)> packet(av_packet_alloc(),
                                                                    [](AVPacket* p) { av_packet_free(&p); });
        packet->data = padded.data();
        packet->size = static_cast<int>(bytes.size());
        EXPECT_EQ(avcodec_send_packet(context_.get(), packet.get()), 0);
        if (avcodec_receive_frame(context_.get(), frame_.get()) == 0) return frame_.get();
        ADD_FAILURE() << "no picture";
        return nullptr;
    }

private:
    struct FreeContext {
        void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
    };
    struct FreeFrame {
        void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    };
    std::unique_ptr<AVCodecContext, FreeContext> context_{
        avcodec_alloc_context3(avcodec_find_decoder(AV_CODEC_ID_H264))};
    std::unique_ptr<AVFrame, FreeFrame> frame_{av_frame_alloc()};
};

Yuv420View view_of(const AVFrame& frame) {
    const auto plane = [&](int p) {
        return PlaneView{frame.data[p], p == 0 ? frame.width : frame.width / 2,
                         p == 0 ? frame.height : frame.height / 2, frame.linesize[p]};
    };
    return {plane(0), plane(1), plane(2)};
}

// FFmpeg reports one vector for each 16x16 macroblock, each half, or each quadrant. Of a quadrant's parts it
// takes the first one's.
void expect_vectors(const AVFrame& frame, const EncodedPicture& coded) {
    std::vector<std::array<bool, 4>> seen(coded.decisions.size());
    const AVFrameSideData* data = av_frame_get_side_data(&frame, AV_FRAME_DATA_MOTION_VECTORS);
    const size_t count = data ? data->size / sizeof(AVMotionVector) : 0;
    for (size_t i = 0; i < count; i++) {
        const AVMotionVector& v = reinterpret_cast<const AVMotionVector*>(data->data)[i];
        const int x = v.dst_x - v.w / 2, y = v.dst_y - v.h / 2;
        const size_t index = static_cast<size_t>(y / 16) * coded.columns + static_cast<size_t>(x / 16);
        const MacroblockDecision& decision = coded.decisions[index];
        const int entry = vme::entry_at(x % 16 / 4, y % 16 / 4);
        ASSERT_EQ(v.motion_x, decision.vectors[static_cast<size_t>(entry)].x) << x << ", " << y;
        ASSERT_EQ(v.motion_y, decision.vectors[static_cast<size_t>(entry)].y) << x << ", " << y;
        for (int q = 0; q < 4; q++)
            if (q % 2 * 8 >= x % 16 && q % 2 * 8 < x % 16 + v.w && q / 2 * 8 >= y % 16 &&
                q / 2 * 8 < y % 16 + v.h)
                seen[index][static_cast<size_t>(q)] = true;
    }
    for (size_t i = 0; i < seen.size(); i++)
        for (const bool quadrant : seen[i])
            ASSERT_EQ(quadrant, coded.decisions[i].type <= MacroblockType::inter) << "macroblock " << i;
}

void expect_same(Decoder& decoder, const Encoder& encoder, const EncodedPicture& coded) {
    const AVFrame* frame = decoder.decode(coded.bytes);
    ASSERT_TRUE(frame);
    ASSERT_EQ(bytes_of(view_of(*frame)), bytes_of(encoder.reconstruction()));
    for (const uint16_t bits : coded.bits) ASSERT_LE(bits, kMostBits);
    expect_vectors(*frame, coded);
}

struct Case {
    const char* name;
    EncoderOptions options;
    std::function<ColorPicture(int width, int height, int time)> picture;
    int count;
};

EncoderOptions sized(int32_t width, int32_t height, int qp) {
    EncoderOptions options;
    options.width = width;
    options.height = height;
    options.qp = qp;
    return options;
}
EncoderOptions with(EncoderOptions options, const std::function<void(EncoderOptions&)>& change) {
    change(options);
    return options;
}

ColorPicture noise_at(int width, int height, int time) {
    return color_noise(width, height, static_cast<unsigned>(time));
}
ColorPicture black_at(int width, int height, int) { return ColorPicture(width, height); }
// Blocks of black and white: the largest levels.
ColorPicture checkered_at(int width, int height, int time) {
    ColorPicture picture = color_noise(width, height, static_cast<unsigned>(time));
    for (test::Picture& plane : picture.planes)
        for (int y = 0; y < plane.height; y++)
            for (int x = 0; x < plane.width; x++) plane.at(x, y) = plane.at(x & ~15, y & ~15) & 128 ? 255 : 0;
    return picture;
}
// Black or white pixels, in macroblocks here and there whose left edge deblocking would find smooth.
ColorPicture dots_at(int width, int height, int time) {
    ColorPicture picture(width, height, 128);
    ColorPicture dots = color_noise(width, height, static_cast<unsigned>(time));
    for (size_t p = 0; p < 3; p++) {
        const int side = p == 0 ? 16 : 8;
        for (int y = 0; y < picture.planes[p].height; y++)
            for (int x = 0; x < picture.planes[p].width; x++)
                if ((x / side + y / side * 5 + time) % 3 == 0)
                    picture.planes[p].at(x, y) = x % side < 2 ? 130 : dots.planes[p].at(x, y) & 128 ? 255 : 0;
    }
    return picture;
}
// Another scene every third picture.
ColorPicture cut_at(int width, int height, int time) {
    return drifting(width, height, time + time / 3 * 100);
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const int qp : {0, 1, 9, 18, 26, 33, 42, 51})
        all.push_back({"drifting", sized(176, 144, qp), drifting, 4});
    for (const int qp : {0, 12, 28, 51}) all.push_back({"noise", sized(64, 48, qp), noise_at, 3});
    for (const int qp : {0, 6, 30}) all.push_back({"checkered", sized(96, 96, qp), checkered_at, 3});
    for (const int qp : {0, 10, 16, 18, 19, 20, 21, 24})
        all.push_back({"dots", sized(96, 80, qp), dots_at, 3});
    all.push_back({"dots, slices", with(sized(96, 80, 17), [](auto& o) { o.slices = 3; }), dots_at, 3});
    all.push_back({"dots, exact choice",
                   with(sized(96, 80, 18), [](auto& o) { o.decisions.exact_choice = true; }), dots_at, 3});
    all.push_back({"black", sized(128, 128, 28), black_at, 5});
    all.push_back({"one macroblock", sized(16, 16, 24), drifting, 10});
    all.push_back({"one pixel", sized(1, 1, 24), drifting, 3});
    all.push_back({"odd sides", sized(171, 77, 24), drifting, 4});
    all.push_back({"narrow", sized(18, 200, 24), drifting, 4});
    all.push_back({"cuts", sized(176, 144, 30), cut_at, 9});
    all.push_back(
        {"two references", with(sized(176, 144, 28), [](auto& o) { o.references = 2; }), drifting, 6});
    all.push_back({"four references, slices",
                   with(sized(176, 144, 24), [](auto& o) { o.references = 4, o.slices = 4; }), cut_at, 8});
    all.push_back({"a slice a row", with(sized(80, 80, 24), [](auto& o) { o.slices = 5; }), drifting, 4});
    all.push_back(
        {"not deblocked", with(sized(176, 144, 36), [](auto& o) { o.deblocking = false; }), drifting, 3});
    all.push_back(
        {"key pictures", with(sized(96, 96, 30), [](auto& o) { o.key_interval = 1; }), drifting, 4});
    all.push_back({"exact refinement",
                   with(sized(176, 144, 22), [](auto& o) { o.decisions.exact_refinement = true; }), drifting,
                   4});
    all.push_back({"exact choice, two references",
                   with(sized(176, 144, 29),
                        [](auto& o) {
                            o.references = 2;
                            o.decisions.exact_refinement = o.decisions.exact_choice = true;
                        }),
                   drifting, 5});
    all.push_back({"no steps",
                   with(sized(96, 96, 26),
                        [](auto& o) {
                            o.decisions.hierarchy = o.decisions.skip_check = o.decisions.mode_costs = false;
                            o.decisions.distortion = vme::Distortion::sad;
                        }),
                   drifting, 3});
    all.push_back({"many pictures", sized(32, 32, 30), drifting, 300});
    return all;
}

TEST(DecodedStreams, AreTheEncodersOwnPictures) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(std::string(c.name) + ", QP " + std::to_string(c.options.qp));
        Encoder encoder(c.options);
        Decoder decoder;
        for (int t = 0; t < c.count; t++) {
            SCOPED_TRACE("picture " + std::to_string(t));
            EncodedPicture coded;
            const Status status =
                encoder.encode(c.picture(c.options.width, c.options.height, t).view(), coded);
            ASSERT_TRUE(status.ok()) << status.message();
            ASSERT_NO_FATAL_FAILURE(expect_same(decoder, encoder, coded));
        }
    }
}

// Levels that Baseline cannot write would leave tens of steps out.
TEST(DecodedStreams, LoseNearlyNothingAtQpZero) {
    for (const auto& picture_at : {noise_at, checkered_at, dots_at, black_at}) {
        Encoder encoder(sized(96, 80, 0));
        for (int t = 0; t < 3; t++) {
            const ColorPicture picture = picture_at(96, 80, t);
            EncodedPicture coded;
            ASSERT_TRUE(encoder.encode(picture.view(), coded).ok());
            const std::vector<uint8_t> was = bytes_of(picture.view()),
                                       is = bytes_of(encoder.reconstruction());
            int most = 0;
            for (size_t i = 0; i < was.size(); i++) most = std::max(most, std::abs(was[i] - is[i]));
            EXPECT_LE(most, 2) << t;
        }
    }
}

// Decisions that no unit makes: each macroblock of some type, shape, vector, reference and mode that the
// standard allows.
class RandomDecisions {
public:
    RandomDecisions(unsigned seed, int columns, int rows, int slices)
        : random_(seed), columns_(columns), rows_(rows), slices_(slices) {}

    std::vector<MacroblockDecision> make(int references) {
        std::vector<MacroblockDecision> all;
        for (int y = 0; y < rows_; y++)
            for (int x = 0; x < columns_; x++) all.push_back(make_one(x, y, references));
        return all;
    }

private:
    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    bool begins_slice(int y) const {
        for (int s = 0; s < slices_; s++)
            if (s * rows_ / slices_ == y) return true;
        return false;
    }
    MacroblockDecision make_one(int x, int y, int references) {
        MacroblockDecision decision;
        decision.type = static_cast<MacroblockType>(references == 0 ? 2 + below(2) : below(4));
        const bool left = x > 0, upper = !begins_slice(y);
        if (decision.type == MacroblockType::inter) make_inter(decision, references);
        if (decision.type == MacroblockType::intra_16x16)
            decision.luma_modes.fill(left && upper ? std::array{vme::LumaMode::dc, vme::LumaMode::vertical,
                                                                vme::LumaMode::horizontal,
                                                                vme::LumaMode::plane}[below(4)]
                                     : left        ? vme::LumaMode::horizontal
                                     : upper       ? vme::LumaMode::vertical
                                                   : vme::LumaMode::dc);
        if (decision.type == MacroblockType::intra_4x4)
            for (int e = 0; e < 16; e++)
                decision.luma_modes[e] = mode(left || vme::entry_x(e), upper || vme::entry_y(e));
        if (decision.type >= MacroblockType::intra_16x16)
            decision.chroma_mode = left && upper ? static_cast<vme::ChromaMode>(below(4))
                                   : left        ? vme::ChromaMode::horizontal
                                   : upper       ? vme::ChromaMode::vertical
                                                 : vme::ChromaMode::dc;
        return decision;
    }
    vme::LumaMode mode(bool left, bool upper) {
        if (left && upper) return static_cast<vme::LumaMode>(below(9));
        if (left)
            return std::array{vme::LumaMode::horizontal, vme::LumaMode::dc,
                              vme::LumaMode::horizontal_up}[below(3)];
        if (upper)
            return std::array{vme::LumaMode::vertical, vme::LumaMode::diagonal_down_left,
                              vme::LumaMode::vertical_left}[below(3)];
        return vme::LumaMode::dc;
    }
    void make_inter(MacroblockDecision& decision, int references) {
        decision.major_shape = static_cast<vme::MajorShape>(below(4));
        for (vme::MinorShape& minor : decision.minor_shapes)
            if (decision.major_shape == vme::MajorShape::shape_8x8)
                minor = static_cast<vme::MinorShape>(below(4));
        for (int n = 0; n < vme::partition_count(decision.major_shape); n++) {
            vme::spread_quadrants(decision.references, decision.major_shape, n,
                                  static_cast<uint8_t>(below(references)));
            const vme::BlockRun run = vme::partition_blocks(decision.major_shape, decision.minor_shapes, n);
            for (int b = run.first; b < run.first + run.count; b++) {
                const int range = below(8) == 0 ? 250 : 30;
                vme::spread(decision.vectors, vme::kBlocks[b],
                            vme::MotionVector{static_cast<int16_t>(below(2 * range) - range),
                                              static_cast<int16_t>(below(2 * range) - range)});
            }
        }
    }

    std::mt19937 random_;
    int columns_, rows_, slices_;
};

TEST(DecodedStreams, HoldForAnyDecisions) {
    for (unsigned seed = 0; seed < 40; seed++) {
        EncoderOptions options = sized(80, 64, static_cast<int>(seed * 7 % 52));
        options.references = 1 + static_cast<int>(seed % 4);
        options.slices = 1 + static_cast<int>(seed % 3);
        options.threads = 1;
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomDecisions random(seed, 5, 4, options.slices);
        Encoder encoder(options);
        Decoder decoder;
        for (int t = 0; t < 6; t++) {
            SCOPED_TRACE("picture " + std::to_string(t));
            const std::vector<MacroblockDecision> decisions = random.make(std::min(t, options.references));
            const ColorPicture picture = seed % 5 == 0 ? color_noise(80, 64, seed) : drifting(80, 64, t);
            EncodedPicture coded;
            const Status status = encoder.encode(picture.view(), t == 0, decisions, coded);
            ASSERT_TRUE(status.ok()) << status.message();
            for (size_t i = 0; i < decisions.size(); i++) {
                if (coded.decisions[i].type == MacroblockType::skip) continue;
                if (coded.bits[i] >= kFewestSampleBits) continue;
                ASSERT_EQ(coded.decisions[i], decisions[i]) << i;
            }
            ASSERT_NO_FATAL_FAILURE(expect_same(decoder, encoder, coded));
        }
    }
}

}  // namespace
}  // namespace genmedia
