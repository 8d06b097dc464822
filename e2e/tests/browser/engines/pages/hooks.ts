// Components with the hooks of `@doha/engines/react`, for a build of React for development: only there StrictMode runs effects twice.
import { performReactRefresh, register } from './hot-reload.ts';
import { usePrioritized, useEventLoop } from '@doha/engines/react';
import { type EventLoop, everyFrame, Timer } from '@doha/loop';
import { Activity, createElement, type ReactNode, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const items = Array.from({ length: 300 }, (_, i) => i);

/** The state of the page, for the test. */
const state = {
  /** All loops that `useEventLoop` has created. */
  loops: [] as EventLoop[],
  /** Frames that were drawn with the canvas of the component. */
  drawn: 0,
  /** Frames without a canvas, or on a disposed loop. */
  badFrames: 0,
  /** Loops that an effect has found in the ref. */
  inEffects: [] as (EventLoop | null)[],
  /** Items in the order of their computation. */
  computed: [] as number[],
  failures: [] as string[],
  /** Timers that fired on the loop of a button. */
  fired: 0,
};

/** The computation of this item throws. */
const failing = 299;

function createGame(text: string): () => ReactNode {
  return function Game() {
    const canvas = useRef<HTMLCanvasElement>(null);
    const loop = useEventLoop((created) => {
      state.loops.push(created);
      everyFrame(created, {
        simulate: { tick() {} },
        draw: () => {
          if (canvas.current === null || created.disposed) state.badFrames++;
          else state.drawn++;
        },
      });
    });
    useEffect(() => {
      state.inEffects.push(loop.current);
    }, []);
    const fire = (): void => loop.current?.submit(new Timer(() => state.fired++, { after: 1 }));
    return createElement(
      'div',
      {},
      createElement('canvas', { ref: canvas }),
      createElement('button', { onClick: fire }, text),
    );
  };
}

function* compute(item: number): Generator<void, string> {
  const end = performance.now() + 1;
  while (performance.now() < end);
  yield;
  if (item === failing) throw new Error('no square');
  state.computed.push(item);
  return `${item}²=${item * item}`;
}

/** The list has a number of its own, which a hot reload must not lose. */
function List() {
  const [middle, setMiddle] = useState(150);
  const results = usePrioritized(items, compute, {
    priority: (item) => -Math.abs(item - middle),
    onError: (error) => state.failures.push(String(error)),
  });
  const shown = items.filter((item) => results.has(item));
  return createElement(
    'ol',
    { onClick: () => setMiddle(10), 'data-middle': middle },
    shown.map((item) => createElement('li', { key: item }, results.get(item))),
  );
}

let Game = createGame('first');
register(Game, 'Game');
register(List, 'List');
const root = createRoot(document.body.appendChild(document.createElement('main')));

const actions = {
  show: (mode: 'visible' | 'hidden'): void =>
    root.render(
      createElement(
        StrictMode,
        {},
        createElement(Activity, {
          mode,
          children: [createElement(Game, { key: 'game' }), createElement(List, { key: 'list' })],
        }),
      ),
    ),
  remove: (): void => root.render(null),
  /** Replaces both components, as a bundler does after their file was saved. */
  reload: (): void => {
    Game = createGame('second');
    register(Game, 'Game');
    performReactRefresh();
  },
};

Object.assign(globalThis, { state, actions });

export type State = typeof state;
export type Actions = typeof actions;
