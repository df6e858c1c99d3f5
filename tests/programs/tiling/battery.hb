// The paper's battery controller: four cells in each round (TI Fig. 1).
// tier: 2
// expect tiling: certified
int count = nondet(), min = nondet();
assume(count > 0 && count % 4 == 0);
int v[count];
for (int i = 1; i <= count / 4; i++) {
  if (5 >= min) { v[i*4-4] = 5; } else { v[i*4-4] = 0; }
  if (7 >= min) { v[i*4-3] = 7; } else { v[i*4-3] = 0; }
  if (3 >= min) { v[i*4-2] = 3; } else { v[i*4-2] = 0; }
  if (1 >= min) { v[i*4-1] = 1; } else { v[i*4-1] = 0; }
}
assert(forall k in 0..count: v[k] >= min || v[k] == 0);
