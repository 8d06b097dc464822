export { EngineFrame, type Engine } from './frame/engine-frame.ts';
export type { EngineFrameOptions, EngineOptions } from './frame/engine-frame-options.ts';
export type { NumberName } from './frame/number-name.ts';
