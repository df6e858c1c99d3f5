int n = nondet();
int i = 0;
// while i < n:
/* public static */
assert(i == 0)
assert(j == 0); // if that holds, then:
// expected:
// 5:15: error: a `;` is missing here
// 6:8: error: there is no variable `j` here
//   hint: declare it first, as in `int j;`
