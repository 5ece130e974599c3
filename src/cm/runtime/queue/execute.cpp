// SPDX-License-Identifier: MIT
#include "cm/runtime/queue/execute.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/settings.h"
#include "cm/runtime/queue/float_environment.h"
#include "cm/runtime/runtime_log.h"
#include "cm/runtime/unit/vme_message.h"
#include "walker/thread_groups.h"

namespace genmedia::runtime {
namespace {

// Why a run failed: the status of the first thread that failed. No further threads are then started.
class Failure {
public:
    bool happened() const { return happened_.load(std::memory_order_relaxed); }
    void report(Status status) {
        const std::lock_guard lock(mutex_);
        if (happened()) return;
        first_ = std::move(status);
        happened_.store(true, std::memory_order_relaxed);
    }
    // To be called after the threads have ended.
    Status status() const { return first_; }

private:
    std::atomic<bool> happened_ = false;
    std::mutex mutex_;
    Status first_;
};

// The target of cm_abi::Thread::runtime. It is on the stack of the thread's body.
struct Context {
    walker::RunningThread* thread;  // one of these two is null
    walker::GroupThread* group;
    const Job* job;
    Failure* failure;
    const ThreadStorage* variables;
};

const Context& context_of(const cm_abi::Thread* thread) {
    return *static_cast<const Context*>(thread->runtime);
}

// Calls a function during which other CM threads may run on this thread of the processor.
template <class F>
void yield(const ThreadStorage& variables, const F& call) {
    if (variables.empty()) return call();
    const std::vector<uint8_t> mine = variables.save();
    call();
    variables.restore(mine);
}

void host_wait(cm_abi::Thread* thread, uint32_t skip) {
    const Context& context = context_of(thread);
    if (context.thread != nullptr) yield(*context.variables, [&] { context.thread->wait(skip); });
}

void host_signal(cm_abi::Thread* thread) {
    if (walker::RunningThread* running = context_of(thread).thread) running->signal();
}

void host_barrier(cm_abi::Thread* thread) {
    const Context& context = context_of(thread);
    if (context.group != nullptr) yield(*context.variables, [&] { context.group->barrier(); });
}

void host_barrier_signal(cm_abi::Thread* thread) {
    if (walker::GroupThread* group = context_of(thread).group) group->barrier_signal();
}

void host_barrier_wait(cm_abi::Thread* thread) {
    const Context& context = context_of(thread);
    if (context.group != nullptr) yield(*context.variables, [&] { context.group->barrier_wait(); });
}

static_assert(cm_abi::kNamedBarriers == walker::kMaxNamedBarriers);

void host_named_barrier_signal(cm_abi::Thread* thread, uint32_t id, uint32_t mode, uint32_t producers,
                               uint32_t consumers) {
    walker::GroupThread* group = context_of(thread).group;
    if (group == nullptr || id >= cm_abi::kNamedBarriers) return;
    group->named_signal(static_cast<int>(id), mode != 2, mode != 1, static_cast<int>(producers),
                        static_cast<int>(consumers));
}

void host_named_barrier_wait(cm_abi::Thread* thread, uint32_t id) {
    const Context& context = context_of(thread);
    if (context.group == nullptr || id >= cm_abi::kNamedBarriers) return;
    yield(*context.variables, [&] { context.group->named_wait(static_cast<int>(id)); });
}

void host_print(cm_abi::Thread* thread, const char* text, size_t bytes) {
    context_of(thread).job->print->add(text, bytes);
}

// A place in the kernel's source and in the thread space.
std::string place_of(const cm_abi::Thread& thread, const char* file, int line) {
    return std::string(file == nullptr ? "kernel" : file) + ":" + std::to_string(line) + ": thread (" +
           std::to_string(thread.x) + ", " + std::to_string(thread.y) + "): ";
}

// Ends the task with the status that `why` returns, unless that is success. No exception may leave: optimised
// kernels have no tables to pass one on.
template <class F>
void report(const cm_abi::Thread& thread, const F& why) noexcept {
    Failure& failure = *context_of(&thread).failure;
    try {
        if (Status status = why(); !status.ok()) failure.report(std::move(status));
    } catch (const std::exception&) {
        failure.report({StatusCode::exhausted, "out of memory"});
    }
}

// Thrown to leave a kernel compiled for debugging: only such kernels have tables for exceptions.
struct KernelStopped {};

void host_refuse(cm_abi::Thread* thread, const char* file, int line, const char* message) {
    report(*thread,
           [&] { return Status(StatusCode::invalid_argument, place_of(*thread, file, line) + message); });
}

void host_fail(cm_abi::Thread* thread, const char* file, int line, const char* message) {
    host_refuse(thread, file, line, message);
    throw KernelStopped();
}

const char* name_of(cm_abi::VmeOperation operation) {
    switch (operation) {
        case cm_abi::VmeOperation::search: return "run_vme_ime: ";
        case cm_abi::VmeOperation::refine: return "run_vme_fbr: ";
        case cm_abi::VmeOperation::check: return "run_vme_sic: ";
    }
    return "";
}

void host_send_vme(cm_abi::Thread* thread, const cm_abi::VmeMessage* message) {
    report(*thread, [&] {
        const Status status = answer(*message);
        return status.ok() ? Status()
                           : Status(status.code(), place_of(*thread, message->file, message->line) +
                                                       name_of(message->operation) + status.message());
    });
}

void host_refuse_message(cm_abi::Thread* thread, const cm_abi::RefusedMessage* message) {
    report(*thread, [&] {
        char numbers[64];
        std::snprintf(numbers, sizeof numbers, "descriptor 0x%08X to shared function %u",
                      unsigned{message->descriptor}, unsigned{message->function});
        return Status(StatusCode::unsupported, place_of(*thread, message->file, message->line) +
                                                   "raw message, " + numbers + ": " + message->what + " is " +
                                                   std::to_string(message->value) + "; expected " +
                                                   message->expected);
    });
}

constexpr cm_abi::Host kHost = {host_wait,
                                host_signal,
                                host_barrier,
                                host_barrier_signal,
                                host_barrier_wait,
                                host_print,
                                host_fail,
                                host_named_barrier_signal,
                                host_named_barrier_wait,
                                host_send_vme,
                                host_refuse_message,
                                host_refuse};

void run_kernel(const KernelRun& run, uint32_t id, cm_abi::Thread& thread, Context& context) {
    thread.dispatch = &run.dispatch;
    thread.slm_used = 0;
    context.variables = &run.module->storage();
    context.variables->begin();
    thread.runtime = &context;
    try {
        run.kernel->run(&thread, run.blocks.data() + id * run.block_stride);
    } catch (const KernelStopped&) {  // the failure says why
    }
    std::atomic<bool>& progressed = context.job->event->progressed;
    if (!progressed.load(std::memory_order_relaxed)) progressed.store(true, std::memory_order_relaxed);
}

Status run_space(const SpaceRun& space_run, const Job& job) {
    const auto width = static_cast<uint32_t>(space_run.space.width);
    // A kernel file's variables are thread-local, and compilers take their addresses once for a whole
    // function. So a thread of such a file must continue, after a wait, on the worker where it began.
    const bool stays =
        !space_run.space.dependencies.empty() &&
        std::ranges::any_of(space_run.kernels, [](const auto& k) { return !k->module->storage().empty(); });
    Failure failure;
    for (UINT color = 0; color < space_run.colors; color++) {
        const auto body = [&](walker::RunningThread& running) {
            const uint32_t place =
                static_cast<uint32_t>(running.y) * width + static_cast<uint32_t>(running.x);
            if (place >= space_run.thread_limit || failure.happened()) return;
            cm_abi::Thread thread;
            Context context{&running, nullptr, &job, &failure, nullptr};
            thread.x = static_cast<uint16_t>(running.x);
            thread.y = static_cast<uint16_t>(running.y);
            thread.color = color;
            for (int d = 0; d < 3; d++) thread.local_id[d] = thread.group_id[d] = 0;
            thread.slm = nullptr;
            if (space_run.places.empty()) {
                run_kernel(*space_run.kernels[0], place, thread, context);
                return;
            }
            const SpaceRun::Place& at = space_run.places[place];
            if (space_run.colors == 1) thread.color = at.color;
            const KernelRun& run = *space_run.kernels[at.kernel];
            const FloatMode mode(float_mode(run.kernel->float_control));
            run_kernel(run, at.thread, thread, context);
        };
        const auto on_worker = [&](const std::function<void()>& work) {
            const FloatMode mode(float_mode(space_run.kernels[0]->kernel->float_control));
            work();
        };
        Status status = walker::run_threads(space_run.space, stays ? 1 : worker_count(), body, on_worker);
        if (failure.happened()) return failure.status();
        if (!status.ok()) return status;
    }
    return {};
}

// A worker's shared local memory. The groups that the worker runs use it one after the other.
uint8_t* slm_of_this_worker() {
    thread_local const AlignedBytes memory(cm_abi::kSlmBytes);
    return memory.data();
}

Status run_group_space(const SpaceRun& space_run, const Job& job) {
    const KernelRun& run = *space_run.kernels[0];
    const uint32_t* local = run.dispatch.local_size;
    const uint32_t* groups = run.dispatch.group_count;
    struct Local {
        uint32_t id[3];
    };
    struct Group {
        uint32_t id[3];
        uint8_t* slm;
    };
    std::vector<Local> locals;
    for (uint32_t z = 0; z < local[2]; z++) {
        for (uint32_t y = 0; y < local[1]; y++) {
            for (uint32_t x = 0; x < local[0]; x++) locals.push_back({{x, y, z}});
        }
    }
    Failure failure;
    std::vector<Group> states(size_t{groups[0]} * groups[1] * groups[2]);
    const auto enter = [&](int g) {
        const auto group = static_cast<uint32_t>(g);
        states[group] = {{group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]},
                         slm_of_this_worker()};
    };
    const auto body = [&](walker::GroupThread& running) {
        if (failure.happened()) return;
        const Group& group = states[static_cast<size_t>(running.group)];
        const Local& here = locals[static_cast<size_t>(running.index)];
        cm_abi::Thread thread;
        Context context{nullptr, &running, &job, &failure, nullptr};
        std::memcpy(thread.local_id, here.id, sizeof(here.id));
        std::memcpy(thread.group_id, group.id, sizeof(group.id));
        thread.x = static_cast<uint16_t>(group.id[0] * local[0] + here.id[0]);
        thread.y = static_cast<uint16_t>(group.id[1] * local[1] + here.id[1]);
        thread.color = 0;
        thread.slm = group.slm;
        const FloatMode mode(float_mode(run.kernel->float_control));
        run_kernel(run, 0, thread, context);
    };
    const auto name = [&](int g, int index) {
        const auto text = [](const uint32_t(&id)[3]) {
            return "(" + std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " + std::to_string(id[2]) +
                   ")";
        };
        return "thread " + text(locals[static_cast<size_t>(index)].id) + " of group " +
               text(states[static_cast<size_t>(g)].id);
    };
    const Status status = walker::run_groups(static_cast<int>(states.size()), static_cast<int>(locals.size()),
                                             worker_count(), enter, body, name);
    return failure.happened() ? failure.status() : status;
}

}  // namespace

int worker_count() {
    static const int count =
        base::number_of(base::settings::kThreads, 0, 0, [](const std::string& text) { log().warn(text); });
    return count;
}

Status execute(const Job& job) {
    const FloatMode mode(float_mode(0));
    for (const SpaceRun& space_run : job.runs) {
        for (const auto& run : space_run.kernels) run->dispatch.host = &kHost;
        Status status = space_run.grouped ? run_group_space(space_run, job) : run_space(space_run, job);
        if (!status.ok()) return status;
    }
    if (job.copy) job.copy();
    return {};
}

}  // namespace genmedia::runtime
