import type { Browser, CDPSession } from '@playwright/test';

/** Times in ms during which the page's thread could not run the loop: frames, raster, garbage collection, and the time after a key. */
export interface HostTasks {
  readonly start: number[];
  readonly end: number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** The name of a mark that the page sets. It relates the clock of the trace to the clock of the page. */
export const syncMark = 'doha-sync';

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  'blink.user_timing',
  '__metadata',
];

/** Records a trace of the browser. The returned function ends the trace and returns the host tasks of the page's thread. */
export async function traceHostTasks(browser: Browser): Promise<(syncedAt: number) => Promise<HostTasks>> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      traceBufferSizeInKb: 400_000,
      excludedCategories: ['*'],
      includedCategories: categories,
    },
  });
  return async (syncedAt) => hostTasks(await endTrace(session), syncedAt);
}

async function endTrace(session: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Tasks with script of the page outside of frames are the loop's. All other tasks and all garbage collections are the host's. */
export function hostTasks(events: readonly TraceEvent[], syncedAt: number): HostTasks {
  const sync = events.find(({ name }) => name === syncMark);
  if (sync === undefined) throw new Error(`Read the trace: it must have the page's mark ${syncMark}`);
  const thread = events
    .filter(
      ({ pid, tid, ph, dur }) => pid === sync.pid && tid === sync.tid && ph === 'X' && dur !== undefined,
    )
    .toSorted((a, b) => a.ts - b.ts);
  const spans: Span[] = [];
  const frames = thread.filter(({ name }) => name === 'FireAnimationFrame');
  const calls = thread.filter(({ name }) => name === 'FunctionCall');
  let frame = 0;
  let call = 0;
  for (const event of thread) {
    const start = event.ts;
    const end = start + (event.dur ?? 0);
    if (isGarbageCollection(event.name)) spans.push({ start, end });
    if (event.name !== 'RunTask') continue;
    while (frame < frames.length && frames[frame]!.ts < start) frame++;
    while (call < calls.length && calls[call]!.ts < start) call++;
    const hasFrame = frame < frames.length && frames[frame]!.ts < end;
    const hasCall = call < calls.length && calls[call]!.ts < end;
    if (hasFrame || !hasCall) spans.push({ start, end });
  }
  spans.push(...delaysAfterKeys(thread, frames));
  const toMs = (ts: number): number => (ts - sync.ts) / 1000 + syncedAt;
  const merged = withoutGaps(spans.map(({ start, end }) => ({ start: toMs(start), end: toMs(end) })));
  return { start: merged.map(({ start }) => start), end: merged.map(({ end }) => end) };
}

/**
 * The times from a key event to the next frame. Chromium then runs no tasks of the page: neither messages nor timeouts, nor urgent tasks of
 * `scheduler.postTask`.
 */
function delaysAfterKeys(thread: readonly TraceEvent[], frames: readonly TraceEvent[]): Span[] {
  const keys = thread.filter(
    ({ name, args }) => name === 'EventDispatch' && keyEvents.has(args?.data?.type ?? ''),
  );
  let frame = 0;
  return keys.flatMap((key) => {
    const start = key.ts + (key.dur ?? 0);
    while (frame < frames.length && frames[frame]!.ts < start) frame++;
    return frame < frames.length ? [{ start, end: frames[frame]!.ts }] : [];
  });
}

const keyEvents: ReadonlySet<string> = new Set(['keydown', 'keyup']);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** In ms. The loop had no turn between two host tasks that are closer together than this. */
const shortestTurn = 0.05;

/** Merges successive tasks, because they delay the loop like a single one. */
function withoutGaps(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end + shortestTurn) merged.push({ start, end });
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return merged;
}

function isGarbageCollection(name: string): boolean {
  return name === 'MinorGC' || name === 'MajorGC' || name.startsWith('V8.GC');
}
