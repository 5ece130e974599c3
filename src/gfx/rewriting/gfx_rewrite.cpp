// SPDX-License-Identifier: MIT
#include "gfx_rewrite.h"

#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/writer.h"
#include "rewriter.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

// Functions and regions alone. What is wrong comes up once more when the text is rewritten.
Found look_through(const Text& text, const Language& language, bool target) {
    Shared shared{language, text.files};
    Found found;
    Surroundings where;
    where.target = target;
    Rewriter(shared, text.tokens, found, nullptr, where).run();
    return found;
}

// In files of its own: those beside our prelude have some that need no memory.
bool defines_operators(const Text& text) {
    std::vector<bool> ours;
    std::string folder;
    for (const std::string& file : text.files)
        if (file.ends_with("/rewritten_prelude.h")) folder = file.substr(0, file.rfind('/') + 1);
    ours.reserve(text.files.size());
    for (const std::string& file : text.files) ours.push_back(!folder.empty() && file.starts_with(folder));
    return std::any_of(text.tokens.begin(), text.tokens.end(), [&](const Token& token) {
        return token.is("operator") && !ours.at(static_cast<size_t>(token.place.file));
    });
}

std::vector<std::string> messages(std::vector<Mistake> mistakes, const std::vector<std::string>& files) {
    std::stable_sort(mistakes.begin(), mistakes.end(),
                     [](const Mistake& a, const Mistake& b) { return a.place < b.place; });
    std::vector<std::string> all;
    for (const Mistake& mistake : mistakes) {
        std::string message = files.at(static_cast<size_t>(mistake.place.file)) + ":" +
                              std::to_string(mistake.place.line) + ":" +
                              std::to_string(mistake.place.column) + ": " + mistake.message;
        if (all.empty() || all.back() != message) all.push_back(std::move(message));
    }
    return all;
}

}  // namespace

Rewritten rewrite(std::string_view host, std::string_view target, const Language& language) {
    Text host_text = read_preprocessed(host);
    if (host_text.files.empty()) host_text.files.push_back("<input>");
    const Text target_text = read_preprocessed(target);
    Shared shared{language, host_text.files};
    shared.operators = defines_operators(host_text);
    Versions two;
    if (!target.empty() && host_text.files == target_text.files)
        two = versions(look_through(host_text, language, false), look_through(target_text, language, true),
                       host_text.tokens, target_text.tokens, shared.mistakes, shared.warnings);
    else if (!target.empty())
        shared.mistakes.push_back(
            {{0, 1, 1}, "other files are included under __GFX__, which is not supported"});
    Found found;
    const Tokens tokens = Rewriter(shared, host_text.tokens, found, &two).run();
    Rewritten result;
    result.text = written(tokens, shared.files);
    result.errors = messages(shared.mistakes, shared.files);
    result.warnings = messages(shared.warnings, shared.files);
    result.regions = found.regions.size();
    result.kernels = shared.kernels;
    for (const NoKernel& without : shared.without_kernel)
        result.without_kernel.push_back({shared.files.at(static_cast<size_t>(without.region.file)),
                                         without.region.line, messages({without.why}, shared.files).front()});
    return result;
}

}  // namespace genmedia::gfx
