// SPDX-License-Identifier: MIT
#include "tools/motion/motion_outputs.h"

#include "base/part_file.h"
#include "media/drawing/png_writer.h"
#include "media/results/writers/flow_writer.h"
#include "media/video/file_pattern.h"
#include "media/video/output/output_file.h"
#include "tools/distinct_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

bool is_video(const std::string& name) {
    return media::has_ending(name, ".mp4") || media::has_ending(name, ".mkv");
}

// A picture that a killed run had begun may have a number that this run does not reach.
void remove_left_of(const std::string& overlay) {
    const std::optional<media::FilePattern> pattern = media::FilePattern::parse(overlay);
    if (!pattern) return;
    const fs::path folder = fs::path(overlay).parent_path();
    base::PartFile::remove_left(folder.empty() ? "." : folder.string(), [&](const std::string& name) {
        return pattern->number((folder / name).string()).has_value();
    });
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

std::vector<MotionOutputs::Result> MotionOutputs::wanted_results() const {
    std::vector<Result> results;
    for (const media::ResultKind& kind : media::result_kinds())
        if (!kind.flag || command_.results.contains(kind.name)) results.push_back({kind, kind.make()});
    return results;
}

std::vector<std::string> MotionOutputs::overlay_files() const {
    return command_.pipes_overlay() ? std::vector<std::string>() : files_of(command_.overlay);
}

// What this run will write, as far as it is there already.
std::vector<std::string> MotionOutputs::wanted() const {
    std::vector<std::string> names = overlay_files();
    if (command_.flow) std::ranges::copy(folder_.flow_files(), std::back_inserter(names));
    names.insert(names.end(), {folder_.file("motion.npz"), folder_.list()});
    for (const Result& result : results_) names.push_back(folder_.file(result.kind.name));
    for (const std::string& name : folder_.left_arrays()) names.push_back(folder_.file(name));
    return names;
}

// A FIFO or a device is written to, and keeps what it is.
Status MotionOutputs::check_in_the_way(const std::string& file) const {
    std::error_code error;
    if (fs::is_directory(file, error))
        return {StatusCode::io, "cannot write '" + file + "': " + std::generic_category().message(EISDIR)};
    if (!fs::is_regular_file(file, error) || command_.force || folder_.is_ours(file)) return {};
    return {StatusCode::invalid_argument, "'" + file + "' exists already, and is not what a run into '" +
                                              command_.directory +
                                              "' left there; expected another name, or --force"};
}

Status MotionOutputs::prepare() {
    std::string warning;
    Status status = folder_.claim(command_.directory, warning);
    if (!warning.empty()) warnings_.push_back(warning);
    const std::vector<std::string> names = wanted();
    std::vector<std::string> inputs = files_of(command_.input.path);
    std::ranges::copy(reader_.references(), std::back_inserter(inputs));
    if (status.ok()) status = check_distinct({command_.input.path}, names);
    if (status.ok()) status = check_distinct(reader_.references(), names);
    if (status.ok() && !command_.overlay.empty() && !command_.pipes_overlay())
        status = check_place(command_.overlay);
    if (status.ok() && command_.flow && folder_.has_linked_flow())
        status = {StatusCode::invalid_argument,
                  "'" + folder_.file("flow") + "' is a link; expected a folder for the flow, or none"};
    if (!status.ok()) return status;
    folder_.look(inputs);
    for (const std::string& name : names)
        if (Status way = check_in_the_way(name); !way.ok()) return way;
    const std::vector<std::string> others = folder_.others(names);
    if (!others.empty())
        warnings_.push_back(
            "'" + others.front() + "' stays" +
            (others.size() == 1 ? "" : ", as do " + std::to_string(others.size() - 1) + " more") +
            ": it is not what an earlier run left there, nor of this one");
    return {};
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
    Status status = folder_.clear(overlay_files());
    if (status.ok()) folder_.note_input(command_.input.path);
    remove_left_of(command_.overlay);
    if (status.ok() && command_.flow) status = folder_.add_flow();
    if (status.ok()) status = npz_.open(folder_.file("motion.npz"), contents(field));
    for (const Result& result : results_)
        if (status.ok()) status = result.writer->open(folder_.file(result.kind.name), command_.options.intra);
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
    for (const Result& result : results_)
        if (status.ok()) status = result.writer->append(facts, field);
    if (status.ok() && command_.flow && field.has_inter) status = write_flow(facts.number, field);
    if (status.ok() && !command_.overlay.empty() && !overlay_has_ended_) status = draw(picture, field);
    if (status.ok()) stats_.add(packed.stats);  // now it counts as written
    return status;
}

Status MotionOutputs::write_flow(int64_t number, const MotionField& field) {
    const auto pattern = media::FilePattern::parse(folder_.file("flow/%06d.flo"));
    Status status = media::write_flow(pattern->path(number), field, folder_.announce());
    if (status.ok()) add_file(folder_.file("flow/*.flo"));
    return status;
}

// A single picture shows the first frame that has motion, or the first frame if none has.
Status MotionOutputs::draw(const media::Picture& picture, const MotionField& field) {
    const std::string& name = command_.overlay;
    const auto every = media::FilePattern::parse(name);
    const bool first_motion = field.has_inter && stats_.inter_frames == 0;
    if (!is_video(name) && !command_.pipes_overlay() && !every && picture_drawn_ && !first_motion) return {};
    media::RgbImage image;
    Status status = overlay_.draw(picture, field, image);
    if (!status.ok()) return status;
    if (is_video(name) || command_.pipes_overlay()) return draw_video(image, picture.facts().pts);
    status = media::write_png(every ? every->path(picture.facts().number) : name, image, folder_.announce());
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
        format.pictures_alone = command_.pictures_alone;
        status = video_.open(command_.overlay, format);
    }
    video_open_ = video_open_ || status.ok();
    if (status.ok()) status = video_.append(image, pts);
    overlay_has_ended_ = !status.ok() && command_.pipes_overlay() && media::reader_has_left();
    return overlay_has_ended_ ? Status() : status;
}

// Who reads it may leave during the last pictures, too.
Status MotionOutputs::finish_video() {
    const Status status = video_.finish(reader_.last_ticks());
    return command_.pipes_overlay() && media::reader_has_left() ? Status() : status;
}

void MotionOutputs::count(double seconds) {
    const media::Damage damage = reader_.damage();
    stats_.seconds = seconds;
    stats_.damaged_frames = damage.damaged_frames;
    stats_.missing_frames = damage.missing_frames;
    stats_.interlaced = reader_.interlaced();
}

Status MotionOutputs::finish(double seconds) {
    Status first_failure;
    const auto note = [&](const Status& status, const std::string& name) {
        if (status.ok() && !name.empty()) {
            folder_.note(name);
            add_file(name);
        }
        if (!status.ok() && first_failure.ok()) first_failure = status;
    };
    if (stats_.frames == 0) return {};
    note(npz_.finish(stats_.frames), folder_.file("motion.npz"));
    if (!first_failure.ok())
        for (const std::string& name : folder_.left_arrays()) folder_.note(folder_.file(name));
    if (video_open_ && !overlay_has_ended_)
        note(finish_video(), command_.pipes_overlay() ? "" : command_.overlay);
    count(seconds);
    for (const Result& result : results_) note(result.writer->finish(stats_), folder_.file(result.kind.name));
    return first_failure;
}
