#pragma abstraction sell2
#pragma budget-ms soon
int x = 0;
assert(x == 0);
// expected:
// 1:1: error: there is no abstraction `sell2`; there are `id`, `cell`, `cell2`, `cell<2`, `first`, `smash`, `sign`, `slice(i)`, `cell . multiset`, `nothing`, a formula such as `{k, v => v if k < 10}`, and what is made of them with `*`, `.`, `(*)`, `(+)`, `^` and `^<`; for all arrays or per array as in `a=cell2,b=id`; or `auto`, which chooses
// 2:1: error: the budget is a number of milliseconds, not `soon`
