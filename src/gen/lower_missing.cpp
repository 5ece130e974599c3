// In the place of lower.cpp where LLVM was not there when this was built.
#include "gen/lower.h"

namespace genmedia::gen {

bool lower(const std::string&, const std::vector<KernelName>&, std::string&, std::string& error, Notes*) {
    error = "this program was built without LLVM 14 (package llvm-14-dev), which Gen code needs";
    return false;
}

}  // namespace genmedia::gen
