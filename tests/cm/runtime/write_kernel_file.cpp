// SPDX-License-Identifier: MIT
// Writes the tests' kernel file, for programs that load one: write_kernel_file OUTPUT
#include <fstream>

#include "cm/runtime/runtime_host.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::vector<uint8_t> file = test::kernel_file();
    std::ofstream out(argv[1], std::ios::binary);
    out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    return out.flush() ? 0 : 1;
}
