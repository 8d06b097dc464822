import { step } from '../../tandem/game/game.ts';
import type { World } from '../../tandem/world/world.ts';
import { toBase64 } from './base64.ts';
import type { Recording } from './recording.ts';
import type { ThreadRecording, UpdateTables } from './thread-recorder.ts';
import type { ViewRecording } from './view-recorder.ts';

/**
 * Joins the recordings of the page and of all threads. All times are on the clock of the page. The
 * first of `threads` is that of the players. `phase` is the time in ms from a frame of the display
 * to the start of the game.
 */
export function joinRecording(
  { entities, playerCount }: World,
  { distance, inputs, frames, priority, samples, snapshots }: ViewRecording,
  threads: readonly [ThreadRecording, ...ThreadRecording[]],
  phase: number,
): Recording {
  const [{ from, startedAt, steps, to }] = threads;
  const maxOf = (of: (thread: ThreadRecording) => number): number => Math.max(...threads.map(of));
  const debt = maxOf((thread) => thread.debt);
  const submitted = maxOf(({ windows }) => windows.length) * (entities.length - playerCount);
  const sum = (of: 'updated' | 'parts' | 'busy'): number =>
    threads.reduce((total, thread) => total + thread[of], 0);
  const updated = sum('updated');
  const frame = (part: keyof ViewRecording['frames']): string =>
    toBase64(frames[part].filter((_, i) => frames.start[i]! >= from && frames.start[i]! < to));
  const input = (part: keyof ViewRecording['inputs']): string =>
    toBase64(inputs[part].filter((_, i) => inputs.handled[i]! >= from && inputs.handled[i]! < to));
  return {
    startedAt,
    from,
    to,
    phase,
    steps: toBase64(steps),
    windows: threads.map((thread) => toBase64(thread.windows)),
    frames: {
      start: frame('start'),
      end: frame('end'),
      shown: frame('shown'),
      time: frame('time'),
    },
    tasks: { submitted, updated, cancelled: submitted - updated, parts: sum('parts') },
    busy: sum('busy'),
    debt,
    skippedSteps: Math.max(0, Math.round(debt / step)),
    inputs: { stamped: input('stamped'), handled: input('handled') },
    entities: {
      kind: toBase64(Uint8Array.from(entities, ({ kind }) => kind)),
      ...updateTables(threads.map(({ updates }) => updates)),
      priority: means(priority, samples),
      distance: means(distance, samples),
    },
    snapshots: {
      times: toBase64(snapshots.times.map((time) => time - startedAt + step)),
      x: toBase64(snapshots.x),
      y: toBase64(snapshots.y),
    },
  };
}

function updateTables(
  threads: readonly UpdateTables[],
): Pick<Recording['entities'], 'updates' | 'lived' | 'jitter' | 'longest' | 'lateness'> {
  const all = (of: keyof UpdateTables, join: (one: number, other: number) => number): Float64Array => {
    const joined = new Float64Array(threads[0]!.count.length);
    for (const tables of threads)
      for (const [i, value] of tables[of].entries()) joined[i] = join(joined[i]!, value);
    return joined;
  };
  const add = (one: number, other: number): number => one + other;
  return {
    updates: toBase64(Uint32Array.from(all('count', add))),
    lived: toBase64(all('lived', add)),
    jitter: means(all('jitter', add), all('gaps', add)),
    longest: toBase64(Float32Array.from(all('longest', Math.max))),
    lateness: toBase64(Float32Array.from(all('lateness', Math.max))),
  };
}

/** Encodes the means: each sum divided by its count, NaN where the count is 0. */
function means(sums: Float64Array, counts: ArrayLike<number>): string {
  return toBase64(Float32Array.from(sums, (sum, i) => (counts[i]! > 0 ? sum / counts[i]! : NaN)));
}
