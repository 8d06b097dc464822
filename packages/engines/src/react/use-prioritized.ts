import type { EventLoopOptions } from '@doha/loop';
import { checkCallback, checkKind, checkOptions } from '@doha/loop/options';
import { type DependencyList, startTransition, useMemo, useRef, useState } from 'react';
import { type KeptResult, ResultQueue } from './result-queue.ts';
import { useMountEffect } from './use-mount-effect.ts';

/** Options of {@link usePrioritized}. */
export interface PrioritizedOptions<Item> {
  /**
   * Returns the importance of the result of `item` now, as a finite number: the highest is computed first. The waiting items are ranked again when this
   * function or the list of items is another one than in the last render. Default: the order of the list.
   */
  priority?: ((item: Item) => number) | undefined;
  /** Values that `compute` uses besides the item, as in `useMemo`. If one of them changes, all results are computed again. Default: none. */
  deps?: DependencyList | undefined;
  /** Receives errors of `compute` and `priority`. Default: errors become uncaught exceptions. */
  onError?: EventLoopOptions['onError'];
}

const NAMES = [
  'priority',
  'deps',
  'onError',
] as const satisfies readonly (keyof PrioritizedOptions<unknown>)[];
const NO_DEPS: DependencyList = [];

/**
 * Computes a result for each item in an event loop, by priority, and renders the results in batches as they come. Rendering is a transition, so that React
 * handles input first.
 *
 * `compute` returns the result of an item. If it takes more than some ms, let it be a generator function, whose last value is the result: more important
 * items and input come first at each `yield`. If `compute` throws, the item has no result.
 *
 * Returns the results that are ready. An item that left the list can be among them until the next batch. After a change of `deps`, the former result of an
 * item stays until the new one is ready. Throws a TypeError if `compute` or an option is invalid.
 */
export function usePrioritized<Item, Result>(
  items: Iterable<Item>,
  compute: (item: Item) => Result | Generator<unknown, Result>,
  options: PrioritizedOptions<Item> = {},
): ReadonlyMap<Item, Result> {
  checkKind('usePrioritized: compute', typeof compute === 'function', 'a function', compute);
  checkOptions('usePrioritized', options, NAMES);
  const { deps = NO_DEPS, onError, priority } = options;
  if (priority !== undefined) checkCallback('usePrioritized: priority', priority);
  if (onError !== undefined) checkCallback('usePrioritized: onError', onError);

  const [results, setResults] = useState<ReadonlyMap<Item, Result>>(() => new Map());
  const kept = useRef(new Map<Item, KeptResult<Result>>()); // outlives the queue
  const queue = useRef<ResultQueue<Item, Result>>(null);
  const handler = useRef(onError);
  const rendered = useRef(results);
  const version = useMemo(() => ({}), deps);

  useMountEffect(() => {
    const created = new ResultQueue<Item, Result>({
      kept: kept.current,
      loop: {
        onError: (error, source) => {
          if (handler.current === undefined) throw error; // becomes an uncaught exception
          return handler.current(error, source);
        },
      },
      publish: (ready) => startTransition(() => setResults(ready)),
    });
    queue.current = created;
    return () => created.dispose();
  }, []);
  useMountEffect(() => {
    queue.current!.compute = compute;
    handler.current = onError;
  });
  useMountEffect(() => {
    const isBatch = results !== rendered.current; // not a change by the application
    queue.current!.request({ items, version, priority, isBatch });
  }, [items, priority, version]);
  useMountEffect(() => {
    rendered.current = results;
    queue.current!.published();
  }, [results]);
  return results;
}
