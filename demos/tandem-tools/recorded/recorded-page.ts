import { LevelPlay } from '../../tandem/app/play/level-play.ts';
import { heldInSteps } from '../autopilot/key-runs.ts';
import { readRecording } from '../autopilot/recording.ts';
import { element } from '../../lib/element.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { measuredRegionOptions, threadRecordings } from '../measure/measured-region.ts';
import { record, type RecordOptions } from '../measure/record.ts';
import { Recorder } from '../measure/recorder.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { currentPool, concurrentVersion } from '../../tandem/versions/concurrent.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import { start as sliced } from '../../tandem/versions/sliced.ts';
import type { LevelReport } from './level-report.ts';
import { playKeys } from './play-keys.ts';

// ?level=13-the-lure&version=adaptive&seconds=30&phase=0: plays a level with its recorded keys, and reports the measurements. The keys of a step depend
// only on its number, not on the state of the game.

const recordings = import.meta.glob<string>('../autopilot/recordings/*.keys', {
  query: '?raw',
  import: 'default',
});
/** Seconds at either end of the run that do not count. */
const margin = 2;

const query = new URLSearchParams(location.search);
const id = query.get('level') ?? '';
const name = query.get('version') ?? '';
const seconds = Number(query.get('seconds'));
const recorded = { seconds, margin };
const entry = catalog.find((one) => one.id === id);
const load = recordings[`../autopilot/recordings/${id}.keys`];
const loops = { monolithic, sliced, adaptive };
if (
  entry === undefined ||
  load === undefined ||
  !(name in loops || name === 'concurrent') ||
  !(seconds > 2 * margin)
) {
  throw new RangeError(
    `?level= must have a recording, ?version= must be a version and ?seconds= more than ${2 * margin}, got ${location.search}`,
  );
}
const { runs } = readRecording(await load());
const version =
  loops[name as keyof typeof loops] ??
  concurrentVersion({
    workers: Number(query.get('workers') ?? 'NaN') || 'auto',
    ...measuredRegionOptions(recorded),
    keys: heldInSteps(runs),
  });

const canvas = element('stage', HTMLCanvasElement);
fitCanvases(canvas);
const steering = new Steering();
let recorder!: Recorder;
const play = new LevelPlay({
  level: levelOf(entry.source),
  seed: entry.seed,
  canvas,
  steering,
  readDevices: playKeys(runs, steering),
  shake: 0.5,
  onEvent: () => {},
  playNote: () => {},
  watch: (world) => (recorder = new Recorder(world, recorded)),
});

const recording = await record({
  start: () => play.start(version),
  pause: () => play.pause(),
  recorder,
  others: recordingsOfThreads,
  phase: Number(query.get('phase') ?? 0),
});
const { falls, world } = play;
(globalThis as { report?: LevelReport }).report = {
  enemies: world.enemies.length,
  isolated: crossOriginIsolated,
  falls,
  finishedIn: world.stage.wonAt,
  recording,
};

async function recordingsOfThreads(): ReturnType<NonNullable<RecordOptions['others']>> {
  const pool = await currentPool();
  return pool && threadRecordings(pool);
}
