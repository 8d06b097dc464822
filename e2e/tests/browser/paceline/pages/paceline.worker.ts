import { runHere, type Task } from './run-here.ts';

// Runs the tasks of the page in a worker and answers with their reports.
addEventListener('message', ({ data }: MessageEvent<Task>) => void runHere(data).then(postMessage));
