// SPDX-License-Identifier: MIT
#include "cm/compiler/paths.h"

#include "base/settings.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
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

Status can_read(const std::string& input) {
    std::error_code ignored;
    if (access(input.c_str(), R_OK) != 0)
        return errno == ENOENT ? Status(StatusCode::not_found, input + ": no such file")
                               : Status(StatusCode::io, input + " cannot be read: " + std::strerror(errno));
    if (fs::is_directory(input, ignored))
        return Status(StatusCode::io, input + " is a folder; expected a kernel file");
    // A program in the place of its source would be thousands of clang's warnings.
    std::string beginning(4096, ' ');
    std::ifstream(input, std::ios::binary)
        .read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    if (beginning.find('\0') != std::string::npos)
        return Status(StatusCode::invalid_argument,
                      input + " is no text, it has null characters; expected source code");
    return Status();
}

Status can_write(const std::string& input, const std::string& output) {
    const auto refused = [](const std::string& why) { return Status(StatusCode::io, why); };
    std::error_code ignored;
    const fs::path folder = fs::path(output).parent_path();
    if (fs::equivalent(input, output, ignored))
        return refused("output " + output + " is the kernel file itself; expected another file");
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
