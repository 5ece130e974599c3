// SPDX-License-Identifier: MIT
// What a program hands over for one picture, between vaBeginPicture and vaEndPicture.
#pragma once

#include <va/va.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace genmedia::va {

// An enumeration of va.h as a program wrote it: any number.
template <class Enumeration>
uint32_t number_of(const Enumeration& written) {
    static_assert(sizeof(Enumeration) == sizeof(uint32_t));
    uint32_t number = 0;
    std::memcpy(&number, &written, sizeof number);
    return number;
}

// A picture's buffers, in order: one of VASliceDataBufferType goes with the slice parameters before it.
struct PicturePart {
    VABufferType type;
    unsigned size, count;  // of an element, in bytes; elements
    std::vector<uint8_t> bytes;

    // Element i as a structure of va.h; null: the buffer is too small for it.
    template <class T>
    const T* as(unsigned i = 0) const {
        const bool inside = i < count && size >= sizeof(T) && bytes.size() >= size_t{size} * (i + 1);
        return inside ? reinterpret_cast<const T*>(bytes.data() + size_t{size} * i) : nullptr;
    }
};
using PictureParts = std::vector<PicturePart>;

// The first part of that type; null: none.
inline const PicturePart* part_of_type(const PictureParts& parts, VABufferType type) {
    for (const PicturePart& part : parts)
        if (part.type == type) return &part;
    return nullptr;
}

// Its structure of va.h; null: there is no such part, or it is too small.
template <class T>
const T* structure_of(const PictureParts& parts, VABufferType type) {
    const PicturePart* part = part_of_type(parts, type);
    return part == nullptr ? nullptr : part->as<T>();
}

// The structure behind a VAEncMiscParameterBuffer of `size` bytes in all; null: it is too small. Aligned to
// four bytes.
template <class T>
const T* structure_in(const VAEncMiscParameterBuffer& parameter, size_t size) {
    return size >= sizeof parameter + sizeof(T) ? reinterpret_cast<const T*>(parameter.data) : nullptr;
}

}  // namespace genmedia::va
