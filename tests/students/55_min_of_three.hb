// Computes the minimum of three numbers with nested ifs.
int x = nondet(), y = nondet(), z = nondet();
int m;
if (x < y) {
  if (x < z) { m = x; } else { m = z; }
} else {
  if (y < z) { m = y; } else { m = z; }
}
assert(m <= x && m <= y && m <= z);
assert(m == x || m == y || m == z);
