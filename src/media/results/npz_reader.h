// SPDX-License-Identifier: MIT
// Reads the arrays of NumPy's .npz, one frame after the other.
#pragma once

#include "genmedia/status.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace genmedia::media {

class NpzReader {
public:
    NpzReader();
    ~NpzReader();

    Status open(const std::string& path);

    // How an array's elements are typed ("<i2"), and its shape. An array that is not there has no type.
    struct Array {
        std::string type;
        std::vector<int64_t> shape;
        bool is_fortran = false;  // never of one that find() accepts
    };
    // Finds the array `name`, given without ".npy". Refuses anything but an array in C order, and a shape
    // that no array of 2^40 bytes has.
    Status find(const std::string& name, Array& array);

    // The next `bytes` of an array that was found.
    Status read(const std::string& name, void* to, size_t bytes);
    // Checks that nothing is left of an array, and its checksum, which the archive tells only then.
    Status finish(const std::string& name);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
