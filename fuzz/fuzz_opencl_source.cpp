// SPDX-License-Identifier: MIT
// OpenCL C made of arbitrary bytes: reading it must end, and end with text or with a reason. A zero byte
// parts the program from a header that it can include as "h".
#include "opencl/preprocessor/compiler_options.h"
#include "opencl/source/rewrite.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace genmedia::opencl;
    if (size > 1 << 16) return 0;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const size_t zero = std::min(bytes.find('\0'), size);
    const std::string header = bytes.substr(std::min(zero + 1, size));
    SourceInput input{.text = bytes.substr(0, zero),
                      .options = split_options(header.substr(0, 40)),
                      .headers = {{"h", header}},
                      .predefined = {"__OPENCL_VERSION__=200", "cl_khr_fp16"}};
    std::erase_if(input.options, [](const std::string& option) { return option.starts_with("-I"); });
    for (const Fibers fibers :
         {Fibers::never, Fibers::where_needed, Fibers::wherever_possible, Fibers::all_or_none}) {
        ProgramSource result;
        const auto status = rewrite(input, fibers, result);
        if (status.ok() != status.message().empty()) std::abort();
    }
    return 0;
}
