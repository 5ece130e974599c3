// SPDX-License-Identifier: MIT
// What devices have an instruction for. GENMEDIA_PTX: NVIDIA's, by inline assembly.

// sum + |a0 - b0| + .. + |a3 - b3| of four bytes each.
#ifdef GENMEDIA_PTX
inline uint sad4(uint a, uint b, uint sum) {
    uint result;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
    return result;
}
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
#else
inline uint funnel(uint low, uint high, uint shift) {
    return (uint)(((ulong)high << 32 | low) >> shift);
}
#endif

// Leaves the minimum of `key` over the work-group in *least, which began as the largest; all work-items
// come here. Read it after a barrier.
#ifdef GENMEDIA_PTX
inline void group_min(local uint* least, uint key) {
    uint result;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(result) : "r"(key));
    if (get_local_id(0) % 32 == 0) atomic_min(least, result);
}
#else
inline void group_min(local uint* least, uint key) {
    atomic_min(least, key);
}
#endif
