// SPDX-License-Identifier: MIT
// Pictures to search in: from a file of raw video, or a moving test picture if no file is given.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

struct Frame {
    int width = 0, height = 0;
    std::vector<uint8_t> luma;
    std::vector<uint8_t> chroma;  // Cb and Cr alternate; half as many lines as luma

    int columns() const { return (width + 15) / 16; }  // macroblocks
    int rows() const { return (height + 15) / 16; }
    // The pixel at (x, y). Outside the picture: the nearest pixel.
    int at(int x, int y) const {
        return luma[static_cast<size_t>(std::clamp(y, 0, height - 1)) * width + std::clamp(x, 0, width - 1)];
    }
};

// Half the width and height. Each pixel is the mean of four.
inline Frame halved(const Frame& frame) {
    Frame half{(frame.width + 1) / 2, (frame.height + 1) / 2, {}, {}};
    for (int y = 0; y < frame.height; y += 2) {
        for (int x = 0; x < frame.width; x += 2) {
            const int sum = frame.at(x, y) + frame.at(x + 1, y) + frame.at(x, y + 1) + frame.at(x + 1, y + 1);
            half.luma.push_back(static_cast<uint8_t>((sum + 2) / 4));
        }
    }
    return half;
}

// Soft blotches of two sizes. A place always has the same value.
inline double texture(double x, double y, int seed) {
    const auto knot = [seed](int column, int row, int size) {
        uint32_t hash = static_cast<uint32_t>(column) * 73856093u ^ static_cast<uint32_t>(row) * 19349663u ^
                        static_cast<uint32_t>(seed + size) * 83492791u;
        hash = (hash ^ hash >> 15) * 0x2C1B3C6Du;
        return static_cast<double>((hash ^ hash >> 13) & 255);
    };
    double sum = 0;
    for (const int size : {12, 5}) {
        const double column = std::floor(x / size), row = std::floor(y / size);
        const double right = x / size - column, down = y / size - row;
        const int c = static_cast<int>(column), r = static_cast<int>(row);
        sum += (knot(c, r, size) * (1 - right) + knot(c + 1, r, size) * right) * (1 - down) +
               (knot(c, r + 1, size) * (1 - right) + knot(c + 1, r + 1, size) * right) * down;
    }
    return sum / 2;
}

// The picture at time t: a background that moves by (1.5, -0.75) pixels times `speed`, and in front of it a
// square that moves the other way.
inline Frame test_picture(double t, double speed) {
    Frame frame{176, 144, {}, {}};
    const double dx = 1.5 * speed * t, dy = -0.75 * speed * t;
    const auto sample = [&](double x, double y, int seed) {
        const double in_x = x - 70 + 2 * dx, in_y = y - 50 + 2 * dy;
        const bool inside = in_x >= 0 && in_x < 44 && in_y >= 0 && in_y < 44;
        return static_cast<uint8_t>(inside ? texture(in_x, in_y, seed + 9) : texture(x - dx, y - dy, seed));
    };
    for (int y = 0; y < frame.height; y++) {
        for (int x = 0; x < frame.width; x++) frame.luma.push_back(sample(x, y, 1));
    }
    for (int y = 0; y < frame.height; y += 2) {
        for (int x = 0; x < frame.width; x += 2) {
            frame.chroma.push_back(sample(x, y, 2));
            frame.chroma.push_back(sample(x, y, 3));
        }
    }
    return frame;
}

// The first frames of a file of raw planar 4:2:0 video.
inline std::vector<Frame> read_frames(const std::string& path, int width, int height, int count) {
    std::ifstream file(path, std::ios::binary);
    std::vector<Frame> frames;
    for (int n = 0; n < count; n++) {
        Frame frame{width, height, std::vector<uint8_t>(static_cast<size_t>(width) * height), {}};
        const size_t plane = static_cast<size_t>((width + 1) / 2) * ((height + 1) / 2);
        std::vector<uint8_t> planes(2 * plane);
        file.read(reinterpret_cast<char*>(frame.luma.data()),
                  static_cast<std::streamsize>(frame.luma.size()));
        file.read(reinterpret_cast<char*>(planes.data()), static_cast<std::streamsize>(planes.size()));
        if (!file) throw std::runtime_error(path + " has no frame " + std::to_string(n) + " of that size");
        for (size_t i = 0; i < plane; i++) {
            frame.chroma.push_back(planes[i]);
            frame.chroma.push_back(planes[plane + i]);
        }
        frames.push_back(std::move(frame));
    }
    return frames;
}

struct Arguments {
    bool check = false;
    std::vector<Frame> frames;
};

// [--check] [FILE WIDTH HEIGHT]
inline Arguments parse(int argc, char** argv, int count, double speed) {
    std::vector<std::string> words(argv + 1, argv + argc);
    Arguments arguments;
    const auto check = std::find(words.begin(), words.end(), "--check");
    if ((arguments.check = check != words.end())) words.erase(check);
    if (words.size() == 3) {
        arguments.frames =
            read_frames(words[0], std::atoi(words[1].c_str()), std::atoi(words[2].c_str()), count);
    } else if (words.empty()) {
        for (int t = 0; t < count; t++) arguments.frames.push_back(test_picture(t, speed));
    } else {
        throw std::runtime_error(std::string("usage: ") + argv[0] + " [--check] [FILE.yuv WIDTH HEIGHT]");
    }
    return arguments;
}

}  // namespace example
