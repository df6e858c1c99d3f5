void nothing() { }
(int, int) pair() { return (1, 2); }
int x = nothing();
int y = pair();
x, y = nothing();
x, y = 3;
assert(x == y);
// expected:
// 3:9: error: `nothing` returns nothing, but a value is needed here
// 4:9: error: `pair` returns 2 values, but one is needed here
//   hint: a statement takes several: `x, y = pair(..);`
// 5:8: error: `nothing` returns nothing, but here are 2 variables
// 6:2: error: 2 values are needed here, but there are 1
