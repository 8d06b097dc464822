/** The error of a call that adds something to a table or a replica that is closed. */
export function closedError(action: string, kind: 'table' | 'replica', name: string): Error {
  return new Error(`${action}: the ${kind} '${name}' must be open, and is closed`);
}
