/** The text of a thrown value. It never throws: getters, `toString` and proxies of the application may. */
export function errorText(error: unknown): string {
  return (
    attempt(() => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))) ??
    'a value that cannot be converted to a string'
  );
}

/** The message of a thrown value, without the name of its class. It never throws. */
export function errorMessage(error: unknown): string {
  return attempt(() => (error instanceof Error ? error.message : undefined)) ?? errorText(error);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
