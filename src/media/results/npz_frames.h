// SPDX-License-Identifier: MIT
// The arrays of a motion.npz, one frame after the other, held to the types and shapes of npz_arrays.h.
#pragma once

#include "genmedia/status.h"
#include "media/results/npz_reader.h"
#include "media/results/writers/npz_arrays.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::media {

class NpzFrames {
public:
    // Reads the frames' numbers, which must rise.
    Status open(const std::string& path);

    const std::string& path() const { return path_; }
    const std::vector<int32_t>& numbers() const { return numbers_; }

    // Finds an array of frames of that many rows and columns of macroblocks. Refuses another type or shape.
    Status find(const NpzArray& kind, int64_t rows, int64_t columns, bool& is_there);
    // The same; its absence is an error.
    Status need(const NpzArray& kind, int64_t rows, int64_t columns);

    // The next frame's values of an array that was found.
    template <class T>
    Status read(const NpzArrayOf<T>& kind, size_t count, std::vector<T>& values) {
        values.resize(count);
        return reader_.read(kind.name, values.data(), count * sizeof(T));
    }
    // After the last frame: the checksums of what was found.
    Status finish();

    // What is wrong with an array, in words that name the file.
    Status refuse(const std::string& name, const std::string& is, const std::string& expected) const;

private:
    NpzReader reader_;
    std::string path_;
    std::vector<int32_t> numbers_;
    std::vector<std::string> found_;
};

}  // namespace genmedia::media
