// SPDX-License-Identifier: MIT
// What loops and spawned calls write comes in the order of a program that runs on one thread.
#include <cilk/cilk.h>
#include <cilk/reducer_ostream.h>

#include <sstream>

static void halves(int from, int to, cilk::reducer_ostream& out) {
    if (to - from == 1) {
        out << from << ' ';
        return;
    }
    cilk_spawn halves(from, (from + to) / 2, out);
    halves((from + to) / 2, to, out);
    cilk_sync;
}

int main() {
    std::ostringstream expected, written;
    for (int i = 0; i < 500; i++) expected << i << ' ';
    {
        cilk::reducer_ostream out(written);
        _Cilk_for (int i = 0; i < 500; i++) out << i << ' ';
    }
    if (written.str() != expected.str()) return 1;
    written.str("");
    {
        cilk::reducer_ostream out(written);
        halves(0, 500, out);
    }
    if (written.str() != expected.str()) return 2;
    written.str("");
    {
        cilk::reducer<cilk::op_ostream> out(written);
        *out << "begin ";
        _Cilk_for (int i = 0; i < 3; i++) *out << i << std::endl;
        *out << "end";
    }
    return written.str() == "begin 0\n1\n2\nend" ? 0 : 3;
}
