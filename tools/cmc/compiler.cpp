#include "compiler.h"

#include "gen_compiler.h"
#include "kernel_file.h"
#include "targets.h"

#include <cm/abi.h>

#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace genmedia::cmc {
namespace {

namespace fs = std::filesystem;

std::string shell_quoted(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\"'$\\`*?<>|&;()#~") == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

void show(const std::vector<std::string>& command) {
    std::string line;
    for (const std::string& word : command) line += " " + shell_quoted(word);
    std::cerr << line << "\n";
}

std::string compiler_name() {
    const char* chosen = std::getenv("GENMEDIA_CLANG");
    return chosen != nullptr && *chosen != 0 ? chosen : GENMEDIA_CLANG;
}

// The folder that holds cm/cm.h: CM_INCLUDE_DIR, or beside the program, or where the project was built.
fs::path header_folder() {
    std::vector<fs::path> candidates;
    if (const char* chosen = std::getenv("CM_INCLUDE_DIR")) candidates.emplace_back(chosen);
    std::error_code ignored;
    candidates.push_back(fs::read_symlink("/proc/self/exe", ignored).parent_path() /
                         GENMEDIA_INCLUDE_FROM_BINDIR);
    candidates.emplace_back(GENMEDIA_SOURCE_INCLUDE);
    for (const fs::path& folder : candidates)
        if (fs::exists(folder / "cm" / "cm.h", ignored)) return folder;
    return {};
}

// Macros of the compiler, and what __builtin_cpu_supports calls the same.
constexpr std::array<std::pair<const char*, const char*>, 25> processor_features = {{
    {"__SSE3__", "sse3"},
    {"__SSSE3__", "ssse3"},
    {"__SSE4_1__", "sse4.1"},
    {"__SSE4_2__", "sse4.2"},
    {"__POPCNT__", "popcnt"},
    {"__AVX__", "avx"},
    {"__AVX2__", "avx2"},
    {"__FMA__", "fma"},
    {"__BMI__", "bmi"},
    {"__BMI2__", "bmi2"},
    {"__AVX512F__", "avx512f"},
    {"__AVX512VL__", "avx512vl"},
    {"__AVX512BW__", "avx512bw"},
    {"__AVX512DQ__", "avx512dq"},
    {"__AVX512CD__", "avx512cd"},
    {"__AVX512IFMA__", "avx512ifma"},
    {"__AVX512VBMI__", "avx512vbmi"},
    {"__AVX512VBMI2__", "avx512vbmi2"},
    {"__AVX512VNNI__", "avx512vnni"},
    {"__AVX512BITALG__", "avx512bitalg"},
    {"__AVX512VPOPCNTDQ__", "avx512vpopcntdq"},
    {"__GFNI__", "gfni"},
    {"__VPCLMULQDQ__", "vpclmulqdq"},
    {"__AES__", "aes"},
    {"__PCLMUL__", "pclmul"},
}};

class Compilation {
public:
    Compilation(const Options& options, const std::string& input, const std::string& output,
                std::string& error)
        : options_(options), input_(input), output_(output), error_(error) {}

    int run() {
        if (!fs::exists(input_)) return fail(input_ + ": no such file");
        if (folder_.path().empty())
            return fail("no temporary folder could be made in " + fs::temp_directory_path().string());
        headers_ = header_folder();
        if (headers_.empty())
            return fail("cm/cm.h is nowhere; CM_INCLUDE_DIR may name the folder that holds cm/");
        const fs::path preprocessed = folder_.path() / "preprocessed.cpp",
                       text = folder_.path() / "kernels.cpp";
        const fs::path image = folder_.path() / "image.so", macros = folder_.path() / "macros";
        const bool print = options_.preprocess_only && output_.empty();
        const fs::path preprocessed_to =
            options_.preprocess_only && !print ? fs::path(output_) : preprocessed;
        std::ofstream(folder_.path() / "macros.h") << later_macros();
        if (const int status = call(preprocessing(preprocessed_to)); status != 0) return status;
        if (options_.show_commands)
            return options_.gen ? call(gen_building(text, text)) : call_all(building(text, image));
        if (options_.preprocess_only) {
            if (print) std::cout << read_file(preprocessed);
            return 0;
        }
        const KernelFile file = read_kernel_file(read_file(preprocessed));
        if (file.kernels.empty())
            return fail(input_ + " has no kernel; expected a function marked _GENX_MAIN_");
        if (options_.gen) return gen_bitcode(file, preprocessed, text);
        std::ofstream(text) << float_controls(file) << file.text << module_table(file);
        if (const int status = call_all(building(text, image)); status != 0) return status;
        if (const int status = call(listing_macros(macros)); status != 0) return status;
        return package(read_file(image), read_file(macros)) ? 0 : fail("cannot write " + output_);
    }

private:
    int fail(std::string text) {
        error_ = std::move(text);
        return 1;
    }

