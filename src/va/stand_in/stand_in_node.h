// SPDX-License-Identifier: MIT
// What the parts of the library that `genmedia va` puts before programs share.
#pragma once

#define GENMEDIA_SEEN extern "C" __attribute__((visibility("default")))

namespace genmedia::va {

// Whether this names a node that the machine lacks, and that a program gets nevertheless.
bool is_stood_in_for(const char* path);
// Whether this file was opened as such a node.
bool is_stand_in(int file);

}  // namespace genmedia::va
