int c = 0;
for (int i = 0; i < 3000; i++) {
  for (int j = 0; j < 3000; j++) { c++; }
}
assert(c < 9000000);