    int call(const std::vector<std::string>& command) {
        if (options_.show_commands || options_.verbose) show(command);
        if (options_.show_commands) return 0;
        const int status = run_program(command);
        if (status == 127)
            return fail("the C++ compiler " + command[0] +
                        " cannot be run; install the package clang, or name one of "
                        "version 14 or newer in GENMEDIA_CLANG");
        if (status > 128) return fail(command[0] + " ended by signal " + std::to_string(status - 128));
        return status;
    }

    int call_all(const std::vector<std::vector<std::string>>& commands) {
        for (const auto& command : commands)
            if (const int status = call(command); status != 0) return status;
        return 0;
    }

    std::vector<std::string> compiler() const { return {compiler_name(), "-march=" + options_.cpu}; }

    // The language's own headers are system headers, with which the user's warnings do not deal.
    std::vector<std::string> preprocessing(const fs::path& to) const {
        std::vector<std::string> command = compiler();
        // With Microsoft's extensions macros in pragmas are expanded, which nobody could do later:
        // #pragma unroll(N).
        command.insert(command.end(), {"-E", "-x", "c++", "-std=c++17", "-fsigned-char", "-fms-extensions",
                                       "-isystem", headers_.string(), "-D__CM", "-D__CMC"});
        for (const std::string& macro : target_macros(options_.target)) command.push_back("-D" + macro);
        if (options_.gen) {
            // What the target has not; variables are a thread's own anyway.
            command.insert(command.end(),
                           {"-DCM_GEN", "-U__SIZEOF_INT128__", "-U__SIZEOF_FLOAT128__", "-Dthread_local="});
        } else if (options_.debug) {
            command.push_back("-DCM_DEBUG");
        }
        for (size_t i = 0; i < options_.passed_on.size(); i++) {
            if (is_later_macro(i))
                i++;
            else
                command.push_back(options_.passed_on[i]);
        }
        // Older kernels say <cm.h> and <genx_vme.h>.
        command.insert(command.end(), {"-idirafter", (headers_ / "cm").string()});
        // Intel's tutorials leave the include out.
        command.insert(command.end(), {"-include", "cm/cm.h", "-include",
                                       (folder_.path() / "macros.h").string(), input_, "-o", to.string()});
        return command;
    }

    // A macro of the kernel's own, which the language's headers must not see: -D and its value at i, but for
    // CM_...
    bool is_later_macro(size_t i) const {
        const std::string& option = options_.passed_on[i];
        return (option == "-D" || option == "-U") && options_.passed_on[i + 1].rfind("CM_", 0) != 0;
    }

