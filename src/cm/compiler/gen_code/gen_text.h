// SPDX-License-Identifier: MIT
// C++ programs that have kernels in them, as gfxcc writes them: the text is preprocessed, and names its
// entries itself.
#pragma once

#include "genmedia/status.h"

#include "cm/gen/lower.h"

#include <string>
#include <vector>

namespace genmedia::cmc {

// What a kernel's rounds go to: threads, in C for Metal, or lanes.
enum class Rounds { threads, lanes };

// What the preprocessor is told, beside the program's own options.
std::vector<std::string> gen_preprocessing(const std::string& target, Rounds rounds);

// LLVM's module of the text. What the compiler said of a text that it refuses is in `said`, and the failure
// has no message then.
Status gen_module(const std::string& target, Rounds rounds, const std::string& text, std::string& module,
                  std::string& said);

// The instances of entry `number` in a module: more than one where templates have it, none where nothing uses
// it. They are called `name`, name_2, ...
std::vector<gen::KernelName> entries_of(const std::string& module, Rounds rounds, int number,
                                        const std::string& name);

}  // namespace genmedia::cmc
