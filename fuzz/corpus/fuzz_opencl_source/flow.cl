kernel void scoreboard(volatile global atomic_int* board, local int* shared, read_only image2d_t nv12) {
    local int sums[16];
    if (get_sub_group_local_id() == 0) {
        while (atomic_load(board) < 3) continue;
    } else
        for (int i = 0; i < 4; i++) { if (i == 2) break; sums[i] = intel_sub_group_shuffle(i, 3); }
    barrier(CLK_LOCAL_MEM_FENCE);
    switch (shared[0]) { case 1: atomic_fetch_add(board, 1); break; default: return; }
    do { shared[1] += sums[0]; } while (work_group_any(shared[1] < 9)); // comment \
    goes on
    uchar8 block = intel_sub_group_media_block_read_uc8((int2)(0, 0), 16, 8, nv12); /* another */
}
