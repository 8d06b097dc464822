import { LevelPlay } from '../../tandem/app/level-play.ts';
import type { Version } from '../../tandem/game/game.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import type { Order, Shown, Vitals } from './messages.ts';
import { overloadedLevel } from './overloaded-level.ts';
import { VitalSigns } from './vital-signs.ts';

// The level in one version, in a thread of its own.

const versions: Readonly<Record<Shown, Version>> = { monolithic, adaptive };
const tellEvery = 250;
// Both ends of a worker have the same interface.
const thread = self as unknown as Worker;

thread.addEventListener(
  'message',
  ({ data }: MessageEvent<Order>) => {
    if (data.what === 'open') open(data.canvas, versions[data.version]);
  },
  { once: true },
);

function open(canvas: OffscreenCanvas, version: Version): void {
  const steering = new Steering();
  let signs!: VitalSigns;
  const play = new LevelPlay({
    level: overloadedLevel(),
    seed: 1,
    canvas,
    steering,
    readDevices: () => {},
    shake: 0.5,
    tell: () => {},
    playNote: () => {},
    watch: (world) => (signs = new VitalSigns(world)),
  });
  thread.addEventListener('message', ({ data }: MessageEvent<Order>) => {
    if (data.what === 'go') {
      signs.goOn(performance.now());
      play.start(version);
    }
    if (data.what === 'rest') {
      play.pause();
      signs.rest(performance.now());
    }
    if (data.what === 'resize') {
      Object.assign(canvas, { width: data.width, height: data.height });
      play.redraw();
    }
    if (data.what !== 'hold') return;
    steering.hold('page', ...data.held);
    signs.pressed(data.at - performance.timeOrigin);
  });
  setInterval(() => {
    if (play.isRunning) thread.postMessage(signs.take(performance.now()) satisfies Vitals);
  }, tellEvery);
  play.redraw();
}
