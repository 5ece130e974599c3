// SPDX-License-Identifier: MIT
// Accesses outside objects, one for each call. check_debug.py finds the lines by their comments.
#include <cm/cm.h>

#include <cstdlib>

int main(int, char** argv) {
    vector<int, 8> v = 1;
    matrix<short, 4, 6> m = 2;
    vector<ushort, 4> idx = 0;
    volatile int eight = 8;
    switch (std::atoi(argv[1])) {
        case 0: v(7) = m(3, 5); return v.select<8, 1>(4)(7);  // within; a region may reach outside
        case 1: v(eight) = 1; break;                          // case 1
        case 2: return v[eight];                              // case 2
        case 3: return v[-1];                                 // case 3
        case 4: return m(4, 0);                               // case 4
        case 5: return m(0, eight - 2);                       // case 5
        case 6: m.row(eight) = 1; break;                      // case 6
        case 7: return m[0][6];                               // case 7
        case 8: m.column(eight) = 1; break;                   // case 8
        case 9: return v.select<4, 1>(0)(4);                  // case 9
        case 10: idx(3) = 8; return v.iselect(idx)(0);        // somewhere
    }
    return 0;
}
