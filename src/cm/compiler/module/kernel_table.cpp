// SPDX-License-Identifier: MIT
#include "cm/compiler/module/kernel_table.h"

namespace genmedia::cmc {
namespace {

constexpr const char* kAsSystemHeader = "\n# 1 \"<cmc>\" 3\n";

}  // namespace

std::string module_table(const std::vector<ModuleKernel>& kernels) {
    std::string text = std::string(kAsSystemHeader) + "static const cm_abi::Kernel cm_kernels[] = {\n";
    for (const ModuleKernel& kernel : kernels)
        text += "    cm::described<&" + kernel.function + ">(\"" + kernel.name + "\", " +
                (kernel.waits ? "true" : "false") + ", " + kernel.float_control + "),\n";
    return text +
           "};\nextern \"C\" __attribute__((visibility(\"default\"), used)) const cm_abi::Module "
           "genmedia_cm_module = {\n"
           "    cm_abi::kAbiVersion, sizeof(cm_kernels) / sizeof(cm_kernels[0]), cm_kernels, "
           "cm::detail::thread_storage};\n";
}

std::string float_controls(const std::vector<ModuleKernel>& kernels) {
    std::string text = "#define CM_FLOAT_CONTROLS (0";
    for (const ModuleKernel& kernel : kernels) text += " | " + kernel.float_control;
    return text + ")\n";
}

std::string entry_table(const std::vector<ModuleKernel>& kernels) {
    std::string text = kAsSystemHeader;
    for (size_t k = 0; k < kernels.size(); k++)
        text += "template struct cm::gen::entry<" + std::to_string(k) + ", &" + kernels[k].function + ">;\n";
    return text;
}

}  // namespace genmedia::cmc
