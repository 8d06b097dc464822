export type { Overlay } from './overlay/overlay.ts';
export type { OverlayOptions, ViewName } from './overlay/overlay-options.ts';
export type { ParameterOptions, ParameterValue } from './overlay/parameters/parameter.ts';
export { showOverlay } from './overlay/show-overlay.ts';
export type { Aggregate } from './overlay/signals/aggregate.ts';
export type { SignalSettings } from './overlay/signals/signal.ts';
export type { TriggerSettings } from './overlay/signals/trigger.ts';
