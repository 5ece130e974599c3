// SPDX-License-Identifier: MIT
// Every file that `genmedia motion` writes.
#pragma once

#include "media/drawing/overlay.h"
#include "media/results/result_kinds.h"
#include "media/results/stats.h"
#include "media/results/writers/npz_writer.h"
#include "media/video/output/video_writer.h"
#include "media/video/video_reader.h"
#include "tools/motion/motion_flags.h"
#include "tools/motion/output_folder.h"

#include <memory>
#include <string>
#include <vector>

// The part of a picture's output that is costly to make.
struct PackedResult {
    genmedia::media::PackedFrame arrays;
    genmedia::media::Stats stats;
};

class MotionOutputs {
public:
    MotionOutputs(const MotionCommand& command, const genmedia::media::VideoReader& reader)
        : command_(command), reader_(reader), results_(wanted_results()), overlay_(command.overlay_options) {}

    // Claims the folder. Refuses output that cannot be written later. Refuses to destroy files of others,
    // where --force does not allow it.
    genmedia::Status prepare();
    // Threads may pack pictures at once, in any order.
    genmedia::Status pack(const genmedia::media::FrameFacts& facts, const genmedia::MotionField& field,
                          PackedResult& packed) const;
    genmedia::Status append(const genmedia::media::Picture& picture, const genmedia::media::FrameFacts& facts,
                            const genmedia::MotionField& field, const PackedResult& packed);
    // Completes all files, even where one of them fails; reports the first failure. `seconds` is the run's.
    genmedia::Status finish(double seconds);

    const genmedia::media::Stats& stats() const { return stats_; }
    const std::vector<std::string>& files() const { return files_; }        // written so far
    const std::vector<std::string>& warnings() const { return warnings_; }  // of prepare()

private:
    genmedia::Status check_place(const std::string& file) const;
    genmedia::Status check_in_the_way(const std::string& file) const;
    struct Result {
        const genmedia::media::ResultKind& kind;
        std::unique_ptr<genmedia::media::ResultWriter> writer;
    };
    std::vector<Result> wanted_results() const;
    std::vector<std::string> wanted() const;
    genmedia::media::NpzContents contents(const genmedia::MotionField& field) const;
    genmedia::Status open(const genmedia::MotionField& field);
    genmedia::Status write_flow(int64_t number, const genmedia::MotionField& field);
    genmedia::Status draw(const genmedia::media::Picture& picture, const genmedia::MotionField& field);
    genmedia::Status draw_video(const genmedia::media::RgbImage& image, int64_t pts);
    genmedia::Status finish_video();
    std::vector<std::string> overlay_files() const;
    void count(double seconds);
    void add_file(const std::string& name);

    const MotionCommand& command_;
    const genmedia::media::VideoReader& reader_;
    OutputFolder folder_;
    genmedia::media::NpzWriter npz_;
    std::vector<Result> results_;
    genmedia::media::Overlay overlay_;
    genmedia::media::VideoWriter video_;
    genmedia::media::Stats stats_;
    std::vector<std::string> files_, warnings_;
    bool video_open_ = false, picture_drawn_ = false;
    bool overlay_has_ended_ = false;  // who read it has left
};
