// SPDX-License-Identifier: MIT
#include "motion_outputs.h"

#include "media/file_pattern.h"
#include "media/flow_writer.h"
#include "media/output_file.h"
#include "media/png_writer.h"
#include "media/stats_text.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

bool is_video(const std::string& name) { return name.ends_with(".mp4") || name.ends_with(".mkv"); }

std::vector<std::string> files_of(const std::string& name) {
    const auto pattern = media::FilePattern::parse(name);
    std::error_code error;
    if (!pattern || fs::exists(name, error)) return {name};
    std::vector<std::string> names;
    for (const int64_t number : pattern->existing()) names.push_back(pattern->path(number));
    return names;
}

}  // namespace

// A result may not be a folder, and its own folder must be one that can be written to.
Status MotionOutputs::check_place(const std::string& file) const {
    const fs::path folder = fs::path(file).parent_path();
    std::error_code error;
    if (fs::is_directory(file, error))
        errno = EISDIR;
    else if (access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0)
        return {};
    return {StatusCode::io, "cannot write '" + file + "': " + std::generic_category().message(errno)};
}

std::vector<std::string> MotionOutputs::existing_overlays() const {
    std::error_code error;
    std::vector<std::string> names =
        command_.overlay.empty() ? std::vector<std::string>() : files_of(command_.overlay);
    std::erase_if(names,
                  [&](const std::string& name) { return !fs::exists(fs::symlink_status(name, error)); });
    return names;
}

// An overlay in the run's own folder is replaced as the other results are; a file elsewhere may be
// anything.
Status MotionOutputs::check_overlay() const {
    if (command_.overlay.empty()) return {};
    if (Status status = check_place(command_.overlay); !status.ok()) return status;
    const std::vector<std::string> existing = existing_overlays();
    if (existing.empty() || command_.force || folder_.contains(existing.front())) return {};
    return {StatusCode::invalid_argument,
            "--overlay: '" + existing.front() +
                "' exists already; expected a new name, one in the output directory, or --force"};
}

Status MotionOutputs::check_inputs() const {
    std::vector<std::string> outputs = existing_overlays();
    for (const char* name : kResultNames) outputs.push_back(folder_.file(name));
    for (const std::string& input : files_of(command_.input.path))
        for (const std::string& output : outputs)
            if (std::error_code error; fs::equivalent(input, output, error))
                return {StatusCode::invalid_argument,
                        "'" + output + "' is the input '" + input + "'; expected results of another name"};
    return {};
}

Status MotionOutputs::prepare() {
    Status status = folder_.claim(command_.directory, warning_);
    if (status.ok()) status = check_inputs();
    if (status.ok()) status = check_overlay();
    return status.ok() ? folder_.can_clear() : status;
}

void MotionOutputs::add_file(const std::string& name) {
    if (std::find(files_.begin(), files_.end(), name) == files_.end()) files_.push_back(name);
}

media::NpzContents MotionOutputs::contents(const MotionField& field) const {
    return {.columns = field.columns,
            .rows = field.rows,
            .backward = command_.references == 2,
            .intra = command_.options.intra,
            .true_field = command_.options.confidence,
            .time_base = reader_.time_base(),
            .flow = command_.dense,
            .width = field.width,
            .height = field.height};
}

// At the first result: from then on, files of an earlier run would be taken for this run's.
Status MotionOutputs::open(const MotionField& field) {
    Status status = folder_.clear();
    std::error_code error;
    for (const std::string& old : existing_overlays()) fs::remove(old, error);
    if (status.ok() && command_.flow) {
        fs::create_directory(folder_.file("flow"), error);
        if (error)
            status = {StatusCode::io,
                      "cannot create directory '" + folder_.file("flow") + "': " + error.message()};
    }
    if (status.ok()) status = npz_.open(folder_.file("motion.npz"), contents(field));
    if (status.ok()) status = frames_.open(folder_.file("frames.csv"));
    if (status.ok() && command_.csv) status = csv_.open(folder_.file("motion.csv"), command_.options.intra);
    return status;
}

