int x = sqrt(4);
assert(x == 2);
// expected:
// 1:9: error: there is no function `sqrt`
//   hint: write one, as in `int sqrt(int x) { return x; }`
//   hint: the functions are min, max, abs, len, const_array, insert, erase, fill, sub_array, sorted, bound_eq, permutation, sum, count, forall, exists
