int[3] f(int a[]) { return a; }
int[] g(int n) { return n; }
int[] h(int a[]) { if (len(a) > 0) { return a; } }
int x = h(f(x));
int b[];
int c[] = h(b);
// expected:
// 1:5: error: an array that is returned has no length
//   hint: leave it out, as in `int[] f(int n) { .. }`
// 2:25: error: an array is needed here, but this is a number (int)
// 3:7: error: `h` does not return a value on every way
//   hint: end each way through it with `return ..;`
// 4:13: error: there is no variable `x` here
//   hint: declare it first, as in `int x;`
// 6:13: error: this array has no declared length, and `h` asks for it
//   hint: declare one, as in `int a[n];`
