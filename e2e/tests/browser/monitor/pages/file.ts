import { EventLoop, Task } from '@doha/loop';
import { named, Recorder } from '@doha/monitor';
import { readRecording, type RecordingFile, RecordingWriter } from '@doha/monitor/file';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

/** The report of a page that streams its recorder to files. */
export interface FileReport {
  readonly recorded: number;
  /** For each kind of file: the events that were read with the same times and names as they were recorded. */
  readonly equal: Readonly<Record<string, number>>;
  readonly complete: Readonly<Record<string, boolean>>;
  /** Whether a file without its second half was read up to a whole chunk, with and without compression. */
  readonly readCut: readonly boolean[];
}

const recorder = new Recorder();
const loop = new EventLoop({ host: performance, probe: recorder.loop() });
const follower = recorder.follow();

/** Collects the compressed bytes of a stream. */
const gzip = new CompressionStream('gzip');
const compressed = new Response(gzip.readable).arrayBuffer();
const gzipWriter = gzip.writable.getWriter();
const parts: BlobPart[] = [];
const stored = await storedFile();
const sinks = {
  memory: (bytes: Uint8Array<ArrayBuffer>) => parts.push(bytes),
  compressed: (bytes: Uint8Array<ArrayBuffer>) => gzipWriter.write(bytes),
  ...(stored && { stored: (bytes: Uint8Array<ArrayBuffer>) => stored.stream.write(bytes) }),
};
const writers = Object.values(sinks).map(
  (sink) => new RecordingWriter(sink, { origin: performance.timeOrigin, metadata: 'a page' }),
);
for (let frame = 0; frame < 40; frame++) {
  for (let i = 0; i < 250; i++)
    loop.submit(new Task(named(`task ${i % 7}`, () => Math.hypot(i, frame))), 1 / (i + 3));
  loop.run({ budget: 1e9 });
  const batches = follower.take();
  for (const writer of writers) writer.records(batches);
  await Promise.resolve();
}
await Promise.all(writers.map((writer) => writer.close()));
await gzipWriter.close();
await stored?.stream.close();

const { events } = recorder.recording();
const bytes: Record<string, Uint8Array> = {
  memory: new Uint8Array(await new Blob(parts).arrayBuffer()),
  compressed: new Uint8Array(await compressed),
  ...(stored && { stored: new Uint8Array(await (await stored.handle.getFile()).arrayBuffer()) }),
};
const files: [string, RecordingFile][] = [];
for (const [kind, ofKind] of Object.entries(bytes)) files.push([kind, await readRecording(ofKind)]);
const cut = [bytes['memory']!, bytes['compressed']!].map((whole) => whole.subarray(0, whole.length / 2));
leaveReport<FileReport>({
  recorded: events.length,
  equal: Object.fromEntries(files.map(([kind, { recording }]) => [kind, equalEvents(recording.events)])),
  complete: Object.fromEntries(files.map(([kind, { isComplete }]) => [kind, isComplete])),
  readCut: await Promise.all(
    cut.map(async (part) => {
      const { isComplete, recording } = await readRecording(part);
      return !isComplete && recording.events.length > 0 && recording.events.length < events.length;
    }),
  ),
});

function equalEvents(read: RecordingFile['recording']['events']): number {
  return read.filter(({ end, name, start }, i) => {
    const event = events[i];
    return event?.name === name && event.start === start && event.end === end;
  }).length;
}

/** A file in the private file system of the page; undefined in browsers whose pages cannot write one. */
async function storedFile(): Promise<
  { handle: FileSystemFileHandle; stream: FileSystemWritableFileStream } | undefined
> {
  // WebKitGTK has no files at all.
  const { FileSystemFileHandle: Handle } = globalThis as {
    FileSystemFileHandle?: typeof FileSystemFileHandle;
  };
  if (Handle === undefined || !('createWritable' in Handle.prototype)) return undefined;
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle('recording.doha', { create: true });
  return { handle, stream: await handle.createWritable() };
}
