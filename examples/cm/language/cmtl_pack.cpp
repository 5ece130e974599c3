// SPDX-License-Identifier: MIT
// Looks up two tables at once: they are packed, so one iselect reads both.
#include <cm/cmtl.h>

int main() {
    cm_vector(squares, ushort, 16, 0, 10);
    cm_vector(names, ushort, 16, 500, -1);
    vector<uint, 16> table;
    cmtl::Pack<ushort, uint, 16>(squares, names, table);
    const ushort wanted[4] = {3, 15, 0, 3};
    vector<ushort, 4> index(wanted), square, name;
    vector<uint, 4> found = table.iselect(index);
    cmtl::Unpack<ushort, uint, 4>(square, name, found);
    return square(0) == 30 && name(0) == 497 && square(1) == 150 && name(1) == 485 && name(2) == 500 ? 0 : 1;
}
