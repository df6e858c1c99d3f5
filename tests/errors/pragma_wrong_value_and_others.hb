#pragma abstraction cell2x
#pragma budget-ms soon
int n = nondet();
int m = k;
assert(n == true);
// expected:
// 1:1: error: there is no abstraction `cell2x`; there are `id`, `cell`, `cell2`, `cell<2`, `first`, `smash`, `sign`, `slice(i)`, `cell . multiset`, `nothing`, a formula such as `{k, v => v if k < 10}`, and what is made of them with `*`, `.`, `(*)`, `(+)`, `^` and `^<`; for all arrays or per array as in `a=cell2,b=id`; or `auto`, which chooses
// 2:1: error: the budget is a number of milliseconds, not `soon`
// 4:9: error: there is no variable `k` here
//   hint: declare it first, as in `int k;`
// 5:8: error: `==` compares a number (int) with a truth value (bool)
