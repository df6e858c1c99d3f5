int x = 1;
printf("%d", x);
assert(x == 1);
// expected:
// 2:1: error: there is no function `printf`
//   hint: write one, as in `int printf(int x) { return x; }`
//   hint: the functions are min, max, abs, len, const_array, insert, erase, fill, sub_array, sorted, bound_eq, permutation, sum, count, forall, exists
// 2:8: error: there are no texts or characters, only int and bool