Status MotionOutputs::pack(const media::FrameFacts& facts, const MotionField& field,
                           PackedResult& packed) const {
    packed.stats.add(field);
    return media::pack_frame(contents(field), facts, field, packed.arrays);
}

Status MotionOutputs::append(const media::Picture& picture, const media::FrameFacts& facts,
                             const MotionField& field, const PackedResult& packed) {
    Status status = stats_.frames == 0 ? open(field) : Status();
    if (status.ok()) status = npz_.append(packed.arrays);
    if (status.ok()) status = frames_.append(facts);
    if (status.ok() && command_.csv) status = csv_.append(facts.number, field);
    if (status.ok() && command_.flow && field.has_inter) status = write_flow(facts.number, field);
    if (status.ok() && !command_.overlay.empty()) status = draw(picture, field);
    if (status.ok()) stats_.add(packed.stats);  // now it counts as written
    return status;
}

Status MotionOutputs::write_flow(int64_t number, const MotionField& field) {
    const auto pattern = media::FilePattern::parse(folder_.file("flow/%06d.flo"));
    Status status = media::write_flow(pattern->path(number), field);
    if (status.ok()) add_file(folder_.file("flow/*.flo"));
    return status;
}

// A single picture shows the first frame that has motion, or the first frame if none has.
Status MotionOutputs::draw(const media::Picture& picture, const MotionField& field) {
    const std::string& name = command_.overlay;
    const auto every = media::FilePattern::parse(name);
    const bool first_motion = field.has_inter && stats_.inter_frames == 0;
    if (!is_video(name) && !every && picture_drawn_ && !first_motion) return {};
    media::RgbImage image;
    Status status = overlay_.draw(picture, field, image);
    if (!status.ok()) return status;
    if (is_video(name)) return draw_video(image, picture.facts().pts);
    status = media::write_png(every ? every->path(picture.facts().number) : name, image);
    picture_drawn_ = picture_drawn_ || status.ok();
    if (status.ok()) add_file(name);
    return status;
}

Status MotionOutputs::draw_video(const media::RgbImage& image, int64_t pts) {
    Status status;
    if (!video_open_) {
        media::VideoFormat format;
        format.width = image.width;
        format.height = image.height;
        format.time_base = reader_.time_base();
        format.rate = reader_.frame_rate();
        status = video_.open(command_.overlay, format);
    }
    if (!status.ok()) return status;
    video_open_ = true;
    return video_.append(image, pts);
}

Status MotionOutputs::write_stats(double seconds) {
    const media::Damage damage = reader_.damage();
    stats_.seconds = seconds;
    stats_.damaged_frames = damage.damaged_frames;
    stats_.missing_frames = damage.missing_frames;
    stats_.interlaced = reader_.interlaced();
    if (!command_.stats) return {};
    media::OutputFile file;
    Status status = file.open(folder_.file("stats.json"));
    if (status.ok()) status = file.write(media::stats_json(stats_));
    if (status.ok()) status = file.publish();
    if (status.ok()) add_file(folder_.file("stats.json"));
    return status;
}

Status MotionOutputs::finish(double seconds) {
    Status first_failure;
    const auto note = [&](const Status& status, const std::string& name) {
        if (status.ok() && !name.empty()) add_file(name);
        if (!status.ok() && first_failure.ok()) first_failure = status;
    };
    if (stats_.frames == 0) return {};
    note(npz_.finish(stats_.frames), folder_.file("motion.npz"));
    note(frames_.finish(stats_.frames), folder_.file("frames.csv"));
    if (command_.csv) note(csv_.finish(stats_.frames), folder_.file("motion.csv"));
    if (video_open_) note(video_.finish(reader_.last_ticks()), command_.overlay);
    note(write_stats(seconds), "");
    return first_failure;
}
