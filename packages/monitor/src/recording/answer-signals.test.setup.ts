import { parentPort } from 'node:worker_threads';
import { Recorder } from './recorder.ts';

// The module of a thread that records each message and answers it, and at the end sends its recording.
const recorder = new Recorder({ thread: 'worker' });
parentPort!.on('message', (question: number | 'end') => {
  if (question === 'end') return parentPort!.postMessage(recorder.recording());
  recorder.signal('answer', question);
  parentPort!.postMessage(question);
});
