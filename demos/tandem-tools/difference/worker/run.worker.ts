import type { Version } from '../../../tandem/game/game.ts';
import { start as adaptive } from '../../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../../tandem/versions/monolithic.ts';
import { LoopRunner } from './loop-runner.ts';
import type { Command, Message, OpenCommand, Report, Shown } from '../messages.ts';

// Runs the game in one loop, in its own thread.

const versions: Readonly<Record<Shown, Version>> = { monolithic, adaptive };
// The global scope of a worker has the same messaging methods as `Worker`.
const thread = self as unknown as Worker;

thread.addEventListener(
  'message',
  ({ data }: MessageEvent<Command>) => {
    if (data.type === 'open') open(data);
  },
  { once: true },
);

function open({ canvas, enemies, version }: OpenCommand): void {
  const report = (one: Report): void => thread.postMessage(one satisfies Message);
  const runner = new LoopRunner({ canvas, enemies, version: versions[version], report });
  const ownTime = (time: number): number => time - performance.timeOrigin;
  thread.addEventListener('message', ({ data }: MessageEvent<Command>) => {
    if (data.type === 'start') runner.start(data);
    if (data.type === 'pause') runner.pause();
    if (data.type === 'resume') runner.resume();
    if (data.type === 'resize') runner.resize(data.width, data.height);
    if (data.type === 'hold') runner.hold(data.held, ownTime(data.at));
    if (data.type === 'replay') runner.replay(ownTime(data.from), data.period);
  });
  thread.postMessage({ type: 'ready' } satisfies Message);
}
