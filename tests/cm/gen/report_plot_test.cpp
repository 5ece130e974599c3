// SPDX-License-Identifier: MIT
// The picture of a kernel's registers.
#include "cm/gen/report/report_plot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace genmedia::gen {
namespace {

std::string repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; i++) all += text;
    return all;
}

std::string plot_of(const std::string& line) {
    KernelReport report;
    report.name = "kernel";
    report.pressure.lines = {{1, 7}};
    return plot_text({report}, {{line}});
}

// Characters of one, two, three and four bytes. Half a character would make the picture invalid XML.
TEST(ReportPlot, LongLinesEndAfterTheirNinetiethCharacter) {
    for (const std::string character : {"x", "\u00e4", "\u20ac", "\U0001F600"}) {
        EXPECT_NE(plot_of(repeated(character, 90)).find(">" + repeated(character, 90) + "<"),
                  std::string::npos)
            << character;
        EXPECT_NE(plot_of(repeated(character, 91)).find(">" + repeated(character, 90) + "<"),
                  std::string::npos)
            << character;
        EXPECT_NE(plot_of("x" + repeated(character, 90)).find(">x" + repeated(character, 89) + "<"),
                  std::string::npos)
            << character;
    }
}

// A number of each element: of `element` "<text" and `name` "y" the places of all texts, from the top down.
std::vector<int> numbers(const std::string& plot, const std::string& element, const std::string& name) {
    std::vector<int> found;
    for (size_t at = plot.find(element); at != std::string::npos; at = plot.find(element, at + 1))
        found.push_back(std::stoi(plot.substr(plot.find(" " + name + "=\"", at) + name.size() + 3)));
    return found;
}

TEST(ReportPlot, HeadingsAreAboveTheirBarsAndBelowTheBarsBefore) {
    KernelReport report;
    report.name = "kernel";
    report.pressure.lines = {{1, 7}, {2, 9}};
    const std::string plot = plot_text({report, report}, {{"one", "two"}, {"one", "two"}});
    // Two lines of heading; then number, registers and source of each line; and the mark of 128 registers.
    const std::vector<int> heights = numbers(plot, "<text", "y");
    ASSERT_EQ(heights.size(), 2U * (2 + 2 * 3 + 1));
    EXPECT_GT(heights.front(), 10);
    const auto kernel = [&](size_t k) {
        return heights.begin() + static_cast<ptrdiff_t>(k * heights.size() / 2);
    };
    for (size_t k = 0; k < 2; k++) {
        const int name = kernel(k)[0], live = kernel(k)[1];
        EXPECT_LT(name, live);
        EXPECT_LT(live, *std::min_element(kernel(k) + 2, kernel(k) + 9));
        if (k > 0) {
            EXPECT_GT(name, *std::max_element(kernel(0), kernel(1)));
        }
    }
}

TEST(ReportPlot, ABarEndsAboveTheNext) {
    KernelReport report;
    report.pressure.lines = {{1, 7}, {2, 9}, {3, 128}};
    const std::string plot = plot_text({report}, {{"one", "two", "three"}});
    const std::vector<int> tops = numbers(plot, "<rect x", "y"), heights = numbers(plot, "<rect x", "height");
    ASSERT_EQ(tops.size(), 3U);
    for (size_t k = 0; k < 2; k++) {
        EXPECT_GT(heights[k], 0);
        EXPECT_LT(tops[k] + heights[k], tops[k + 1]);
    }
}

// A place may be in a file that is not there.
TEST(ReportPlot, ALineBehindTheSourceHasABarWithoutText) {
    KernelReport report;
    report.pressure.lines = {{1, 7}, {2, 9}};
    std::vector<std::vector<std::string>> sources = {{"one", "two"}};
    sources[0].pop_back();  // what was there is not to be read
    const std::string plot = plot_text({report}, sources);
    EXPECT_EQ(numbers(plot, "<rect x", "y").size(), 2U);
    EXPECT_NE(plot.find(">one</text>"), std::string::npos);
    EXPECT_EQ(plot.find(">two</text>"), std::string::npos);
}

}  // namespace
}  // namespace genmedia::gen
