import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to a program at its first output. Programs that accept connections or datagrams first print "listening". */
export async function whenListening(program: ChildProcess): Promise<ChildProcess> {
  await once(program.stdout!, 'data');
  return program;
}
