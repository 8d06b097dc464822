/**
 * Returns whether a copy made by `structuredClone` has more than `levels` nested levels. Another thread may have a smaller stack and be unable to read
 * it. Objects are visited in the order of the structured clone algorithm: an object with several paths to it has the depth of the path that is visited first.
 */
export function isDeeperThan(copy: unknown, levels: number): boolean {
  const seen = new Set<object>();
  const left: [value: unknown, level: number][] = [[copy, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, level] = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (level > levels) return true;
    seen.add(value);
    for (const part of partsOf(value).toReversed()) left.push([part, level + 1]);
  }
  return false;
}

function partsOf(value: object): unknown[] {
  if (ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  return value instanceof Error ? [value.cause] : Object.values(value);
}
