// SPDX-License-Identifier: MIT
#include <cilk/cilk.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>

const int kCount = 10000;

int value(int i) { return (i * 7919) % kCount; }  // each of 0 to kCount - 1 once

int sums() {
    cilk::reducer_opadd<long> sum(5);
    cilk::reducer_opadd<int> rounds;
    cilk_for (int i = 0; i < kCount; i++) {
        sum += value(i);
        sum = sum - 1;
        ++rounds;
    }
    if (sum.get_value() != 5 + kCount * (kCount - 1L) / 2 - kCount || rounds.get_value() != kCount) return 1;
    sum.set_value(0);
    cilk_for (int i = 0; i < 100; i++)
        cilk_for (int k = 0; k < 100; k++) sum += k;
    return sum.get_value() == 100 * 4950 ? 0 : 2;
}

int newer_ones() {
    cilk::reducer<cilk::op_add<double>> sum;
    cilk::reducer<cilk::op_max<int>> largest;
    cilk::reducer<cilk::op_mul<unsigned>> product(1);
    cilk_for (int i = 0; i < kCount; i++) {
        *sum += 0.5;
        largest->calc_max(value(i));
        *largest = cilk::max_of(*largest, -i);
        *product *= 3;
    }
    unsigned power = 1;
    for (int i = 0; i < kCount; i++) power *= 3;
    long moved = 7;
    cilk::reducer<cilk::op_xor<long>> bits;
    bits.move_in(moved);
    *bits ^= 2;
    bits.move_out(moved);
    return sum.get_value() == kCount / 2 && largest.get_value() == kCount - 1 && product.get_value() == power &&
                   moved == 5
               ? 0
               : 3;
}

int ends() {
    cilk::reducer_max_index<int, int> last;
    cilk::reducer_min<int> least;
    cilk::reducer_min_index<int, int> first(-1, 1);
    cilk::reducer_opand<unsigned> all;
    cilk::reducer_opor<unsigned> any;
    cilk::reducer_opxor<unsigned> odd;
    cilk_for (int i = 0; i < kCount; i++) {
        last.calc_max(i, value(i) / 2);  // two have the largest
        least.calc_min(value(i) - 3);
        least = cilk::min_of(least, i);
        first.calc_min(i, value(i));
        all &= 0xF0u | i;
        any |= i & 0x55u;
        odd ^= 1u << (i % 7);
    }
    int index = 0;
    while (value(index) / 2 != (kCount - 1) / 2) index++;
    unsigned bits = 0;
    for (int i = 0; i < kCount; i++) bits ^= 1u << (i % 7);
    if (last.get_index() != index || last.get_value() != (kCount - 1) / 2) return 4;
    if (least.get_value() != -3 || first.get_index() != 0 || first.get_value() != 0) return 5;
    return all.get_value() == 0xF0 && any.get_value() == 0x55 && odd.get_value() == bits ? 0 : 6;
}

int main() {
    if (const int wrong = sums()) return wrong;
    if (const int wrong = newer_ones()) return wrong;
    return ends();
}
