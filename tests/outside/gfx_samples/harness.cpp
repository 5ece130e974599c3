// SPDX-License-Identifier: MIT
// Runs a sample's workloads: harness MODE [NAME=VALUE...], MODE one of offload, if0, cpu. Prints a line for
// each.
#include "Workload.hpp"

#include <chrono>
#include <cstring>
#include <iostream>
#include <vector>

namespace {

struct Entry {
    const char* (*name)();
    Workload* (*create)();
};

std::vector<Entry>& entries() {
    static std::vector<Entry> all;
    return all;
}

}  // namespace

int Workload::registry(const char* (*name)(), Workload* (*create)()) {
    entries().push_back({name, create});
    return static_cast<int>(entries().size());
}

bool Workload::setup(Properties* properties) {
    props = properties;
    cpu_share = 0;
    properties->get("cpu_share", cpu_share);
    return true;
}

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    Properties properties;
    for (int i = 2; i < argc; i++)
        if (const char* equals = std::strchr(argv[i], '='))
            properties.set(std::string(argv[i], static_cast<size_t>(equals - argv[i])), equals + 1);
    bool all = true;
    for (const Entry& entry : entries()) {
        Workload* const workload = entry.create();
        workload->setup(&properties);
        workload->exmode = mode == "offload" ? Workload::OFFLOADon
                           : mode == "if0"   ? Workload::OFFLOADoff
                                             : Workload::CPU;
        bool right = workload->open();
        const auto begin = std::chrono::steady_clock::now();
        const bool ran = mode == "cpu" ? workload->execute_cpu() : workload->execute_offload();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        right = right && (!ran || workload->validate());
        std::cout << "\nRESULT " << entry.name() << " "
                  << (!ran    ? "absent"
                      : right ? "right"
                              : "wrong")
                  << " " << took.count() << " ms" << std::endl;
        all = all && right;
        workload->close();
    }
    return all ? 0 : 1;
}
