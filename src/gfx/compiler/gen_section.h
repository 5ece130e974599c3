// SPDX-License-Identifier: MIT
// Gen code of offloaded loops in a section of the program, .gfx: one record behind the other, each a line
// that says what it is, and its bytes.
#pragma once

#include "options.h"

#include <vector>

namespace genmedia::gfxcc {

struct GenRecord {
    std::string kind;    // "gen", code of several kernels, or "asm", the listing of one
    std::string target;  // "bdw"
    std::string name;    // of its file
    std::string bytes;
};

// The name of a target of -mgpu-arch, as Intel's compiler and cmc have it; empty: there is no Gen code for
// it.
std::string gpu_target(const std::string& architecture);
extern const char kGpuArchitectures[];  // for messages

// Compiles the loops of a file. Warnings are about loops for which there is none.
Status gen_records(const Options& options, const std::string& file, const std::string& target,
                   std::vector<GenRecord>& records, std::vector<std::string>& warnings);

std::string section_of(const std::vector<GenRecord>& records);
// A statement of C and C++ that puts a file into the section.
std::string section_statement(const std::string& path);

// What a program or an object has.
Status read_section(const std::string& program, std::vector<GenRecord>& records);
// Writes each record of a program to a file of this folder, and says which on the standard output.
Status extract(const std::string& program, const std::string& folder);

}  // namespace genmedia::gfxcc
