/** Throws an Error if two values differ, including their members. */
export function assertSame(actual: unknown, expected: unknown): void {
  const [shown, wanted] = [show(actual), show(expected)];
  if (shown !== wanted) throw new Error(`expected ${wanted}, got ${shown}`);
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof ArrayBuffer) return `bytes ${new Uint8Array(value).join(' ')}`;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${show(member)}`);
  return `{ ${members.join(', ')} }`;
}
