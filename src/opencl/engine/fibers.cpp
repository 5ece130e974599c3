// What the processor keeps across a call lies on a stopped fiber's stack, as abi.h says.
#include "opencl/engine/fibers.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace genmedia::opencl {

using abi::gm_fiber;

// ---- Stacks

namespace {

constexpr size_t slot_bytes = GM_FIBER_SLOT, page_bytes = 4096;
// Each costs two of a process' mappings, of which Linux allows 65,530.
constexpr size_t most_guards = 512;

template <typename T>
uint64_t address_of(T* object) {
    return reinterpret_cast<uint64_t>(object);
}

}  // namespace

FiberStacks::~FiberStacks() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

bool FiberStacks::reserve(size_t count) {
    if (count <= count_) return true;
    const size_t bytes = (count + 1) * slot_bytes;  // one for the alignment
    void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) return false;
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
    mapping_ = mapping;
    mapped_bytes_ = bytes;
    const uint64_t begin = address_of(mapping) + slot_bytes - 1;
    slots_ = reinterpret_cast<char*>(begin & ~(slot_bytes - 1));
    count_ = count;
    for (size_t i = 0; i < std::min(count, most_guards); ++i)
        mprotect(slots_ + i * slot_bytes, page_bytes, PROT_NONE);
    return true;
}

gm_fiber* FiberStacks::fiber(size_t index) const {
    char* slot = slots_ + index * slot_bytes;
    const uint64_t number = address_of(slot) >> GM_FIBER_SLOT_SHIFT & 31;
    return reinterpret_cast<gm_fiber*>(slot + GM_FIBER_PLACE + number * GM_FIBER_STAGGER);
}

// ---- Switches

#if defined(__x86_64__)

// Saves the caller as the first, goes on with the second. Returns when somebody goes on with the first.
extern "C" void genmedia_fiber_switch(gm_fiber* from, gm_fiber* to);
extern "C" void genmedia_fiber_begin();
extern "C" __attribute__((used, visibility("hidden"))) void genmedia_fiber_begun();
extern "C" __attribute__((used, visibility("hidden"))) gm_fiber* genmedia_fiber_finish(gm_fiber* fiber);

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
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
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
    call genmedia_fiber_begun
    movq %r13, %rdi
    call *%r12
    movq %rbx, %rdi
    call genmedia_fiber_finish
    movq (%rax), %rsp
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

#else

// No kernel gets here: the layer serves x86-64 alone.
static void genmedia_fiber_switch(gm_fiber*, gm_fiber*) {}
static void genmedia_fiber_begin() {}

#endif

namespace {

// All stacks of a thread are one to the address sanitizer, so that it need not be told of each switch.
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

// A fiber that joins others has done another number of exchanges: what it has written goes to the place that
// they read.
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
    move_exchange(memory, lane, wanted, wanted ^ 1);  // each counts on before it stops
    ++memory.operations[lane];
}

}  // namespace

// ---- Who goes on

gm_fiber* FiberGroup::lane(const Team& team, unsigned lane) const {
    return stacks_.fiber(team.first_fiber + lane);
}

// All of the team are stopped. Those furthest back in the program's text, at one place, become the ring.
gm_fiber* FiberGroup::regroup(Team& team) {
    const auto place = [&](unsigned i) {
        const gm_fiber& fiber = *lane(team, i);
        return std::pair{fiber.order, fiber.site};
    };
    auto least = place(static_cast<unsigned>(std::countr_zero(team.alive)));
    for (uint32_t rest = team.alive; rest != 0; rest &= rest - 1)
        least = std::min(least, place(static_cast<unsigned>(std::countr_zero(rest))));

    team.ring = 0;
    team.parked_order = UINT32_MAX;
    gm_fiber *first = nullptr, *last = nullptr;
    for (uint32_t rest = team.alive; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(rest));
        gm_fiber* fiber = lane(team, i);
        if (place(i) != least) {
            team.parked_order = std::min(team.parked_order, fiber->order);
            continue;
        }
        team.ring |= 1U << i;
        if (first == nullptr) first = last = fiber;
        align_exchanges(*reinterpret_cast<abi::gm_sub_group*>(first->sub_group), first->lane, fiber->lane);
        last->next = address_of(fiber);
        last = fiber;
    }
    last->next = address_of(first);
    team.first = address_of(first);
    team.diverged = 0;
    return first;
}

gm_fiber* FiberGroup::split(gm_fiber* first) {
    Team& team = *static_cast<Team*>(reinterpret_cast<abi::gm_team*>(first->team));
    return team.group->regroup(team);
}

