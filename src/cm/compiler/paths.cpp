// SPDX-License-Identifier: MIT
#include "cm/compiler/paths.h"

#include "base/settings.h"
#include "base/source_files.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace genmedia::cmc {

namespace fs = std::filesystem;

fs::path header_folder() {
    std::error_code ignored;
    std::vector<fs::path> candidates{
        fs::read_symlink("/proc/self/exe", ignored).parent_path() / GENMEDIA_INCLUDE_FROM_BINDIR,
        GENMEDIA_SOURCE_INCLUDE};
    if (const auto chosen = base::value_of(base::settings::kCmInclude)) candidates = {*chosen};
    for (const fs::path& folder : candidates)
        if (fs::exists(folder / "cm" / "cm.h", ignored)) return folder;
    return {};
}

Status can_read(const std::string& input) { return base::can_read(input, "kernel file"); }

Status can_write(const std::string& input, const std::string& output) {
    const auto refused = [](const std::string& why) { return Status(StatusCode::io, why); };
    std::error_code ignored;
    const fs::path folder = fs::path(output).parent_path();
    if (Status status = base::differs(output, input, "kernel file"); !status.ok()) return status;
    if (fs::is_directory(output, ignored))
        return refused("cannot write " + output + ": it is a folder; expected a file");
    if (!folder.empty() && !fs::is_directory(folder, ignored))
        return refused("cannot write " + output + ": there is no folder " + folder.string());
    return Status();
}

Status cannot_write(const std::string& path) {
    return Status(StatusCode::io, "cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace genmedia::cmc
