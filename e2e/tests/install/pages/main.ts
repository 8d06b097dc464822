import { runApplication } from './application.ts';

// Vite and webpack recognize workers by this expression. The other bundlers leave it unchanged, so the address must be the one of the built
// worker.
const spawn = (): Worker => new Worker(new URL('./diary.worker.js', import.meta.url), { type: 'module' });

Object.assign(globalThis, { report: await runApplication(spawn) });
