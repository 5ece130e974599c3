// SPDX-License-Identifier: MIT
// Files, clips and motion fields that the tests of src/media make up.
#pragma once

#include "genmedia/motion.h"
#include "media/video/video_reader.h"
#include "own_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace genmedia::media {

class MediaTest : public testing::Test {
protected:
    std::string path(const std::string& name) const { return folder_.path(name); }

    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
    }
    std::string read(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    // Runs ffmpeg in the test's folder.
    bool ffmpeg(const std::string& arguments) const {
        const std::string command =
            "cd '" + folder_.path() + "' && '" FFMPEG_PROGRAM "' -nostdin -v error -y " + arguments;
        return std::system(command.c_str()) == 0;
    }

private:
    const ::test::OwnFolder folder_;
};

#define REQUIRE_FFMPEG() \
    if (std::string(FFMPEG_PROGRAM).empty()) GTEST_SKIP() << "no ffmpeg program to make the video with"

// Luma of a made-up clip; every frame, line and column differs.
inline uint8_t clip_luma(int64_t frame, int32_t x, int32_t y) {
    return static_cast<uint8_t>(16 + (37 * frame + 3 * x + 5 * y + x * y / 7) % 220);
}

inline std::string clip_luma_plane(int64_t frame, int32_t width, int32_t height) {
    std::string bytes;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) bytes += static_cast<char>(clip_luma(frame, x, y));
    return bytes;
}

// 4:2:0 frames with flat chroma, by which I420 and NV12 can be told apart: Cb 100, Cr 200.
inline std::string clip_frames(int64_t frames, int32_t width, int32_t height, RawFormat::Layout layout) {
    const size_t chroma = static_cast<size_t>((width + 1) / 2) * static_cast<size_t>((height + 1) / 2);
    std::string bytes;
    for (int64_t frame = 0; frame < frames; frame++) {
        bytes += clip_luma_plane(frame, width, height);
        if (layout == RawFormat::Layout::i420)
            bytes +=
                std::string(chroma, static_cast<char>(100)) + std::string(chroma, static_cast<char>(200));
        else
            for (size_t i = 0; i < chroma; i++) bytes += "\x64\xC8";
    }
    return bytes;
}

inline std::string y4m_clip(int64_t frames, int32_t width, int32_t height) {
    std::string bytes =
        "YUV4MPEG2 W" + std::to_string(width) + " H" + std::to_string(height) + " F30:1 Ip A1:1 C420jpeg\n";
    for (int64_t frame = 0; frame < frames; frame++) {
        const size_t chroma = static_cast<size_t>((width + 1) / 2) * static_cast<size_t>((height + 1) / 2);
        bytes += "FRAME\n" + clip_luma_plane(frame, width, height) +
                 std::string(2 * chroma, static_cast<char>(128));
    }
    return bytes;
}

inline std::string luma_bytes(const Picture& picture) {
    std::string bytes;
    for (int32_t y = 0; y < picture.height(); y++)
        bytes.append(reinterpret_cast<const char*>(picture.luma().line(y)),
                     static_cast<size_t>(picture.width()));
    return bytes;
}

// Facts that follow from a frame's number; check_npz.py knows the same.
inline FrameFacts made_up_facts(int f) {
    return {.number = f,
            .pts = (int64_t{1} << 40) + 512 * f,
            .seconds = 0.5 * f,
            .damaged = f % 2 == 1,
            .damaged_reference = f % 3 == 0,
            .missing_before = f % 4 == 1 ? f - 6 : 0};
}

// A field whose every value follows from frame f, macroblock m and 4x4 block k; check_npz.py knows the same.
inline MotionField made_up_field(int f, int32_t width, int32_t height, bool backward, bool intra) {
    MotionField field;
    field.width = width;
    field.height = height;
    field.columns = (width + 15) / 16;
    field.rows = (height + 15) / 16;
    field.has_inter = true;
    field.scene_cut = f % 3 == 2;
    field.has_backward = backward;
    field.has_intra = intra;
    for (int m = 0; m < field.columns * field.rows; m++) {
        vme::InterResult result;
        result.major_shape = static_cast<vme::MajorShape>(m % 4);
        result.best_distortion = static_cast<uint16_t>(40000 + 100 * f + m);
        for (int q = 0; q < 4; q++) {
            result.minor_shapes[q] = static_cast<vme::MinorShape>((m + q) % 4);
            result.directions[q] = static_cast<vme::Direction>(backward ? (m + q) % 3 : 0);
        }
        for (int k = 0; k < 16; k++) {
            const auto value = static_cast<int16_t>(1000 * f + 20 * m + k);
            result.vectors[k] = {{value, static_cast<int16_t>(-value)}, {static_cast<int16_t>(value + 7), 3}};
            result.distortions[k] = static_cast<uint16_t>(50000 + 20 * m + k);
        }
        field.inter.push_back(result);
        if (!intra) continue;
        MacroblockIntra block;
        block.shape = static_cast<vme::IntraShape>(m % 3);
        block.distortion = static_cast<uint16_t>(41000 + m);
        for (int k = 0; k < 16; k++) block.luma_modes[k] = static_cast<vme::LumaMode>((m + k) % 9);
        field.intra.push_back(block);
    }
    return field;
}

}  // namespace genmedia::media
