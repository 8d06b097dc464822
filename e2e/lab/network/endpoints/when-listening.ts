import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to a program when it has printed "listening". */
export async function whenListening(program: ChildProcess): Promise<ChildProcess> {
  await once(program.stdout!, 'data');
  return program;
}
