// SPDX-License-Identifier: MIT
// With -DCM_DEBUG, an index outside its object ends the program with this file's name and the line.
#include <cm/cm.h>

int main() {
    vector<int, 8> v = 1;
    int last = 7;  // 8 would be outside
    v(last) = 2;
    return v(7) == 2 ? 0 : 1;
}
