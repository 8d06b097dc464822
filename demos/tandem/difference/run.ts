import { LevelPlay } from '../app/level-play.ts';
import { element } from '../element.ts';
import { fitCanvases } from '../fit-canvases.ts';
import type { Version } from '../game.ts';
import { Steering } from '../input/steering.ts';
import { start as adaptive } from '../versions/adaptive.ts';
import { start as monolithic } from '../versions/monolithic.ts';
import type { VersionName } from '../versions/names.ts';
import { overloadedLevel } from './overloaded-level.ts';
import type { Order, Word } from './messages.ts';
import { VitalSigns } from './vital-signs.ts';

// A frame of the page: the level in one version, told what to do by messages.

const versions: Readonly<Partial<Record<VersionName, Version>>> = { monolithic, adaptive };
const name = new URLSearchParams(location.search).get('version') === 'monolithic' ? 'monolithic' : 'adaptive';
const tellEvery = 250;

const stage = element('stage', HTMLCanvasElement);
const steering = new Steering();
fitCanvases(stage);

let signs!: VitalSigns;
const play = new LevelPlay({
  level: overloadedLevel(),
  seed: 1,
  canvas: stage,
  steering,
  readDevices: () => {},
  shake: 0.5,
  tell: () => {},
  playNote: () => {},
  watch: (world) => (signs = new VitalSigns(world)),
});

addEventListener('message', ({ data, source }: MessageEvent<Order>) => {
  if (source !== parent) return;
  if (data.what === 'go') play.start(versions[name]!);
  if (data.what === 'rest') {
    play.pause();
    signs.rest();
  }
  if (data.what !== 'hold') return;
  steering.hold('page', ...data.held);
  signs.pressed(data.at - performance.timeOrigin);
});
stage.addEventListener('fitted', () => play.redraw());
setInterval(() => {
  if (play.isRunning) tell({ what: 'vitals', version: name, vitals: signs.take(performance.now()) });
}, tellEvery);
play.redraw();
tell({ what: 'ready', version: name });

function tell(word: Word): void {
  parent.postMessage(word, location.origin);
}
