// SPDX-License-Identifier: MIT
#include "tools/motion/batch.h"

#include "media/video/file_pattern.h"
#include "media/video/output/output_file.h"
#include "tools/distinct_files.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

// Of the videos in a folder; what has another ending is something else's.
constexpr std::string_view kVideoEndings[] = {".3gp", ".asf",  ".avi", ".flv",  ".h264", ".264", ".h265",
                                              ".265", ".hevc", ".ivf", ".m2ts", ".m4v",  ".mkv", ".mov",
                                              ".mp4", ".mpeg", ".mpg", ".mts",  ".mxf",  ".nut", ".obu",
                                              ".ogv", ".ts",   ".vob", ".webm", ".wmv",  ".y4m"};
constexpr std::string_view kRawEndings[] = {".yuv"};  // with --size

bool is_folder(const std::string& name) {
    std::error_code error;
    return fs::is_directory(name, error);
}

bool is_video(const fs::directory_entry& entry, bool raw) {
    std::error_code error;
    const auto ends = [&](std::string_view ending) {
        return media::has_ending(entry.path().string(), std::string(ending));
    };
    return entry.is_regular_file(error) &&
           (raw ? std::ranges::any_of(kRawEndings, ends) : std::ranges::any_of(kVideoEndings, ends));
}

// `others`: files of other endings.
struct Found {
    std::vector<std::string> clips;
    int64_t others = 0;
};

// Leaves out what is hidden, links to folders, and the folder of the results.
Status look_into(const std::string& folder, const MotionCommand& command, Found& found) {
    const std::string results = identity_of(command.directory);
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const std::string path = entry->path().string();
        const bool hidden = entry->path().filename().string().starts_with(".");
        std::error_code unknown;
        if (entry->is_directory(unknown) && (hidden || identity_of(path) == results))
            entry.disable_recursion_pending();
        if (hidden || entry->is_directory(unknown)) continue;
        if (is_video(*entry, command.input.raw.has_value()))
            found.clips.push_back(path);
        else
            found.others++;
    }
    if (error) return {StatusCode::io, "cannot read the folder '" + folder + "': " + error.message()};
    std::ranges::sort(found.clips);
    return {};
}

Status add_folder(const std::string& folder, const MotionCommand& command, std::vector<Clip>& clips) {
    Found found;
    if (Status status = look_into(folder, command, found); !status.ok()) return status;
    if (found.clips.empty())
        return {StatusCode::not_found,
                "'" + folder + "' has no videos, expected files that end in " +
                    (command.input.raw ? ".yuv, as with --size" : ".mp4, .mkv, .mov, .webm and the like")};
    if (found.others > 0)
        say("note: '" + folder +
            "': files left out, as their names do not end as a video's: " + std::to_string(found.others));
    for (const std::string& path : found.clips)
        clips.push_back(
            {path, (fs::path(command.directory) / fs::path(path).lexically_relative(folder)).string()});
    return {};
}

// A name of its own is needed for the folder of the results.
Status add_file(const std::string& name, const MotionCommand& command, std::vector<Clip>& clips) {
    std::error_code error;
    const bool is_numbered = media::FilePattern::parse(name) && !fs::exists(name, error);
    if (name == "-" || is_numbered)
        return {StatusCode::invalid_argument,
                "'" + name + "' beside other inputs, expected files and folders"};
    clips.push_back({name, (fs::path(command.directory) / fs::path(name).filename()).string()});
    return {};
}

// Nothing of one clip may be lost by another's results.
Status check_apart(const std::vector<Clip>& clips) {
    std::map<std::string, std::string> inputs;  // by the folder of the results
    std::error_code error;
    for (const Clip& clip : clips) {
        if (fs::exists(clip.directory, error) && !fs::is_directory(clip.directory, error))
            return {StatusCode::invalid_argument, "'" + clip.directory +
                                                      "' is a file, expected a folder for the results of '" +
                                                      clip.input + "', or none yet"};
        if (const auto [other, is_new] = inputs.emplace(identity_of(clip.directory), clip.input); !is_new)
            return {StatusCode::invalid_argument, "the results of '" + other->second + "' and '" +
                                                      clip.input + "' would both go to '" + clip.directory +
                                                      "', expected inputs of different names"};
    }
    for (const Clip& clip : clips)
        for (fs::path place = fs::weakly_canonical(clip.input, error).parent_path();
             place.has_relative_path(); place = place.parent_path())
            if (inputs.contains(identity_of(place.string())))
                return {StatusCode::invalid_argument,
                        "'" + clip.input + "' is in '" + place.string() +
                            "', a folder of this run's results, expected inputs "
                            "outside of these"};
    return {};
}

}  // namespace

bool is_batch(const std::vector<std::string>& inputs) {
    return inputs.size() > 1 || is_folder(inputs.front());
}

Status find_clips(const MotionCommand& command, std::vector<Clip>& clips) {
    if (command.pipes_overlay())
        return {StatusCode::invalid_argument,
                "--overlay: '-' of several inputs, expected a name, or one input: each overlay is a video"};
    if (command.overlay.find('/') != std::string::npos)
        return {
            StatusCode::invalid_argument,
            "--overlay: '" + command.overlay +
                "', expected a name without a folder: each clip's overlay goes to the folder of its results"};
    for (const std::string& input : command.inputs) {
        const Status status =
            is_folder(input) ? add_folder(input, command, clips) : add_file(input, command, clips);
        if (!status.ok()) return status;
    }
    return check_apart(clips);
}

int batch_status(const std::vector<Clip>& clips, const std::vector<int>& statuses) {
    const auto is_done = [](int status) { return status == 0 || status == kDoneWithDamage; };
    const std::string of_all = " of " + std::to_string(clips.size()) + " clips ";
    if (interrupted()) {
        say("interrupted; " + std::to_string(std::ranges::count_if(statuses, is_done)) + of_all + "are done");
        return kInterrupted;
    }
    const auto failed = std::ranges::find_if_not(statuses, is_done);
    if (failed == statuses.end())
        return std::ranges::find(statuses, kDoneWithDamage) == statuses.end() ? 0 : kDoneWithDamage;
    const auto count = statuses.size() - static_cast<size_t>(std::ranges::count_if(statuses, is_done));
    say(std::to_string(count) + of_all + "failed, the first of them '" +
        clips[static_cast<size_t>(failed - statuses.begin())].input + "'");
    return 1;
}
