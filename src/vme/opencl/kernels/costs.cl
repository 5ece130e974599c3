// SPDX-License-Identifier: MIT
// Costs of motion vectors: vme/cost.cpp.

inline uint axis_cost(local const CostRecord* costs, int distance) {
    return costs->near[min(distance, 64)] + max(distance - 64, 0);
}

inline uint vector_cost(local const CostRecord* costs, int dx, int dy) {
    if (!costs->has_vector_cost) return 0;
    return min(axis_cost(costs, (int)abs(dx) >> costs->precision) + axis_cost(costs, (int)abs(dy) >> costs->precision),
               (uint)GENMEDIA_VECTOR_COST_CAP);
}

inline ushort saturate(uint distortion) { return min(distortion, 0xFFFFu); }

inline uint minor_penalty(local const CostRecord* costs, int minor) {
    return costs->shape[minor == MINOR_8X8 ? 2 : minor == MINOR_4X4 ? 4 : 3];
}
