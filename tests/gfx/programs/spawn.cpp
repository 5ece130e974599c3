// SPDX-License-Identifier: MIT
// Spawned calls run beside their caller: two that wait for each other come to an end.
#include <cilk/cilk.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

static std::atomic<int> here{0};

static void meet() {
    here++;
    while (here < 2) std::this_thread::yield();
}
static void meet_someone() {
    cilk_spawn meet();
    meet();
    cilk_sync;
}

static long fib(int n) {
    if (n < 2) return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static void by_value(int i, int* to) { to[i] = i; }
static void by_reference(int& to, const std::string& from) { to = static_cast<int>(from.size()); }
template <class T>
void any(T& to, T value) {
    to = value;
}
struct Counter {
    int count = 0;
    void add(int n) { count += n; }
    int twice(int n) {
        int other = cilk_spawn half(n * 4);
        count++;
        cilk_sync;
        return other;
    }
    int half(int n) const { return n / 2; }
};

static int arguments() {
    int a[8], size = 0, kept = 0, result[3] = {};
    for (int i = 0; i < 8; i++) cilk_spawn by_value(i, a);  // i as it was then
    cilk_spawn by_reference(size, std::string(9, 'x'));       // a temporary that lives as long as the call
    {
        int later = 5;
        cilk_spawn any(kept, later);
        later = 6;
    }
    int k = 0;
    result[k++] = cilk_spawn fib(10);
    result[k++] = cilk_spawn fib(11);
    Counter counter, *pointer = &counter;
    cilk_spawn counter.add(3);
    cilk_sync;
    cilk_spawn pointer->add(4);
    auto gone = std::make_unique<int>(8);
    cilk_spawn [](std::unique_ptr<int> mine, int* to) { *to = *mine; }(std::move(gone), &result[2]);
    cilk_sync;
    for (int i = 0; i < 8; i++)
        if (a[i] != i) return 1;
    if (size != 9 || kept != 5 || counter.count != 7) return 2;
    if (result[0] != 55 || result[1] != 89 || result[2] != 8) return 3;
    return counter.twice(5) != 10 || counter.count != 8;
}

// What a function returns is computed beside what it spawned; it ends when both have.
static std::atomic<int> ended{0};
static int slow(int n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(n));
    ended++;
    return n;
}
static int returns_last() {
    cilk_spawn slow(20);
    return slow(1);
}
static void in_rounds(std::vector<int>& all) {
    cilk_for (int i = 0; i < 10; i++) {
        cilk_spawn by_value(i, all.data());
        cilk_sync;
        if (all[i] != i) all[i] = -1;
        cilk_spawn [&all, i] { all[i]++; }();
    }
    const auto more = [&] {
        for (int k = 10; k < 20; k++) cilk_spawn by_value(k, all.data());
    };
    more();
}

static void throws(int n) {
    if (n > 2) throw std::runtime_error(std::to_string(n));
}
static int exceptions() {
    int caught = 0;
    try {
        for (int i = 0; i < 6; i++) cilk_spawn throws(i);
        cilk_sync;
        caught = 100;
    } catch (const std::runtime_error& error) {
        caught = error.what()[0] - '0';
    }
    return caught != 3;
}

// Of all rounds that throw, the first in order is the one that is heard of.
static int rounds_throw() {
    for (int repeat = 0; repeat < 20; repeat++) {
        std::vector<char> ran(1000);
        try {
            cilk_for (int i = 0; i < 1000; i++) {
                ran[i] = 1;
                if (i % 100 == 37) throw i;
            }
            return 1;
        } catch (int first) {
            if (first != 37) return 2;
        }
        for (int i = 0; i < 37; i++)
            if (!ran[i]) return 3;
    }
    int a[100], *pa = a;
    try {
#pragma offload target(gfx) inout(pa : length(100))
        _Cilk_for (int i = 0; i < 100; i++) {
            pa[i] = i;
            throws(i / 30);
        }
    } catch (const std::runtime_error& error) {
        return error.what() != std::string("3") || a[0] != 0;
    }
    return 4;
}

int main() {
    if (std::thread::hardware_concurrency() > 1) meet_someone();
    if (fib(20) != 6765) return 1;
    if (arguments()) return 2;
    if (returns_last() != 1 || ended != 2) return 3;
    std::vector<int> all(20);
    in_rounds(all);
    for (int i = 0; i < 20; i++)
        if (all[i] != (i < 10 ? i + 1 : i)) return 4;
    if (exceptions()) return 5;
    return rounds_throw() ? 6 : 0;
}
