import type { Check } from './checks/check.ts';
import { closing } from './checks/closing.ts';
import { copies } from './checks/copies.ts';
import { entities } from './checks/entities.ts';
import { failures } from './checks/failures.ts';
import { lostWorkers } from './checks/lost-workers.ts';
import { replicas } from './checks/replicas.ts';
import { singleWorker } from './checks/single-worker.ts';
import { tasks } from './checks/tasks.ts';
import { topics } from './checks/topics.ts';

/** The conformance tests, which must pass with every backend and on every platform. */
export const checks: readonly Check[] = [
  ...tasks,
  ...copies,
  ...singleWorker,
  ...topics,
  ...replicas,
  ...entities,
  ...failures,
  ...lostWorkers,
  ...closing,
];
