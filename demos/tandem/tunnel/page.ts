import { calibrate } from './calibrate.ts';
import { bindControls } from './controls.ts';
import type { Canvases } from './tunnel-renderer.ts';
import { element } from '../element.ts';
import { fitCanvases } from '../fit-canvases.ts';
import type { Renderer } from '../draw/renderer.ts';
import { Play, rendererOf, type Versions } from './play.ts';
import { Recorder } from './recorder.ts';
import type { Calibration, Recording, Report } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import type { World } from '../world/world.ts';

/** Opens the page as its address says, with the versions that it has. */
export async function openPage(versions: Versions): Promise<void> {
  try {
    await open(versions, readSettings(location.search));
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function open(versions: Versions, settings: Settings): Promise<void> {
  const canvases: Canvases = {
    stage: element('stage', HTMLCanvasElement),
    strip: element('strip', HTMLCanvasElement),
  };
  document.body.dataset['draw'] = settings.draw;
  fitCanvases(canvases.stage, canvases.strip);

  const calibration = await calibrationFor(settings, canvases);
  if (settings.calibrate) return leaveReport({ settings, enemies: 0, calibration, recording: undefined });

  const enemies = settings.enemies ?? calibration?.[settings.load] ?? 1;
  const play = new Play(versions, canvases, settings, enemies);
  canvases.stage.addEventListener('fitted', () => play.redraw());
  bindControls(play, versions, enemies, settings.load);
  if (settings.seconds === undefined) return play.start();

  const recording = await record(play, settings, settings.seconds);
  leaveReport({ settings, enemies, calibration, recording });
}

async function calibrationFor(settings: Settings, canvases: Canvases): Promise<Calibration | undefined> {
  if (settings.enemies !== undefined && !settings.calibrate) return undefined;
  notify('calibrating …');
  await nextPicture();
  const show = (world: World): Renderer => rendererOf(world, settings.draw === 'canvas', canvases);
  const calibration = await calibrate({ seed: settings.seed, show });
  notify('');
  return calibration;
}

/** Plays for so many seconds, from `phase` ms after a picture of the display, and writes down what happens. */
async function record(play: Play, { phase, warmup }: Settings, seconds: number): Promise<Recording> {
  const recorder = new Recorder({ world: play.world, seconds, warmup });
  const press = (event: KeyboardEvent): void => recorder.pressed(event.timeStamp, performance.now());
  addEventListener('keydown', press, { capture: true });
  const picture = await nextPicture();
  await delay(phase);
  const started = performance.now();
  play.start(recorder);
  await Promise.all([delay(seconds * 1000), recorder.ended]);
  play.pause();
  removeEventListener('keydown', press, { capture: true });
  return recorder.finish(started - picture);
}

function leaveReport(report: Omit<Report, 'isolated'>): void {
  (globalThis as { report?: Report }).report = { ...report, isolated: crossOriginIsolated };
}

function notify(text: string): void {
  const notice = element('notice', HTMLElement);
  notice.textContent = text;
  notice.hidden = text === '';
}

function nextPicture(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
