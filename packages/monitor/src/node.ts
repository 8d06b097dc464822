export type { StackFrame } from './main-thread/heartbeat-program.ts';
export {
  type MainThreadOptions,
  type MainThreadSection,
  watchMainThread,
} from './main-thread/watch-main-thread.ts';
export type { CallbackEvent } from './sections/long-section.ts';
