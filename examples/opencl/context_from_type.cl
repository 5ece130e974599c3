// SPDX-License-Identifier: MIT
// Sums over sub-groups: each work-item's of those up to itself.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void context_from_type(global const int* numbers, global int* sums) {
    const size_t i = get_global_id(0);
    sums[i] = sub_group_scan_inclusive_add(numbers[i]);
}
