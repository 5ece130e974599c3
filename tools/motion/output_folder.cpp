// SPDX-License-Identifier: MIT
#include "tools/motion/output_folder.h"

#include "base/files.h"
#include "media/results/result_kinds.h"
#include "media/results/writers/npz_arrays.h"
#include "media/video/containers/deflate.h"
#include "media/video/file_pattern.h"
#include "tools/distinct_files.h"
#include "tools/motion/input_note.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

// Results in the folder itself; flow/ has one for each frame.
std::vector<std::string> result_names() {
    std::vector<std::string> names{"motion.npz"};
    for (const media::ResultKind& kind : media::result_kinds()) names.emplace_back(kind.name);
    return names;
}

constexpr std::string_view kHeader = "What genmedia motion wrote here: bytes, CRC-32, name\n";
constexpr std::string_view kFlow = "flow/";

Status cannot(const char* action, const fs::path& path, const std::error_code& error) {
    return {StatusCode::io, std::string("cannot ") + action + " '" + path.string() + "': " + error.message()};
}

media::FilePattern flow_pattern(const fs::path& folder) {
    return *media::FilePattern::parse((folder / "flow/%06d.flo").string());
}

std::string line_of(int64_t size, uint32_t crc, const std::string& name) {
    std::array<char, 64> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "%" PRId64 " %08" PRIx32 " ", size, crc);
    return numbers.data() + name + "\n";
}

// The size and the checksum of a regular file; a link is none.
bool measure(const std::string& file, int64_t& size, uint32_t& crc) {
    const int opened = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0) return false;
    struct stat facts {};
    bool good = fstat(opened, &facts) == 0 && S_ISREG(facts.st_mode);
    std::vector<char> buffer(1 << 20);
    ssize_t bytes = 0;
    size = 0;
    crc = 0;
    while (good && (bytes = read(opened, buffer.data(), buffer.size())) > 0) {
        crc = media::crc_behind(crc, buffer.data(), static_cast<size_t>(bytes));
        size += bytes;
    }
    close(opened);
    return good && bytes == 0;
}

// A list may come from anywhere: of what it names, only what lies in the folder counts.
bool is_inside(const fs::path& folder, const fs::path& name) {
    std::error_code error;
    if (name.empty() || name.is_absolute() || name != name.lexically_normal() || *name.begin() == "..")
        return false;
    for (fs::path part = name.parent_path(); !part.empty(); part = part.parent_path())
        if (fs::is_symlink(fs::symlink_status(folder / part, error))) return false;
    return true;
}

}  // namespace

OutputFolder::~OutputFolder() {
    for (const int descriptor : {descriptor_, list_})
        if (descriptor >= 0) close(descriptor);
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

// Empty: it is not in the folder.
std::string OutputFolder::name_of(const std::string& file) const {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(path_, error);
    const fs::path place = fs::weakly_canonical(fs::absolute(file, error).parent_path(), error);
    const fs::path name = (place / fs::path(file).filename()).lexically_relative(folder);
    return is_inside(path_, name) ? name.string() : "";
}

bool OutputFolder::see(const std::string& name, Seen& seen) const {
    struct stat facts {};
    if (lstat(file(name).c_str(), &facts) != 0) return false;
    seen = {facts.st_ino, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec, std::move(seen.line)};
    return true;
}

void OutputFolder::look_at(const std::string& line) {
    int64_t size = 0;
    uint32_t crc = 0;
    int begin = 0;
    Seen seen{.line = line};
    if (std::sscanf(line.c_str(), "%" SCNd64 " %8" SCNx32 "%n", &size, &crc, &begin) != 2) return;
    const std::string name = line.substr(std::min(line.size(), static_cast<size_t>(begin) + 1));
    int64_t now = 0;
    uint32_t sum = 0;
    if (is_inside(path_, name) && see(name, seen) && measure(file(name), now, sum) && now == size &&
        sum == crc)
        ours_[name] = seen;
}

void OutputFolder::look(const std::vector<std::string>& inputs) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(list(), error))) return;
    std::istringstream lines(base::read_file(list()));
    std::string line;
    if (!std::getline(lines, line) || line + "\n" != kHeader) return;
    while (std::getline(lines, line) && !lines.eof()) look_at(line);
    std::set<std::string> read;
    for (const std::string& input : inputs) read.insert(identity_of(input));
    std::erase_if(ours_, [&](const auto& entry) { return read.contains(identity_of(file(entry.first))); });
    int64_t size = 0;
    uint32_t crc = 0;
    if (measure(list(), size, crc)) see(fs::path(list()).filename().string(), ours_[".genmedia-results"]);
}

