import { calibrate } from './calibrate.ts';
import { bindControls } from './controls.ts';
import type { Canvases } from './tunnel-renderer.ts';
import { element } from '../../lib/element.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { messageOf } from '../../lib/message-of.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { Play, rendererOf, type Versions } from './play.ts';
import { record } from '../measure/record.ts';
import { Recorder } from '../measure/recorder.ts';
import type { RecordedTime } from '../measure/recorded-time.ts';
import type { ThreadRecording } from '../measure/thread-recorder.ts';
import type { Calibration, Report } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import type { World } from '../../tandem/world/world.ts';

/** Options of the page. */
export interface PageOptions {
  /** The available versions. */
  readonly versions: (settings: RunSettings) => Versions;
  /** The recordings of all threads of the concurrent version, on the clock of the page, at the end of the run. */
  readonly others?: () => Promise<[ThreadRecording, ...ThreadRecording[]] | undefined>;
}

export interface RunSettings extends Settings {
  /** The recorded time; undefined if nothing is recorded. */
  readonly recorded: RecordedTime | undefined;
}

/** Opens the page with the settings in its address. */
export async function openPage(options: PageOptions): Promise<void> {
  try {
    await open(readSettings(location.search), options);
  } catch (error) {
    notify(messageOf(error));
    throw error;
  }
}

async function open(settings: Settings, { others, versions: versionsFor }: PageOptions): Promise<void> {
  const canvases: Canvases = {
    stage: element('stage', HTMLCanvasElement),
    strip: element('strip', HTMLCanvasElement),
  };
  document.body.dataset['draw'] = settings.draw;
  fitCanvases(canvases.stage, canvases.strip);

  const calibration = await calibrationFor(settings, canvases);
  if (settings.calibrate) return writeReport({ settings, enemies: 0, calibration, recording: undefined });

  const enemies = settings.enemies ?? calibration?.[settings.load] ?? 1;
  const { margin, phase, seconds } = settings;
  const recorded = seconds === undefined ? undefined : { seconds, margin };
  const versions = versionsFor({ ...settings, recorded });
  const play = new Play(versions, canvases, settings, enemies);
  canvases.stage.addEventListener('fitted', () => play.redraw());
  bindControls(play, versions, enemies, settings.load);
  if (recorded === undefined) return play.start();

  const recorder = new Recorder(play.world, recorded);
  const recording = await record({
    start: () => play.start(recorder),
    pause: () => play.pause(),
    recorder,
    others,
    phase,
  });
  writeReport({ settings, enemies, calibration, recording });
}

async function calibrationFor(settings: Settings, canvases: Canvases): Promise<Calibration | undefined> {
  if (settings.enemies !== undefined && !settings.calibrate) return undefined;
  notify('calibrating …');
  await nextFrame();
  const show = (world: World): Renderer | undefined =>
    rendererOf(world, settings.draw === 'canvas', canvases);
  const calibration = await calibrate({ seed: settings.seed, show });
  notify('');
  return calibration;
}

function writeReport(report: Omit<Report, 'isolated'>): void {
  (globalThis as { report?: Report }).report = { ...report, isolated: crossOriginIsolated };
}

function notify(text: string): void {
  const notice = element('notice', HTMLElement);
  notice.textContent = text;
  notice.hidden = text === '';
}
