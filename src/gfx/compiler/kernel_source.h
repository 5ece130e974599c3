// SPDX-License-Identifier: MIT
// A program's offloaded loops as kernels: the program's text once more, with a kernel in place of each.
#pragma once

#include "options.h"

#include "gfx/rewriting/gfx_rewrite.h"

namespace genmedia::gfxcc {

// A C++ file as the host and the target see it, preprocessed with options.kernel_words too. Fails without a
// message where a compiler has said why.
struct Preprocessed {
    std::string host, target;
};
Status preprocess(const Options& options, const std::string& file, Preprocessed& texts);

// Errors of the rewriting are the message.
Status kernel_source(const Preprocessed& texts, const gfx::Language& language, gfx::Rewritten& source);

// Whether a file has loops or statements that are offloaded.
bool offloads(const std::string& file);
// Whether it is a program for gfxcc, whether or not it offloads something.
bool is_program(const std::string& file);

}  // namespace genmedia::gfxcc
