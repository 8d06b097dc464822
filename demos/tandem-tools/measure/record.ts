import { nextFrame } from '../../lib/next-frame.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import type { ThreadRecording } from './thread-recorder.ts';

export interface RecordOptions {
  /** Starts a game that the recorder observes. */
  readonly start: () => void;
  readonly pause: () => void;
  readonly recorder: Recorder;
  /**
   * Returns the recordings of all threads of a pool, on the clock of the page, at the end of the
   * run; undefined if there is no pool.
   */
  readonly others?: (() => Promise<readonly [ThreadRecording, ...ThreadRecording[]] | undefined>) | undefined;
  /** Milliseconds from a frame of the display to the start. */
  readonly phase: number;
}

/** Plays for as long as the recorder records, and returns the recording. */
export async function record({ others, pause, phase, recorder, start }: RecordOptions): Promise<Recording> {
  const press = (event: KeyboardEvent): void => recorder.pressed(event.timeStamp, performance.now());
  addEventListener('keydown', press, { capture: true });
  const frame = await nextFrame();
  await delay(phase);
  const started = performance.now();
  start();
  await delay(recorder.recordedTime.seconds * 1000);
  const threads = (await others?.()) ?? ([await recorder.ownRecording()] as const);
  pause();
  removeEventListener('keydown', press, { capture: true });
  return recorder.finish(threads, started - frame);
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
