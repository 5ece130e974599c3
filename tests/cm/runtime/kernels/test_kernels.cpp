// SPDX-License-Identifier: MIT
// Kernels for the runtime's tests. They are written by hand against cm/abi.h, as a kernel compiler would
// write them.
#include <cm/abi.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

namespace {

using cm_abi::Argument;
using cm_abi::ArgumentKind;
using cm_abi::Surface;
using cm_abi::Thread;

constexpr Argument surface_at(uint32_t offset, uint32_t count = 1) {
    return {ArgumentKind::surface, count, 8, offset};
}
constexpr Argument value_at(uint32_t offset, uint32_t bytes = 4) {
    return {ArgumentKind::value, 1, bytes, offset};
}

template <class T>
T get(const void* block, size_t offset) {
    T value;
    std::memcpy(&value, static_cast<const uint8_t*>(block) + offset, sizeof(value));
    return value;
}

const Surface& surface(const void* block, size_t offset) { return *get<const Surface*>(block, offset); }

uint32_t* dwords(const Surface& of) { return reinterpret_cast<uint32_t*>(of.data); }

uint32_t next(uint32_t& counter) { return std::atomic_ref(counter).fetch_add(1); }

// out[y * width + x] = 1000 * y + x + 1
void ids(Thread* t, const void* block) {
    dwords(surface(block, 0))[t->y * get<uint32_t>(block, 8) + t->x] = 1000U * t->y + t->x + 1;
}

// Appends the place to a log: a counter, then places. The second one first waits for its dependencies.
void record(Thread* t, const void* block) {
    uint32_t* log = dwords(surface(block, 0));
    std::atomic_ref(log[1 + next(log[0])]).store(t->y * get<uint32_t>(block, 8) + t->x);
}
void wait_and_record(Thread* t, const void* block) {
    t->dispatch->host->wait(t, 0);
    record(t, block);
    t->dispatch->host->signal(t);
}

// Runs until the host writes to the first dword, then writes to the second.
void linger(Thread*, const void* block) {
    uint32_t* flags = dwords(surface(block, 0));
    while (std::atomic_ref(flags[0]).load() == 0) std::this_thread::yield();
    std::atomic_ref(flags[1]).store(1);
}

// out[where] = what; more if the thread runs twice
void put(Thread*, const void* block) {
    dwords(surface(block, 0))[get<uint32_t>(block, 8)] += get<uint32_t>(block, 12);
}

// out[0] = out[0] * 2 + number
void append(Thread*, const void* block) {
    uint32_t* out = dwords(surface(block, 0));
    out[0] = out[0] * 2 + get<uint32_t>(block, 8);
}

// Each thread writes its number to shared memory, and its neighbour's number to out.
void neighbours(Thread* t, const void* block) {
    const uint32_t* n = t->dispatch->local_size;
    const uint32_t* groups = t->dispatch->group_count;
    const uint32_t local = (t->local_id[2] * n[1] + t->local_id[1]) * n[0] + t->local_id[0];
    const uint32_t group = (t->group_id[2] * groups[1] + t->group_id[1]) * groups[0] + t->group_id[0];
    const uint32_t all = n[0] * n[1] * n[2];
    auto* shared = reinterpret_cast<uint32_t*>(t->slm);
    shared[local] = group * 1000 + local;
    t->dispatch->host->barrier(t);
    dwords(surface(block, 0))[group * all + local] = shared[(local + 1) % all];
    t->dispatch->host->barrier_signal(t);
    t->dispatch->host->barrier_wait(t);
}

// All threads but thread 0 leave out the barrier.
void leave_out(Thread* t, const void*) {
    if (t->local_id[0] == 0) t->dispatch->host->barrier(t);
}

void print(Thread* t, const void* block) {
    char line[64];
    const int length =
        std::snprintf(line, sizeof(line), "thread %u says %u\n", unsigned{t->x}, get<uint32_t>(block, 0));
    t->dispatch->host->print(t, line, static_cast<size_t>(length));
}

// out[color]++
void color(Thread* t, const void* block) { next(dwords(surface(block, 0))[t->color]); }

// Writes to a surface that is bound without an argument.
void bound(Thread* t, const void*) {
    dwords(*t->dispatch->static_buffer[1])[0] = 11;
    dwords(*t->dispatch->binding_table[20])[1] = 22;
    dwords(*t->dispatch->static_buffer[1])[2] = t->dispatch->samplers[3]->address_u;
    dwords(*t->dispatch->static_buffer[1])[3] = t->dispatch->static_buffer[0] == nullptr;
}

// A product too small for a normal float, and half of an even number's last place.
void floats(Thread*, const void* block) {
    volatile float tiny = 1e-38f, tenth = 0.1f, one = 1.0f, ulp_half = 5.9604645e-8f;
    const float product = tiny * tenth, sum = one + ulp_half;
    std::memcpy(surface(block, 0).data, &product, sizeof(product));
    std::memcpy(surface(block, 0).data + 4, &sum, sizeof(sum));
}

// Copies a surface's description.
void describe(Thread*, const void* block) {
    std::memcpy(surface(block, 0).data, &surface(block, 8), sizeof(Surface));
}

// out[i] = whether surface i of the vector exists; the surfaces' first dwords go to out[2 + i]
void two_surfaces(Thread*, const void* block) {
    uint32_t* out = dwords(surface(block, 0));
    for (uint32_t i = 0; i < 2; i++) {
        const auto* each = get<const Surface*>(block, 8 + 8 * i);
        out[i] = each != nullptr;
        out[2 + i] = each == nullptr ? 0 : dwords(*each)[0];
    }
}

void sampler(Thread*, const void* block) {
    const auto* state = get<const cm_abi::Sampler*>(block, 8);
    std::memcpy(surface(block, 0).data, state, sizeof(*state));
}

// Writes through an address.
void pointer(Thread*, const void* block) { *get<uint32_t*>(block, 0) = 77; }

// Adds one to each byte of a picture's first plane. There is one thread for each row.
void add_one(Thread* t, const void* block) {
    const cm_abi::Plane& plane = surface(block, 0).plane[0];
    if (t->y >= plane.rows) return;
    for (int i = 0; i < plane.row_bytes; i++) plane.data[t->y * plane.pitch + i]++;
}

void nothing(Thread*, const void*) {}

void fail(Thread* t, const void*) { t->dispatch->host->fail(t, "kernel.cpp", 7, "out of range"); }

constexpr Argument kSurfaceAndValue[] = {surface_at(0), value_at(8)};
constexpr Argument kSurfaceAndTwo[] = {surface_at(0), value_at(8), value_at(12)};
constexpr Argument kOneSurface[] = {surface_at(0)};
constexpr Argument kOneValue[] = {value_at(0)};
constexpr Argument kTwoOfThem[] = {surface_at(0), surface_at(8)};
constexpr Argument kSurfaceAndVector[] = {surface_at(0), surface_at(8, 2)};
constexpr Argument kSurfaceAndSampler[] = {surface_at(0), {ArgumentKind::sampler, 1, 8, 8}};
constexpr Argument kOneAddress[] = {value_at(0, 8)};

template <size_t N>
constexpr cm_abi::Kernel kernel(const char* name, void (*run)(Thread*, const void*),
                                const Argument (&arguments)[N], uint32_t bytes, bool waits = false) {
    return {name, run, arguments, N, bytes, waits, 0};
}

const cm_abi::Kernel kKernels[] = {
    kernel("ids", ids, kSurfaceAndValue, 16),
    kernel("record", record, kSurfaceAndValue, 16),
    kernel("wait_and_record", wait_and_record, kSurfaceAndValue, 16, true),
    kernel("linger", linger, kOneSurface, 8),
    kernel("put", put, kSurfaceAndTwo, 16),
    kernel("append", append, kSurfaceAndValue, 16),
    kernel("neighbours", neighbours, kOneSurface, 8),
    kernel("print", print, kOneValue, 8),
    kernel("color", color, kOneSurface, 8),
    kernel("floats", floats, kOneSurface, 8),
    kernel("describe", describe, kTwoOfThem, 16),
    kernel("two_surfaces", two_surfaces, kSurfaceAndVector, 24),
    kernel("sampler", sampler, kSurfaceAndSampler, 16),
    kernel("pointer", pointer, kOneAddress, 8),
    kernel("add_one", add_one, kOneSurface, 8),
    {"bound", bound, nullptr, 0, 0, false, 0},
    {"leave_out", leave_out, nullptr, 0, 0, false, 0},
    {"nothing", nothing, nullptr, 0, 0, false, 0},
    {"fail", fail, nullptr, 0, 0, false, 0},
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const cm_abi::Module genmedia_cm_module;
const cm_abi::Module genmedia_cm_module = {cm_abi::kAbiVersion, std::size(kKernels), kKernels, nullptr};
