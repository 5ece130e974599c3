// SPDX-License-Identifier: MIT
// In a build without Gen code.
#include "called_kernels.h"
#include "gen_section.h"

namespace genmedia::gfxcc {
namespace {

Status missing(const std::string& what) {
    return Status(StatusCode::unsupported, what + ": this gfxcc was built without kernels (GENMEDIA_GEN)");
}

}  // namespace

Status gen_records(const Options&, const std::string&, const std::string& target, std::vector<GenRecord>&,
                   std::vector<std::string>&) {
    return missing("-mgpu-arch for " + target);
}
std::vector<std::string> called_kernel_words() { return {}; }
Status loops_not_called(const Options&, const std::string&, std::set<std::pair<std::string, int>>&,
                        std::vector<std::string>&) {
    return missing("--kernels");
}
Status write_called_kernels(const std::string&, const std::string&) { return missing("--kernels"); }

}  // namespace genmedia::gfxcc
