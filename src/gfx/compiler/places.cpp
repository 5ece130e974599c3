// SPDX-License-Identifier: MIT
#include "places.h"

namespace genmedia::gfxcc {
namespace {

namespace fs = std::filesystem;

fs::path beside_program(const char* folder) {
    std::error_code ignored;
    return (fs::read_symlink("/proc/self/exe", ignored).parent_path() / folder).lexically_normal();
}

}  // namespace

fs::path header_folder() {
    std::error_code ignored;
    for (const fs::path& folder :
         {beside_program(GENMEDIA_INCLUDE_FROM_BINDIR), fs::path(GENMEDIA_SOURCE_INCLUDE)})
        if (fs::exists(folder / "gfx" / "gfxcc" / "rewritten_prelude.h", ignored)) return folder / "gfx";
    return {};
}

fs::path runtime_folder() {
    std::error_code ignored;
    const fs::path folder = beside_program(GENMEDIA_LIBDIR_FROM_BINDIR) / "genmedia";
    return fs::exists(folder / "libgenmedia_gfx.so", ignored) ? folder : fs::path();
}

}  // namespace genmedia::gfxcc