bool OutputFolder::is_ours(const std::string& file) const { return ours_.contains(name_of(file)); }

std::vector<std::string> OutputFolder::flow_files() const {
    std::vector<std::string> files;
    if (has_linked_flow()) return files;
    const media::FilePattern pattern = flow_pattern(path_);
    for (const int64_t number : pattern.existing()) files.push_back(pattern.path(number));
    return files;
}

std::vector<std::string> OutputFolder::left_arrays() const {
    std::vector<std::string> names;
    for (const media::NpzArray* array : media::npz::kAll)
        names.push_back("motion." + std::string(array->name) + ".npy.gz");
    return names;
}

bool OutputFolder::has_linked_flow() const {
    std::error_code error;
    return fs::is_symlink(fs::symlink_status(path_ / "flow", error));
}

std::vector<std::string> OutputFolder::others(const std::vector<std::string>& wanted) const {
    std::vector<std::string> found = flow_files();
    for (const std::string& name : result_names()) found.push_back(file(name));
    std::erase_if(found, [&](const std::string& name) {
        std::error_code error;
        return !fs::exists(fs::symlink_status(name, error)) || is_ours(name) ||
               std::ranges::find(wanted, name) != wanted.end();
    });
    return found;
}

Status OutputFolder::clear(const std::vector<std::string>& overlays) {
    std::vector<std::string> names = left_arrays(), of_overlays;
    std::ranges::copy(result_names(), std::back_inserter(names));
    for (const std::string& overlay : overlays) of_overlays.push_back(name_of(overlay));
    const auto has = [](const std::vector<std::string>& all, const std::string& name) {
        return std::ranges::find(all, name) != all.end();
    };
    std::string kept(kHeader);
    bool had_flow = false;
    for (const auto& [name, seen] : ours_) {
        const bool is_flow = name.starts_with(kFlow) && name.ends_with(".flo");
        Seen now{.line = seen.line};
        const bool same = see(name, now) && now.inode == seen.inode && now.seconds == seen.seconds &&
                          now.nanoseconds == seen.nanoseconds;
        if (!same || name == fs::path(list()).filename()) continue;
        if (!is_flow && !has(names, name) && !has(of_overlays, name)) {
            kept += seen.line + "\n";
            continue;
        }
        std::error_code error;
        fs::remove(file(name), error);
        if (error) return cannot("replace", file(name), error);
        had_flow = had_flow || is_flow;
    }
    base::PartFile::remove_left(path_.string(), [&](const std::string& name) { return has(names, name); });
    if (!has_linked_flow()) {
        const media::FilePattern pattern = flow_pattern(path_);
        base::PartFile::remove_left(file("flow"), [&](const std::string& name) {
            return pattern.number(file("flow/" + name)).has_value();
        });
        if (had_flow) rmdir(file("flow").c_str());  // where nothing else is in it
    }
    if (!base::write_file(list(), kept)) return cannot("write", list(), {errno, std::generic_category()});
    list_ = open(list().c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    return {};
}

Status OutputFolder::add_flow() const {
    std::error_code error;
    fs::create_directory(path_ / "flow", error);
    return error ? cannot("create directory", path_ / "flow", error) : Status();
}

// A file that is not listed counts as somebody's, so a list that cannot be written does no harm.
void OutputFolder::add(const std::string& line) {
    if (list_ >= 0) static_cast<void>(base::write_whole(list_, line.data(), line.size()));
}

void OutputFolder::note(const std::string& file) {
    int64_t size = 0;
    uint32_t crc = 0;
    const std::string name = name_of(file);
    if (!name.empty() && name.find('\n') == std::string::npos && measure(file, size, crc))
        add(line_of(size, crc, name));
}

void OutputFolder::note_input(const std::string& input) {
    if (const auto note = note_of_input(input)) add(line_of_input(*note, path_));
}

media::Announce OutputFolder::announce() {
    return [this](const std::string& file, int64_t size, uint32_t crc) {
        const std::string name = name_of(file);
        if (!name.empty() && name.find('\n') == std::string::npos) add(line_of(size, crc, name));
    };
}
