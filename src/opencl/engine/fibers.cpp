// SPDX-License-Identifier: MIT
// A stopped fiber's stack holds what the processor keeps across a call, as abi.h says.
#include "opencl/engine/fibers.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace genmedia::opencl {

using abi::gm_fiber;

// ---- Stacks

namespace {

constexpr size_t kSlotBytes = GM_FIBER_SLOT, kPageBytes = 4096;
// Each guard page costs two mappings of the process, and Linux allows 65,530. Stacks behind these have none:
// what overflows one of them overwrites the stack before it.
constexpr size_t kMostGuards = 512;
static_assert(offsetof(gm_fiber, stack_pointer) == 32, "as the assembly below has it");

template <class T>
uint64_t address_of(T* object) {
    return reinterpret_cast<uint64_t>(object);
}

}  // namespace

FiberStacks::~FiberStacks() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

bool FiberStacks::reserve(size_t count) {
    if (count <= count_) return true;
    const size_t bytes = (count + 1) * kSlotBytes;  // one for the alignment
    void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) return false;
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
    mapping_ = mapping;
    mapped_bytes_ = bytes;
    const uint64_t begin = address_of(mapping) + kSlotBytes - 1;
    slots_ = reinterpret_cast<char*>(begin & ~(kSlotBytes - 1));
    count_ = count;
    for (size_t i = 0; i < std::min(count, kMostGuards); i++)
        mprotect(slots_ + i * kSlotBytes, kPageBytes, PROT_NONE);
    return true;
}

gm_fiber* FiberStacks::fiber(size_t index) const {
    char* slot = slots_ + index * kSlotBytes;
    const uint64_t number = address_of(slot) >> GM_FIBER_SLOT_SHIFT & 31;
    return reinterpret_cast<gm_fiber*>(slot + GM_FIBER_PLACE + number * GM_FIBER_STAGGER);
}

// ---- Switches

// Stops `from` and resumes `to`. Returns when another call resumes `from`.
extern "C" void genmedia_fiber_switch(gm_fiber* from, gm_fiber* to);
extern "C" void genmedia_fiber_begin();
extern "C" __attribute__((used, visibility("hidden"))) void genmedia_fiber_begun();
extern "C" __attribute__((used, visibility("hidden"))) gm_fiber* genmedia_fiber_finish(gm_fiber* fiber);

#if defined(__x86_64__)

// genmedia_fiber_begin: rbx is the fiber, r12 the lane's function, r13 its parameters.
asm(R"(
    .text
    .hidden genmedia_fiber_switch
    .globl genmedia_fiber_switch
    .type genmedia_fiber_switch, @function
genmedia_fiber_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, 32(%rdi)  # stack_pointer
    movq 32(%rsi), %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size genmedia_fiber_switch, . - genmedia_fiber_switch

    .hidden genmedia_fiber_begin
    .globl genmedia_fiber_begin
    .type genmedia_fiber_begin, @function
genmedia_fiber_begin:
    .cfi_startproc
    .cfi_undefined rip
    call genmedia_fiber_begun  # tells the sanitizer
    movq %r13, %rdi
    call *%r12
    movq %rbx, %rdi
    call genmedia_fiber_finish
    movq 32(%rax), %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .cfi_endproc
    .size genmedia_fiber_begin, . - genmedia_fiber_begin
)");

// What lies on the stack of a stopped fiber.
enum { r15, r14, r13, r12, rbx, rbp, stopped_at, caller, unused, count };
enum { own_fiber = rbx, lane_function = r12, lane_parameters = r13, frame = rbp };

#elif defined(__aarch64__)

