// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/track_tags.h"

#include <gtest/gtest.h>

namespace genmedia::media {
namespace {

class TrackTags : public ::testing::Test {
protected:
    ~TrackTags() override { av_dict_free(&tags_); }
    void set(const char* key, const char* value) { av_dict_set(&tags_, key, value, AV_DICT_MULTIKEY); }
    AVDictionary* tags_ = nullptr;
};

// Containers write keys in capitals or not.
TEST_F(TrackTags, KeysOfEitherCase) {
    set("TITLE", "Film");
    EXPECT_STREQ(tag_of(tags_, "title"), "Film");
    EXPECT_STREQ(tag_of(tags_, "TITLE"), "Film");
    EXPECT_STREQ(tag_of(tags_, "titles"), "");
    EXPECT_STREQ(tag_of(nullptr, "title"), "");
    EXPECT_TRUE(has_tag(tags_of(tags_), "title", "Film"));
    EXPECT_FALSE(has_tag(tags_of(tags_), "title", "film"));
}

TEST_F(TrackTags, CopiesAreOfWhatIsInTheFile) {
    set("artist", "Somebody");
    set("encoder", "Lavf59.27.100");
    AVDictionary* copied = nullptr;
    copy_tags(tags_, &copied);
    EXPECT_STREQ(tag_of(copied, "artist"), "Somebody");
    EXPECT_EQ(av_dict_count(copied), 1);
    av_dict_free(&copied);
}

}  // namespace
}  // namespace genmedia::media
