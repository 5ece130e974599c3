// SPDX-License-Identifier: MIT
// stderr: kernel scale is enqueued with other arguments than its 3
// stderr: no kernel missing
// stderr: argument 1 of a kernel leads to memory that is not shared
#include <gfx/gfx_rt.h>

#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<bool> go;

__declspec(target(gfx_kernel)) void scale(int* data, int n, float by) {
    _Cilk_for (int i = 0; i < n; i++) data[i] = static_cast<int>(data[i] * by);
}
__declspec(target(gfx_kernel)) void hold(int* data) {
    while (!go) std::this_thread::yield();
    data[0]++;
}
template <class T>
__declspec(target(gfx_kernel)) void fill(T* data, int n, T value) {
#ifdef __GFX__
    data[0:n] = value;
#else
    data[0:n] = -value;
#endif
}

int main() {
    static int data[8], other[1];
    data[:] = 1;
    if (_GFX_offload(scale, data, 8, 2.0f) != 0 || _GFX_get_last_error() != GFX_NOT_SHARED) return 1;
    if (_GFX_share(nullptr, 4) != GFX_INVALID_ARGUMENT || _GFX_share(data, sizeof(data)) != GFX_SUCCESS) return 2;
    const GfxTaskId first = _GFX_offload(scale, data, 8, 3.0f);
    const GfxTaskId second = _GFX_enqueue("scale", data + 4, 4, 2);
    const void* const address = reinterpret_cast<const void*>(&scale);
    const GfxTaskId third = _GFX_offload(address, data, 1, 5.0);
    if (first <= 0 || second <= first || third <= second) return 3;
    if (_GFX_wait(second) != GFX_SUCCESS) return 4;
    if (_GFX_wait(first) != GFX_TASKID_NOT_FOUND) return 5;  // ended with the second
    if (_GFX_wait(1000) != GFX_TASKID_NOT_FOUND || _GFX_wait() != GFX_SUCCESS) return 6;
    if (data[0] != 15 || data[1] != 3 || data[4] != 6 || data[7] != 6) return 7;
    if (_GFX_get_last_error() != GFX_TASKID_NOT_FOUND) return 8;  // stays after successes
    int of_other_thread = -1;
    std::thread([&] { of_other_thread = _GFX_get_last_error(); }).join();
    if (of_other_thread != GFX_SUCCESS) return 9;
    if (_GFX_enqueue("scale", 8, data, 2.0f) != 0 || _GFX_get_last_error() != GFX_WRONG_ARGUMENTS) return 10;
    if (_GFX_enqueue("missing", data) != 0 || _GFX_get_last_error() != GFX_KERNEL_NOT_FOUND) return 11;
    _GFX_share(other, sizeof(other));
    const GfxTaskId held = _GFX_offload(hold, other);
    if (_GFX_wait(held, 20) != GFX_TIMEOUT) return 12;
    go = true;
    if (_GFX_wait(held) != GFX_SUCCESS || other[0] != 1) return 13;
    _GFX_offload(&fill<int>, data, 8, 4);
    _GFX_wait();
    if (data[7] != 4) return 14;
    if (_GFX_set_thread_space_config(1, 0, 0, 0) != GFX_INVALID_ARGUMENT) return 15;
    int* const svm = static_cast<int*>(_GFX_svm_alloc(8 * sizeof(int)));
    svm[0:8] = 2;
    _GFX_offload(scale, svm, 8, 10.0f);
    _GFX_wait();
    if (svm[7] != 20) return 16;
    _GFX_svm_free(svm);
    if (_GFX_unshare(data + 1) != GFX_NOT_SHARED || _GFX_unshare(data) != GFX_SUCCESS) return 17;
    return _GFX_unshare(other) == GFX_SUCCESS ? 0 : 18;
}
