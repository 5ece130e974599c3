// SPDX-License-Identifier: MIT
#include "cm/compiler/commands.h"

#include "cm/compiler/targets.h"

#include "base/settings.h"

#include <algorithm>
#include <cctype>

namespace genmedia::cmc {
namespace {

namespace fs = std::filesystem;

std::string compiler_name() { return base::value_of(base::settings::kClang).value_or(GENMEDIA_CLANG); }

void add(Command& command, const Command& words) {
    command.insert(command.end(), words.begin(), words.end());
}

// The option of the host's clang that chooses a processor; on Arm, -march does not know `native`.
#ifdef __aarch64__
constexpr const char* kProcessorOption = "-mcpu=";
#else
constexpr const char* kProcessorOption = "-march=";
#endif

bool takes_a_value(const std::string& option) {
    return option == "-D" || option == "-U" || option == "-I" || option == "-include" ||
           option == "-isystem" || option == "-iquote" || option == "-idirafter";
}

}  // namespace

Command Commands::compiler() const {
    if (options_.gen) return {compiler_name()};
    return {compiler_name(), kProcessorOption + options_.cpu};
}

// The language's own headers are system headers, so the user's warnings do not apply to them.
Command Commands::preprocessing(const std::string& input, const fs::path& to) const {
    Command command = {compiler_name(), kProcessorOption + options_.cpu};
    // Microsoft's extensions expand macros in pragmas, such as #pragma unroll(N). No later step could do
    // that.
    add(command, {"-E", "-x", "c++", "-std=c++17", "-fsigned-char", "-fms-extensions", "-isystem",
                  headers_.string(), "-D__CM", "-D__CMC"});
    for (const std::string& macro : target_macros(options_.target)) command.push_back("-D" + macro);
    if (options_.gen)  // without what the target lacks; variables are each thread's own anyway
        add(command, {"-DCM_GEN", "-U__SIZEOF_INT128__", "-U__SIZEOF_FLOAT128__", "-Dthread_local="});
    else if (options_.debug)
        command.push_back("-DCM_DEBUG");
    for (size_t i = 0; i < options_.passed_on.size(); i++) {
        if (is_later_macro(i))
            i++;
        else
            command.push_back(options_.passed_on[i]);
    }
    // Older kernels say <cm.h> and <genx_vme.h>. Intel's tutorials leave the include out.
    add(command, {"-iquote", includes_.string(), "-idirafter", (headers_ / "cm").string(), "-include",
                  "cm/cm.h", "-include", later_.string(), input, "-o", to.string()});
    return command;
}

// Whether -D or -U stands at i, with a macro that does not begin with CM_.
bool Commands::is_later_macro(size_t i) const {
    const std::string& option = options_.passed_on[i];
    return (option == "-D" || option == "-U") && options_.passed_on[i + 1].rfind("CM_", 0) != 0;
}

std::vector<std::string> Commands::include_folders() const {
    std::vector<std::string> folders;
    for (size_t i = 0; i + 1 < options_.passed_on.size(); i++)
        if (options_.passed_on[i] == "-I") folders.push_back(options_.passed_on[i + 1]);
    return folders;
}

std::string Commands::wrong_macro() const {
    const auto part_of_name = [](unsigned char c) {
        return c == '_' || c == '$' || c >= 0x80 || std::isalnum(c);
    };
    for (size_t i = 0; i < options_.passed_on.size(); i++) {
        if (!is_later_macro(i)) continue;
        const std::string& option = options_.passed_on[i];
        const std::string& macro = options_.passed_on[++i];
        const auto end = std::find_if_not(macro.begin(), macro.end(), part_of_name);
        const bool ends = end == macro.end() || (option == "-D" && (*end == '=' || *end == '('));
        if (macro.empty() || !ends || end == macro.begin() ||
            std::isdigit(static_cast<unsigned char>(macro[0])))
            return option + " " + macro + "; expected NAME" + (option == "-D" ? " or NAME=VALUE" : "");
    }
    return {};
}

std::string Commands::later_macros() const {
    std::string text;
    for (size_t i = 0; i < options_.passed_on.size(); i++) {
        if (!is_later_macro(i)) continue;
        std::string macro = options_.passed_on[i + 1];
        const size_t equals = macro.find('=');
        if (options_.passed_on[i] == "-U")
            text += "#undef " + macro + "\n";
        else if (equals == std::string::npos)
            text += "#define " + macro + " 1\n";
        else
            text += "#define " + macro.substr(0, equals) + " " + macro.substr(equals + 1) + "\n";
    }
    return text;
}

// Templates may use what is declared after them, as Intel's compiler allows. Integers wrap (CM spec 2.5).
// Nothing is contracted to fused operations that the source does not have. Each thread has static variables
// of its own: so no thread waits for another that initializes them, and nothing is left to be done when a
// thread ends.
Command Commands::code_options() const {
    Command options = {"-std=c++17",
                       "-fsigned-char",
                       "-fdelayed-template-parsing",
                       "-O3",
                       "-fPIC",
                       "-fvisibility=hidden",
                       "-ffp-contract=off",
                       "-fwrapv",
                       "-fno-strict-aliasing",
                       "-fno-math-errno",
                       "-fno-trapping-math",
                       "-fno-threadsafe-statics",
                       "-fno-c++-static-destructors",
                       "-Wno-unknown-pragmas",
                       "-Wno-unknown-attributes",  // [[type("svmptr_t")]]
                       "-Wno-unused-command-line-argument"};
    for (size_t i = 0; i < options_.passed_on.size(); i++) {
        if (takes_a_value(options_.passed_on[i]))
            i++;  // the preprocessor has seen to it
        else
            options.push_back(options_.passed_on[i]);
    }
    if (!options_.debug) options.push_back("-O1");
    return options;
}

// No optimisation: src/cm/gen optimises once it knows what objects are. Lines and names are kept, for
// messages and reports.
Command Commands::gen_options() const {
    Command options = {"--target=spir64-unknown-unknown",
                       "-std=c++17",
                       "-fsigned-char",
                       "-fdelayed-template-parsing",
                       "-O1",
                       "-gdwarf-4",  // version 5 has a checksum of the text, which names temporary files
                       "-ffp-contract=off",
                       "-fwrapv",
                       "-fno-strict-aliasing",
                       "-fno-math-errno",
                       "-fno-trapping-math",
                       "-fno-exceptions",
                       "-fno-rtti",
                       "-fno-threadsafe-statics",
                       "-Wno-unknown-pragmas",
                       "-Wno-unknown-attributes",
                       "-Wno-unused-command-line-argument",
                       "-Wno-undefined-internal",
                       "-Wno-undefined-inline"};
    for (const char* option :
         {"-disable-noundef-analysis", "-fnative-half-type", "-fallow-half-arguments-and-returns"})
        add(options, {"-Xclang", option});
    for (size_t i = 0; i < options_.passed_on.size(); i++) {
        const std::string& option = options_.passed_on[i];
        if (takes_a_value(option))
            i++;
        else if (option.rfind("-O", 0) != 0 && option.rfind("-g", 0) != 0)
            options.push_back(option);
    }
    return options;
}

Command Commands::module(const fs::path& text, const fs::path& to) const {
    Command command = compiler();
    add(command, {"-x", "c++"});
    add(command, options_.gen ? gen_options() : code_options());
    if (options_.gen) add(command, {"-fdebug-prefix-map=" + text.parent_path().string() + "=."});
    add(command, {"-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", text.string(), "-o", to.string()});
    return command;
}

Command Commands::listing(const fs::path& text, const fs::path& to) const {
    Command command = module(text, to);
    add(command, {"-w", "-DCM_FLOAT_CONTROLS=0"});
    return command;
}

// Optimised twice. Only once loops are unrolled it is clear what stays in registers, and the second round
// sees it. The first stays simple, since later passes make shuffles that cannot be compiled well.
// What no kernel uses is dropped: it may use what no file defines.
std::vector<Command> Commands::image(const fs::path& module, const fs::path& to) const {
    const Command linking = {
        "-fPIC",     "-shared", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-o",
        to.string(), "-lm"};
    Command first = compiler();
    add(first, {"-x", "ir", module.string()});
    add(first, code_options());
    if (options_.debug) {
        add(first, linking);
        return {first};
    }
    const std::string bitcode = module.string() + ".bc";
    add(first, {"-c", "-emit-llvm", "-o", bitcode});
    Command second = compiler();
    add(second, {"-x", "ir", bitcode, "-O2"});
    for (const std::string& option : options_.passed_on)
        if (option.rfind("-O", 0) == 0 || option.rfind("-g", 0) == 0) second.push_back(option);
    add(second, linking);
    return {first, second};
}

Command Commands::listing_macros(const fs::path& to) const {
    Command command = compiler();
    add(command, {"-dM", "-E", "-x", "c++", "/dev/null", "-o", to.string()});
    return command;
}

}  // namespace genmedia::cmc
