// SPDX-License-Identifier: MIT
// Launches cut into sub-groups, and the element types that pass between work-items.
#pragma once

#include "opencl/spec/spec_test.h"

#include <cstdlib>
#include <ostream>

namespace genmedia::test {

// A work-item's number: sub-groups one after the other, from the ids that a kernel sees. How local ids map to
// sub-groups is up to the implementation.
inline const std::string kItemNumber = R"(
uint item_number(void) {
    const uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    const uint group_size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    return group * group_size + get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id();
}
)";

struct Shape {
    unsigned size;                        // of a whole sub-group
    std::array<size_t, 3> global, local;  // work-items

    bool operator==(const Shape&) const = default;
};

inline void PrintTo(const Shape& shape, std::ostream* out) {
    *out << "sub-groups of " << shape.size;
    for (int d = 0; d < 3; d++) *out << (d == 0 ? ", " : " x ") << shape.global[d] << "/" << shape.local[d];
}

// The work-items of a launch, numbered as in kItemNumber.
struct Items {
    explicit Items(const Shape& shape)
        : size(shape.size),
          group(static_cast<unsigned>(shape.local[0] * shape.local[1] * shape.local[2])),
          count(static_cast<unsigned>(shape.global[0] * shape.global[1] * shape.global[2])) {}

    unsigned lane(unsigned item) const { return item % group % size; }
    unsigned sub_group(unsigned item) const { return item % group / size; }
    unsigned first(unsigned item) const { return item - lane(item); }  // of its sub-group
    unsigned members(unsigned item) const { return std::min(size, group - sub_group(item) * size); }

    unsigned size, group, count;
};

inline std::string sub_group_attribute(unsigned size) {
    return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) ";
}

// Kinds of work-groups: with one sub-group, with several, in two and three dimensions, and with a smaller
// last sub-group.
constexpr unsigned kKinds = 5;

// One shape for each kind of each size.
inline std::vector<Shape> shapes() {
    std::vector<Shape> all;
    for (const unsigned size : {8u, 16u, 32u}) {
        const size_t s = size;
        all.push_back({size, {3 * s, 1, 1}, {s, 1, 1}});
        all.push_back({size, {6 * s, 1, 1}, {3 * s, 1, 1}});
        all.push_back({size, {s, 8, 1}, {s / 2, 4, 1}});
        all.push_back({size, {8, s, 4}, {4, s / 4, 2}});
        all.push_back({size, {2 * s + 10, 2, 1}, {s + 5, 1, 1}});
    }
    return all;
}

inline unsigned index_of(const Shape& shape) {
    const std::vector<Shape> all = shapes();
    return static_cast<unsigned>(std::find(all.begin(), all.end(), shape) - all.begin());
}

}  // namespace genmedia::test
