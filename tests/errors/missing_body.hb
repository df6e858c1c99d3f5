int x = 0;
while (x < 3)
// expected:
// 3:1: error: a statement is missing before the end of the program
