import { checkKind } from '@doha/loop/options';
import type { Followed } from '../recording/follower.ts';
import { Overlay } from './overlay.ts';
import { completeOptions, type OverlayOptions } from './overlay-options.ts';

/**
 * Shows an overlay in the page: signals over time, histograms, a lane for each thread, rates by priority, writable parameters, and recordings. `followed`: the recorder
 * of this thread, or another source of records. Its times must be those of `performance`.
 *
 * Throws a TypeError or RangeError if an argument is invalid, and an Error if there is no page.
 */
export function showOverlay(followed: Followed, options: OverlayOptions = {}): Overlay {
  const { follow, recording } = (followed ?? {}) as Partial<Followed>;
  checkKind(
    'showOverlay: followed',
    typeof follow === 'function' && typeof recording === 'function',
    'a Recorder, or an object with the methods follow and recording',
    followed,
  );
  const complete = completeOptions(options);
  if (typeof document === 'undefined')
    throw new Error('showOverlay: must be called in a page, not in a worker or in Node');
  return new Overlay(followed, complete);
}
