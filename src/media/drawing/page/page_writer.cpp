// SPDX-License-Identifier: MIT
#include "media/drawing/page/page_writer.h"

#include "media/drawing/page/page_text.h"

#include <string_view>

namespace genmedia::media {
namespace {

std::string base64(const std::string& bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0U);
        for (size_t k = 0; k < 4; k++)
            text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

// Nothing in a script element may look like its end or a comment.
std::string without_tags(const std::string& json) {
    std::string text;
    for (const char c : json) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return text;
}

std::string with(std::string text, std::string_view mark, const std::string& part) {
    return text.replace(text.find(mark), mark.size(), part);
}

}  // namespace

Status PageWriter::write(const std::string& text) {
    if (file_.size() + static_cast<int64_t>(text.size() + rest_.size()) > most_)
        return {StatusCode::exhausted, "the page would be larger than " + std::to_string(most_ / 1'000'000) +
                                           " MB; expected fewer frames (--frames), smaller pictures "
                                           "(--scale), or more room (--max-size)"};
    return file_.write(text);
}

Status PageWriter::open(const std::string& path, PageKind kind, int64_t most_bytes) {
    constexpr std::string_view data = "@DATA@";
    most_ = most_bytes;
    const std::string page = kind == PageKind::view
                                 ? with(with(view_page(), "@STYLE@", view_style()), "@SCRIPT@", view_script())
                                 : with(with(registers_page(), "@STYLE@", view_style() + registers_style()),
                                        "@SCRIPT@", registers_script());
    const size_t at = page.find(data);
    rest_ = page.substr(at + data.size());
    const Status status = file_.open(path);
    return status.ok() ? write(page.substr(0, at)) : status;
}

Status PageWriter::add(const std::string& id, const std::string& bytes) {
    return write("<script type=\"text/plain\" id=\"" + id + "\">" + base64(bytes) + "</script>\n");
}

Status PageWriter::finish(const std::string& json) {
    Status status =
        write("<script type=\"application/json\" id=\"about\">" + without_tags(json) + "</script>\n");
    if (status.ok()) status = file_.write(rest_);
    return status.ok() ? file_.publish() : status;
}

}  // namespace genmedia::media
