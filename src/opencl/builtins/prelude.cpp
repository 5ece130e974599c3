// SPDX-License-Identifier: MIT
#include "opencl/builtins/prelude.h"

#include "opencl/builtins/prelude_parts.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace genmedia::opencl {
namespace {

struct Part {
    const std::string& (*text)();
    // A program that uses the part has one of these words inside one of its own. None: all programs use it.
    std::vector<std::string_view> words;
};

// In this order. Parts with words use only the ones without.
const Part kParts[] = {
    {prelude_work_items, {}},
    {prelude_sub_groups, {"shuffle", "broadcast", "_reduce_", "_scan_", "sub_group_all", "sub_group_any"}},
    {prelude_image_blocks, {"block_read", "block_write"}},
    {prelude_avc, {"_avc_", "_ime_ref_window_size", "CLK_AVC"}},
    {prelude_atomics, {"atomic_", "atom_"}},
    {prelude_planar_images, {"_image"}},
    {prelude_names, {}},
};

template <class Wanted>
std::string joined(bool fibers, const Wanted& wanted) {
    std::string all = fibers ? "#define GM_FIBERS 1\n" : "";
    for (const Part& part : kParts)
        if (wanted(part)) all += part.text();
    return all;
}

}  // namespace

std::string prelude(bool fibers) {
    return joined(fibers, [](const Part&) { return true; });
}

std::string prelude_for(std::string_view text, bool fibers) {
    return joined(fibers, [text](const Part& part) {
        return part.words.empty() || std::ranges::any_of(part.words, [text](std::string_view word) {
                   return text.find(word) != text.npos;
               });
    });
}

}  // namespace genmedia::opencl
