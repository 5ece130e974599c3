// SPDX-License-Identifier: MIT
// genmedia where a program takes one of OpenCV's classes of dense optical flow, such as cv::DISOpticalFlow.
// The one header that needs OpenCV's (4.0 or later), and its library opencv_core.
//
//     cv::Ptr<cv::DenseOpticalFlow> algorithm = genmedia::OpticalFlow::create();
//     algorithm->calc(before, after, flow);
#pragma once

#include "genmedia/motion.h"

#include <opencv2/video/tracking.hpp>

#include <cstring>

namespace genmedia {

// Vectors that follow objects, one for every pixel.
class OpticalFlow : public cv::DenseOpticalFlow {
public:
    // normal: MotionOptions as they are; best: MotionOptions::refined, in three to seven times the time.
    enum class Preset : uint8_t { normal, best };

    // `threads`: 0: as many as the machine has.
    explicit OpticalFlow(Preset preset = Preset::normal, int threads = 0)
        : estimator_({.field = Field::true_motion,
                      .per_pixel = true,
                      .refined = preset == Preset::best,
                      .threads = threads}) {}

    // The same as a pointer, as OpenCV's classes are made.
    static cv::Ptr<OpticalFlow> create(Preset preset = Preset::normal, int threads = 0) {
        return cv::makePtr<OpticalFlow>(preset, threads);
    }

    // Fills `flow`, CV_32FC2 of the pictures' size, in pixels: what I0 shows at (x, y) is at (x, y) + flow(x,
    // y) in I1. What `flow` had is not looked at. Throws cv::Exception where I0 and I1 are not CV_8UC1 of one
    // size, with what was expected, and where `threads` is less than 0.
    void calc(cv::InputArray I0, cv::InputArray I1, cv::InputOutputArray flow) override {
        const cv::Mat from = I0.getMat(), to = I1.getMat();
        CV_CheckTypeEQ(from.type(), CV_8UC1, "I0 is to be gray, 8 bits");
        CV_CheckTypeEQ(to.type(), CV_8UC1, "I1 is to be gray, 8 bits");
        if (from.size() != to.size()) CV_Error(cv::Error::StsUnmatchedSizes, "I0 and I1 differ in size");
        const Status status =
            estimator_.estimate({.source = {view(from), {}}, .previous = view(to), .next = {}}, field_);
        if (!status.ok()) CV_Error(cv::Error::StsBadArg, status.message());
        flow.create(from.size(), CV_32FC2);
        cv::Mat vectors = flow.getMat();
        const auto width = static_cast<size_t>(from.cols);
        for (int y = 0; y < from.rows; y++)
            std::memcpy(vectors.ptr(y), field_.flow.data() + static_cast<size_t>(y) * width,
                        width * sizeof(FlowVector));
    }

    // Frees what is kept from one call to the next: the memory of its results.
    void collectGarbage() override { field_ = {}; }

private:
    static_assert(sizeof(FlowVector) == 2 * sizeof(float));

    static PlaneView view(const cv::Mat& picture) {
        return {picture.data, picture.cols, picture.rows, static_cast<ptrdiff_t>(picture.step[0])};
    }

    MotionEstimator estimator_;
    MotionField field_;
};

}  // namespace genmedia
