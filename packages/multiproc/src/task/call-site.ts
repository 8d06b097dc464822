/**
 * Where the application is, in words: `inner` calls between it and that of this function are not its own. Only what is asked for is made into
 * text: that takes longer than the call.
 *
 * None of them may be at the end of its function, as in `return callSite(…)`: WebKit forgets who made such a call.
 */
export function callSite(did: string, inner: number): () => string {
  const errors = Error as { stackTraceLimit?: number | undefined }; // of V8
  const { stackTraceLimit } = errors;
  // In a hardened realm `Error` is frozen: the limit stays as it is.
  Reflect.set(errors, 'stackTraceLimit', inner + 2);
  const here = new Error();
  Reflect.set(errors, 'stackTraceLimit', stackTraceLimit);
  return () => `${did} ${placeIn(here.stack ?? '', inner + 1)}`;
}

// V8 writes `at name (place:1:2)`, others write `name@place:1:2`.
function placeIn(stack: string, inner: number): string {
  const calls = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  const call = calls[inner]?.trim().replace(/^at /, '').replace('@', ' ');
  return call === undefined ? 'somewhere' : `at ${call}`;
}
