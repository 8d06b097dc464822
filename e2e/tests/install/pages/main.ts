import { runApplication } from './application.ts';

// In these words Vite and webpack look for workers; for the others the address must be right as it is.
const spawn = (): Worker => new Worker(new URL('./diary.worker.js', import.meta.url), { type: 'module' });

Object.assign(globalThis, { report: await runApplication(spawn) });
