/** Calls `changed` when a key of the page is pressed or released. Returns a function that ends the watch. Has no effect outside of a page. */
export function watchKeys(changed: () => void): () => void {
  const keys = new AbortController();
  for (const type of ['keydown', 'keyup']) globalThis.addEventListener?.(type, changed, keys);
  return () => keys.abort();
}
