import type { Contestant } from './contestant.ts';
import { doha } from './doha.ts';
import { plain } from './plain.ts';
import { postTask } from './post-task.ts';
import { reactScheduler } from './react-scheduler.ts';
import { sliced } from './sliced.ts';

/** All contestants. A new one is added here. */
export const contestants: readonly Contestant[] = [plain, sliced, reactScheduler, postTask, doha];
