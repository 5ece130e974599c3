// SPDX-License-Identifier: MIT
#include "cm/compiler/compiler.h"

#include "cm/compiler/backslash_includes.h"
#include "cm/compiler/commands.h"
#include "cm/compiler/gen_code/gen_compiler.h"
#include "cm/compiler/module/expected_kernels.h"
#include "cm/compiler/module/kernel_table.h"
#include "cm/compiler/module/outlining.h"
#include "cm/compiler/paths.h"
#include "cm/compiler/template_keyword.h"

#include "base/clang_missing.h"
#include "base/files.h"
#include "base/processor_features.h"
#include "base/run_program.h"
#include "base/settings.h"
#include "base/temporary_folder.h"
#include "cm/kernel_file.h"

#include <algorithm>
#include <cstring>
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

void show(const Command& command) {
    std::string line;
    for (const std::string& word : command) line += " " + shell_quoted(word);
    std::cerr << line << "\n";
}

// A kernel file with this image; `macros` are those of the compiler for the processor.
std::string kernel_file(const std::string& image, const std::string& macros) {
    const auto defined = [&](const char* macro) {
        return macros.find("#define " + std::string(macro) + " ") != std::string::npos;
    };
    cm_abi::FileHeader header = {};
    std::memcpy(header.magic, cm_abi::kFileMagic, sizeof(header.magic));
    header.version = cm_abi::kAbiVersion;
    header.header_bytes = sizeof(header);
    header.image_bytes = image.size();
    std::strcpy(header.architecture, defined("__x86_64__") ? "x86_64" : "aarch64");
    std::string features;
    for (const base::ProcessorFeature& feature : base::kProcessorFeatures)
        if (defined(feature.macro)) features += (features.empty() ? "" : ",") + std::string(feature.name);
    std::strncpy(header.features, features.c_str(), sizeof(header.features) - 1);
    header.checksum = kernel_file_checksum(header, image.data(), image.size());
    return std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + image;
}

class Compilation {
public:
    Compilation(const Options& options, const std::string& input, const std::string& output)
        : options_(options),
          input_(input),
          output_(output),
          commands_(options, header_folder(), folder_.path() / "macros.h", includes_) {}

    Status run() {
        if (Status status = can_read(input_); !status.ok()) return status;
        if (Status status = output_.empty() ? Status() : can_write(input_, output_); !status.ok())
            return status;
        if (!folder_.status().ok()) return folder_.status();
        if (header_folder().empty()) {
            if (const auto chosen = base::value_of(base::settings::kCmInclude))
                return fail(base::wrong_value(base::settings::kCmInclude, *chosen));
            return fail("cm/cm.h was not found; CM_INCLUDE_DIR may name the folder that holds cm/");
        }
        if (const std::string wrong = commands_.wrong_macro(); !wrong.empty()) return fail(wrong);
        if (Status status = put(folder_.path() / "macros.h", commands_.later_macros()); !status.ok())
            return status;
        resolve_backslash_includes(input_, commands_.include_folders(), includes_);
        const bool print = options_.preprocess_only && output_.empty();
        const fs::path to = options_.preprocess_only && !print ? fs::path(output_) : preprocessed_;
        if (Status status = call(commands_.preprocessing(input_, to)); !status.ok()) return status;
        if (options_.preprocess_only) {
            if (print && !options_.show_commands) std::cout << base::read_file(preprocessed_);
            return Status();
        }
        if (!options_.show_commands)
            if (Status status = put(preprocessed_, with_template_keywords(base::read_file(preprocessed_)));
                !status.ok())
                return status;
        return options_.gen ? gen_module() : image();
    }

    Status run_module(const std::string& module) {
        if (!folder_.status().ok()) return folder_.status();
        const fs::path path = folder_.path() / "kernels.ll";
        if (Status status = put(path, module); !status.ok()) return status;
        return image_of(path);
    }

    const GenInput& gen_input() const { return gen_; }
    int compiler_status() const { return compiler_status_; }

private:
    static Status fail(std::string text) { return Status(StatusCode::invalid_argument, std::move(text)); }

    static Status put(const fs::path& path, const std::string& text) {
        return base::write_file(path, text) ? Status() : cannot_write(path);
    }

    Status call(const Command& command) {
        if (options_.show_commands || options_.verbose) show(command);
        if (options_.show_commands) return Status();
        const int status = base::run_program(command);
        if (status == 127) return base::clang_missing(command[0]);
        if (status > 128) return fail(command[0] + " ended by signal " + std::to_string(status - 128));
        if (status != 0)
            if (Status other = base::other_than_clang(command[0], folder_.path()); !other.ok()) return other;
        compiler_status_ = status;
        return status == 0 ? Status() : fail({});
    }

    // Asks clang for the kernels of the file.
    Status list_kernels() {
        const fs::path listing = folder_.path() / "listing.ll";
        if (Status status = call(commands_.listing(preprocessed_, listing)); !status.ok()) return status;
        return options_.show_commands ? Status() : take_kernels(listing);
    }

