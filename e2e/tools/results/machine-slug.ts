import { availableParallelism, cpus } from 'node:os';

/**
 * The name of this machine in the names of results, so that results of several machines lie side by side: the variable `DOHA_MACHINE`, or the number
 * of cores and the model of the processor, such as `2-intel-xeon-processor`.
 */
export function machineSlug(): string {
  const name = process.env['DOHA_MACHINE'] ?? `${availableParallelism()} ${cpus()[0]?.model ?? 'unknown'}`;
  return slugOf(name);
}

/** A text as lower-case words and numbers with hyphens between them, without trademark signs. */
export function slugOf(text: string): string {
  const words = text
    .replaceAll(/\((?:r|tm)\)/gi, ' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'unknown';
}
