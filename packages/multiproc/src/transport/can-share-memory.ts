/** Returns whether this thread can share memory with others. A page must be cross-origin isolated for that. */
export function canShareMemory(): boolean {
  return (
    typeof SharedArrayBuffer === 'function' &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false
  );
}
