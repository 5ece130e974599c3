// SPDX-License-Identifier: MIT
#include "cm/gen/intel_backend.h"

#include "base/files.h"
#include "base/run_program.h"
#include "base/settings.h"
#include "base/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace genmedia::gen {
namespace {

namespace fs = std::filesystem;

// Names that -march uses, and ocloc too.
constexpr std::array kDevices = {"bdw", "skl", "icllp", "tgllp"};

std::string first_lines(const std::string& text) {
    std::string lines;
    size_t from = 0;
    for (int line = 0; line < 3 && from < text.size(); line++) {
        const size_t end = std::min(text.find('\n', from), text.size());
        lines += (lines.empty() ? "" : " / ") + text.substr(from, end - from);
        from = end + 1;
    }
    return lines;
}

constexpr char kInvalid[] = "INVALID opcode ";

std::string status_text(int status) {
    std::string text = "status " + std::to_string(status);
    if (status > 128) text += std::string(" (") + strsignal(status - 128) + ")";
    return text;
}

fs::path binary_in(const fs::path& folder) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".bin") return entry.path();
    return {};
}

}  // namespace

std::string backend_program() {
    return base::value_of(base::settings::kOcloc).value_or(base::settings::kOcloc.otherwise);
}

bool has_device(const std::string& target) {
    return std::find(kDevices.begin(), kDevices.end(), target) != kDevices.end();
}

std::string device_names() {
    std::string names;
    for (const char* device : kDevices) names += (names.empty() ? "" : ", ") + std::string(device);
    return names;
}

Status no_backend() {
    return Status(
        StatusCode::not_found,
        backend_program() + " cannot be run; Gen code needs the packages intel-opencl-icd and libigc1");
}

Status compile(const std::string& bitcode, const std::string& target, const std::vector<std::string>& kernels,
               const std::vector<std::string>& finalizer, Compiled& compiled) {
    compiled = {};
    if (!has_device(target))
        return Status(StatusCode::unsupported,
                      "no Gen code for " + target + "; expected one of " + device_names());
    const base::TemporaryFolder folder("genmedia-gen");
    if (!folder.status().ok()) return folder.status();
    const fs::path input = folder.path() / "kernels.bc";
    if (!base::write_file(input, bitcode))
        return Status(StatusCode::io, "cannot write " + input.string() + ": " + std::strerror(errno));
    std::string options = "-vc-codegen";
    for (const std::string& word : finalizer) options += " -Xfinalizer " + word;
    const std::vector<std::string> command = {
        backend_program(),   "compile",   "-q",       "-llvm_input", "-file",
        "kernels.bc",        "-device",   target,     "-options",    options,
        "-internal_options", "-dump-asm", "-out_dir", "out"};
    const int status =
        base::run_program(command, folder.path().string(), (folder.path() / "printed").string());
    compiled.printed = base::read_file(folder.path() / "printed");
    if (status == 127) return no_backend();
    const fs::path binary = binary_in(folder.path() / "out");
    if (status != 0 || binary.empty()) {
        std::string error = "Intel's back end gave up with " + status_text(status);
        if (const std::string said = first_lines(compiled.printed); !said.empty()) error += ": " + said;
        compiled.gave_up = compiled.printed.find("libig") == std::string::npos;
        if (!compiled.gave_up)
            error += "; expected the packages intel-opencl-icd and libigc1 to be installed";
        return Status(StatusCode::unsupported, error);
    }
    // The back end leaves such instructions out and goes on.
    if (const size_t at = compiled.printed.find(kInvalid); at != std::string::npos) {
        const size_t name = at + std::strlen(kInvalid);
        compiled.gave_up = true;
        return Status(StatusCode::unsupported,
                      "Intel's back end made an instruction that " + target + " does not support: " +
                          compiled.printed.substr(name, compiled.printed.find_first_of(" \n", name) - name));
    }
    compiled.binary = base::read_file(binary);
    for (const std::string& kernel : kernels) {
        compiled.assembly[kernel] = base::read_file(folder.path() / (kernel + ".asm"));
        if (!compiled.assembly[kernel].empty()) continue;
        return Status(StatusCode::corrupt, "Intel's back end wrote no code for kernel " + kernel);
    }
    return Status();
}

}  // namespace genmedia::gen
