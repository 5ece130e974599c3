// SPDX-License-Identifier: MIT
// Intel's back end in libigc1. The program ocloc of the package intel-opencl-icd calls it.
#pragma once

#include "genmedia/status.h"

#include <map>
#include <string>
#include <vector>

namespace genmedia::gen {

// What the back end made of a module.
struct Compiled {
    std::string binary;                           // the device's file, with all kernels
    std::map<std::string, std::string> assembly;  // by kernel
    std::string printed;                          // what it printed
    bool gave_up = false;                         // it failed, but not because a program or file is missing
};

// ocloc, or what GENMEDIA_OCLOC names.
std::string backend_program();
// Says why nothing can be compiled: the back end cannot be run.
Status no_backend();

// Whether a target of -march has Gen code here, and the names of all that have.
bool has_device(const std::string& target);
std::string device_names();

// Compiles lowered bitcode. `finalizer`: options for the last stage, one word each. On failure,
// compiled.printed has what the program said.
Status compile(const std::string& bitcode, const std::string& target, const std::vector<std::string>& kernels,
               const std::vector<std::string>& finalizer, Compiled& compiled);

}  // namespace genmedia::gen
