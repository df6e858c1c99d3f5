#include <stdio.h>
#define N 5
int x = 1;
assert(x == 1);
// expected:
// 1:1: error: there are no includes: of C only a part is read here
//   hint: all that there is can be used without one
// 2:1: error: there is no preprocessor
//   hint: lines that begin with `#` set defaults only, as in `#pragma abstraction cell2`
