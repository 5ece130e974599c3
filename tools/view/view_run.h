// SPDX-License-Identifier: MIT
// Puts one run into a page: a video that is searched or encoded now, or the results of an earlier search.
#pragma once

#include "media/drawing/page/page_writer.h"
#include "tools/view/page_run.h"
#include "tools/view/view_about.h"

#include <optional>
#include <string>
#include <vector>

class ViewRun : public PageRun {
public:
    // `number`: of the run in the page. All must outlive it.
    ViewRun(const ViewCommand& command, const std::string& input, int number,
            genmedia::MotionEstimator& estimator, genmedia::media::PageWriter& page)
        : command_(command), input_(input), number_(number), estimator_(estimator), page_(page) {}

    genmedia::Status open() override;
    std::vector<std::string> files() const override;
    genmedia::Status run(Progress& progress) override;
    int64_t expected_frames() const override;
    int64_t frames() const override { return about_.frames(); }
    Json about() const override;
    int report() const override;

private:
    genmedia::Status find_video();
    genmedia::Status work(ViewItem& item);
    genmedia::Status search(ViewItem& item);
    genmedia::Status search_records(const genmedia::MotionRequest& request, ViewItem& item);
    genmedia::Status write(const ViewItem& item, const ViewSource& source);
    genmedia::Status start(const ViewItem& item, const ViewSource& source);

    const ViewCommand& command_;
    const std::string input_;
    const int number_;
    genmedia::MotionEstimator& estimator_;
    genmedia::media::PageWriter& page_;
    std::vector<genmedia::MotionEstimator> of_shapes_;  // one for each of record_shapes()
    std::string video_, results_;
    genmedia::media::VideoReader reader_;
    genmedia::media::PageEncoder encoder_;
    std::optional<genmedia::media::PageVideo> page_video_;
    RunAbout about_;
};
