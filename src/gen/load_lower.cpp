// lower() is in a module of its own, which brings LLVM along.
#include "gen/lower.h"

#include <dlfcn.h>

namespace genmedia::gen {
namespace {

struct Module {
    decltype(&lower) entry = nullptr;
    std::string error;  // where that is null
};

Module load() {
    Module module;
#ifdef GENMEDIA_GEN_MODULE
    void* library = dlopen(GENMEDIA_GEN_MODULE, RTLD_NOW | RTLD_LOCAL);  // by the program's RUNPATH
    void* symbol = library ? dlsym(library, "genmedia_gen_lower") : nullptr;
    module.entry = reinterpret_cast<decltype(&lower)>(symbol);
    if (!symbol) module.error = std::string("what makes Gen code cannot be loaded: ") + dlerror();
#else
    module.error = "this program was built without LLVM 14 (package llvm-14-dev), which Gen code needs";
#endif
    return module;
}

}  // namespace

bool lower(const std::string& bitcode, const std::vector<KernelName>& kernels, std::string& lowered,
           std::string& error, Notes* notes) {
    static const Module module = load();
    if (module.entry) return module.entry(bitcode, kernels, lowered, error, notes);
    error = module.error;
    return false;
}

}  // namespace genmedia::gen
