import { EventLoop } from '@doha/loop';
import { fill } from '../../../../tools/pages/always-full.ts';
import { spin } from '../../../../tools/pages/spin.ts';

/** Messages and frames of a worker whose loop always has more tasks than it can run. */
export interface FullReport {
  /** Number of answers to messages that the worker sent one after another. */
  readonly answers: number;
  readonly frames: number;
  readonly tasks: number;
}

/** Ends after 20 answers and 5 frames. */
export async function checkFull(): Promise<FullReport> {
  const loop = new EventLoop();
  let tasks = 0;
  fill(loop, () => {
    tasks++;
    spin(10_000);
  });
  let answers = 0;
  let frames = 0;
  await new Promise<void>((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data !== 'pong') return;
      if (++answers < 20) postMessage('ping');
      else if (frames >= 5) resolve();
    });
    postMessage('ping');
    requestAnimationFrame(function frame() {
      if (++frames < 5 || answers < 20) requestAnimationFrame(frame);
      else resolve();
    });
  });
  loop.dispose();
  return { answers, frames, tasks };
}
