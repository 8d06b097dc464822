/** Calls between the application's and that of `callSite`. */
const inner = 3;

/**
 * Where the application called the function that called the one which calls this, in words. Only what is asked for is made into text:
 * that takes longer than the call.
 */
export function callSite(did: string): () => string {
  const errors = Error as { stackTraceLimit?: number | undefined }; // of V8
  const { stackTraceLimit } = errors;
  errors.stackTraceLimit = inner + 1;
  const here = new Error();
  errors.stackTraceLimit = stackTraceLimit;
  return () => `${did} ${placeIn(here.stack ?? '')}`;
}

// V8 writes `at name (place:1:2)`, others write `name@place:1:2`.
function placeIn(stack: string): string {
  const calls = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  const call = calls[inner]?.trim().replace(/^at /, '').replace('@', ' ');
  return call === undefined ? 'somewhere' : `at ${call}`;
}