gm_fiber* FiberGroup::yield(gm_fiber* fiber) {
    Team& team = *static_cast<Team*>(reinterpret_cast<abi::gm_team*>(fiber->team));
    team.stopped = fiber;
    return team.group->next_team(team);
}

// The next that is not at a barrier; where all are, they pass it. The caller of run() where none is left.
gm_fiber* FiberGroup::next_team(const Team& team) {
    const auto index = static_cast<size_t>(&team - teams_.data());
    const auto is_waiting = [](const Team& one) { return one.alive != 0 && one.at_barrier == 0; };
    for (size_t i = 1; i <= teams_.size(); ++i) {
        const Team& other = teams_[(index + i) % teams_.size()];
        if (is_waiting(other)) return other.stopped;
    }
    for (Team& one : teams_) one.at_barrier = 0;
    const auto alive = std::ranges::find_if(teams_, is_waiting);
    return alive == teams_.end() ? &outside_ : alive->stopped;
}

// The fiber's lane has returned.
gm_fiber* finish(gm_fiber* fiber) {
    auto& team = *static_cast<FiberGroup::Team*>(reinterpret_cast<abi::gm_team*>(fiber->team));
    const uint32_t bit = 1U << fiber->lane;
    team.alive &= ~bit;
    team.ring &= ~bit;
    if (team.alive == 0) return team.group->next_team(team);
    if (team.ring == 0) return team.group->regroup(team);
    // The one before it in the ring: the next lower lane of the ring, or its highest.
    const uint32_t below = team.ring & (bit - 1);
    const auto previous = static_cast<unsigned>(std::bit_width(below != 0 ? below : team.ring) - 1);
    auto* next = reinterpret_cast<gm_fiber*>(fiber->next);
    team.group->lane(team, previous)->next = fiber->next;
    if (team.first == address_of(fiber)) {
        team.first = fiber->next;
        return next;
    }
    const bool round_ends = team.first == fiber->next;
    return round_ends && (team.diverged != 0 || next->order >= team.parked_order) ? team.group->regroup(team)
                                                                                  : next;
}

extern "C" gm_fiber* genmedia_fiber_finish(gm_fiber* fiber) {
    gm_fiber* next = finish(fiber);
    if (next->team == 0) SanitizedStack::leaving();
    return next;
}

extern "C" void genmedia_fiber_begun() { SanitizedStack::entered(); }

// ---- Groups

void FiberGroup::prepare(gm_fiber& fiber, uint64_t lane, uint64_t parameters) {
    enum { r15, r14, r13, r12, rbx, rbp, resume, caller, count };
    auto* stack = reinterpret_cast<uint64_t*>(address_of(&fiber) & ~uint64_t{63}) - count - 1;
    std::fill(stack, stack + count, 0);
    stack[r13] = parameters;
    stack[r12] = lane;
    stack[rbx] = address_of(&fiber);
    stack[resume] = address_of(&genmedia_fiber_begin);
    fiber.stack_pointer = address_of(stack);
}

void FiberGroup::prepare(abi::gm_group& group, size_t work_items, size_t sub_group_size) {
    teams_.resize((work_items + sub_group_size - 1) / sub_group_size);
    auto* memory = reinterpret_cast<abi::gm_sub_group*>(group.sub_groups);
    for (size_t t = 0; t < teams_.size(); ++t) {
        Team& team = teams_[t];
        team = {};
        team.group = this;
        team.first_fiber = t * sub_group_size;
        team.split = address_of(&FiberGroup::split);
        team.yield = address_of(&FiberGroup::yield);
        team.parked_order = UINT32_MAX;
        const size_t lanes = std::min(sub_group_size, work_items - team.first_fiber);
        team.alive = team.ring = static_cast<uint32_t>((uint64_t{1} << lanes) - 1);
        for (uint32_t i = 0; i < lanes; ++i) {
            gm_fiber& fiber = *lane(team, i);
            fiber = {};
            fiber.next = address_of(lane(team, static_cast<unsigned>((i + 1) % lanes)));
            fiber.team = address_of(static_cast<abi::gm_team*>(&team));
            fiber.group = address_of(&group);
            fiber.launch = group.launch;
            fiber.sub_group = address_of(memory + t);
            fiber.lane = i;
            fiber.local_id = static_cast<uint32_t>(team.first_fiber) + i;
        }
        team.stopped = lane(team, 0);
        team.first = address_of(team.stopped);
    }
}

bool FiberGroup::run(abi::gm_group& group, size_t work_items, size_t sub_group_size, uint64_t lane,
                     uint64_t parameters) {
    if (!stacks_.reserve(work_items)) return false;
    prepare(group, work_items, sub_group_size);
    for (size_t i = 0; i < work_items; ++i) prepare(*stacks_.fiber(i), lane, parameters);
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
