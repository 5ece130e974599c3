// SPDX-License-Identifier: MIT
#include "guarded_memory.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>

namespace genmedia::gfx {
namespace {

// A signal handler reads this table, so it is an array that lives for ever.
struct Guard {
    std::atomic<uintptr_t> page{0};
    char message[256];
};
std::array<Guard, 256> guards;  // more at a time are not named
std::atomic<size_t> page_bytes{4096};

void behind_a_guard(int signal, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    for (Guard& guard : guards) {
        uintptr_t page = guard.page.load();
        if (page == 0 || address < page || address >= page + page_bytes) continue;
        if (!guard.page.compare_exchange_strong(page, 0)) break;  // another thread says so
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, guard.message, strlen(guard.message));
        break;
    }
    ::signal(signal, SIG_DFL);  // the instruction runs again, and ends the program
}

// A handler of the program's own stays.
void watch() {
    static std::once_flag once;
    std::call_once(once, [] {
        page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
        struct sigaction old = {};
        sigaction(SIGSEGV, nullptr, &old);
        if ((old.sa_flags & SA_SIGINFO) != 0 || old.sa_handler != SIG_DFL) return;
        struct sigaction ours = {};
        ours.sa_sigaction = behind_a_guard;
        ours.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &ours, nullptr);
    });
}

int take_slot(uintptr_t page, const std::string& name, size_t bytes) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    for (size_t i = 0; i < guards.size(); i++) {
        if (guards[i].page != 0) continue;
        const std::string message =
            "gfx: " + name + " is read or written behind its length of " + std::to_string(bytes) + " bytes\n";
        std::strncpy(guards[i].message, message.c_str(), sizeof(guards[i].message) - 1);
        guards[i].page = page;
        return static_cast<int>(i);
    }
    return -1;
}

}  // namespace

GuardedMemory::GuardedMemory(size_t bytes, const std::string& name) {
    watch();
    const size_t page = page_bytes, whole = (bytes + page - 1) / page * page;
    void* const mapping =
        mmap(nullptr, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return;
    mapping_ = mapping;
    mapped_ = whole + page;
    auto* const guard = static_cast<char*>(mapping) + whole;
    if (mprotect(guard, page, PROT_NONE) != 0) return;
    slot_ = take_slot(reinterpret_cast<uintptr_t>(guard), name, bytes);
    data_ = guard - bytes;
}

GuardedMemory::~GuardedMemory() {
    if (slot_ >= 0) guards[static_cast<size_t>(slot_)].page = 0;
    if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

}  // namespace genmedia::gfx
