assert(total == 0);
// expected:
// 1:8: error: there is no variable `total` here
//   hint: declare it first, as in `int total;`
