#pragma abstraction
int x = 0;
assert(x == 0);
// expected:
// 1:1: error: `abstraction` needs a value
//   hint: write `#pragma abstraction ..`
