// SPDX-License-Identifier: MIT
// What genmedia knows about OpenCL C programs. It reads a program's source and describes the kernels. It
// refuses what the motion estimation unit could not run. It adds the marks by which the layer follows a run.
#pragma once

#include "genmedia/status.h"
#include "opencl/preprocessor/source_input.h"

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

// Which kernels' work-items are fibers (engine/fibers.h): none; those that need it, as they exchange values
// behind a condition; all that can be; or all or none, for programs that are linked to others.
enum class Fibers { never, where_needed, wherever_possible, all_or_none };

struct Parameter {
    std::string name;
    bool is_image = false;
    bool is_buffer = false;  // points to global or constant memory
};

// A parameter that an evaluation of the unit takes as its source or as a reference, and the parameter of its
// source. The two are equal for a source, and if the source is not known.
struct UnitImage {
    size_t source = 0, image = 0;
    auto operator<=>(const UnitImage&) const = default;
};

// uses_*: in the kernel, or in a function of this source that the kernel reaches through calls.
struct KernelDescription {
    std::string name;
    std::vector<Parameter> parameters;
    std::vector<UnitImage> unit_images;                // sorted; without those that cannot be followed
    std::array<size_t, 3> required_work_group_size{};  // zeros: any
    size_t required_sub_group_size = 0;                // zero: any
    bool uses_motion_estimation = false;
    bool uses_sub_groups = false;
    bool uses_work_group_barrier = false;
    bool uses_work_group_functions = false;  // group collectives and asynchronous copies
    bool uses_local_memory = false;          // declared in the kernel, or a parameter
    bool shares_local_memory = false;        // all of it goes through __genmedia_local; true if there is none
    bool uses_atomics = false;
    bool fibers = false;        // is in fiber_text
    bool on_device = false;     // rewritten for a GPU's own driver (device_kernels.h)
    size_t exchange_bytes = 0;  // on_device: of the largest value that lanes may exchange
    bool takes_helpers =
        false;  // on_device: may be launched with work-items that help the unit (builtins/device/helpers.cl)
    bool may_fail = false;  // on_device: may ask what the unit cannot evaluate with the images that are given
};

struct ProgramSource {
    // Preprocessed and rewritten, each with some of the kernels. A text is empty if it would have no kernel
    // and the other has some. Each starts with a #line directive. Each token keeps its line.
    std::string text, fiber_text;
    // For programs that need no layer, the program as PoCL gets it right (loop_guards.h, local_arguments.h).
    // Empty: it does.
    std::string mended_text;
    std::vector<KernelDescription> kernels;
    bool needs_layer = false;  // mentions a built-in function, macro or attribute that the layer provides
    bool in_step = false;      // needs the layer for lockstep.h alone; mended_text would do
    bool declares_built_ins = false;  // which the prelude does too: as it is it does not compile with that
};

// What the text calls besides the layer's built-ins, for the prelude to define:
//     __genmedia_enter();              first in a kernel
//     __genmedia_image(index, image);  after it, for each image parameter
//     p = __genmedia_local(n, p);      after those, for each parameter n that points to local memory
//     T* q = __genmedia_local(n, &v);  behind each declaration of local memory, n from 64 on; the kernel goes
//                                      on with *q. In a nested block not all work-items may come by. Both
//                                      only in kernels that have shares_local_memory
//     __genmedia_leave();              before each return of a kernel and at its end
//     __genmedia_enter_nested();       in place of enter and leave in a kernel that this source calls, which
//     __genmedia_leave_nested();       has no marks for images and local memory
//     __genmedia_converge();           before and after an `if` on lanes that guards atomics
//     if (__genmedia_here())           before a loop; always true, and no compiler may know
// Of the fiber text:
//     __genmedia_stay();               in each lane's function
//     __genmedia_lane(f, &p)           first in a kernel: f(&p) is one work-item
//     __genmedia_enter();              then, followed by the images' marks as above
//     __genmedia_run(a(), &p)          last: a() gives f's address
//     __genmedia_at(place);            before each exchange: how far on in the program it is
//     __genmedia_converge();           also before and after each statement that makes one on a condition
//     T* q = __genmedia_local_memory(n, T);  for each variable of local memory, n from 0 on
//
// invalid_argument: the program is refused, the message has a line "FILE:LINE:COLUMN: error: ..." for each
// reason. Any other failure: the program cannot be read, the message says where; a compiler will say more.
Status rewrite(const SourceInput& input, Fibers fibers, ProgramSource& result);

// The program after preprocessing, and otherwise as it is.
Status preprocessed(const SourceInput& input, std::string& text);

// For a text that could not be read: whether the text, without its includes, mentions the layer.
bool mentions_layer(std::string_view text);

}  // namespace genmedia::opencl
