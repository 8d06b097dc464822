/** Returns the result of `read`, or `undefined` if it throws: getters, `toString` and proxies of the application may. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
