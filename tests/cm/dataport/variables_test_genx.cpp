// SPDX-License-Identifier: MIT
// Variables that a kernel can change belong to a thread each, wherever they are declared, and begin with
// their value.
#include <cm/cm.h>

#include "variables_own.h"

const int table[] = {1, 2, 3, 4};
const int* pointer = table;                                      // not constant: what it points to is
const int *first = table, *const second = table + 1, third = 3;  // of three only one can change
int plain = 10, several = 20, array[3] = {30, 31, 32};
static int unshared = 40;
namespace outer {
namespace {
int unnamed = 50;
}
struct Members {
    static int member;
    static inline int inline_member = 60;

private:
    static inline int hidden = 70;
    friend int next_hidden();
};
int Members::member = 80;
int next_hidden() { return Members::hidden++; }
}  // namespace outer
template <int N>
struct Template {
    static int member;
};
template <int N>
int Template<N>::member = N;
template <int N>
int variable_template = N;
int next_local() {
    static int local = 90;
    return local++;
}
template <class T>
T next_local_of_template() {
    static T local = 95;
    return local++;
}
_GENX_ vector<int, 8> object;
struct Pair {
    int a = 1;
    int b = 2;
} pair;
int computed = next_local() * 2;  // by a function, when the file is loaded
int from_another = next_local();

// out: what each variable has before it is counted up, a dword each
_GENX_MAIN_ void all(SurfaceIndex out) {
    vector<int, 32> seen = 0;
    int n = 0;
#define SEE(value) seen(n++) = (value)
    SEE(*pointer++);
    SEE(*first++);
    SEE(*second);
    SEE(plain++);
    SEE(several++);
    SEE(array[2]++);
    SEE(unshared++);
    SEE(outer::unnamed++);
    SEE(outer::Members::member++);
    SEE(outer::Members::inline_member++);
    SEE(outer::next_hidden());
    SEE(Template<5>::member++);
    SEE(variable_template<6> ++);
    SEE(next_local());
    SEE(next_local_of_template<short>());
    SEE(in_a_header++);
    SEE(inline_in_a_header++);
    object += 1;
    SEE(object(3));
    SEE(pair.b++);
    SEE(computed++);
    SEE(from_another++);
    write(out, get_thread_origin_x() * 128, seen);
}

// The same while threads take turns: each must find its own again.
_GENX_MAIN_ void in_turns(SurfaceIndex out) {
    plain += cm_linear_global_id();
    outer::Members::member = plain;
    cm_barrier();
    int sum = next_local() + outer::Members::member;
    cm_barrier();
    vector<int, 8> result = next_local() * 1000 + sum;
    write(out, cm_linear_global_id() * 32, result);
}
