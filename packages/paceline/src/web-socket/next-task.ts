import { postTask } from '@doha/loop/post-task';

/** Resolves in the next task, after all microtasks of this one. Hidden pages do not throttle it. */
export function nextTask(): Promise<void> {
  return new Promise(postTask);
}
