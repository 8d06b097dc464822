import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { named, Recorder } from '@doha/monitor';
import { type Load, type LoadFigures, loadOf, startBenchmark } from '@doha/monitor/replay';
import { leaveReport } from '../../../tools/pages/leave-report.ts';

// ?seconds=10: records a game with more work than time, runs the benchmark of the recording, and records the game again, as a control. With a load in the
// fragment of the address, runs only the benchmark of this load.

/** The report of the page. */
export interface GeneratedReport {
  readonly load: Load;
  readonly figures: readonly LoadFigures[];
  /** A second recording of the same game. Its figures differ only by noise of the machine. */
  readonly control: Load['works'] | undefined;
  readonly userAgent: string;
}

const seconds = Number(new URLSearchParams(location.search).get('seconds') ?? 10);

function spin(ms: number): void {
  const start = performance.now();
  while (performance.now() - start < ms);
}

/** Mostly a small part of `most`. */
function someOf(most: number): number {
  return most * Math.random() ** 3;
}

async function recordGame(): Promise<Load> {
  const recorder = new Recorder({ capacity: 2 ** 20 });
  const loop = new EventLoop({ probe: recorder.loop() });
  const entities = Array.from({ length: 200 }, () => ({}));
  const frame = new Frame({
    entities,
    stepsPerWindow: 2,
    beforeStep: () => spin(someOf(2)),
    priority: () => Math.random(),
    update: () => spin(0.15 + someOf(0.2)),
    probe: recorder.frame(),
  });
  everyFrame(loop, { simulate: frame, draw: () => recorder.span('draw', () => spin(someOf(3))) });
  const path = named('find path', () => spin(0.5 + someOf(4)));
  const paths = Array.from({ length: 40 }, () => new Task(path, { expiresIn: 300 }));
  const guess = named('guess', () => spin(0.2 + someOf(1)));
  const guesses = Array.from({ length: 5 }, () => new Task(guess));
  const think = named('think', () => {
    spin(0.1 + someOf(0.5));
    for (const one of paths.slice(0, 1 + Math.floor(3 * Math.random()))) loop.submit(one, 2 * Math.random());
    for (const one of guesses) loop.submit(one, 1 - Math.random());
    if (Math.random() < 0.5) for (const one of guesses) loop.cancel(one);
  });
  loop.submit(paths[0]!, 2e9);
  loop.submit(guesses[0]!, 1e9);
  loop.submit(new Timer(think, { every: 50 }));
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  loop.dispose();
  const recording = recorder.recording();
  if (recording.lost > 0)
    throw new Error(`the recorder must keep all events, and has lost ${recording.lost}`);
  return loadOf(recording);
}

async function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500));
}

const given =
  location.hash === '' ? undefined : (JSON.parse(decodeURIComponent(location.hash.slice(1))) as Load);
const load = given ?? (await recordGame());
await pause();
const figures = await new Promise<readonly LoadFigures[]>((onEnd) => startBenchmark(load, { onEnd }));
await pause();
const control = given === undefined ? (await recordGame()).works : undefined;
leaveReport<GeneratedReport>({ load, figures, control, userAgent: navigator.userAgent });
