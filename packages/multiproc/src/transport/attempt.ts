/** Returns the result of `read`, or `undefined` if it throws. Getters, `toString` and proxies of the application may throw. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
