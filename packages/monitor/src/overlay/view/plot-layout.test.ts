import { expect, test } from 'vitest';
import { Signal } from '../signals/signal.ts';
import { Timeline } from '../signals/timeline.ts';
import { PlotLayout } from './plot-layout.ts';

const timeline = new Timeline(10, 10, 0);

function signal(name: string, unit: string, ...values: readonly number[]): Signal {
  const created = new Signal(name, timeline, { unit, aggregate: 'last', smoothing: 0, isShown: true });
  for (const [period, value] of values.entries()) created.add(period, value);
  return created;
}

/** The names of the signals of each plot. */
function plots(layout: PlotLayout, signals: readonly Signal[], to = 3, isTogether = false): string[] {
  return layout
    .plotsOf(signals, 0, to, isTogether)
    .map(({ lines, unit }) => `${unit}: ${lines.map((line) => line.signal.name).join(', ')}`);
}

test('signals of a unit share a plot if their ranges are similar', () => {
  const signals = [
    signal('longest', 'ms', 5, 50, 6),
    signal('lateness', 'ms', 5, 7, 6),
    signal('age', 'ms', 500, 5000, 500),
    signal('drift', 'ms', -4000, 1, 1),
    signal('entities', 'entities', 3),
    signal('none', 'ms', 0, 0, 0),
  ];
  expect(plots(new PlotLayout(), signals)).toEqual([
    'ms: longest, lateness, none',
    'ms: age',
    'ms: drift',
    'entities: entities',
  ]);
  const all = signals.map(({ name }) => name).join(', ');
  expect(plots(new PlotLayout(), signals, 3, true)).toEqual([`: ${all}`]);
});

test('a signal with a spike keeps its own plot when the spike has passed', () => {
  const layout = new PlotLayout();
  const signals = [signal('longest', 'ms', 5, 6, 900), signal('lateness', 'ms', 5, 7, 6)];
  expect(plots(layout, signals, 2)).toEqual(['ms: longest, lateness']);
  expect(plots(layout, signals, 3)).toEqual(['ms: longest', 'ms: lateness']);
  expect(plots(layout, signals, 2)).toEqual(['ms: longest', 'ms: lateness']);
});

test('signals that are hidden or have no values have no plot', () => {
  const hidden = signal('hidden', 'ms', 5);
  hidden.settings.isShown = false;
  expect(plots(new PlotLayout(), [hidden, signal('empty', 'ms')])).toEqual([]);
  expect(plots(new PlotLayout(), [hidden], 3, true)).toEqual([]);
});