    Status take_kernels(const fs::path& module) {
        kernels_ = kernels_of(base::read_file(module));
        if (kernels_.empty()) return fail(input_ + " has no kernel; expected " + options_.expected_kernel);
        for (size_t k = 0; k < kernels_.size(); k++)
            for (size_t other = 0; other < k; other++)
                if (kernels_[k].name == kernels_[other].name)
                    return fail(input_ + " has two kernels " + kernels_[k].name +
                                "; expected one, since hosts ask for it by this name");
        return Status();
    }

    // The table of kernels is part of the text, but only clang can tell the kernels of a text. Mostly they
    // are those expected from the source; otherwise clang compiles it twice.
    Status module(const fs::path& module) {
        const std::vector<ModuleKernel> expected = expected_kernels(base::read_file(preprocessed_));
        if (!expected.empty()) {
            kernels_ = expected;
            if (Status status = module_with_table(module); !status.ok()) return status;
            if (Status status = take_kernels(module); !status.ok()) return status;
            if (std::is_permutation(kernels_.begin(), kernels_.end(), expected.begin(), expected.end())) {
                kernels_ = expected;  // Gen's entries have their numbers from the table
                return Status();
            }
        } else if (Status status = list_kernels(); !status.ok()) {
            return status;
        }
        return module_with_table(module, expected.empty() ? Command() : Command{"-w"});
    }

    Status module_with_table(const fs::path& module, const Command& more = {}) {
        const std::string source = base::read_file(preprocessed_);
        const std::string text = options_.gen ? source + entry_table(kernels_)
                                              : float_controls(kernels_) + source + module_table(kernels_);
        Command command = commands_.module(text_, module);
        command.insert(command.end(), more.begin(), more.end());
        Status written = put(text_, text);
        return written.ok() ? call(command) : written;
    }

    Status image() {
        const fs::path module_path = folder_.path() / "kernels.ll";
        if (Status status = module(module_path); !status.ok()) return status;
        return image_of(module_path);
    }

    Status image_of(const fs::path& module_path) {
        const fs::path image = folder_.path() / "image.so", macros = folder_.path() / "macros";
        if (!options_.show_commands)
            if (Status status = finish(module_path); !status.ok()) return status;
        for (const Command& command : commands_.image(module_path, image))
            if (Status status = call(command); !status.ok()) return status;
        if (Status status = call(commands_.listing_macros(macros)); !status.ok()) return status;
        if (options_.show_commands) return Status();
        return write_kernel_file(kernel_file(base::read_file(image), base::read_file(macros)));
    }

    // What remains to be done to a module before it is optimised.
    Status finish(const fs::path& module) const {
        std::string text = base::read_file(module);
        if (const std::string use = what_is_nowhere(text); !use.empty())
            return fail(input_ + ": " + use + ", which is defined nowhere; expected it in the same file");
        Status status = make_thread_local(text);
        return status.ok() ? put(module, with_large_functions_apart(text)) : status;
    }

    // Other users cannot write it, whatever the umask: hosts would run what they wrote.
    Status write_kernel_file(const std::string& content) {
        if (!base::write_file(output_, content)) return cannot_write(output_);
        std::error_code ignored;
        if (fs::is_regular_file(output_, ignored))
            fs::permissions(output_, fs::perms::others_write, fs::perm_options::remove, ignored);
        return Status();
    }

    // Fills gen_; the output is its caller's to write.
    Status gen_module() {
        const fs::path module_path = folder_.path() / "kernels.ll";
        if (Status status = module(module_path); !status.ok()) return status;
        for (const ModuleKernel& kernel : kernels_)
            gen_.kernels.push_back({kernel.name, kernel.float_control, gen_.kernels.size(), {}});
        if (!options_.show_commands) gen_.module = base::read_file(module_path);
        return Status();
    }

    const Options& options_;
    const std::string& input_;
    const std::string output_;
    const base::TemporaryFolder folder_ = base::TemporaryFolder("cmc");
    const fs::path includes_ = folder_.path() / "includes",
                   preprocessed_ = folder_.path() / "preprocessed.cpp",
                   text_ = folder_.path() / "kernels.cpp";
    const Commands commands_;
    std::vector<ModuleKernel> kernels_;
    GenInput gen_;
    int compiler_status_ = 0;
};

}  // namespace

Status gen_input(const Options& options, const std::string& input, GenInput& result, int& compiler_status) {
    Options for_gen = options;
    for_gen.gen = true;
    Compilation compilation(for_gen, input, {});
    Status status = compilation.run();
    result = compilation.gen_input();
    compiler_status = compilation.compiler_status();
    return status;
}

Status compile_module(const Options& options, const std::string& module, const std::string& output,
                      int& compiler_status) {
    const std::string input = "program";
    Compilation compilation(options, input, output);
    Status status = compilation.run_module(module);
    compiler_status = compilation.compiler_status();
    return status;
}

Status compile(const Options& options, const std::string& input, const std::string& output,
               int& compiler_status) {
    if (options.gen && !options.preprocess_only && !options.show_commands)
        return compile_for_gen(options, input, output, compiler_status);
    Compilation compilation(options, input, output);
    Status status = compilation.run();
    compiler_status = compilation.compiler_status();
    return status;
}

}  // namespace genmedia::cmc
