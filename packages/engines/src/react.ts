export { useEventLoop } from './react/use-event-loop.ts';
export { usePrioritized, type PrioritizedOptions } from './react/use-prioritized.ts';
