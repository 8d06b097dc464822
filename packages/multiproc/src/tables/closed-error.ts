/** The error of a call that would add something to a closed table or replica. */
export function closedError(action: string, kind: 'table' | 'replica', name: string): Error {
  return new Error(`${action}: the ${kind} '${name}' must be open, and is closed`);
}
