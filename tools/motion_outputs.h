// Every file that `genmedia motion` writes.
#pragma once

#include "media/csv_writer.h"
#include "media/npz_writer.h"
#include "media/overlay.h"
#include "media/stats.h"
#include "media/video_writer.h"
#include "motion_flags.h"

#include <filesystem>
#include <string>
#include <vector>

class MotionOutputs {
public:
    MotionOutputs(const MotionCommand& command, genmedia::media::FrameRate rate)
        : command_(command), directory_(command.directory), rate_(rate) {}

    // Makes the directories.
    genmedia::Status prepare();
    genmedia::Status append(const genmedia::media::Picture& picture, const genmedia::MotionField& field);
    // Completes all files, even where one of them fails; reports the first failure. `seconds` is the run's.
    genmedia::Status finish(double seconds);

    const genmedia::media::Stats& stats() const { return stats_; }
    const std::vector<std::string>& files() const { return files_; }  // written so far

private:
    std::string in_directory(const char* name) const { return (directory_ / name).string(); }
    genmedia::Status open(const genmedia::MotionField& field);
    genmedia::Status draw(const genmedia::media::Picture& picture, const genmedia::MotionField& field);
    genmedia::Status draw_video(const genmedia::media::RgbImage& image);
    void add_file(const std::string& name);

    const MotionCommand& command_;
    const std::filesystem::path directory_;
    const genmedia::media::FrameRate rate_;
    genmedia::media::NpzWriter npz_;
    genmedia::media::CsvWriter csv_;
    genmedia::media::Overlay overlay_;
    genmedia::media::VideoWriter video_;
    genmedia::media::Stats stats_;
    std::vector<std::string> files_;
    bool video_open_ = false, picture_drawn_ = false;
};
