// SPDX-License-Identifier: MIT
#include "opencl/source/read_program.h"

#include "opencl/preprocessor/preprocess.h"
#include "opencl/source/analysis/rules.h"

#include <algorithm>
#include <exception>

namespace genmedia::opencl {

Status read_program(const SourceInput& input, const std::function<Status(const Tokens& tokens)>& use) {
    Tokens tokens;
    try {
        preprocess(input, tokens);
        return use(tokens);
    } catch (const ReadFailure& failure) {
        return {failure.code, tokens.error(failure.at, failure.message)};
    } catch (const std::exception& exception) {
        return {StatusCode::unsupported, std::string("program.cl: cannot be read: ") + exception.what()};
    }
}

bool mention_layer(const std::vector<Token>& tokens) {
    return std::ranges::any_of(
        tokens, [](const Token& token) { return token.is_identifier() && is_layer_name(token.text); });
}

Status refused(const std::vector<std::string>& errors) {
    std::string message;
    for (const std::string& error : errors) message += (message.empty() ? "" : "\n") + error;
    return {StatusCode::invalid_argument, message};
}

}  // namespace genmedia::opencl
