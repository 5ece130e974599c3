// SPDX-License-Identifier: MIT
// Runs a kernel on this machine's CPU. The tests of Gen code compare their results with it.
//     run_kernel FILE.isa KERNEL WIDTHxHEIGHT ARGUMENT...           a thread for each place, as a wavefront
//     run_kernel FILE.isa KERNEL THREADS*GROUPS ARGUMENT...         groups of threads in a row
// Arguments: buffer=FILE, a8=FILE,WIDTH,HEIGHT and r32=FILE,WIDTH,HEIGHT, which are written back to
// their files, int=N, float=X. Fails with what the runtime says.
#include "../../../examples/cm/common/host.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

namespace {

std::vector<char> contents(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    Host host(argv[1]);
    CmKernel* kernel = host.kernel(argv[2]);
    std::vector<std::function<void()>> write_back;
    for (int i = 4; i < argc; i++) {
        const std::string argument = argv[i], kind = argument.substr(0, argument.find('='));
        std::istringstream rest(argument.substr(kind.size() + 1));
        const UINT index = static_cast<UINT>(i - 4);
        const auto keep = [&](auto* surface, const std::string& name, std::vector<char> data) {
            Host::set(kernel, index, surface);
            write_back.emplace_back([surface, name, data = std::move(data)]() mutable {
                Host::read(surface, data);
                std::ofstream(name, std::ios::binary)
                    .write(data.data(), static_cast<std::streamsize>(data.size()));
            });
        };
        if (kind == "int") {
            Host::set(kernel, index, std::stoi(rest.str()));
        } else if (kind == "float") {
            Host::set(kernel, index, std::stof(rest.str()));
        } else if (kind == "buffer") {
            const auto data = contents(rest.str());
            keep(host.buffer(data), rest.str(), data);
        } else if (kind == "a8" || kind == "r32") {
            std::string name, width, height;
            std::getline(std::getline(std::getline(rest, name, ','), width, ','), height, ',');
            const auto data = contents(name);
            keep(host.picture(static_cast<UINT>(std::stoi(width)), static_cast<UINT>(std::stoi(height)),
                              kind == "a8" ? CM_SURFACE_FORMAT_A8 : CM_SURFACE_FORMAT_R32_UINT, data),
                 name, data);
        } else {
            std::cerr << "unknown argument: " << argument << "\n";
            return 2;
        }
    }
    const std::string size = argv[3];
    const UINT first = static_cast<UINT>(std::stoi(size));
    const UINT second = static_cast<UINT>(std::stoi(size.substr(size.find_first_of("x*") + 1)));
    if (size.find('*') != std::string::npos)
        host.run_groups(kernel, first, 1, second, 1);
    else
        host.run(kernel, first, second, CM_WAVEFRONT);
    for (const auto& write : write_back) write();
    return 0;
}
