import { EventLoop, type EventLoopOptions } from '@doha/loop';
import { checkCallback } from '@doha/loop/options';
import { type RefObject, useRef } from 'react';
import { useMountEffect } from './use-mount-effect.ts';

/**
 * Creates an event loop when the component is mounted, and disposes it when the component is unmounted. React also does both in other cases: twice at the
 * first mount in StrictMode, after a hot reload, and when an `<Activity>` is hidden and shown. Each time there is a new loop, and `begin` is called with it.
 *
 * `begin` submits the first work, such as `everyFrame`. It may return a function, which is called before the loop is disposed. Default: no work.
 * `options` are those of the `EventLoop`. Both parameters are read when a loop is created.
 *
 * Returns a ref to the loop for event handlers and for effects that follow in the component. It is null while the component is not mounted.
 */
export function useEventLoop(
  begin?: (loop: EventLoop) => void | (() => void),
  options?: EventLoopOptions,
): RefObject<EventLoop | null> {
  if (begin !== undefined) checkCallback('useEventLoop: begin', begin);
  const ref = useRef<EventLoop>(null);
  useMountEffect(() => {
    const loop = new EventLoop(options);
    ref.current = loop;
    let end: void | (() => void);
    const dispose = (): void => {
      ref.current = null;
      try {
        end?.();
      } finally {
        loop.dispose();
      }
    };
    try {
      end = begin?.(loop);
    } catch (error) {
      dispose(); // React does not clean up an effect that throws
      throw error;
    }
    return dispose;
  }, []);
  return ref;
}
