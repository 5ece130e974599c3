// SPDX-License-Identifier: MIT
// Reduces vectors to scalars.
#include <cm/cmtl.h>

int main() {
    cm_vector(v, int, 10, 1, 1);
    return cm_sum<int>(v) == 55 && cm_prod<int>(v) == 3628800 && cm_reduced_max<int>(v) == 10 &&
                   cm_reduced_min<int>(v * -1) == -10
               ? 0
               : 1;
}
