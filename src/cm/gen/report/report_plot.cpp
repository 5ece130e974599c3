// SPDX-License-Identifier: MIT
// The picture is text: bars with the source beside them.
#include "cm/gen/report/report_plot.h"

#include "cm/gen/report/report_text.h"

namespace genmedia::gen {
namespace {

constexpr int kRow = 18, kLeft = 60, kScale = 3, kTextAt = kLeft + 128 * kScale + 70;  // pixels

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text)
        result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '>' ? "&gt;" : std::string(1, c);
    return result;
}

// At most `count` characters of UTF-8, whole ones.
std::string first_characters(const std::string& text, int count) {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    size_t end = 0;
    while (end < text.size() && (!begins(text[end]) || count-- > 0)) end++;
    return text.substr(0, end);
}

std::string label(int x, int y, const std::string& text, const char* more = "") {
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" " + more + ">" +
           escaped(text) + "</text>\n";
}

// Green for few registers, orange for nearly all, red for more than there are.
const char* color(int live) {
    return live > kRegistersOfAThread ? "#c62828" : live > 100 ? "#ef8f00" : "#3f8f4f";
}

std::string bar(int y, int line, int live, const std::string& source) {
    return label(kLeft - 8, y + 13, std::to_string(line), "text-anchor=\"end\" fill=\"#777\"") +
           "<rect x=\"" + std::to_string(kLeft) + "\" y=\"" + std::to_string(y + 2) + "\" width=\"" +
           std::to_string(live * kScale) + "\" height=\"" + std::to_string(kRow - 4) + "\" fill=\"" +
           color(live) + "\"/>\n" + label(kLeft + live * kScale + 5, y + 13, std::to_string(live)) +
           label(kTextAt, y + 13, source, "xml:space=\"preserve\"");
}

std::string heading(int y, const KernelReport& report) {
    return label(10, y + 16,
                 report.name + ": " + std::to_string(report.pressure.peak) + " of 128 registers at line " +
                     std::to_string(report.pressure.peak_line) + ", " +
                     std::to_string(report.assembly.spilled_bytes) + " bytes spilled",
                 "font-weight=\"bold\"") +
           label(10, y + 33, first_characters("live there: " + live_text(report), 150));
}

// The line that marks 128 registers, from y to `bottom`.
std::string limit(int y, int bottom) {
    const int x = kLeft + kRegistersOfAThread * kScale;
    const std::string place = std::to_string(x);
    return "<line x1=\"" + place + "\" x2=\"" + place + "\" y1=\"" + std::to_string(y) + "\" y2=\"" +
           std::to_string(bottom) + "\" stroke=\"#c62828\" stroke-dasharray=\"4 3\"/>\n" +
           label(x, y - 3, "128", "text-anchor=\"middle\" fill=\"#c62828\"");
}

}  // namespace

std::string plot_text(const std::vector<KernelReport>& reports,
                      const std::vector<std::vector<std::string>>& sources) {
    std::string text;
    int y = 10;
    for (size_t k = 0; k < reports.size(); k++) {
        text += heading(y, reports[k]);
        y += 52;
        const int top = y;
        for (const auto& [line, live] : reports[k].pressure.lines) {
            const bool known = line >= 1 && static_cast<size_t>(line) <= sources[k].size();
            text += bar(y, line, live,
                        known ? first_characters(sources[k][static_cast<size_t>(line - 1)], 90) : "");
            y += kRow;
        }
        text += limit(top, y);
        y += 20;
    }
    const std::string height = std::to_string(y);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1160\" height=\"" + height +
           "\" viewBox=\"0 0 1160 " + height +
           "\" font-family=\"monospace\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
           "fill=\"white\"/>\n" +
           text + "</svg>\n";
}

}  // namespace genmedia::gen
