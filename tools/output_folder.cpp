// SPDX-License-Identifier: MIT
#include "output_folder.h"

#include "media/file_pattern.h"
#include "media/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

Status cannot(const char* action, const fs::path& path, const std::error_code& error) {
    return {StatusCode::io, std::string("cannot ") + action + " '" + path.string() + "': " + error.message()};
}

bool is_left_array(const std::string& name) {  // of a motion.npz that could not be written
    return name.starts_with("motion.") && name.ends_with(".npy.gz");
}

std::vector<fs::path> old_results(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const char* name : kResultNames) found.push_back(folder / name);
    const std::string flow = (folder / "flow/%06d.flo").string();
    if (const auto pattern = media::FilePattern::parse(flow))
        for (const int64_t number : pattern->existing()) found.emplace_back(pattern->path(number));
    for (const fs::path& place : {folder, folder / "flow"}) {
        std::error_code error;
        for (fs::directory_iterator entry(place, error), end; !error && entry != end;
             entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            if (media::is_unfinished(name) || is_left_array(name)) found.push_back(entry->path());
        }
    }
    return found;
}

}  // namespace

OutputFolder::~OutputFolder() {
    if (descriptor_ >= 0) close(descriptor_);
}

Status OutputFolder::claim(const fs::path& path, std::string& warning) {
    path_ = path;
    std::error_code error;
    fs::create_directories(path, error);
    if (!error && !fs::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
    if (error) return cannot("create directory", path, error);
    if (access(path.c_str(), W_OK | X_OK) != 0)
        return cannot("write to directory", path, {errno, std::generic_category()});
    descriptor_ = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
    if (errno == EWOULDBLOCK)
        return {StatusCode::io, "directory '" + path.string() +
                                    "' is in use: another genmedia is writing its results there; expected a "
                                    "directory of its own for each run"};
    warning = "directory '" + path.string() + "' cannot be locked (" +
              std::generic_category().message(errno) + "): another run into it would not be noticed";
    return {};
}

Status OutputFolder::can_clear() const {
    for (const fs::path& old : old_results(path_))
        if (std::error_code error; fs::is_directory(old, error))
            return cannot("write", old, std::make_error_code(std::errc::is_a_directory));
    return {};
}

Status OutputFolder::clear() const {
    for (const fs::path& old : old_results(path_)) {
        std::error_code error;
        fs::remove(old, error);
        if (error) return cannot("replace", old, error);
    }
    std::error_code full;
    fs::remove(path_ / "flow", full);  // where nothing else is in it
    return {};
}

bool OutputFolder::contains(const fs::path& file) const {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(path_, error), inside = fs::weakly_canonical(file, error);
    return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first == folder.end();
}
