// SPDX-License-Identifier: MIT
// A program's own monoids, lists and strings: what strands add comes in the order of a program that runs on one thread.
#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_string.h>

#include <string>
#include <vector>

static std::string text(int n) { return std::to_string(n) + " "; }
static std::string texts(int n) {
    std::string all;
    for (int i = 0; i < n; i++) all += text(i);
    return all;
}

// As Cilk Plus 1.0 has it: the view is the value.
struct Product {  // of matrices, which do not commute
    long a = 1, b = 0, c = 0, d = 1;
};
static Product times(const Product& x, const Product& y) {
    const long m = 1000003;
    return {(x.a * y.a + x.b * y.c) % m, (x.a * y.b + x.b * y.d) % m, (x.c * y.a + x.d * y.c) % m, (x.c * y.b + x.d * y.d) % m};
}
struct Products : cilk::monoid_base<Product> {
    static void reduce(Product* left, Product* right) { *left = times(*left, *right); }
};
static Product factor(int i) { return {i % 7, 1, 2, i % 5}; }

static int loops() {
    const int count = 5000;
    cilk::reducer<Products> product;
    cilk::reducer_string all;
    cilk::reducer<cilk::op_list_append<int>> list;
    cilk::reducer_list_prepend<int> backwards;
    all += "";
    for (int part = 0; part < 2; part++) {
        cilk_for (int i = part * count; i < (part + 1) * count; i++) {
            product() = times(product(), factor(i));
            all += text(i);
            list->push_back(i);
            backwards.push_front(i);
        }
        list->push_back(-part);
    }
    Product expected;
    for (int i = 0; i < 2 * count; i++) expected = times(expected, factor(i));
    const Product& found = product.get_value();
    if (found.a != expected.a || found.b != expected.b || found.c != expected.c || found.d != expected.d) return 1;
    if (all.get_value() != texts(2 * count)) return 2;
    int next = 0;
    for (const int i : list.get_value()) {
        if (next == count && i == 0) continue;  // what stands between the loops
        if (next < 2 * count && i != next++) return 3;
    }
    for (const int i : backwards.get_value())
        if (i != --next) return 4;
    return next != 0;
}

static void walk(int from, int to, cilk::reducer_string& all) {
    if (to - from == 1) {
        all += text(from);
        return;
    }
    const int middle = (from + to) / 2;
    cilk_spawn walk(from, middle, all);
    walk(middle, to, all);
    cilk_sync;
}
static int spawns() {
    for (int repeat = 0; repeat < 20; repeat++) {
        cilk::reducer_string all(std::string("begin "));
        walk(0, 700, all);
        cilk_for (int k = 0; k < 9; k++) walk(700 + k * 9, 709 + k * 9, all);
        if (all.get_value() != "begin " + texts(781)) return 1;
        all.set_value("new ");
        all += "text";
        std::string moved;
        all.move_out(moved);
        if (moved != "new text") return 2;
    }
    return 0;
}

int main() { return loops() ? loops() : spawns() ? 10 + spawns() : 0; }
