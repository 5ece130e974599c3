// SPDX-License-Identifier: MIT
// Memory objects of processors() in place of an application's, for one launch: what they hold is brought
// there before it, and what it changed is brought back.
#pragma once

#include "opencl/layer/target.h"

#include <memory>
#include <string>
#include <vector>

namespace genmedia::opencl {

// A memory object that a kernel's argument names.
struct MirroredArgument {
    size_t parameter = 0;
    cl_mem memory = nullptr;
    bool may_be_written = true;
};

class MirroredBuffer;
class MirroredImage;

class Mirrors {
public:
    Mirrors();
    Mirrors(const Mirrors&) = delete;
    Mirrors& operator=(const Mirrors&) = delete;
    ~Mirrors();

    // Makes the objects, with nothing in them yet. Arguments that name the same memory, as sub-buffers of one
    // buffer may, get the same. `treated`: the layer reads the kernel's images, and knows NV12. Messages name
    // the kernel.
    cl_int make(const std::string& kernel, const std::vector<MirroredArgument>& arguments, bool treated);
    cl_mem in_place_of(size_t parameter) const;

    // By a queue of the application's context; both wait.
    cl_int bring(cl_command_queue queue);
    cl_int bring_back(cl_command_queue queue);

private:
    cl_int make_buffers(const std::vector<MirroredArgument>& arguments);
    cl_int make_image(const MirroredArgument& argument, bool treated);
    void place(size_t parameter, cl_mem memory);
    cl_int refuse(size_t parameter, const char* what, cl_int error) const;

    std::string kernel_;
    std::vector<std::unique_ptr<MirroredBuffer>> buffers_;
    std::vector<std::unique_ptr<MirroredImage>> images_;
    std::vector<cl_mem> views_;     // sub-buffers and images of buffers; released first
    std::vector<cl_mem> in_place_;  // by parameter
};

}  // namespace genmedia::opencl
