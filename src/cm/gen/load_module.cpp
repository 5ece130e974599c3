// SPDX-License-Identifier: MIT
// Code that uses LLVM is in a module of its own. The module brings LLVM along.
#include "cm/gen/lane_kernels.h"
#include "cm/gen/lower.h"
#include "cm/gen/passes/memory/private_arrays.h"

#include <dlfcn.h>

namespace genmedia::gen {
namespace {

// A function of the module. Null: failed, `status` says why.
template <class F>
F* function_of_module([[maybe_unused]] const char* name, Status& status) {
#ifdef GENMEDIA_GEN_MODULE
    static void* const library =
        dlopen(GENMEDIA_GEN_MODULE, RTLD_NOW | RTLD_LOCAL);  // found by the program's RUNPATH
    void* symbol = library ? dlsym(library, name) : nullptr;
    if (!symbol) {
        const char* reason = dlerror();
        status = Status(StatusCode::not_found, std::string("what makes Gen code cannot be loaded: ") +
                                                   (reason ? reason : GENMEDIA_GEN_MODULE));
    }
    return reinterpret_cast<F*>(symbol);
#else
    status = Status(StatusCode::unsupported,
                    "this program was built without LLVM 14 (package llvm-14-dev), which Gen code needs");
    return nullptr;
#endif
}

}  // namespace

Status lower(const std::string& module, const std::vector<KernelName>& kernels, std::string& lowered,
             Notes* notes, const Trial& trial) {
    Status status;
    auto* function = function_of_module<decltype(lower)>("genmedia_gen_lower", status);
    return function != nullptr ? function(module, kernels, lowered, notes, trial) : status;
}

Status make_lane_kernels(const std::string& module, const std::vector<KernelName>& kernels,
                         std::string& bitcode, Notes* notes) {
    Status status;
    auto* function = function_of_module<decltype(make_lane_kernels)>("genmedia_gen_lanes", status);
    return function != nullptr ? function(module, kernels, bitcode, notes) : status;
}

Status find_private_arrays(const std::string& optimised, const std::string& final,
                           std::map<std::string, PrivateMemory>& memory) {
    Status status;
    auto* function = function_of_module<decltype(find_private_arrays)>("genmedia_gen_private_arrays", status);
    return function != nullptr ? function(optimised, final, memory) : status;
}

}  // namespace genmedia::gen
