// SPDX-License-Identifier: MIT
// Sequences, and functions of the template library.
#include <cm/cmtl.h>

int main() {
    cm_vector(v, ushort, 16, 2, 3);     // declares v: 2, 5, 8, ...
    cm_matrix(m, short, 4, 8, 10, -5);  // 10, 5, 0, ...
    vector<float, 4> angle = cmtl::cm_atan2(vector<float, 4>(1.0f), 1.0f);
    return v(15) == 47 && m(1, 0) == -30 && angle(0) > 0.7853f && angle(0) < 0.7855f &&
                   cmtl::cm_ceil(1.5f) == 2.0f
               ? 0
               : 1;
}
