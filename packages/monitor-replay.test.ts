import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { MemoryLog, RecordedSession, Replay } from '@doha/monitor/replay';
import { MultiProc } from '@doha/multiproc';
import { center } from '../e2e/tests/browser/monitor/pages/center.ts';
import type { centers } from '../e2e/tests/browser/monitor/pages/center.worker.ts';
import { type FindCenter, swarm } from '../e2e/tests/browser/monitor/pages/swarm.ts';
import { bundleForNode } from './bundle-for-node.ts';

interface Outcome {
  readonly hash: number;
  readonly entries: number;
  readonly divergence: unknown;
}

/** Records a program until it has got some answers, and replays it. */
async function recordAndReplay(
  findCenter: FindCenter,
): Promise<{ readonly recorded: Outcome; readonly replayed: Outcome }> {
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const birds = swarm(session, 50, findCenter);
  while (birds.answers() < 12) {
    birds.press(birds.steps() % 2 === 0 ? 'ArrowLeft' : 'ArrowRight');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  session.end();
  const recorded = { hash: birds.hash(), entries: session.entries, divergence: undefined };
  birds.stop();
  const refuse = (): never => expect.unreachable('a replay must not ask');
  const replay = new Replay(log.chunks, (replayed) => swarm(replayed, 50, refuse));
  await replay.run();
  expect(replay.isComplete).toBe(true);
  const { divergence, entry, program } = replay;
  return { recorded, replayed: { hash: program.hash(), entries: entry, divergence } };
}

test('a session of a real thread replays to the same state', async () => {
  const { recorded, replayed } = await recordAndReplay(async (positions) => center(positions));
  expect(replayed).toEqual(recorded);
});

test('a session with results of worker threads replays to the same state, without the threads', async () => {
  const script = await bundleForNode('e2e/tests/browser/monitor/pages/center.worker.ts');
  const pool = await MultiProc.start<typeof centers.functions>({
    workers: 3,
    spawn: () => new Worker(script),
  });
  try {
    const { recorded, replayed } = await recordAndReplay(async (positions) =>
      pool.run('center', [positions]),
    );
    expect(replayed).toEqual(recorded);
  } finally {
    pool.dispose();
  }
});
