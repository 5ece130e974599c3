// SPDX-License-Identifier: MIT
// Regions: copies of what clauses name, and what is said of them.
#include "gfx/gfxcc/gfx_abi.h"

#include "guarded_memory.h"
#include "messages.h"
#include "region_times.h"

#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

namespace genmedia::gfx {
namespace {

using Clock = std::chrono::steady_clock;

// What an `out` copy holds until the region writes it: not what the host has there.
constexpr int kUnwritten = 0xA5;

struct Copy {
    void* host;
    std::unique_ptr<GuardedMemory> memory;
    size_t bytes;
    bool back;
};

struct Region {
    bool offloaded;
    const char* file;
    int line;
    Clock::time_point begin = Clock::now();
    std::vector<Copy> copies;
    std::map<const void*, size_t> memory;  // of each variable
    size_t in = 0, out = 0, pinned = 0;
};

bool logs() {
    static const bool wanted = number_from_environment("GFX_LOG_OFFLOAD", 0, 0) > 0;
    return wanted;
}

void* copied(Region& region, void* host, size_t bytes, int how, const char* name) {
    const std::string of = place(region.file, region.line) + ": " + name;
    auto memory = std::make_unique<GuardedMemory>(bytes, of);
    void* const data = memory->data();
    if (data == nullptr) fail(of + ": no memory for " + std::to_string(bytes) + " bytes");
    if ((how & __GFXCC_in) != 0) {
        std::memcpy(data, host, bytes);
        region.in += bytes;
    } else {
        std::memset(data, kUnwritten, bytes);
    }
    const bool back = (how & __GFXCC_out) != 0;
    if (back) region.out += bytes;
    region.copies.push_back({host, std::move(memory), bytes, back});
    return data;
}

}  // namespace
}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" {

void* gfxcc_region_begin(int condition, const char* file, int line) {
    auto* region = new Region{condition != 0, file, line, Clock::now(), {}, {}, 0, 0, 0};
    return region;
}

int gfxcc_region_offloaded(const void* region) {
    return static_cast<const Region*>(region)->offloaded ? 1 : 0;
}

void* gfxcc_region_data(void* data, void* host, unsigned long bytes, int how, const char* name) {
    Region& region = *static_cast<Region*>(data);
    if (!region.offloaded) return host;
    if (host == nullptr && bytes > 0)
        fail(place(region.file, region.line) + ": " + name + " is null; expected memory of " +
             std::to_string(bytes) + " bytes");
    if (how == __GFXCC_pin) region.pinned += bytes;
    void* const memory = how == __GFXCC_pin ? host : copied(region, host, bytes, how, name);
    region.memory[memory] = bytes;
    return memory;
}

unsigned long gfxcc_region_bytes(const void* data, const void* memory) {
    const Region& region = *static_cast<const Region*>(data);
    const auto found = region.memory.find(memory);
    return found == region.memory.end() ? 0 : found->second;
}

void gfxcc_region_end(void* data) {
    const std::unique_ptr<Region> region(static_cast<Region*>(data));
    for (const Copy& copy : region->copies)
        if (copy.back) std::memcpy(copy.host, copy.memory->data(), copy.bytes);
    const std::chrono::duration<double, std::milli> took = Clock::now() - region->begin;
    note_region(place(region->file, region->line), region->offloaded, took.count());
    if (logs())
        say(place(region->file, region->line) +
            (region->offloaded
                 ? ": offloaded; bytes in " + std::to_string(region->in) + ", out " +
                       std::to_string(region->out) + ", pinned " + std::to_string(region->pinned)
                 : ": the host's version, as its condition is false"));
}
}
