// SPDX-License-Identifier: MIT
// The pixels around a macroblock, read from an image that the motion estimation unit does not use.
#pragma once

struct Edges {
    uchar left, upper, upper_right;  // work-item n has pixel n
    uchar upper_left;
    uchar available;  // CLK_AVC_ME_INTRA_NEIGHBOR_*
};

// Pixel n of the column left of a block. The column is read four bytes wide, so pixel n is byte 4 * n + 3 of
// the region. Work-item (4 * n + 3) % 16 has it.
uchar left_column(int2 at, read_only image2d_t luma) {
    const uint rows = as_uint(intel_sub_group_media_block_read_uc4((int2)(at.x - 4, at.y), 4, 16, luma));
    const uint n = get_sub_group_local_id();
    return (uchar)(intel_sub_group_shuffle(rows, (4 * n + 3) % 16) >> (n / 4 * 8));
}

struct Edges read_edges(int2 at, int width, read_only image2d_t luma) {
    struct Edges edges;
    edges.left = left_column(at, luma);
    edges.upper = intel_sub_group_media_block_read_uc((int2)(at.x, at.y - 1), 16, 1, luma);
    edges.upper_right = intel_sub_group_media_block_read_uc((int2)(at.x + 16, at.y - 1), 8, 1, luma);
    const uint corner = intel_sub_group_media_block_read_uc((int2)(at.x - 4, at.y - 1), 4, 1, luma);
    edges.upper_left = (uchar)intel_sub_group_shuffle(corner, 3);
    edges.available = 0;
    if (at.x > 0) edges.available |= CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL;
    if (at.y > 0) edges.available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_MASK_ENABLE_INTEL;
    if (at.y > 0 && at.x + 16 < width)
        edges.available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_RIGHT_MASK_ENABLE_INTEL;
    if (at.x > 0 && at.y > 0) edges.available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_LEFT_MASK_ENABLE_INTEL;
    return edges;
}