// genmedia_fiber_begin: x19 is the fiber, x20 the lane's function, x21 its parameters.
asm(R"(
    .macro genmedia_restore
    ldp d14, d15, [sp, #144]
    ldp d12, d13, [sp, #128]
    ldp d10, d11, [sp, #112]
    ldp d8, d9, [sp, #96]
    ldp x27, x28, [sp, #80]
    ldp x25, x26, [sp, #64]
    ldp x23, x24, [sp, #48]
    ldp x21, x22, [sp, #32]
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #160
    ret
    .endm

    .text
    .hidden genmedia_fiber_switch
    .globl genmedia_fiber_switch
    .type genmedia_fiber_switch, @function
genmedia_fiber_switch:
    stp x29, x30, [sp, #-160]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0, #32]  // stack_pointer
    ldr x9, [x1, #32]
    mov sp, x9
    genmedia_restore
    .size genmedia_fiber_switch, . - genmedia_fiber_switch

    .hidden genmedia_fiber_begin
    .globl genmedia_fiber_begin
    .type genmedia_fiber_begin, @function
genmedia_fiber_begin:
    .cfi_startproc
    .cfi_undefined x30
    bl genmedia_fiber_begun  // tells the sanitizer
    mov x0, x21
    blr x20
    mov x0, x19
    bl genmedia_fiber_finish
    ldr x9, [x0, #32]
    mov sp, x9
    genmedia_restore
    .cfi_endproc
    .size genmedia_fiber_begin, . - genmedia_fiber_begin
)");

// What lies on the stack of a stopped fiber.
enum { x29, x30, x19, x20, x21, others, caller = others, count = 20 };
enum { own_fiber = x19, lane_function = x20, lane_parameters = x21, frame = x29, stopped_at = x30 };

#else
#error \
    "the OpenCL layer knows no switch of stacks for this architecture (GENMEDIA_OPENCL=OFF builds without it)"
#endif

namespace {

// The address sanitizer sees all stacks of a thread as one, so it need not be told of each switch.
class SanitizedStack {
public:
#if defined(__SANITIZE_ADDRESS__)
    static void entering(const FiberStacks& stacks) {
        __sanitizer_start_switch_fiber(&own_fake_, stacks.bottom(), stacks.bytes());
        entering_ = true;
    }
    static void entered() {
        if (entering_) __sanitizer_finish_switch_fiber(nullptr, &own_bottom_, &own_bytes_);
        entering_ = false;
    }
    static void leaving() { __sanitizer_start_switch_fiber(nullptr, own_bottom_, own_bytes_); }
    static void left() { __sanitizer_finish_switch_fiber(own_fake_, nullptr, nullptr); }

private:
    static thread_local inline bool entering_ = false;
    static thread_local inline void* own_fake_ = nullptr;
    static thread_local inline const void* own_bottom_ = nullptr;
    static thread_local inline size_t own_bytes_ = 0;
#else
    static void entering(const FiberStacks&) {}
    static void entered() {}
    static void leaving() {}
    static void left() {}
#endif
};

// ---- Places of exchanges

// A fiber that joins others may have done another number of exchanges. What it has written then moves to the
// place that the others read.
void move_exchange(abi::gm_sub_group& memory, uint32_t lane, uint32_t from, uint32_t to) {
    std::copy(std::begin(memory.exchange[from].value[lane]), std::end(memory.exchange[from].value[lane]),
              std::begin(memory.exchange[to].value[lane]));
    if (lane >= abi::GM_UNIT_LANES) return;
    const abi::gm_evaluation& source = memory.evaluation[from];
    abi::gm_evaluation& target = memory.evaluation[to];
    target.lane[lane] = source.lane[lane];
    target.stream_in[lane] = source.stream_in[lane];
    if (lane == 0) target.request = source.request;
}

void align_exchanges(abi::gm_sub_group& memory, uint32_t first_lane, uint32_t lane) {
    const uint32_t wanted = memory.operations[first_lane] & 1;
    if ((memory.operations[lane] & 1) == wanted) return;
    move_exchange(memory, lane, wanted, wanted ^ 1);  // each lane counts up before it stops
    memory.operations[lane]++;
}

// A lane that waits elsewhere gives the others what it exchanged last, wherever they look: its register on
// SIMD hardware, which programs read after the lane has left a loop.
void leave_exchanged(abi::gm_sub_group& memory, uint32_t lane) {
    const uint32_t next = memory.operations[lane] & 1;
    std::ranges::copy(memory.exchange[next ^ 1].value[lane], std::begin(memory.exchange[next].value[lane]));
}

unsigned lowest(uint32_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }
unsigned highest(uint32_t lanes) { return static_cast<unsigned>(std::bit_width(lanes) - 1); }

}  // namespace

// ---- Who goes on

gm_fiber* FiberGroup::lane(const Team& team, unsigned lane) const {
    return stacks_.fiber(team.first_fiber + lane);
}

// Takes the ring apart: each fiber then has its own stack pointer.
void FiberGroup::open_ring(const Team& team) {
    for (uint32_t rest = team.ring; rest != 0; rest &= rest - 1) {
        gm_fiber* fiber = lane(team, lowest(rest));
        fiber->stack_pointer = reinterpret_cast<gm_fiber*>(fiber->previous)->next_stack_pointer;
    }
}

void FiberGroup::close_ring(Team& team) {
    gm_fiber* previous = lane(team, highest(team.ring));
    for (uint32_t rest = team.ring; rest != 0; rest &= rest - 1) {
        gm_fiber* fiber = lane(team, lowest(rest));
        fiber->role = 0;
        fiber->previous = address_of(previous);
        previous->next = address_of(fiber);
        previous->next_stack_pointer = fiber->stack_pointer;
        previous = fiber;
    }
    lane(team, lowest(team.ring))->role |= GM_FIRST;
    lane(team, highest(team.ring))->role |= GM_LAST;
}

// All fibers of the team are stopped. Those at the place furthest back in the program's text become the ring.
gm_fiber* FiberGroup::regroup(Team& team) {
    open_ring(team);
    const auto order = [&](uint32_t lanes) { return lane(team, lowest(lanes))->order; };
    uint32_t least = UINT32_MAX;
    for (uint32_t rest = team.live; rest != 0; rest &= rest - 1) least = std::min(least, order(rest));
    const uint32_t ran = std::exchange(team.ring, 0);
    team.parked_order = UINT32_MAX;
    team.diverged = 0;
    for (uint32_t rest = team.live; rest != 0; rest &= rest - 1) {
        if (order(rest) == least)
            team.ring |= rest & -rest;
        else
            team.parked_order = std::min(team.parked_order, order(rest));
    }
    gm_fiber* first = lane(team, lowest(team.ring));
    for (uint32_t rest = team.ring; rest != 0; rest &= rest - 1)
        align_exchanges(*reinterpret_cast<abi::gm_sub_group*>(first->sub_group), first->lane, lowest(rest));
    for (uint32_t rest = ran & team.live & ~team.ring; rest != 0; rest &= rest - 1)
        leave_exchanged(*reinterpret_cast<abi::gm_sub_group*>(first->sub_group), lowest(rest));
    close_ring(team);
    return first;
}

gm_fiber* FiberGroup::split(abi::gm_team* team) {
    Team& whole = *static_cast<Team*>(team);
    return whole.group->regroup(whole);
}

gm_fiber* FiberGroup::yield(gm_fiber* fiber) {
    Team& team = *static_cast<Team*>(reinterpret_cast<abi::gm_team*>(fiber->team));
    team.stopped = fiber;
    return team.group->next_team(team);
}

// The next fiber that is not at a barrier. If all are, they pass it. If none is left, the caller of run().
gm_fiber* FiberGroup::next_team(const Team& team) {
    const auto index = static_cast<size_t>(&team - teams_.data());
    const auto is_waiting = [](const Team& one) { return one.live != 0 && one.at_barrier == 0; };
    for (size_t i = 1; i <= teams_.size(); i++) {
        const Team& other = teams_[(index + i) % teams_.size()];
        if (is_waiting(other)) return other.stopped;
    }
    for (Team& one : teams_) one.at_barrier = 0;
    const auto waiting = std::ranges::find_if(teams_, is_waiting);
    return waiting == teams_.end() ? &outside_ : waiting->stopped;
}

// The fiber's lane has returned.
gm_fiber* finish(gm_fiber* fiber) {
    auto& team = *static_cast<FiberGroup::Team*>(reinterpret_cast<abi::gm_team*>(fiber->team));
    const uint32_t bit = 1U << fiber->lane;
    team.live &= ~bit;
    team.ring &= ~bit;
    if (team.live == 0) return team.group->next_team(team);
    if (team.ring == 0) return team.group->regroup(team);
    auto* next = reinterpret_cast<gm_fiber*>(fiber->next);
    auto* previous = reinterpret_cast<gm_fiber*>(fiber->previous);
    previous->next = fiber->next;
    previous->next_stack_pointer = next->stack_pointer = fiber->next_stack_pointer;
    next->previous = fiber->previous;
    if (fiber->role == 0) return next;
    if ((fiber->role & GM_FIRST) != 0) {  // the others have been let go on
        next->role |= GM_FIRST;
        return next;
    }
    previous->role |= GM_LAST;
    return team.diverged != 0 || next->order >= team.parked_order ? team.group->regroup(team) : next;
}

extern "C" gm_fiber* genmedia_fiber_finish(gm_fiber* fiber) {
    gm_fiber* next = finish(fiber);
    if (next->team == 0) SanitizedStack::leaving();
    return next;
}

extern "C" void genmedia_fiber_begun() { SanitizedStack::entered(); }

// ---- Groups

// The fiber starts with lane(parameters).
static void start(gm_fiber& fiber, uint64_t lane, uint64_t parameters) {
    auto* stack = reinterpret_cast<uint64_t*>(address_of(&fiber) & ~uint64_t{63}) - count;
    stack[lane_parameters] = parameters;
    stack[lane_function] = lane;
    stack[own_fiber] = address_of(&fiber);
    stack[frame] = stack[caller] = 0;  // ends a debugger's backtrace
    stack[stopped_at] = address_of(&genmedia_fiber_begin);
    fiber.stack_pointer = address_of(stack);
    fiber.order = 0;
}

// What does not change from one group of a launch to the next.
void FiberGroup::prepare(abi::gm_group& group, size_t work_items, size_t sub_group_size) {
    const std::array<uint64_t, 4> shape{address_of(&group), group.sub_groups, work_items, sub_group_size};
    if (shape == shape_) return;
    shape_ = shape;
    teams_.resize((work_items + sub_group_size - 1) / sub_group_size);
    auto* memory = reinterpret_cast<abi::gm_sub_group*>(group.sub_groups);
    for (Team& team : teams_) {
        const auto index = static_cast<size_t>(&team - teams_.data());
        team.group = this;
        team.first_fiber = index * sub_group_size;
        team.lanes = static_cast<uint32_t>(
            (uint64_t{1} << std::min(sub_group_size, work_items - team.first_fiber)) - 1);
        team.split = address_of(&FiberGroup::split);
        team.yield = address_of(&FiberGroup::yield);
        for (uint32_t rest = team.lanes; rest != 0; rest &= rest - 1) {
            gm_fiber& fiber = *lane(team, lowest(rest));
            fiber.team = address_of(static_cast<abi::gm_team*>(&team));
            fiber.group = address_of(&group);
            fiber.sub_group = address_of(memory + index);
            fiber.lane = lowest(rest);
            fiber.local_id = static_cast<uint32_t>(team.first_fiber) + fiber.lane;
        }
    }
}

bool FiberGroup::run(abi::gm_group& group, size_t work_items, size_t sub_group_size, uint64_t lane,
                     uint64_t parameters) {
    if (!stacks_.reserve(work_items)) return false;
    prepare(group, work_items, sub_group_size);
    for (Team& team : teams_) {
        team.live = team.ring = team.lanes;
        team.at_barrier = team.diverged = 0;
        team.parked_order = UINT32_MAX;
        for (uint32_t rest = team.lanes; rest != 0; rest &= rest - 1) {
            gm_fiber& fiber = *this->lane(team, lowest(rest));
            fiber.launch = group.launch;
            start(fiber, lane, parameters);
        }
        close_ring(team);
        team.stopped = this->lane(team, 0);
    }
    SanitizedStack::entering(stacks_);
    genmedia_fiber_switch(&outside_, teams_.front().stopped);
    SanitizedStack::left();
    return true;
}

void* FiberGroup::local_memory(uint64_t variable, uint64_t bytes) {
    constexpr size_t alignment = 128;  // of long16
    LocalVariable& local = locals_[variable];
    if (local.bytes < bytes) {
        local.bytes = (bytes + alignment - 1) / alignment * alignment;
        local.memory.reset(std::aligned_alloc(alignment, local.bytes));
    }
    return local.memory.get();
}

}  // namespace genmedia::opencl
