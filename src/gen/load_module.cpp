// SPDX-License-Identifier: MIT
// What uses LLVM is in a module of its own, which brings it along.
#include "gen/lower.h"
#include "gen/private_arrays.h"

#include <dlfcn.h>

namespace genmedia::gen {
namespace {

// A function of the module; null: error says why.
template <class F>
F* function_of_module([[maybe_unused]] const char* name, std::string& error) {
#ifdef GENMEDIA_GEN_MODULE
    static void* const library =
        dlopen(GENMEDIA_GEN_MODULE, RTLD_NOW | RTLD_LOCAL);  // by the program's RUNPATH
    void* symbol = library ? dlsym(library, name) : nullptr;
    if (!symbol) {
        const char* reason = dlerror();
        error =
            std::string("what makes Gen code cannot be loaded: ") + (reason ? reason : GENMEDIA_GEN_MODULE);
    }
    return reinterpret_cast<F*>(symbol);
#else
    error = "this program was built without LLVM 14 (package llvm-14-dev), which Gen code needs";
    return nullptr;
#endif
}

}  // namespace

bool lower(const std::string& bitcode, const std::vector<KernelName>& kernels, std::string& lowered,
           std::string& error, Notes* notes, const Trial& trial) {
    auto* function = function_of_module<decltype(lower)>("genmedia_gen_lower", error);
    return function != nullptr && function(bitcode, kernels, lowered, error, notes, trial);
}

bool find_private_arrays(const std::string& optimised, const std::string& final,
                         std::map<std::string, PrivateMemory>& memory, std::string& error) {
    auto* function = function_of_module<decltype(find_private_arrays)>("genmedia_gen_private_arrays", error);
    return function != nullptr && function(optimised, final, memory, error);
}

}  // namespace genmedia::gen
