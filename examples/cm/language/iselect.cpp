// SPDX-License-Identifier: MIT
// Selects elements by indices: a table look-up.
#include <cm/cm.h>

int main() {
    const ushort order[4] = {3, 0, 3, 1};
    const float values[5] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f};
    vector<float, 5> table(values);
    vector<ushort, 4> idx(order);
    vector<float, 4> found = table.iselect(idx);
    return found(0) == 0.3f && found(1) == 0.0f && found(2) == 0.3f && found(3) == 0.1f ? 0 : 1;
}
