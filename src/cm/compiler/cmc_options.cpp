// SPDX-License-Identifier: MIT
#include "cm/compiler/cmc_options.h"

#include "cm/compiler/targets.h"

#include "base/driver_options.h"

#include <algorithm>
#include <array>

namespace genmedia::cmc {

const char kUsage[] = R"(usage: cmc [options] FILE...

Compiles C for Metal kernels for this machine's processor, into files that LoadProgram of libigfxcmrt loads.

  -o FILE              the file to write; else X.isa for each X.cpp
  -march=GEN           the generation whose macros the kernel sees: bdw, skl (default), icllp, tgllp, ...
  -D NAME[=VALUE], -U NAME, -I FOLDER, -isystem FOLDER, -include FILE
  -O0, -O1, -O2, -O3   -O3 unless given; -O0 adds checks at run time: indices, surfaces, arguments
  -g                   debugging information
  -W..., -w, -std=..., -f...  go to the C++ compiler
  -E                   preprocess only, to -o or the standard output
  --gen                real Gen code, by Intel's own back end, to X.gen: for bdw, skl, icllp or tgllp; with it
                       -mdump_asm writes X_KERNEL.asm, -mCM_printregusage says what each kernel takes
  --cpu=NAME           the processor to compile for, as clang's -march (Arm: -mcpu); native unless given
  -v, -###             show the commands run; show them without running any
  --help, --version

Options of Intel's compiler that make no difference here (-Qxcm_..., -mCM_..., -binary-format=..., ...) are
accepted; others are warned of once. The C++ compiler is clang++, or what GENMEDIA_CLANG names.
)";

namespace {

// Known to Intel's compiler, without a meaning for a CPU. The slash of Windows is one of its prefixes.
bool without_effect(const std::string& option) {
    static constexpr std::array prefixes = {"Qxcm",
                                            "mCM_",
                                            "mcm",
                                            "fcmocl",
                                            "fcm-pointer",
                                            "femulate_i64",
                                            "fvolatile-global",
                                            "binary-format",
                                            "mdump_asm",
                                            "menableiga",
                                            "vc-use-plain-2d-images",
                                            "Xfinalizer"};
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const char* prefix) { return option.substr(1).starts_with(prefix); });
}

// Options of the C++ compiler that have their value, if any, in the same argument.
bool for_compiler(const std::string& option) {
    static constexpr std::array prefixes = {"-W", "-w",        "-std=", "-f",
                                            "-g", "-pedantic", "-M",    "-save-temps"};
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const char* prefix) { return option.starts_with(prefix); });
}

class Parser : base::DriverOptions {
public:
    Parser(const std::vector<std::string>& arguments, Options& options, std::vector<std::string>& warnings)
        : base::DriverOptions(arguments, warnings), options_(options) {}

    Status run() { return outcome(parse()); }

private:
    bool parse() {
        if (!take_all([this](const std::string& argument) { return take(argument); })) return false;
        if (options_.help || options_.version) return true;
        if (!options_.gen && (options_.dump_assembly || options_.print_registers))
            warn(std::string(options_.dump_assembly ? "-mdump_asm" : "-mCM_printregusage") +
                 " has no effect without --gen: the file is for this machine's processor");
        if (options_.inputs.empty()) return fail("no kernel file; expected cmc [options] FILE...");
        if (options_.inputs.size() > 1 && !options_.output.empty())
            return fail("-o " + options_.output + " with " + std::to_string(options_.inputs.size()) +
                        " kernel files; expected one");
        return true;
    }

    bool set_target(const std::string& name) {
        options_.target = target_name(name);
        return !options_.target.empty() ||
               fail("unknown generation " + name + "; expected one of " + target_names());
    }

    bool take(const std::string& argument) {
        // Not a path: paths have more than one slash, or an extension.
        const bool windows = argument.size() > 1 && argument[0] == '/' && without_effect(argument) &&
                             argument.find_first_of("/.", 1) == std::string::npos;
        if (argument.empty() || argument == "-" || (argument[0] != '-' && !windows)) {
            options_.inputs.push_back(argument);
            return true;
        }
        std::string name = argument;
        if (argument.starts_with("-march=")) return set_target(argument.substr(7));
        if (name.replace(0, 1, "-").starts_with("-Qxcm_jit_target")) {
            std::string target;
            if (!value(name, "-Qxcm_jit_target", target)) return false;
            return set_target(target[0] == '=' ? target.substr(1) : target);
        }
        for (const char* option : {"-isystem", "-include", "-iquote", "-idirafter"})
            if (argument.starts_with(option)) return with_value(argument, option, options_.passed_on);
        for (const char* option : {"-D", "-U", "-I"})
            if (argument.starts_with(option)) return with_value(argument, option, options_.passed_on);
        if (argument.starts_with("-o")) return value(argument, "-o", options_.output);
        if (argument.starts_with("--cpu="))
            return !(options_.cpu = argument.substr(6)).empty() || fail("--cpu= without a name");
        return flag(argument);
    }

    bool flag(const std::string& argument) {
        if (argument == "-E")
            options_.preprocess_only = true;
        else if (argument == "-###")
            options_.show_commands = true;
        else if (argument == "-v")
            options_.verbose = true;
        else if (argument == "-help" || argument == "--help" || argument == "-h")
            options_.help = true;
        else if (argument == "--version")
            options_.version = true;
        else if (argument == "-c" || argument == "-S")
            warn(argument + " makes no difference: cmc writes loadable files");
        else if (argument == "--gen")
            options_.gen = true;
        else if (argument == "-mCM_printregusage")
            options_.print_registers = true;
        else if (argument == "-mdump_asm")
            options_.dump_assembly = true;
        else if (argument == "-binary-format")
            leave_out_next();  // its value
        else if (without_effect(argument))
            return true;
        else if (argument.starts_with("-O")) {
            options_.debug = argument == "-O0";
            options_.passed_on.push_back(argument);
        } else if (for_compiler(argument))
            options_.passed_on.push_back(argument);
        else
            warn("unknown option " + argument + " ignored");
        return true;
    }

    Options& options_;
};

}  // namespace

Status parse(const std::vector<std::string>& arguments, Options& options,
             std::vector<std::string>& warnings) {
    return Parser(arguments, options, warnings).run();
}

}  // namespace genmedia::cmc
