int n;
foo(3);
fur (int i = 0; i < n; i++) { }
// expected:
// 2:1: error: there is no function `foo`
//   hint: write one, as in `int foo(int x) { return x; }`
//   hint: the functions are min, max, abs, len, const_array, insert, erase, fill, sub_array, sorted, bound_eq, permutation, sum, count, forall, exists
// 3:1: error: there is no statement `fur`
//   hint: did you mean `for`?
