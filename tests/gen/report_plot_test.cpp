// SPDX-License-Identifier: MIT
// The picture of a kernel's registers.
#include "gen/report_plot.h"

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

// The places of all texts, from the top down: y of each <text>.
std::vector<int> heights_of_texts(const std::string& plot) {
    std::vector<int> heights;
    for (size_t at = plot.find("<text"); at != std::string::npos; at = plot.find("<text", at + 1))
        heights.push_back(std::stoi(plot.substr(plot.find("y=\"", at) + 3)));
    return heights;
}

TEST(ReportPlot, HeadingsAreAboveTheirBarsAndBelowTheBarsBefore) {
    KernelReport report;
    report.name = "kernel";
    report.pressure.lines = {{1, 7}, {2, 9}};
    const std::string plot = plot_text({report, report}, {{"one", "two"}, {"one", "two"}});
    // Two lines of heading; then number, registers and source of each line; and the mark of 128 registers.
    const std::vector<int> heights = heights_of_texts(plot);
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

}  // namespace
}  // namespace genmedia::gen
