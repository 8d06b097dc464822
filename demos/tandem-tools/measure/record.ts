import { nextPicture } from './next-frame.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import type { ThreadRecording } from './thread-recorder.ts';

export interface RecordOptions {
  /** Starts a game that tells the recorder what it does. */
  readonly start: () => void;
  readonly pause: () => void;
  readonly recorder: Recorder;
  /** What other threads have done, by the page's clock, when they have ended; nothing if the page does it all. */
  readonly others?: (() => Promise<readonly [ThreadRecording, ...ThreadRecording[]] | undefined>) | undefined;
  /** Milliseconds from a picture of the display to the start. */
  readonly phase: number;
}

/** Plays for a while, and writes down what happens. */
export async function record({ others, pause, phase, recorder, start }: RecordOptions): Promise<Recording> {
  const press = (event: KeyboardEvent): void => recorder.pressed(event.timeStamp, performance.now());
  addEventListener('keydown', press, { capture: true });
  const picture = await nextPicture();
  await delay(phase);
  const started = performance.now();
  start();
  await delay(recorder.length.seconds * 1000);
  const threads = (await others?.()) ?? ([await recorder.ownRecording()] as const);
  pause();
  removeEventListener('keydown', press, { capture: true });
  return recorder.finish(threads, started - picture);
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
