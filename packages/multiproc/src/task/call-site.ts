/**
 * Returns a function that describes the line of the application that called into this package, such as `submitted at …`. `inner`: number of calls of this
 * package between that line and `callSite`. The stack is converted to text only when the description is needed, because the conversion takes longer than
 * the call of `callSite`.
 *
 * None of the inner calls may be a tail call, as in `return callSite(…)`: WebKit omits the caller of a tail call.
 */
export function callSite(action: string, inner: number): () => string {
  const errors = Error as { stackTraceLimit?: number | undefined }; // of V8
  const { stackTraceLimit } = errors;
  // In a hardened realm `Error` is frozen, so the limit stays as it is.
  Reflect.set(errors, 'stackTraceLimit', inner + 2);
  const here = new Error();
  Reflect.set(errors, 'stackTraceLimit', stackTraceLimit);
  return () => `${action} ${lineIn(here.stack ?? '', inner + 1)}`;
}

// V8 writes `at name (place:1:2)`, other engines write `name@place:1:2`.
function lineIn(stack: string, inner: number): string {
  const calls = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  const call = calls[inner]?.trim().replace(/^at /, '').replace('@', ' ');
  return call === undefined ? 'somewhere' : `at ${call}`;
}
