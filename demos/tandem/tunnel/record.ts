import { nextPicture } from '../next-picture.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './report.ts';

export interface RecordOptions {
  /** Starts a game that tells the recorder what it does. */
  readonly start: () => void;
  readonly pause: () => void;
  readonly recorder: Recorder;
  /** Length of the run. */
  readonly seconds: number;
  /** Milliseconds from a picture of the display to the start. */
  readonly phase: number;
}

/** Plays for a while, and writes down what happens. */
export async function record({ start, pause, recorder, seconds, phase }: RecordOptions): Promise<Recording> {
  const press = (event: KeyboardEvent): void => recorder.pressed(event.timeStamp, performance.now());
  addEventListener('keydown', press, { capture: true });
  const picture = await nextPicture();
  await delay(phase);
  const started = performance.now();
  start();
  await Promise.all([delay(seconds * 1000), recorder.ended]);
  pause();
  removeEventListener('keydown', press, { capture: true });
  return recorder.finish(started - picture);
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
