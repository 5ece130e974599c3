// SPDX-License-Identifier: MIT
#include "media/results/writers/npz_writer.h"

#include "media/test_files.h"

#include <sys/wait.h>
#include <fstream>
#include <map>
#include <set>

namespace genmedia::media {
namespace {

constexpr TimeBase kTicks{1, 12800};

class NpzWriterTest : public MediaTest {
protected:
    // 0 equal, 77 no NumPy.
    int compare(const std::string& arguments) const {
        const std::string command =
            "'" PYTHON_PROGRAM "' '" CHECK_NPZ_SCRIPT "' '" + path("a.npz") + "' " + arguments;
        return WEXITSTATUS(std::system(command.c_str()));
    }
    Status open(NpzWriter& writer, const std::string& name, const NpzContents& contents) {
        contents_ = contents;
        return writer.open(path(name), contents);
    }
    Status append(NpzWriter& writer, const FrameFacts& facts, const MotionField& field) {
        PackedFrame packed;
        Status status = pack_frame(contents_, facts, field, packed);
        return status.ok() ? writer.append(packed) : status;
    }
    // What gzip's own program makes of NAME.gz, which it also checks.
    std::string unzipped(const std::string& name) const {
        EXPECT_EQ(std::system(("gzip -d '" + path(name) + ".gz'").c_str()), 0);
        return read(name);
    }
    size_t files() const {
        const auto directory = std::filesystem::directory_iterator(path(""));
        return static_cast<size_t>(std::distance(begin(directory), end(directory)));
    }

private:
    NpzContents contents_;
};

#define EXPECT_ARRAYS(arguments)                                                                \
    if (std::string(PYTHON_PROGRAM).empty()) GTEST_SKIP() << "no Python to read the file with"; \
    const int result = compare(arguments);                                                      \
    if (result == 77) GTEST_SKIP() << "no NumPy to read the file with";                         \
    EXPECT_EQ(result, 0)

TEST_F(NpzWriterTest, HoldsEveryForwardResult) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {3, 2, false, false, false, kTicks}).ok());
    for (int f = 5; f < 9; f++)
        ASSERT_TRUE(append(writer, made_up_facts(f), made_up_field(f, 37, 29, false, false)).ok());
    ASSERT_TRUE(writer.finish(4).ok());
    EXPECT_EQ(files(), 1U);
    EXPECT_ARRAYS("4 2 3 0 0 0 0");
}

TEST_F(NpzWriterTest, HoldsBackwardAndIntraResults) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {2, 2, true, true, false, kTicks}).ok());
    for (int f = 5; f < 7; f++)
        ASSERT_TRUE(append(writer, made_up_facts(f), made_up_field(f, 32, 17, true, true)).ok());
    ASSERT_TRUE(writer.finish(2).ok());
    EXPECT_ARRAYS("2 2 2 1 1 0 0");
}

TEST_F(NpzWriterTest, MarksFramesWithoutInterResults) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {2, 2, false, true, false, kTicks}).ok());
    MotionField first = made_up_field(5, 32, 32, false, true);
    first.has_inter = false;
    first.inter.clear();
    ASSERT_TRUE(append(writer, made_up_facts(5), first).ok());
    ASSERT_TRUE(append(writer, made_up_facts(6), made_up_field(6, 32, 32, false, true)).ok());
    ASSERT_TRUE(writer.finish(2).ok());
    EXPECT_ARRAYS("2 2 2 0 1 1 0");
}

TEST_F(NpzWriterTest, HoldsWhatATrueFieldSaysOfItself) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {3, 2, false, false, true, kTicks}).ok());
    for (int f = 5; f < 8; f++) {
        MotionField field = made_up_field(f, 48, 32, false, false);
        for (size_t m = 0; m < field.inter.size(); m++) {
            field.confidence.emplace_back();
            field.occluded.emplace_back();
            for (size_t k = 0; k < 16; k++) {
                field.confidence[m][k] = static_cast<uint8_t>(3 * static_cast<size_t>(f) + m + k);
                field.occluded[m][k] = (static_cast<size_t>(f) + m + k) % 2;
            }
        }
        if (f == 5) {
            field = {};
            field.columns = 3, field.rows = 2;
            field.scene_cut = true;  // as made_up_field() of 5
        }
        ASSERT_TRUE(append(writer, made_up_facts(f), field).ok());
    }
    EXPECT_EQ(append(writer, made_up_facts(8), made_up_field(8, 48, 32, false, false)).code(),
              StatusCode::invalid_argument);
    ASSERT_TRUE(writer.finish(3).ok());
    EXPECT_ARRAYS("3 2 3 0 0 1 1");
}

