#include "motion_outputs.h"

#include "media/flow_writer.h"
#include "media/output_file.h"
#include "media/png_writer.h"

#include <algorithm>
#include <cstdio>

using namespace genmedia;

namespace {

// `pattern` holds one %d, checked by the flags.
std::string with_frame_number(const std::string& pattern, int64_t number) {
    const size_t start = pattern.find('%'), end = pattern.find('d', start);
    const std::string width = pattern.substr(start + 1, end - start - 1);
    std::string digits = std::to_string(number);
    const size_t wanted = width.empty() ? 0 : static_cast<size_t>(width.back() - '0');
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), width.front() == '0' ? '0' : ' ');
    return pattern.substr(0, start) + digits + pattern.substr(end + 1);
}

}  // namespace

Status MotionOutputs::prepare() {
    std::error_code error;
    const auto wanted = command_.flow ? directory_ / "flow" : directory_;
    std::filesystem::create_directories(wanted, error);
    if (!error && std::filesystem::is_directory(wanted, error)) return {};
    return {StatusCode::io, "cannot create directory '" + wanted.string() +
                                "': " + (error ? error.message() : "a file of that name exists")};
}

void MotionOutputs::add_file(const std::string& name) {
    if (std::find(files_.begin(), files_.end(), name) == files_.end()) files_.push_back(name);
}

Status MotionOutputs::open(const MotionField& field) {
    Status status = npz_.open(in_directory("motion.npz"),
                              {field.columns, field.rows, command_.references == 2, command_.options.intra});
    if (status.ok() && command_.csv) status = csv_.open(in_directory("motion.csv"), command_.options.intra);
    return status;
}

Status MotionOutputs::append(const media::Picture& picture, const MotionField& field) {
    Status status = stats_.frames == 0 ? open(field) : Status();
    if (status.ok()) status = npz_.append(static_cast<int32_t>(picture.number()), field);
    if (status.ok() && command_.csv) status = csv_.append(picture.number(), field);
    if (status.ok() && command_.flow && field.has_inter) {
        const std::string name = with_frame_number("%06d.flo", picture.number());
        status = media::write_flow((directory_ / "flow" / name).string(), field);
        if (status.ok()) add_file(in_directory("flow/*.flo"));
    }
    if (status.ok() && !command_.overlay.empty()) status = draw(picture, field);
    if (status.ok()) stats_.add(field);
    return status;
}

// A single picture is that of the first frame, or of the first that has motion if there is one.
Status MotionOutputs::draw(const media::Picture& picture, const MotionField& field) {
    const std::string& name = command_.overlay;
    const bool video = name.ends_with(".mp4"), every = has_frame_pattern(name);
    const bool first_motion = field.has_inter && stats_.inter_frames == 0;
    if (!video && !every && picture_drawn_ && !first_motion) return {};
    media::RgbImage image;
    Status status = overlay_.draw(picture, field, image);
    if (!status.ok()) return status;
    if (video) return draw_video(image);
    picture_drawn_ = true;
    add_file(name);
    return media::write_png(every ? with_frame_number(name, picture.number()) : name, image);
}

Status MotionOutputs::draw_video(const media::RgbImage& image) {
    Status status;
    if (!video_open_) status = video_.open(command_.overlay, image.width, image.height, rate_);
    if (status.ok()) video_open_ = true;
    return status.ok() ? video_.append(image) : status;
}

Status MotionOutputs::finish(double seconds) {
    Status first_failure;
    const auto note = [&](const Status& status, const std::string& name) {
        if (status.ok())
            add_file(name);
        else if (first_failure.ok())
            first_failure = status;
    };
    stats_.seconds = seconds;
    if (stats_.frames == 0) return {};
    note(npz_.finish(), in_directory("motion.npz"));
    if (command_.csv) note(csv_.finish(), in_directory("motion.csv"));
    if (video_open_) note(video_.finish(), command_.overlay);
    if (command_.stats) {
        media::OutputFile file;
        Status status = file.open(in_directory("stats.json"));
        if (status.ok()) status = file.write(media::stats_json(stats_));
        if (status.ok()) status = file.close();
        note(status, in_directory("stats.json"));
    }
    return first_failure;
}
