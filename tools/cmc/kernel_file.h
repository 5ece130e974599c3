// What cmc has to know of a kernel file's text, and adds to it.
#pragma once

#include <string>
#include <vector>

namespace genmedia::cmc {

struct Kernel {
    std::string name;
    std::string float_control;  // the argument of _GENX_FLOAT_CONTROL_
    bool waits = false;         // uses cm_wait, itself or through functions
};

struct KernelFile {
    std::vector<Kernel> kernels;       // in order of appearance
    std::vector<std::string> globals;  // variables outside of functions that a kernel can change
    std::string text;                  // the file with its globals made thread-local
};

// Reads a preprocessed kernel file, with the line markers of clang -E. What lies in system headers, those of
// the language among them, stays as it is.
KernelFile read_kernel_file(const std::string& preprocessed);

// What cm/float_mode.h wants to be told, to go in front of the text.
std::string float_controls(const KernelFile& file);

// The table through which the runtime finds the kernels, to be appended to the text.
std::string module_table(const KernelFile& file);

// The same for Gen: an entry for each kernel.
std::string entry_table(const KernelFile& file);

}  // namespace genmedia::cmc
