int x := 1;
assert(x == 1);
// expected:
// 1:7: error: `:=` is not part of the language
//   hint: write `=`
