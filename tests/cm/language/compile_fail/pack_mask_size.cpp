// SPDX-License-Identifier: MIT
// cm_pack_mask takes up to 32 elements
#include <cm/cm.h>
void f() {
    vector<ushort, 33> v;
    cm_pack_mask(v);
}
