// SPDX-License-Identifier: MIT
// The picture of a kernel's registers.
#include "gen/report_plot.h"

#include <gtest/gtest.h>

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

// Of one, two, three and four bytes: half a character would make the picture no XML.
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

}  // namespace
}  // namespace genmedia::gen
