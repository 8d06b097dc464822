import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import { eventsOf } from '../recording/events-of.ts';
import { checkFollowed, type Followed } from '../recording/follower.ts';
import { guardedFollower } from '../recording/guarded-follower.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { unref } from '../callbacks/unref.ts';
import { drawnEvents } from '../trace/drawn-events.ts';
import { labelOf } from '../trace/lanes.ts';

/** Options of {@link showTracks}. An option that is `undefined` counts as absent. */
export interface TracksOptions {
  /** Time in ms between two looks at the records, 1 to 10,000. Default 100. */
  interval?: number | undefined;
  /** Name of the group of tracks in DevTools. Default 'DOHA'. */
  group?: string | undefined;
}

/** `console.timeStamp` with the parameters that Chromium has had since version 134. Times are in ms on the clock of `performance`. */
type TimeStamp = (
  label: string,
  start: number,
  end: number,
  track: string,
  group: string,
  color: string,
) => void;

/** The first version of Chromium whose `console.timeStamp` draws on tracks. */
const firstVersion = 134;

/**
 * Draws events on tracks of the Performance panel of Chromium's DevTools while the program runs, by `console.timeStamp`. They are visible in recordings of that
 * panel. `followed`: a recorder or a collector whose clock is `performance`. Returns a function that stops the drawing. In other browsers and in Node
 * `showTracks` has no effect. Throws a TypeError or RangeError if an argument is invalid.
 */
export function showTracks(followed: Followed, options: TracksOptions = {}): () => void {
  checkFollowed('showTracks: followed', followed);
  checkOptions('showTracks', options, ['group', 'interval'] satisfies readonly (keyof TracksOptions)[]);
  const { group = 'DOHA', interval = 100 } = options;
  checkKind('showTracks: group', typeof group === 'string', 'a string', group);
  checkNumber('showTracks: interval', interval, { min: 1, max: 10_000 });
  if (!canShowTracks()) return () => {};
  const follower = guardedFollower(followed);
  const draw = (): void => {
    for (const records of follower.take())
      for (const event of drawnEvents(eventsOf(records))) drawEvent(event, group);
  };
  const timer = setInterval(draw, interval);
  unref(timer);
  return () => {
    clearInterval(timer);
    draw();
  };
}

/** Whether `console.timeStamp` draws on tracks. Other browsers ignore its further parameters, which cannot be seen from outside, so the version decides. */
function canShowTracks(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  const version = /Chrome\/(\d+)/.exec(navigator?.userAgent ?? '')?.[1];
  return Number(version) >= firstVersion;
}

function drawEvent(event: RecordedEvent, group: string): void {
  if (event.kind === 'signal') return; // tracks show no numbers
  const { end, kind, name, start, thread } = event;
  const track = kind === 'drop' ? `${thread}: dropped` : labelOf(event);
  // Called as a method: the function of some browsers needs the console.
  (console as unknown as { timeStamp: TimeStamp }).timeStamp(name, start, end, track, group, colorOf(kind));
}

/** Colors that DevTools knows. */
function colorOf(kind: RecordedEvent['kind']): string {
  if (kind === 'task' || kind === 'remote' || kind === 'message') return 'primary';
  if (kind === 'timer') return 'tertiary';
  return kind === 'drop' ? 'warning' : 'secondary-light';
}
