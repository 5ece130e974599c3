// SPDX-License-Identifier: MIT
// Puts a recording into a page: each picture in steps, so that one sees in which order its macroblocks were
// asked for.
#pragma once

#include "media/drawing/page/page_encoder.h"
#include "media/drawing/page/page_writer.h"
#include "tools/view/page_run.h"
#include "tools/view/recording_reader.h"
#include "tools/view/view_command.h"

class RecordingRun : public PageRun {
public:
    // `number`: of the run in the page. All must outlive it.
    RecordingRun(const ViewCommand& command, const std::string& input, int number,
                 genmedia::media::PageWriter& page)
        : command_(command), input_(input), number_(number), page_(page) {}

    genmedia::Status open() override;
    std::vector<std::string> files() const override { return {input_}; }
    genmedia::Status run(Progress& progress) override;
    int64_t expected_frames() const override { return static_cast<int64_t>(pictures_.size()); }
    int64_t frames() const override { return shown_; }
    Json about() const override;
    int report() const override;

private:
    genmedia::Status write(size_t picture);
    void add_steps(size_t picture, size_t asked, const genmedia::MotionField& field);

    const ViewCommand& command_;
    const std::string input_;
    const int number_;
    genmedia::media::PageWriter& page_;
    std::vector<RecordedFrame> pictures_;
    size_t others_ = 0;
    genmedia::media::PageEncoder encoder_;
    int64_t shown_ = 0;  // pictures
    Json frames_, keys_ = Json::array();
};
