export { loadOf, type LoadOptions } from './benchmark/load-of.ts';
export type { Load, LoadFigures, Quantiles, TaskLoad, TimerLoad, WindowLoad } from './benchmark/load.ts';
export { startBenchmark, type BenchmarkOptions } from './benchmark/start-benchmark.ts';
export type { Divergence } from './replay/divergence.ts';
export { type Log, type LogSink, MemoryLog } from './replay/log-sink.ts';
export { RecordedSession, type RecordedSessionOptions } from './replay/recorded-session.ts';
export { Replay, type ReplayOptions, type ReplayRunOptions } from './replay/replay.ts';
export type { Program, Session } from './replay/session.ts';
