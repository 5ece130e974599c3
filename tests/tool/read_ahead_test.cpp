// SPDX-License-Identifier: MIT
#include "tools/pipeline/read_ahead.h"

#include "base/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace genmedia;

constexpr int kSide = 16, kFrames = 200;  // more than it holds

// Each picture's luma is its number.
class ReadAheadTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::ofstream clip(path_, std::ios::binary);
        for (int i = 0; i < kFrames; i++)
            clip << std::string(kSide * kSide, static_cast<char>(i)) << std::string(kSide * kSide / 2, '\0');
        clip.close();
        options_.raw = media::RawFormat{.width = kSide, .height = kSide};
    }
    void open() {
        const Status status = reader_.open(path_, options_);
        ASSERT_TRUE(status.ok()) << status.message();
    }
    void expect_next(ReadAhead& ahead, int number) {
        media::Picture picture;
        bool end = true;
        ASSERT_TRUE(ahead.next(picture, end).ok());
        ASSERT_FALSE(end) << number;
        EXPECT_EQ(picture.facts().number, number);
        EXPECT_EQ(picture.luma().line(kSide - 1)[kSide - 1], number);
    }

    base::TemporaryFolder folder_{"read-ahead"};
    std::string path_ = (folder_.path() / "clip.yuv").string();
    media::ReaderOptions options_;
    media::VideoReader reader_;
};

TEST_F(ReadAheadTest, HasThePicturesInOrder) {
    for (const int64_t bytes : {int64_t{0}, int64_t{10 * kSide * kSide}, int64_t{1} << 40}) {
        open();
        ReadAhead ahead(reader_, bytes, kFrames + 1);
        for (int i = 0; i < kFrames; i++) expect_next(ahead, i);
        for (int i = 0; i < 3; i++) {  // the answer stays
            media::Picture picture;
            bool end = false;
            EXPECT_TRUE(ahead.next(picture, end).ok());
            EXPECT_TRUE(end);
            EXPECT_TRUE(picture.empty());
        }
    }
}

TEST_F(ReadAheadTest, FailsAfterThePicturesBeforeTheFailure) {
    std::filesystem::resize_file(path_, 5 * kSide * kSide * 3 / 2 + 7);
    options_.strict = true;
    open();
    ReadAhead ahead(reader_, 1 << 20, kFrames);
    for (int i = 0; i < 5; i++) expect_next(ahead, i);
    for (int i = 0; i < 3; i++) {
        media::Picture picture;
        bool end = false;
        EXPECT_EQ(ahead.next(picture, end).code(), StatusCode::corrupt);
    }
}

TEST_F(ReadAheadTest, ReadsNoMoreThanItIsTold) {
    open();
    {
        ReadAhead ahead(reader_, 1 << 20, 3);
        for (int i = 0; i < 3; i++) expect_next(ahead, i);
        media::Picture picture;
        bool end = false;
        EXPECT_TRUE(ahead.next(picture, end).ok());
        EXPECT_TRUE(end);
    }
    media::Picture picture;
    bool end = true;
    ASSERT_TRUE(reader_.next(picture, end).ok());
    EXPECT_EQ(picture.facts().number, 3);
}

// Nobody takes the pictures that wait, nor those it would read next.
TEST_F(ReadAheadTest, EndsBeforeTheVideo) {
    for (int taken = 0; taken < 4; taken++) {
        open();
        ReadAhead ahead(reader_, 0, kFrames);
        for (int i = 0; i < taken; i++) expect_next(ahead, i);
    }
}

}  // namespace
