// SPDX-License-Identifier: MIT
#include "options.h"

#include "gen_section.h"

#include "base/driver_options.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace genmedia::gfxcc {

const char kUsage[] = R"(usage: gfxcc [options] FILE...

Compiles programs of Intel C++ for Intel Graphics Technology, and of Cilk Plus, for this machine's processor.
Offloaded loops run on all its cores.

  -o FILE              the file to write; else a.out, or X.o for each X.cpp with -c
  -c, -E               compile and do not link; preprocess alone
  --rewritten          write what clang is given, to -o or the standard output
  -D NAME[=VALUE], -U NAME, -I FOLDER, -isystem FOLDER, -include FILE
  -L FOLDER, -l NAME, -Wl,..., -shared, -static-libgcc, -pthread
  -O0, -O1, -O2, -O3   -O2 unless given
  -g, -W..., -w, -std=..., -f..., -m..., -M...  go to the C++ compiler
  -x c, -x c++         the language of the files behind it
  -qno-offload         #pragma offload means nothing: the host runs all (-qoffload=none is the same)
  -qoffload-svm        regions may use all memory, without clauses
  -mgpu-arch=NAME      Gen code of the offloaded loops in the program, too: for broadwell, skylake, icelake, tigerlake
  --extract            take that code out of each FILE, into the folder -o or this one
  --kernels FILE.isa   offloaded loops with array notation or arrays run as kernels of C for Metal, from this file:
                       start the program by genmedia cm
  --check-barriers     the program names threads of a group that use memory without a barrier between them
  -qopenmp             the program's own pragmas of OpenMP are obeyed
  -v                   show the commands run
  --help, --version

Options of Intel's compiler that make no difference here (-qopt-report..., -ipo, ...) are accepted; others are
warned of once. The C++ compiler is clang++, or what GENMEDIA_CLANG names.
)";

namespace {

bool begins_with_one_of(const std::string& option, std::initializer_list<const char*> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const char* prefix) { return option.starts_with(prefix); });
}

bool is_one_of(const std::string& option, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return option == word; });
}

std::string language_of(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".c") return "c";
    if (is_one_of(extension, {".cpp", ".cc", ".cxx", ".C", ".c++"})) return "c++";
    return {};
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
        if (options_.inputs.empty()) return fail("no file to compile; expected gfxcc [options] FILE...");
        const auto compiled = std::count_if(options_.inputs.begin(), options_.inputs.end(),
                                            [](const Input& input) { return !input.language.empty(); });
        return options_.output.empty() || compiled <= 1 || options_.until == Until::linked ||
               fail("-o " + options_.output + " with " + std::to_string(compiled) + " files; expected one");
    }

    bool take(const std::string& argument) {
        if (argument.empty() || argument[0] != '-') {
            options_.inputs.push_back({argument, language_.empty() ? language_of(argument) : language_});
            return true;
        }
        for (const char* option : {"-isystem", "-include", "-iquote", "-idirafter", "-D", "-U", "-I"})
            if (argument.starts_with(option)) return with_value(argument, option, options_.preprocessing);
        if (is_one_of(argument, {"-MF", "-MT", "-MQ"}))
            return with_value(argument, argument, options_.dependencies);
        if (argument.starts_with("-L")) return with_value(argument, "-L", options_.linking);
        if (argument == "-Xlinker") return with_value(argument, "-Xlinker", options_.linking);
        if (argument.starts_with("-x") && !argument.starts_with("-xH")) return language(argument);
        if (argument.starts_with("-openmp") || is_one_of(argument, {"-qopenmp", "-fopenmp"}))
            return options_.openmp = true;
        if (argument.starts_with("-o")) return value(argument, "-o", options_.output);
        if (argument.starts_with("-mgpu-arch")) return architecture(argument);
        if (argument.starts_with("--kernels")) return value(argument, "--kernels", options_.kernel_file);
        return intel_flag(argument) || flag(argument);
    }

    bool language(const std::string& argument) {
        std::string name;
        if (!value(argument, "-x", name)) return false;
        if (!is_one_of(name, {"c", "c++", "none"})) return fail("-x " + name + "; expected c, c++ or none");
        language_ = name == "none" ? "" : name;
        return true;
    }

    bool architecture(const std::string& argument) {
        const std::string name =
            argument.substr(std::min(argument.find_first_of("=:"), argument.size() - 1) + 1);
        options_.gpu_target = gpu_target(name);
        return !options_.gpu_target.empty() ||
               fail("no Gen code for " + argument + "; expected " + kGpuArchitectures);
    }

    // Whether it is one of Intel's compiler alone.
    bool intel_flag(const std::string& argument) {
        if (is_one_of(argument, {"-qno-offload", "-qoffload=none", "-no-offload", "-offload=none"}))
            options_.offload = false;
        else if (is_one_of(argument, {"-qoffload", "-qoffload=optional", "-qoffload=mandatory"}))
            options_.offload = true;
        else if (argument == "-qoffload-svm")
            options_.svm = true;
        else if (argument == "-xHost")
            options_.compiling.push_back("-march=native");
        else if (argument == "-fast")
            options_.compiling.insert(options_.compiling.end(), {"-O3", "-march=native"});
        else
            return begins_with_one_of(
                argument,
                {"-qopt-report", "-opt-report", "-vec-report", "-qoffload-option", "-qoffload-arch", "-ipo",
                 "-ip", "-fcilkplus", "-restrict", "-parallel", "-no-prec", "-prec-", "-fp-model", "-qopt-"});
        return true;
    }

    bool flag(const std::string& argument) {
        if (argument == "-E")
            options_.until = Until::preprocessed;
        else if (argument == "--rewritten")
            options_.until = Until::rewritten;
        else if (argument == "--extract")
            options_.extract = true;
        else if (argument == "--check-barriers")
            options_.check_barriers = true;
        else if (argument == "-c")
            options_.until = Until::compiled;
        else if (argument == "-v")
            options_.verbose = true;
        else if (is_one_of(argument, {"--help", "-help", "-h"}))
            options_.help = true;
        else if (argument == "--version")
            options_.version = true;
        else if (argument.starts_with("-std="))
            options_.standard = argument.substr(5);
        else if (begins_with_one_of(argument, {"-Wl,", "-l", "-shared", "-static", "-rdynamic"}))
            options_.linking.push_back(argument);
        else if (argument == "-pthread")
            options_.linking.push_back(argument);
        else if (begins_with_one_of(argument, {"-M"}))
            options_.dependencies.push_back(argument);
        else if (begins_with_one_of(argument, {"-O", "-g", "-W", "-w", "-f", "-m", "-pedantic"}))
            options_.compiling.push_back(argument);
        else
            warn("unknown option " + argument + " ignored");
        return true;
    }

    Options& options_;
    std::string language_;
};

}  // namespace

Status parse(const std::vector<std::string>& arguments, Options& options,
             std::vector<std::string>& warnings) {
    return Parser(arguments, options, warnings).run();
}

}  // namespace genmedia::gfxcc
