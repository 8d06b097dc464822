import { EventLoop, Task } from '@doha/loop';
import { type LongScript, type LongSection, named, Recorder, watchLongSections } from '@doha/monitor';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

/** The report of a page with long sections. */
export interface SectionsReport {
  /** Whether the browser has long-animation-frame entries. */
  readonly hasEntries: boolean;
  /** Sections with a long callback of the loop. */
  readonly ofLoop: readonly LongSection[];
  /** Long scripts in sections without callbacks. */
  readonly otherScripts: readonly LongScript[];
}

const recorder = new Recorder();
const loop = new EventLoop({ probe: recorder.loop() });
const sections: LongSection[] = [];
const hasEntries =
  typeof PerformanceObserver === 'function' &&
  PerformanceObserver.supportedEntryTypes.includes('long-animation-frame');

await nextFrame();
const stop = watchLongSections(recorder, { found: (section) => sections.push(section) });
loop.submit(new Task(named('find path', () => occupy(200))), 1);
await until(() => ofLoop().length > 0);
setTimeout(() => {
  occupy(200);
  document.body.append('level'); // so that the frame is rendered
});
if (hasEntries) await until(() => otherScripts().some(({ invoker }) => invoker.includes('setTimeout')));
stop();
leaveReport<SectionsReport>({ hasEntries, ofLoop: ofLoop(), otherScripts: otherScripts() });

function ofLoop(): readonly LongSection[] {
  return sections.filter(({ callbacks }) => callbacks.some(({ name }) => name === 'find path'));
}

function otherScripts(): readonly LongScript[] {
  const others = sections.filter(({ callbacks }) => callbacks.length === 0);
  return others.flatMap(({ scripts }) => scripts).filter(({ duration }) => duration >= 200);
}

/** Occupies the thread for a time in ms. */
function occupy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function nextFrame(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
