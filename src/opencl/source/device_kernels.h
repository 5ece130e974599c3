// SPDX-License-Identifier: MIT
// Programs for devices that are a GPU's own driver: kernels get three more parameters, and functions that use
// sub-groups their caller's context and its images' numbers.
#pragma once

#include "opencl/source/rewrite.h"

namespace genmedia::opencl {

struct DeviceSource {
    std::string text;  // preprocessed and rewritten; with a #line directive. Each token keeps its line
    std::vector<KernelDescription> kernels;
    bool needs_layer = false;
    bool takes_helpers =
        false;           // kernels that ask the unit may have work-items that help, where there are some
    bool polls = false;  // its work-items wait for those of other work-groups
    std::vector<std::string>
        divided;  // "FILE:LINE:COLUMN: error: NAME", of exchanges that not all of a work-group may come to
};

// What the text calls besides the built-ins, for device_prelude() to define:
//     struct __gm_context __gm_c = __genmedia_enter(size of sub-groups, words of memory, the three
//     parameters);
// first in a kernel, and if it asks the unit `if (__genmedia_help(__gm_c)) return;`, and
// __genmedia_leave(__gm_c) before each return and at its end. __genmedia_converge() is as in rewrite(), where
// `__gm_c` is in scope. __gm_here(__gm_c) is given where not all lanes may come by. Functions have `__gm_c`
// as their first parameter, and so have built-ins that need it. An image parameter x has `uint __gm_image_x`
// behind it: which of the kernel's parameters it is. Built-ins that evaluate take these numbers for images,
// and no sampler. `guard`: loops as PoCL gets them right. invalid_argument: the program is refused, as by
// rewrite().
Status rewrite_for_device(const SourceInput& input, bool guard, DeviceSource& result);

}  // namespace genmedia::opencl