// Another output may have failed at the last frame.
TEST_F(NpzWriterTest, LeavesTheLastFrameOut) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {2, 2, false, false, false, kTicks}).ok());
    for (int f = 5; f < 8; f++)
        ASSERT_TRUE(append(writer, made_up_facts(f), made_up_field(f, 32, 32, false, false)).ok());
    ASSERT_TRUE(writer.finish(2).ok());
    EXPECT_ARRAYS("2 2 2 0 0 0 0");
}

TEST_F(NpzWriterTest, UnfinishedLeavesNothing) {
    {
        NpzWriter writer;
        ASSERT_TRUE(open(writer, "a.npz", {2, 2, false, false, false, kTicks}).ok());
        ASSERT_TRUE(append(writer, made_up_facts(1), made_up_field(1, 32, 32, false, false)).ok());
        EXPECT_FALSE(std::filesystem::exists(path("a.npz")));
    }
    EXPECT_EQ(files(), 0U);
}

TEST_F(NpzWriterTest, RefusesAFieldOfAnotherSize) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {2, 2, false, false, false, kTicks}).ok());
    EXPECT_EQ(append(writer, made_up_facts(1), made_up_field(1, 48, 32, false, false)).code(),
              StatusCode::invalid_argument);
}

TEST_F(NpzWriterTest, NamesAFileThatCannotBeMade) {
    NpzWriter writer;
    const Status status = open(writer, "missing/a.npz", {2, 2, false, false, false, kTicks});
    EXPECT_EQ(status.code(), StatusCode::io);
    EXPECT_NE(status.message().find("missing/a.npz"), std::string::npos);
}

// The archive's place is taken, as it may be when the disk is full: what is there stays readable.
TEST_F(NpzWriterTest, KeepsArraysWhereTheArchiveCannotBeWritten) {
    NpzWriter writer;
    ASSERT_TRUE(open(writer, "a.npz", {2, 2, false, false, false, kTicks}).ok());
    for (int f = 5; f < 8; f++)
        ASSERT_TRUE(append(writer, made_up_facts(f), made_up_field(f, 32, 32, false, false)).ok());
    std::filesystem::create_directory(path("a.npz"));
    const Status status = writer.finish(3);
    EXPECT_EQ(status.code(), StatusCode::io);
    EXPECT_NE(status.message().find("its arrays are in '" + path("a.*.npy.gz") + "'"), std::string::npos)
        << status.message();
    EXPECT_EQ(files(), 14U);  // thirteen arrays and the folder
    EXPECT_EQ(unzipped("a.frame.npy").size(), 128U + 3 * 4);
    EXPECT_NE(unzipped("a.motion_vectors.npy").find("'shape': (3, 2, 2, 16, 2,)"), std::string::npos);
    EXPECT_EQ(read("a.motion_vectors.npy").size(), 128U + 3 * 2 * 2 * 16 * 2 * 2);
}

TEST_F(NpzWriterTest, EqualResultsGiveEqualFiles) {
    for (const char* name : {"a.npz", "b.npz"}) {
        NpzWriter writer;
        ASSERT_TRUE(open(writer, name, {2, 2, false, false, false, kTicks}).ok());
        ASSERT_TRUE(append(writer, made_up_facts(1), made_up_field(1, 32, 32, false, false)).ok());
        ASSERT_TRUE(writer.finish(1).ok());
    }
    EXPECT_EQ(read("a.npz"), read("b.npz"));
}

// A row of the page's table: `name`, shape, type and meaning.
std::string row_of(const NpzArray& array) {
    static const std::map<std::string, std::string> types = {
        {"|u1", "uint8"}, {"<u2", "uint16"},  {"<i2", "int16"},  {"<i4", "int32"},
        {"<i8", "int64"}, {"<f8", "float64"}, {"<f4", "float32"}};
    const std::string only = array.presence == Presence::with_intra            ? "; only with `--intra`"
                             : array.presence == Presence::with_two_references ? "; only with `--refs 2`"
                             : array.presence == Presence::with_true_field     ? "; only with `--field true`"
                             : array.presence == Presence::with_flow           ? "; only with `--dense`"
                                                                               : "";
    return "| `" + std::string(array.name) + "` | " + array.shape + " | " + types.at(array.type) + " | " +
           array.meaning + only + " |";
}

TEST(NpzArrays, AreThoseOfThePage) {
    std::ifstream page(MOTION_PAGE);
    std::string line;
    while (std::getline(page, line) && line != "| array | shape | type | values |") continue;
    std::getline(page, line);  // the rule below the heads
    std::multiset<std::string> on_page, in_file;
    while (std::getline(page, line) && line.starts_with("|")) on_page.insert(line);
    for (const NpzArray* array : npz::kAll) in_file.insert(row_of(*array));
    EXPECT_EQ(on_page, in_file);
}

}  // namespace
}  // namespace genmedia::media
