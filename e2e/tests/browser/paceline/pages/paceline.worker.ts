import { runHere, type Task } from './run-here.ts';

// Does in a worker what the page asks for, and answers with the report.
addEventListener('message', ({ data }: MessageEvent<Task>) => void runHere(data).then(postMessage));
