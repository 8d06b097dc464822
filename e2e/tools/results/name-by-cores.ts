import { availableParallelism } from 'node:os';

/** From this number of cores on, results have a name of their own. */
const manyCores = 8;

/**
 * The name of results that show how work scales with the cores: `name`, or on a machine with many
 * cores `name` and their number, such as `measure-factorial-16-cores`. So results of a small and of
 * a large machine can be shown side by side.
 */
export function nameByCores(name: string): string {
  const cores = availableParallelism();
  return cores < manyCores ? name : `${name}-${cores}-cores`;
}
