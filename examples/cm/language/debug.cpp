// SPDX-License-Identifier: MIT
// Compiled with -DCM_DEBUG, an index outside of its object ends the program with this file and the line.
#include <cm/cm.h>

int main() {
    vector<int, 8> v = 1;
    int last = 7;  // 8 would not do
    v(last) = 2;
    return v(7) == 2 ? 0 : 1;
}
