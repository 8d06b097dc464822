// ?engine=pixi|phaser|three
// &loop=usual|culling|by-hand|doha   the loop
// &fish=1500                         number of fish
// &sight=1500                        number of other fish at which an update looks
// &seconds=5                         measured seconds
// &warmup=1                          seconds before the measurement
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { Player } from './player.ts';
import { isVisible, School, type Swimmer } from './school.ts';
import type { CreateScene } from './scenes/engine-scene.ts';

export interface SceneReport {
  /** Time from one drawn frame to the next, in ms. */
  readonly gaps: readonly number[];
  /** Time in ms from a key event until the frame that shows its effect is drawn. */
  readonly latencies: readonly number[];
  /** Mean simulated time that a fish has received, divided by real time. */
  readonly lived: number;
  /** Mean updates per second of a visible fish. */
  readonly visibleRate: number;
}

const engines: Readonly<Record<string, () => Promise<CreateScene>>> = {
  pixi: async () => (await import('./scenes/pixi-scene.ts')).createPixiScene,
  phaser: async () => (await import('./scenes/phaser-scene.ts')).createPhaserScene,
  three: async () => (await import('./scenes/three-scene.ts')).createThreeScene,
};

/** The loop that was optimized by hand updates the fish out of view once in this number of frames. For DOHA a visible fish is this many times as important. */
const RARELY = 8;

const query = new URLSearchParams(location.search);
const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
const loop = query.get('loop') ?? 'doha';
const seconds = number('seconds', 5);
const warmUp = number('warmup', 1);

const createScene = await engines[query.get('engine') ?? 'pixi']!();
const scene = await createScene({ fish: number('fish', 1500), culls: loop !== 'usual', drawn });
const school = new School(scene.fish, number('sight', 1500));
const player = new Player(scene.player);

const gaps: number[] = [];
let last = performance.now();
let begin: { readonly at: number; readonly lived: number } | undefined;
let isOver = false;
const from = last + 1000 * warmUp;
let visibleTime = 0; // ms, summed over all visible fish

if (loop === 'doha') runDoha();
else scene.run(loop === 'by-hand' ? createFrameByHand() : updateAll);

function updateAll(elapsed: number): void {
  player.update(elapsed);
  for (const fish of school.swimmers) school.update(fish, elapsed);
}

/** Updates the fish out of view once in several frames, with the time of all of them. */
function createFrameByHand(): (elapsed: number) => void {
  const waited = new Float64Array(school.swimmers.length);
  let frames = 0;
  return (elapsed) => {
    frames++;
    player.update(elapsed);
    for (const [index, fish] of school.swimmers.entries()) {
      waited[index]! += elapsed;
      if (scene.isOutOfView(index) && (index + frames) % RARELY !== 0) continue;
      school.update(fish, waited[index]!);
      waited[index] = 0;
    }
  };
}

function runDoha(): void {
  scene.runFrame<Swimmer>({
    always: [player],
    entities: school.swimmers,
    priority: ({ at }, age) => age * (isVisible(at) ? RARELY : 1),
    update: (entity, elapsed) =>
      entity === player ? player.update(elapsed) : school.update(entity, elapsed),
    smooth: ['at.x', 'at.y'],
  });
}

function drawn(): void {
  if (isOver) return;
  const now = performance.now();
  player.drawn(now);
  if (begin !== undefined) {
    gaps.push(now - last);
    visibleTime += (now - last) * school.visible;
  } else if (now >= from) {
    begin = { at: now, lived: livedTime() };
    school.visibleUpdates = 0;
    player.latencies.length = 0;
  }
  last = now;
  if (begin !== undefined && now >= begin.at + 1000 * seconds) leave(begin, now);
}

function leave({ at, lived }: { readonly at: number; readonly lived: number }, now: number): void {
  isOver = true;
  leaveReport({
    gaps,
    latencies: player.latencies,
    lived: (livedTime() - lived) / school.swimmers.length / (now - at),
    visibleRate: (1000 * school.visibleUpdates) / visibleTime,
  } satisfies SceneReport);
}

function livedTime(): number {
  return school.swimmers.reduce((sum, fish) => sum + fish.lived, 0);
}
