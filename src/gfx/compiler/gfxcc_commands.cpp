// SPDX-License-Identifier: MIT
#include "gfxcc_commands.h"

#include "base/settings.h"

#include <algorithm>

namespace genmedia::gfxcc {
namespace {

std::string compiler() { return base::value_of(base::settings::kClang).value_or(GENMEDIA_CLANG); }

void add(Command& command, const Command& words) {
    command.insert(command.end(), words.begin(), words.end());
}

// What rewritten C++ needs; a program's older standard is raised to it.
std::string cpp_standard(const std::string& wanted) {
    const bool newer = wanted.ends_with("17") || wanted.ends_with("20") || wanted.ends_with("23") ||
                       wanted.ends_with("2a") || wanted.ends_with("2b") || wanted.ends_with("1z");
    return newer ? wanted : "gnu++17";
}

}  // namespace

Command Commands::language(const Input& input) const {
    if (input.language == "c++") return {"-std=" + cpp_standard(options_.standard)};
    return {"-std=" + (options_.standard.empty() ? std::string("gnu11") : options_.standard)};
}

// Microsoft's extensions expand macros in pragmas, and know __pragma.
Command Commands::preprocessing(const Input& input, bool target, const std::string& to) const {
    Command command = {compiler(), "-E", "-x", input.language};
    add(command, language(input));
    add(command, {"-fms-extensions", "-D__cilk=200", "-D__INTEL_COMPILER=1800", "-isystem", headers_.string(),
                  "-include", (headers_ / "gfxcc" / "rewritten_prelude.h").string()});
    if (options_.offload) command.push_back("-D__INTEL_OFFLOAD");
    if (options_.openmp) command.push_back("-D_OPENMP=201511");
    if (target) command.push_back("-D__GFX__");
    if (options_.check_barriers) command.push_back("-D__GFXCC_CHECK_BARRIERS");
    add(command, options_.kernel_words);
    add(command, options_.preprocessing);
    for (const std::string& option : options_.compiling)
        if (option.starts_with("-O") || option.starts_with("-m") || option.starts_with("-f"))
            command.push_back(option);
    if (target)
        command.push_back("-w");
    else
        add(command, options_.dependencies);
    add(command, {input.path, "-o", to});
    return command;
}

// Warnings of a kind that Intel's compiler did not have, and such as are about rewritten text, are off.
Command Commands::compiling(const Input& input, const std::string& text, const std::string& to) const {
    Command command = {compiler(), "-x", input.language == "c" ? "cpp-output" : "c++-cpp-output"};
    add(command, language(input));
    // A function that ends without its return value goes on, as with the compilers of that time.
    add(command,
        {"-O2", "-fopenmp", "-fdeclspec", "-fno-strict-return", "-Wno-unknown-pragmas", "-Wno-pass-failed",
         "-Wno-writable-strings", "-Wno-gnu-statement-expression", "-Wno-parentheses-equality",
         "-Wno-unused-value", "-Wno-implicit-const-int-float-conversion", "-fno-caret-diagnostics"});
    if (input.language == "c") command.push_back("-fblocks");  // of which spawned calls are made
    add(command, options_.compiling);
    if (!options_.kernel_file.empty())  // C for Metal's headers
        add(command, {"-fsigned-char", "-fno-strict-aliasing", "-fno-threadsafe-statics", "-Wno-psabi"});
    // LLVM's ThreadSanitizer, to which libomp's own tool names the barriers.
    // Loops that became calls of memcpy are not looked at, where libomp calls the function that they are in.
    if (options_.check_barriers)
        add(command, {"-fsanitize=thread", "-g", "-fno-builtin-memcpy", "-fno-builtin-memmove",
                      "-fno-builtin-memset"});
    add(command, {"-c", text, "-o", to});
    return command;
}

Command Commands::helper(const std::string& text, const std::string& to) const {
    return {compiler(), "-x", "c", "-O1", "-fPIC", "-c", text, "-o", to};
}

Command Commands::checking(const Input& input, const std::string& text) const {
    Command command = compiling(input, text, "/dev/null");
    std::replace(command.begin(), command.end(), std::string("-c"), std::string("-fsyntax-only"));
    return command;
}

Command Commands::linking(const std::vector<std::string>& objects, const std::string& to) const {
    Command command = {compiler(), "-fopenmp"};
    for (const std::string& option : options_.compiling)
        if (option.starts_with("-O") || option.starts_with("-g") || option.starts_with("-f") ||
            option.starts_with("-m"))
            command.push_back(option);
    if (options_.check_barriers) command.push_back("-fsanitize=thread");
    add(command, objects);
    add(command, options_.linking);
    if (!options_.kernel_file.empty())  // which finds its runtime when genmedia cm starts the program
        add(command, {"-L" + runtime_.string(), "-Wl,--unresolved-symbols=ignore-in-shared-libs",
                      "-lgenmedia_gfx_cm"});
    add(command,
        {"-L" + runtime_.string(), "-lgenmedia_gfx", "-Wl,-rpath," + runtime_.string(), "-lm", "-o", to});
    return command;
}

}  // namespace genmedia::gfxcc