    std::string later_macros() const {
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

    // Optimised twice: what is in registers only becomes clear once loops are unrolled, and the second round
    // finds it so. The first stays simple, since later passes make shuffles that cannot be compiled well.
    std::vector<std::vector<std::string>> building(const fs::path& text, const fs::path& image) const {
        std::vector<std::string> first = compiler();
        // Integers wrap (CM spec 2.5), nothing is contracted to fused operations that the source does not
        // have.
        first.insert(first.end(), {"-x", "c++", "-std=c++17", "-fsigned-char", "-O3", "-fPIC",
                                   "-fvisibility=hidden", "-ffp-contract=off", "-fwrapv",
                                   "-fno-strict-aliasing", "-fno-math-errno", "-fno-trapping-math",
                                   "-Wno-unknown-pragmas", "-Wno-unknown-attributes",  // [[type("svmptr_t")]]
                                   "-Wno-unused-command-line-argument"});
        std::vector<std::string> level = {"-O3"};
        for (size_t i = 0; i < options_.passed_on.size(); i++) {
            const std::string& option = options_.passed_on[i];
            if (option == "-include" || option == "-D" || option == "-U") {
                i++;  // the preprocessor has seen to it
                continue;
            }
            first.push_back(option);
            if (option.rfind("-O", 0) == 0 || option.rfind("-g", 0) == 0) level.push_back(option);
        }
        if (options_.debug) {
            first.insert(first.end(), {"-shared", text.string(), "-o", image.string(), "-lm"});
            return {first};
        }
        const std::string bitcode = text.string() + ".bc";
        first.insert(first.end(), {"-O1", "-c", "-emit-llvm", text.string(), "-o", bitcode});
        std::vector<std::string> second = compiler();
        second.insert(second.end(), level.begin(), level.end());
        second.insert(second.end(), {"-fPIC", "-shared", "-x", "ir", bitcode, "-o", image.string(), "-lm"});
        return {first, second};
    }

    // Everything as it stands: src/gen optimises once it knows what objects are. Lines and names go along,
    // for messages and reports.
    std::vector<std::string> gen_building(const fs::path& text, const fs::path& bitcode) const {
        std::vector<std::string> command = {compiler_name()};
        command.insert(
            command.end(),
            {"--target=spir64-unknown-unknown", "-x", "c++", "-std=c++17", "-fsigned-char", "-O1", "-g",
             "-ffp-contract=off", "-fwrapv", "-fno-strict-aliasing", "-fno-math-errno", "-fno-trapping-math",
             "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-Wno-unknown-pragmas",
             "-Wno-unused-command-line-argument", "-Wno-undefined-internal", "-Wno-undefined-inline"});
        for (const char* option : {"-disable-llvm-passes", "-disable-noundef-analysis", "-fnative-half-type",
                                   "-fallow-half-arguments-and-returns"})
            command.insert(command.end(), {"-Xclang", option});
        for (size_t i = 0; i < options_.passed_on.size(); i++) {
            const std::string& option = options_.passed_on[i];
            if (option == "-include" || option == "-D" || option == "-U")
                i++;
            else if (option.rfind("-O", 0) != 0 && option.rfind("-g", 0) != 0)
                command.push_back(option);
        }
        command.insert(command.end(), {"-c", "-emit-llvm", text.string(), "-o", bitcode.string()});
        return command;
    }

    // Fills gen_; the output is its caller's to write.
    int gen_bitcode(const KernelFile& file, const fs::path& preprocessed, const fs::path& text) {
        const fs::path bitcode = folder_.path() / "kernels.bc";
        std::ofstream(text) << read_file(preprocessed) << entry_table(file);
        if (const int status = call(gen_building(text, bitcode)); status != 0) return status;
        for (const Kernel& kernel : file.kernels)
            gen_.kernels.push_back({kernel.name, kernel.float_control, gen_.kernels.size()});
        gen_.bitcode = read_file(bitcode);
        return 0;
    }

public:
    const GenInput& gen_input() const { return gen_; }

private:
    std::vector<std::string> listing_macros(const fs::path& to) const {
        std::vector<std::string> command = compiler();
        command.insert(command.end(), {"-dM", "-E", "-x", "c++", "/dev/null", "-o", to.string()});
        return command;
    }

    bool package(const std::string& image, const std::string& macros) const {
        cm_abi::FileHeader header = {};
        std::memcpy(header.magic, cm_abi::file_magic, sizeof(header.magic));
        header.version = cm_abi::abi_version;
        header.header_bytes = sizeof(header);
        header.image_bytes = image.size();
        const bool x86 = macros.find("#define __x86_64__ ") != std::string::npos;
        std::strcpy(header.architecture, x86 ? "x86_64" : "aarch64");
        std::string features;
        for (const auto& [macro, feature] : processor_features) {
            if (macros.find("#define " + std::string(macro) + " ") == std::string::npos) continue;
            features += (features.empty() ? "" : ",") + std::string(feature);
        }
        std::strncpy(header.features, features.c_str(), sizeof(header.features) - 1);
        return write_file(output_,
                          std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + image);
    }

    const Options& options_;
    const std::string& input_;
    const std::string& output_;
    std::string& error_;
    GenInput gen_;
    TemporaryFolder folder_ = TemporaryFolder("cmc");
    fs::path headers_;
};

}  // namespace

int gen_input(const Options& options, const std::string& input, GenInput& result, std::string& error) {
    Options for_gen = options;
    for_gen.gen = true;
    Compilation compilation(for_gen, input, {}, error);
    const int status = compilation.run();
    result = compilation.gen_input();
    return status;
}

int compile(const Options& options, const std::string& input, const std::string& output, std::string& error) {
    if (options.gen && !options.preprocess_only && !options.show_commands)
        return compile_for_gen(options, input, output, error);
    return Compilation(options, input, output, error).run();
}

}  // namespace genmedia::cmc
