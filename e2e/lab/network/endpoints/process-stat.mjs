import { readFileSync } from 'node:fs';

const tick = 10; // ms of a clock tick, the unit of CPU time in /proc

/**
 * Returns the parent of a process, and its CPU time so far in ms. Undefined if the process has ended. Only on Linux.
 * @param {number | string} id
 */
export function processStat(id) {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(fields[1]), cpu: tick * (Number(fields[11]) + Number(fields[12])) };
  } catch {
    return undefined;
  }
}
