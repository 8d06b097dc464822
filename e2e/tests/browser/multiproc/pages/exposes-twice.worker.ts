import { expose } from '@doha/multiproc/worker';
import { samples } from './samples.worker.ts';

// An error that the pool must report: the worker exposes functions, and so does a module that it imports.
export const twice = expose({ addTwice: (a: number, b: number) => 2 * samples.functions.add(a, b) });
