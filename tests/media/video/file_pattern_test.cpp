// SPDX-License-Identifier: MIT
#include "media/video/file_pattern.h"

#include "media/test_files.h"

namespace genmedia::media {
namespace {

class FilePatternTest : public MediaTest {};

TEST_F(FilePatternTest, MakesNames) {
    const std::tuple<const char*, int64_t, const char*> names[] = {
        {"a%d.png", 7, "a7.png"},
        {"a%03d.png", 7, "a007.png"},
        {"a%03d.png", 12345, "a12345.png"},
        {"d/%4d", 12, "d/0012"},
        {"50%/f%02d.png", 3, "50%/f03.png"},
        {"%06d.flo", 1, "000001.flo"},
        {"5%% %d.png", 7, "5% 7.png"},
        {"%%d%d%%.png", 7, "%d7%.png"},
    };
    for (const auto& [pattern, number, name] : names) {
        ASSERT_TRUE(FilePattern::parse(pattern)) << pattern;
        EXPECT_EQ(FilePattern::parse(pattern)->path(number), name);
    }
}

TEST_F(FilePatternTest, RefusesWhatIsNoPattern) {
    for (const char* name : {"a.png", "a%s.png", "a%", "a%0d.png", "a%12d.png", "%d-%d.png", "a%%d.png",
                             "a%d%.png", "%d%%%d", "%d/a.png"})
        EXPECT_FALSE(FilePattern::parse(name)) << name;
}

TEST_F(FilePatternTest, IsAPatternOfFFmpegs) {
    EXPECT_EQ(FilePattern::parse("50%/%d/../a%%%4d.png")->for_ffmpeg(), "50%%/%%d/../a%%%04d.png");
    EXPECT_EQ(FilePattern::parse("%d%%.png")->for_ffmpeg(), "%d%%.png");
}

TEST_F(FilePatternTest, FindsTheFilesThatAreThere) {
    for (const char* name : {"f008.png", "f010.png", "f009.png", "f1000.png", "f11.png", "f0012.png",
                             "fx.png", "f013.jpg", "g014.png", "f-15.png"})
        write(name, "");
    EXPECT_EQ(FilePattern::parse(path("f%03d.png"))->existing(), (std::vector<int64_t>{8, 9, 10, 1000}));
    EXPECT_EQ(FilePattern::parse(path("none/f%03d.png"))->existing(), std::vector<int64_t>{});
}

}  // namespace
}  // namespace genmedia::media
