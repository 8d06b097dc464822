import { setPriority } from 'node:os';

/**
 * Sets the priority of a new process, and of all processes that it starts. Does nothing if the process could not be started or has already ended.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} priority from 0 to 19, as in `os.setPriority`
 */
export function lowerPriority({ pid }, priority) {
  if (pid === undefined || priority === 0) return;
  try {
    setPriority(pid, priority);
  } catch {}
}
