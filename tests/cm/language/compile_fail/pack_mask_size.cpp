// SPDX-License-Identifier: MIT
// cm_pack_mask takes 8, 16 or 32 elements
#include <cm/cm.h>
void f() {
    vector<ushort, 12> v;
    cm_pack_mask(v);
}
