// cmc: compiles C for Metal kernel files for this machine's processor, or for a Gen GPU.
#include "compiler.h"

#include <filesystem>
#include <iostream>

int main(int argc, char** argv) {
    using namespace genmedia::cmc;
    Options options;
    std::vector<std::string> warnings;
    std::string error;
    const bool parsed = parse({argv + 1, argv + argc}, options, warnings, error);
    for (const std::string& warning : warnings) std::cerr << "cmc: warning: " << warning << "\n";
    if (!parsed) {
        std::cerr << "cmc: error: " << error << "\n";
        return 2;
    }
    if (options.help) std::cout << usage;
    if (options.version) std::cout << "cmc (genmedia) " GENMEDIA_VERSION "\n";
    if (options.help || options.version) return 0;

    int worst = 0;
    for (const std::string& input : options.inputs) {
        std::string output = options.output;
        if (output.empty() && !options.preprocess_only)
            output = std::filesystem::path(input)
                         .filename()
                         .replace_extension(options.gen ? ".gen" : ".isa")
                         .string();
        const int status = compile(options, input, output, error);
        if (!error.empty()) std::cerr << "cmc: error: " << error << "\n";
        error.clear();
        if (worst == 0) worst = status;
    }
    return worst;
}
