/** Whether a callback has returned a generator, whose steps the loop makes. */
export function isGenerator(result: unknown): result is Generator {
  return hasTag(result, 'Generator');
}

/** Whether `value` is an object of the platform with this tag. */
export function hasTag(value: unknown, tag: string): boolean {
  return (
    (value as { readonly [Symbol.toStringTag]?: unknown } | null | undefined)?.[Symbol.toStringTag] === tag
  );
}
