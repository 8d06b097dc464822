import { step } from '../../tandem/game/game.ts';
import type { World } from '../../tandem/world/world.ts';
import { toBase64 } from './base64.ts';
import type { Recording } from './recording.ts';
import type { ThreadRecording, UpdateTables } from './thread-recorder.ts';
import type { ViewRecording } from './view-recorder.ts';

/**
 * What the page has seen and what the threads have done, as one. All times are on the page's clock. `threads`: first the one that has the
 * players. `phase`: ms from the display's picture to the start.
 */
export function joinRecording(
  { entities, playerCount }: World,
  { distance, inputs, pictures, priority, samples, snapshots }: ViewRecording,
  threads: readonly [ThreadRecording, ...ThreadRecording[]],
  phase: number,
): Recording {
  const [{ from, startedAt, steps, to }] = threads;
  const most = (of: (thread: ThreadRecording) => number): number => Math.max(...threads.map(of));
  const debt = most((thread) => thread.debt);
  const submitted = most(({ windows }) => windows.length) * (entities.length - playerCount);
  const sum = (of: 'updated' | 'parts' | 'busy'): number =>
    threads.reduce((total, thread) => total + thread[of], 0);
  const updated = sum('updated');
  const picture = (part: keyof ViewRecording['pictures']): string =>
    toBase64(pictures[part].filter((_, i) => pictures.start[i]! >= from && pictures.start[i]! < to));
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
      start: picture('start'),
      end: picture('end'),
      shown: picture('shown'),
      time: picture('time'),
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

/** NaN where there is nothing to divide by. */
function means(sums: Float64Array, counts: ArrayLike<number>): string {
  return toBase64(Float32Array.from(sums, (sum, i) => (counts[i]! > 0 ? sum / counts[i]! : NaN)));
}
