// Pushes two values on a stack and pops them.
int stack[100];
int top = 0;
int x = nondet(), y = nondet();
stack[top] = x;
top++;
stack[top] = y;
top++;
top--;
int b = stack[top];
top--;
int a = stack[top];
assert(a == x && b == y);
assert(top == 0);
