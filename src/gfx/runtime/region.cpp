// SPDX-License-Identifier: MIT
// Regions: copies of what clauses name, and what is said of them.
#include "gfx/gfxcc/gfx_abi.h"

#include "gfx/offload.h"
#include "gfx/runtime/memory/held_memory.h"
#include "messages.h"
#include "region_times.h"
#include "signals.h"

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

// What the host gets at the end.
struct Result {
    void* host;
    void* data;
    size_t bytes;
};

struct Region {
    Region(bool condition, const char* of_file, int of_line, bool is_transfer)
        : offloaded(condition), file(of_file), line(of_line), transfer(is_transfer) {}

    const bool offloaded;
    const char* const file;
    const int line;
    const bool transfer;
    Clock::time_point begin = Clock::now();
    std::vector<std::shared_ptr<GuardedMemory>> copies;
    std::vector<Result> results;
    std::vector<const void*> frees;        // the host's memory of what leaves the target
    std::map<const void*, size_t> memory;  // of each variable
    std::vector<const void*> tags;
    _Offload_status* status = nullptr;
    bool lacks_memory = false;
    size_t in = 0, out = 0, pinned = 0;
};

bool logs() {
    static const bool wanted = number_from_environment("GFX_LOG_OFFLOAD", 0, 0) > 0;
    return wanted;
}

HeldMemory already_there(const void* variable, size_t bytes, bool kept, const std::string& of) {
    HeldMemory held = held_at(variable);
    if (!held.memory)
        fail(of + " is not on the target; expected alloc_if(1), or free_if(0) where it was last");
    if (held.bytes < bytes)
        fail(of + " has " + std::to_string(held.bytes) + " bytes on the target; " + std::to_string(bytes) +
             " are used");
    if (!kept && held.offset > 0)
        fail(of + " is " + std::to_string(held.offset) +
             " bytes behind the beginning of what is on the target; expected to free the whole");
    return held;
}

// Null memory: there is none.
HeldMemory allocated(const void* variable, size_t bytes, bool kept, const std::string& of) {
    std::string since;
    if (is_held(variable, bytes, since))
        fail(of + " is on the target already, by " + since + "; expected alloc_if(0), or free_if(1) before");
    HeldMemory fresh{std::make_shared<GuardedMemory>(bytes, of), 0, bytes, of};
    if (fresh.memory->data() == nullptr) return {};
    std::memset(fresh.data(), kUnwritten, bytes);
    if (kept) hold(variable, fresh);
    return fresh;
}

void* on_target(Region& region, void* variable, void* host, size_t bytes, int how, const char* name) {
    const std::string of = place(region.file, region.line) + ": " + name;
    const bool held = (how & __GFXCC_held) != 0, kept = (how & __GFXCC_kept) != 0;
    const HeldMemory memory =
        held ? already_there(variable, bytes, kept, of) : allocated(variable, bytes, kept, of);
    if (!memory.memory && region.status != nullptr && region.transfer) {
        region.lacks_memory = true;
        return variable;
    }
    if (!memory.memory) fail(of + ": no memory for " + std::to_string(bytes) + " bytes");
    region.copies.push_back(memory.memory);
    if (held && !kept) region.frees.push_back(variable);
    if ((how & __GFXCC_in) != 0) {
        std::memcpy(memory.data(), host, bytes);
        region.in += bytes;
    }
    if ((how & __GFXCC_out) != 0) {
        region.results.push_back({host, memory.data(), bytes});
        region.out += bytes;
    }
    region.memory[memory.data()] = memory.bytes;
    return memory.data();
}

void set_status(const Region& region) {
    if (region.status == nullptr) return;
    *region.status = {!region.offloaded     ? OFFLOAD_DISABLED
                      : region.lacks_memory ? OFFLOAD_OUT_OF_MEMORY
                                            : OFFLOAD_SUCCESS,
                      region.offloaded ? 0 : -1, region.in, region.out};
}

// What a region has written when it ends is what its wait brings, whatever becomes of that memory.
void arrive_at_wait(const Region& region) {
    struct Later {
        void* host;
        std::vector<char> bytes;
    };
    auto later = std::make_shared<std::vector<Later>>();
    for (const Result& result : region.results) {
        const auto* const data = static_cast<const char*>(result.data);
        later->push_back({result.host, {data, data + result.bytes}});
    }
    for (const void* tag : region.tags)
        signal_tag(tag, place(region.file, region.line), [later, region] {
            for (const Later& each : *later) std::memcpy(each.host, each.bytes.data(), each.bytes.size());
            later->clear();
            set_status(region);
        });
}

void log(const Region& region) {
    const char* const what = region.transfer ? ": transferred" : ": offloaded";
    const char* const otherwise = region.transfer ? ": no transfer" : ": the host's version";
    say(place(region.file, region.line) +
        (region.offloaded ? what + std::string("; bytes in ") + std::to_string(region.in) + ", out " +
                                std::to_string(region.out) + ", pinned " + std::to_string(region.pinned)
                          : otherwise + std::string(", as its condition is false")));
}

}  // namespace
}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" {

void* gfxcc_region_begin(int condition, const char* file, int line) {
    return new Region(condition != 0, file, line, false);
}

void* gfxcc_transfer_begin(int condition, const char* file, int line) {
    return new Region(condition != 0, file, line, true);
}

int gfxcc_region_offloaded(const void* region) {
    return static_cast<const Region*>(region)->offloaded ? 1 : 0;
}

void gfxcc_region_status(const void* region, void* status) {
    const_cast<Region*>(static_cast<const Region*>(region))->status = static_cast<_Offload_status*>(status);
}

void gfxcc_region_signal(const void* region, const void* tag) {
    const_cast<Region*>(static_cast<const Region*>(region))->tags.push_back(tag);
}

void* gfxcc_region_data(void* data, void* variable, void* host, unsigned long bytes, int how,
                        const char* name) {
    Region& region = *static_cast<Region*>(data);
    if (!region.offloaded) return variable;
    if (const auto length = static_cast<long>(bytes); length < 0)
        fail(place(region.file, region.line) + ": " + name + " has a length of " + std::to_string(length) +
             " bytes; expected 0 or more");
    if ((variable == nullptr || host == nullptr) && bytes > 0)
        fail(place(region.file, region.line) + ": " + name + " is null; expected memory of " +
             std::to_string(bytes) + " bytes");
    if (how != __GFXCC_pin) return on_target(region, variable, host, bytes, how, name);
    region.pinned += bytes;
    region.memory[variable] = bytes;
    return variable;
}

unsigned long gfxcc_region_bytes(const void* data, const void* memory) {
    const Region& region = *static_cast<const Region*>(data);
    const auto found = region.memory.find(memory);
    return found == region.memory.end() ? 0 : found->second;
}

void gfxcc_region_end(void* data) {
    const std::unique_ptr<Region> region(static_cast<Region*>(data));
    if (region->tags.empty()) {
        for (const Result& result : region->results) std::memcpy(result.host, result.data, result.bytes);
        set_status(*region);
    } else {
        arrive_at_wait(*region);
    }
    for (const void* host : region->frees) release(host);
    const std::chrono::duration<double, std::milli> took = Clock::now() - region->begin;
    note_region(place(region->file, region->line), region->offloaded, took.count());
    if (logs()) log(*region);
}
}
