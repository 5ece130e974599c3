// SPDX-License-Identifier: MIT
#include "cm/compiler/backslash_includes.h"

#include "base/files.h"

#include <algorithm>
#include <regex>
#include <set>

namespace genmedia::cmc {
namespace {

namespace fs = std::filesystem;

class Resolution {
public:
    Resolution(const std::vector<std::string>& include_folders, fs::path folder)
        : include_folders_(include_folders), folder_(std::move(folder)) {}

    void file(const fs::path& path) {
        std::error_code ignored;
        if (!seen_.insert(fs::weakly_canonical(path, ignored)).second) return;
        static const std::regex include("^[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"");
        std::istringstream lines(base::read_file(path));
        std::smatch match;
        for (std::string line; std::getline(lines, line);)
            if (line.find("include") != std::string::npos && std::regex_search(line, match, include))
                included(path.parent_path(), match[1]);
    }

private:
    void included(const fs::path& from, const std::string& name) {
        std::string slashes = name;
        std::replace(slashes.begin(), slashes.end(), '\\', '/');
        std::error_code ignored;
        fs::path meant = from / slashes;
        for (size_t i = 0; !fs::is_regular_file(meant, ignored); i++) {
            if (i == include_folders_.size()) return;  // the preprocessor says so
            meant = fs::path(include_folders_[i]) / slashes;
        }
        if (slashes != name) {
            const fs::path stand_in = folder_ / name;
            fs::create_directories(stand_in.parent_path(), ignored);
            base::write_file(stand_in, "#include \"" + fs::absolute(meant, ignored).string() + "\"\n");
        }
        file(meant);
    }

    const std::vector<std::string>& include_folders_;
    const fs::path folder_;
    std::set<fs::path> seen_;
};

}  // namespace

void resolve_backslash_includes(const std::string& input, const std::vector<std::string>& include_folders,
                                const fs::path& folder) {
    Resolution(include_folders, folder).file(input);
}

}  // namespace genmedia::cmc
