// SPDX-License-Identifier: MIT
// What devices have an instruction for. GENMEDIA_PTX: NVIDIA's, by inline assembly. GENMEDIA_AMD: AMD's, by its
// extension cl_amd_media_ops.

#ifdef GENMEDIA_AMD
#pragma OPENCL EXTENSION cl_amd_media_ops : enable
#endif

// sum + |a0 - b0| + .. + |a3 - b3| of four bytes each.
#ifdef GENMEDIA_PTX
inline uint sad4(uint a, uint b, uint sum) {
    uint result;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
    return result;
}
#elif defined GENMEDIA_AMD
inline uint sad4(uint a, uint b, uint sum) { return amd_sad(a, b, sum); }
#else
inline uint sad4(uint a, uint b, uint sum) {
    const ushort4 d = convert_ushort4(abs_diff(as_uchar4(a), as_uchar4(b)));
    return sum + d.x + d.y + d.z + d.w;
}
#endif

// Four bytes from bit `shift` (0, 8, 16, 24) of low on.
#ifdef GENMEDIA_PTX
inline uint funnel(uint low, uint high, uint shift) {
    uint result;
    asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));
    return result;
}
#elif defined GENMEDIA_AMD
inline uint funnel(uint low, uint high, uint shift) { return amd_bytealign(high, low, shift / 8); }
#else
inline uint funnel(uint low, uint high, uint shift) {
    return (uint)(((ulong)high << 32 | low) >> shift);
}
#endif

#if defined GENMEDIA_PTX && WHOLE_WARPS
inline uint warp_min(uint key) {
    uint result;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(result) : "r"(key));
    return result;
}
#endif

// Lowers *least to the minimum of `key` over the work-group; all work-items come here. Read it after a barrier.
inline void group_min(local uint* least, uint key) {
#ifdef GENMEDIA_PTX
    key = warp_min(key);
    if (item() % 32 == 0)  // of less than a warp the first
#endif
        atomic_min(least, key);
}

// The minima of all blocks' keys over RECTANGLE_ITEMS work-items; `to` has room for all keys. After a barrier
// group_minimum() reads them.
inline void group_minima(const uint keys[BLOCKS], local uint* to) {
#ifdef GENMEDIA_PTX
#pragma unroll
    for (int b = 0; b < BLOCKS; b++) {
        const uint least = warp_min(keys[b]);
        if (item() % 32 == 0) to[BLOCKS * (item() / 32) + b] = least;
    }
#else
    const int own = item();
    // Eight keys at a time: of the values of each four shares are taken, and then one work-item takes the shares' minima.
    const int share = RECTANGLE_ITEMS / 4;
    for (int first = 0; first < BLOCKS; first += 8) {
        const int count = min(8, BLOCKS - first);
        for (int b = 0; b < count; b++) to[64 + 33 * b + own] = keys[first + b];
        meet();
        for (int k = own; k < 4 * count; k += RECTANGLE_ITEMS) {
            local const uint* from = to + 64 + 33 * (k / 4) + k % 4 * share;
            uint least = from[0];
            for (int i = 1; i < share; i++) least = min(least, from[i]);
            to[64 + 33 * 8 + k] = least;
        }
        meet();
        if (own < count) {
            local const uint* of = to + 64 + 33 * 8 + 4 * own;
            to[first + own] = min(min(of[0], of[1]), min(of[2], of[3]));
        }
        meet();
    }
#endif
}

inline uint group_minimum(local const uint* of, int b) {
    uint least = of[b];
#ifdef GENMEDIA_PTX
    uint others[MOST_ITEMS / 32];  // read at once, those of no warp as well
#pragma unroll
    for (int i = 1; i < MOST_ITEMS / 32; i++) others[i] = of[BLOCKS * i + b];
#pragma unroll
    for (int i = 1; i < MOST_ITEMS / 32; i++) least = i < RECTANGLE_ITEMS / 32 ? min(least, others[i]) : least;
#endif
    return least;
}

// Memory is read after what stands before this: where compilers would read far ahead, and run out of registers.
#ifdef GENMEDIA_PTX
inline void in_order(void) { asm volatile("" ::: "memory"); }
#else
inline void in_order(void) {}
#endif

// Copies 16 bytes at any time from here to where this work-item calls copies_arrive(); other work-items see them after
// a barrier.
#ifdef GENMEDIA_PTX
inline void copy_16(local uint4* to, global const uint4* from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((uint)(size_t)to), "l"(from) : "memory");
}
inline void copies_arrive(void) { asm volatile("cp.async.wait_all;" ::: "memory"); }
#else
inline void copy_16(local uint4* to, global const uint4* from) { *to = *from; }
inline void copies_arrive(void) {}
#endif

// Before what exchanges values and may be left out. Where work-items meet to exchange, no condition stands around it.
#ifdef GENMEDIA_PTX
#define UNLESS_NEEDLESS(is_needed) if (is_needed)
#else
#define UNLESS_NEEDLESS(is_needed)
#endif

// What work-item `item ^ mask` has. All work-items, 16 or 32, come here; `scratch` has room for each.
#ifdef GENMEDIA_PTX
#if WHOLE_WARPS
inline uint exchange(uint value, int mask, local uint4* scratch) {
    uint other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(value), "r"(mask));
    return other;
}
#endif
inline uint4 exchange4(uint4 value, int mask, local uint4* scratch) {
    return (uint4)(exchange(value.x, mask, scratch), exchange(value.y, mask, scratch), exchange(value.z, mask, scratch),
                   exchange(value.w, mask, scratch));
}
#else
inline uint4 exchange4(uint4 value, int mask, local uint4* scratch) {
    const int own = item();
    scratch[own] = value;
    meet();
    const uint4 other = scratch[own ^ mask];
    meet();
    return other;
}
inline uint exchange(uint value, int mask, local uint4* scratch) {
    return exchange4((uint4)(value), mask, scratch).x;
}
#endif
