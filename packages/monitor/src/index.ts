export { type HistogramBucket, LogHistogram } from './histogram/log-histogram.ts';
export type { Followed, Follower, ThreadRecords } from './recording/follower.ts';
export { named } from './recording/named.ts';
export { Recorder, type RecorderOptions } from './recording/recorder.ts';
export { Recording, type Period } from './recording/recording.ts';
export type { RecordingData } from './recording/recording-data.ts';
export type {
  DropEvent,
  MessageEvent,
  ReceiptEvent,
  RecordedEvent,
  RemoteEvent,
  SignalEvent,
  SpanEvent,
  TaskEvent,
  TimerEvent,
  TurnEvent,
  WindowEvent,
} from './recording/recorded-event.ts';
export type { WorkEvent } from './recording/work-event.ts';
export { traceEvents, type TraceEvent, type TraceFile } from './trace/trace-events.ts';
export { perfettoTrace } from './trace/perfetto-trace.ts';
export {
  Collector,
  type CollectOptions,
  type CollectorOptions,
  type PoolOptions,
} from './threads/collector.ts';
export { serveRecorder, type ServeOptions } from './threads/serve-recorder.ts';
export { byteChannel, type ByteChannel } from './threads/byte-channel.ts';
export type { Channel, NodeChannel } from './threads/channel.ts';
export type { CollectedThreadInfo } from './threads/collected-thread.ts';
export type { RecordedPool } from './threads/pool-channels.ts';
export { showTracks, type TracksOptions } from './tracks/show-tracks.ts';
export type { CallbackEvent, LongScript, LongSection } from './sections/long-section.ts';
export { watchLongSections, type LongSectionsOptions } from './sections/watch-long-sections.ts';
