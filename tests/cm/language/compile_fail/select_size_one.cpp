// select of size 1 needs stride 1
#include <cm/cm.h>
void f() {
    matrix<int, 8, 8> m;
    m.select<4, 1, 1, 2>(0, 0);
}
