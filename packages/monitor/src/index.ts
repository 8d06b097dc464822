export { type HistogramBucket, LogHistogram } from './histogram/log-histogram.ts';
export type { Followed, Follower, ThreadRecords } from './recording/follower.ts';
export { named } from './recording/named.ts';
export { Recorder, type RecorderOptions } from './recording/recorder.ts';
export { Recording, type Period, type RecordingData } from './recording/recording.ts';
export type {
  DropEvent,
  RecordedEvent,
  SignalEvent,
  SpanEvent,
  TaskEvent,
  TimerEvent,
  TurnEvent,
  WindowEvent,
} from './recording/recorded-event.ts';
export { traceEvents, type TraceEvent, type TraceFile } from './trace/trace-events.ts';
export { perfettoTrace } from './trace/perfetto-trace.ts';
