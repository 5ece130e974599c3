// SPDX-License-Identifier: MIT
// Programs after rewriting, seen line by line.
#pragma once

#include "opencl/source/rewrite.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

namespace genmedia::opencl {

struct Rewritten {
    ProgramSource source;
    Status status;
    std::map<std::string, std::map<int, std::string>> files;  // lines as #line counts them

    explicit Rewritten(const SourceInput& input) : status(rewrite(input, Fibers::never, source)) {
        std::istringstream text(source.text);
        std::string file = "before any #line";
        int number = 1;
        for (std::string line; std::getline(text, line);) {
            if (line.starts_with("#line ")) {
                const size_t quote = line.find('"');
                number = std::stoi(line.substr(6));
                file = line.substr(quote + 1, line.size() - quote - 2);
            } else {
                files[file][number++] += line;
            }
        }
    }
    explicit Rewritten(const std::string& text) : Rewritten(SourceInput{text, {}, {}, {}}) {}

    std::string line(int number, const std::string& file = "program.cl") { return files[file][number]; }

    // All lines joined into one, with single blanks between words.
    std::string flat() const {
        std::istringstream text(source.text);
        std::string result;
        for (std::string line; std::getline(text, line);) {
            if (!line.starts_with("#line ") && !line.empty()) result += (result.empty() ? "" : " ") + line;
        }
        return result;
    }
};

inline std::string preprocessed(const std::string& text) {
    const Rewritten result(text);
    EXPECT_EQ(result.status.message(), "");
    return result.flat();
}

inline std::string failure(const std::string& text) {
    const Rewritten result(text);
    EXPECT_FALSE(result.status.ok());
    return result.status.message();
}

}  // namespace genmedia::opencl
