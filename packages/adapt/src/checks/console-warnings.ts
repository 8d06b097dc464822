/**
 * Returns a function that warns of unknown options on the console, once for each mistake.
 * `ConsoleWarnings` of `@doha/loop` does the same, but this package imports only types.
 */
export function consoleWarnings(): (what: string, given: object, known: readonly string[]) => void {
  const warned = new Set<string>();
  return (what, given, known) => {
    for (const name of Object.keys(given)) {
      if (known.includes(name)) continue;
      const similar = known.find((each) => each.toLowerCase() === name.toLowerCase());
      const hint =
        similar === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${similar}?`;
      const message = `${what}: there is no option ${name}${hint}`;
      if (warned.has(message)) continue;
      warned.add(message);
      console.warn(`@doha: ${message}`); // oxlint-disable-line no-console -- for the developer of the application
    }
  };
}
