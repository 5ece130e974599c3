// SPDX-License-Identifier: MIT
// genmedia/opencv.h in a program that knows cv::DenseOpticalFlow alone.
#include "genmedia/opencv.h"

#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

namespace genmedia {
namespace {

cv::Mat scene(int dx, int dy) {
    cv::Mat picture(120, 160, CV_8UC1);
    for (int y = 0; y < picture.rows; y++)
        for (int x = 0; x < picture.cols; x++)
            picture.at<uint8_t>(y, x) = static_cast<uint8_t>(test::unlike(x - dx + 50, y - dy + 50, 6));
    return picture;
}

// As OpenCV's samples have it.
cv::Mat flow_of(const cv::Ptr<cv::DenseOpticalFlow>& algorithm, const cv::Mat& before, const cv::Mat& after) {
    cv::Mat flow;
    algorithm->calc(before, after, flow);
    algorithm->collectGarbage();
    return flow;
}

TEST(OpenCvFlow, LeadsFromTheFirstPictureToTheSecond) {
    for (const auto preset : {OpticalFlow::Preset::normal, OpticalFlow::Preset::best}) {
        const cv::Mat flow = flow_of(OpticalFlow::create(preset), scene(0, 0), scene(5, -3));
        ASSERT_EQ(flow.type(), CV_32FC2);
        ASSERT_EQ(flow.size(), cv::Size(160, 120));
        for (int y = 16; y < 104; y++)
            for (int x = 16; x < 144; x++) {
                const auto vector = flow.at<cv::Vec2f>(y, x);
                ASSERT_NEAR(vector[0], 5, 0.5F) << x << " " << y;
                ASSERT_NEAR(vector[1], -3, 0.5F) << x << " " << y;
            }
    }
}

TEST(OpenCvFlow, TakesAPartOfAPictureAndFillsWhatItIsGiven) {
    const cv::Mat before = scene(0, 0), after = scene(2, 1);
    const cv::Rect part(16, 8, 101, 77);
    cv::Mat large(120, 160, CV_32FC2, cv::Scalar(7, 7));
    cv::Mat flow = large(part);
    OpticalFlow algorithm;
    algorithm.calc(before(part), after(part), flow);
    EXPECT_EQ(flow.data, large(part).data);  // in place
    EXPECT_EQ(large.at<cv::Vec2f>(0, 0), cv::Vec2f(7, 7));
    EXPECT_NEAR(large.at<cv::Vec2f>(40, 60)[0], 2, 0.25F);
    const cv::Mat same = flow_of(OpticalFlow::create(), before(part).clone(), after(part).clone());
    EXPECT_EQ(cv::norm(same, flow, cv::NORM_INF), 0);
}

TEST(OpenCvFlow, RefusesAsOpenCvDoes) {
    OpticalFlow algorithm;
    cv::Mat flow;
    const cv::Mat gray = scene(0, 0), color(120, 160, CV_8UC3);
    EXPECT_THROW(algorithm.calc(color, gray, flow), cv::Exception);
    EXPECT_THROW(algorithm.calc(gray, color, flow), cv::Exception);
    EXPECT_THROW(algorithm.calc(gray, gray(cv::Rect(0, 0, 64, 64)), flow), cv::Exception);
    EXPECT_THROW(algorithm.calc(cv::Mat(), cv::Mat(), flow), cv::Exception);
    EXPECT_THROW(OpticalFlow(OpticalFlow::Preset::normal, -1).calc(gray, gray, flow), cv::Exception);
    EXPECT_TRUE(flow.empty());
}

}  // namespace
}  // namespace genmedia
