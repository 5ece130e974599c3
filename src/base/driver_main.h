// SPDX-License-Identifier: MIT
// What compiler drivers do around compiling.
#pragma once

#include "base/interruption.h"
#include "genmedia/status.h"

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace genmedia::base {

// Says what went wrong, and gives the exit status back.
inline int driver_error(const char* program, const std::string& error, int exit_status) {
    std::cerr << program << ": error: " << error << "\n";
    return exit_status;
}

// Reads the command line into `Options` by parse(), and has `compile` do the rest, which gives the exit
// status.
template <class Options, class Compile>
int run_driver(const char* program, const char* usage, const std::vector<std::string>& arguments,
               Compile compile) {
    Options options;
    std::vector<std::string> warnings;
    const Status parsed = parse(arguments, options, warnings);
    for (const std::string& warning : warnings) std::cerr << program << ": warning: " << warning << "\n";
    if (!parsed.ok()) return driver_error(program, parsed.message(), 2);
    if (options.help) std::cout << usage;
    if (options.version) std::cout << program << " (genmedia) " GENMEDIA_VERSION "\n";
    const int status = options.help || options.version ? 0 : compile(options);
    return std::cout.flush() || status != 0 ? status
                                            : driver_error(program, "cannot write to the standard output", 1);
}

// main() of a driver: no exception leaves it, and a signal ends it once its files are gone.
template <class Options, class Compile>
int driver_main(const char* program, const char* usage, int argc, char** argv, Compile compile) {
    interruption::hold_back();
    int status = 1;
    try {
        status = run_driver<Options>(program, usage, {argv + 1, argv + argc}, compile);
    } catch (const std::exception& exception) {
        driver_error(program, exception.what(), 1);
    }
    interruption::die();
    return status;
}

}  // namespace genmedia::base
