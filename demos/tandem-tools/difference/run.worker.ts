import { LevelPlay } from '../../tandem/app/level-play.ts';
import type { Version } from '../../tandem/game/game.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import type { Command, Shown, Vitals } from './messages.ts';
import { overloadedLevel } from './overloaded-level.ts';
import { VitalsMeter } from './vitals-meter.ts';

// Runs the level in one version, in its own thread.

const versions: Readonly<Record<Shown, Version>> = { monolithic, adaptive };
const reportPeriod = 250;
// The global scope of a worker has the same messaging methods as `Worker`.
const thread = self as unknown as Worker;

thread.addEventListener(
  'message',
  ({ data }: MessageEvent<Command>) => {
    if (data.type === 'open') open(data.canvas, versions[data.version]);
  },
  { once: true },
);

function open(canvas: OffscreenCanvas, version: Version): void {
  const steering = new Steering();
  let meter!: VitalsMeter;
  const play = new LevelPlay({
    level: overloadedLevel(),
    seed: 1,
    canvas,
    steering,
    readDevices: () => {},
    shake: 0.5,
    onEvent: () => {},
    playNote: () => {},
    watch: (world) => (meter = new VitalsMeter(world)),
  });
  thread.addEventListener('message', ({ data }: MessageEvent<Command>) => {
    if (data.type === 'go') {
      meter.resume(performance.now());
      play.start(version);
    }
    if (data.type === 'pause') {
      play.pause();
      meter.suspend(performance.now());
    }
    if (data.type === 'resize') {
      Object.assign(canvas, { width: data.width, height: data.height });
      play.redraw();
    }
    if (data.type !== 'hold') return;
    steering.hold('page', ...data.held);
    meter.pressed(data.at - performance.timeOrigin);
  });
  setInterval(() => {
    if (play.isRunning) thread.postMessage(meter.take(performance.now()) satisfies Vitals);
  }, reportPeriod);
  play.redraw();
}
