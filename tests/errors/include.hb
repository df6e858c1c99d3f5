#include <stdio.h>
#define N 5
int x = 1;
assert(x == 1);
// expected:
