import { MemoryLog, RecordedSession, Replay } from '@doha/monitor/replay';
import { chance } from '../../tandem/world/chance.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import type { SessionReport } from './session-report.ts';
import { tandemProgram } from './tandem-program.ts';

// ?seconds=10&enemies=300: records the tunnel in this page with changing keys, and replays it.

const query = new URLSearchParams(location.search);
const seconds = Number(query.get('seconds') ?? 5);
const enemies = Number(query.get('enemies') ?? 300);
const seed = 7;
const level = createTunnel(enemies, seed);

const log = new MemoryLog();
const session = new RecordedSession({ sink: log, seed });
const recorded = tandemProgram({ level, seed })(session);
const began = performance.now();
for (let press = 0; performance.now() - began < 1000 * seconds; press++) {
  recorded.hold(Math.floor(256 * chance(seed, press, 1)));
  await new Promise((resolve) => setTimeout(resolve, 150));
}
session.end();
const minutes = (performance.now() - began) / 60_000;
const [recordedHash, steps] = [recorded.hash(), recorded.world.tick];
const run = recorded.stop();

const replayBegan = performance.now();
const replay = new Replay(log.chunks, tandemProgram({ level, seed }));
await replay.run();
const replayTime = performance.now() - replayBegan;
const replayedHash = replay.program.hash();
const replayedRun = replay.program.stop();

const compressed = new Blob([log.bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
const compressedSize = (await new Response(compressed).arrayBuffer()).byteLength;

const report: SessionReport = {
  enemies,
  seconds,
  steps,
  entries: session.entries,
  recordedHash,
  replayedHash,
  isSameTape: String(replayedRun.tape) === String(run.tape) && replayedRun.hash === run.hash,
  divergence: JSON.stringify(replay.divergence) ?? '',
  bytesPerMinute: log.bytes.length / minutes,
  compressedPerMinute: compressedSize / minutes,
  tapePerMinute: run.tape.length / minutes,
  replayTime,
  isolated: crossOriginIsolated,
};
Object.assign(globalThis, { report });
