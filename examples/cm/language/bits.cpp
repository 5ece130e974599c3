// SPDX-License-Identifier: MIT
// Masks as integers, and bits in elements.
#include <cm/cm.h>

int main() {
    vector<int, 16> v = 0;
    v(3) = v(9) = 5;
    uint mask = cm_pack_mask(v == 5);
    vector<ushort, 16> back = cm_unpack_mask<ushort, 16>(mask);
    vector<uint, 4> words = 0x00f0u;
    return mask == 0x208 && back(9) == 1 && back(8) == 0 && cm_cbit<uint>(words)(0) == 4 &&
                   cm_fbl(words)(0) == 4 && cm_fbh(words)(0) == 24 && cm_bf_extract(4, 4, words)(0) == 15
               ? 0
               : 1;
}
