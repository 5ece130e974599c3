// SPDX-License-Identifier: MIT
// Threads of a group share memory and wait for each other: each writes an element, and reads what another wrote.
#include <cilk/cilk.h>
#include <gfx/gfx_rt.h>

#ifdef __GFX__
#define BARRIER _gfx_gpgpu_thread_barrier()
#else
#define BARRIER
#endif
enum { kGroups = 3, kSize = 64, kRounds = 50 };

__declspec(target(gfx_kernel)) void turn(const int* in, int* out, int* threads) {
    cilk_for _Thread_group (int g = 0; g < kGroups; g++) {
        __thread_group_local int shared[2][kSize];
        cilk_for (int i = 0; i < kSize; i++) shared[0][i] = in[g * kSize + i];
        BARRIER;
        for (int round = 0; round < kRounds; round++) {
            cilk_for (int i = 0; i < kSize; i++) shared[1][i] = shared[0][(i + kSize / 2 + 1) % kSize];
            BARRIER;
            cilk_for (int i = 0; i < kSize; i++) shared[0][i] = shared[1][i] + 1;
            BARRIER;
        }
        cilk_for (int i = 0; i < kSize; i++) out[g * kSize + i] = shared[0][i];
#ifdef __GFX__
        threads[0] = _gfx_gpgpu_local_size(0) * 10 + _gfx_gpgpu_local_size(1);
#else
        threads[0] = 1;
#endif
    }
}

// Each thread says where it is, as its group's place and its own.
__declspec(target(gfx_kernel)) void places(int* out) {
    cilk_for _Thread_group (int y = 0; y < 6; y += 2) {
        cilk_for _Thread_group (int x = 4; x > 0; x--) {
#ifdef __GFX__
            const int group = _gfx_gpgpu_group_id(1) * _gfx_gpgpu_group_count(0) + _gfx_gpgpu_group_id(0);
            const int own = _gfx_gpgpu_local_id(1) * _gfx_gpgpu_local_size(0) + _gfx_gpgpu_local_id(0);
            out[group * 8 + own] = (y / 2 * 4 + (4 - x)) * 8 + _gfx_gpgpu_local_id(1) * 4 + _gfx_gpgpu_local_id(0) +
                                   _gfx_gpgpu_group_count(1) * 1000;
#endif
        }
    }
}

static int threads_know_their_places() {
    static int out[3 * 4 * 8];
    out[:] = -1;
    _GFX_share(out, sizeof(out));
    _GFX_offload(places, out);
    _GFX_wait();
    _GFX_unshare(out);
    for (int i = 0; i < 96; i++)
        if (out[i] != 3000 + i) return 1;
    return _gfx_gpgpu_group_count(0) != 1 || _gfx_gpgpu_local_size(1) != 1 || _gfx_gpgpu_group_id(1) != 0;
}

int main() {
    static int in[kGroups * kSize], out[kGroups * kSize], host[kGroups * kSize], threads[1];
    in[:] = __sec_implicit_index(0) * 7;
    _GFX_share(in, sizeof(in));
    _GFX_share(out, sizeof(out));
    _GFX_share(threads, sizeof(threads));
    if (_GFX_set_thread_space_config(0, 0, 4, 2) != GFX_SUCCESS) return 1;
    if (_GFX_offload(turn, in, out, threads) == 0 || _GFX_wait() != GFX_SUCCESS) return 2;
    if (threads[0] != 42) return 3;
    if (threads_know_their_places()) return 6;
    turn(in, host, threads);
    if (threads[0] != 1) return 4;
    _GFX_unshare(in);
    _GFX_unshare(out);
    _GFX_unshare(threads);
    for (int g = 0; g < kGroups; g++)
        for (int i = 0; i < kSize; i++) {
            const int from = (i + kRounds * (kSize / 2 + 1)) % kSize, wanted = (g * kSize + from) * 7 + kRounds;
            if (out[g * kSize + i] != wanted || host[g * kSize + i] != wanted) return 5;
        }
    return 0;
}
