import { expect, test } from 'vitest';
import { checkedSignal, checkedTrigger, checkParameter } from './checks.ts';
import { completeOptions, type OverlayOptions } from './overlay-options.ts';
import { showOverlay } from './show-overlay.ts';
import { Recorder } from '../recording/recorder.ts';

test('absent and undefined options have their defaults', () => {
  expect(completeOptions({ rate: undefined, key: null })).toEqual({
    name: 'Monitor',
    key: null,
    rate: 10,
    history: 60,
    delay: 200,
    isShown: true,
    view: 'signals',
  });
});

test.each<[keyof OverlayOptions, unknown]>([
  ['name', ''],
  ['name', 3],
  ['key', ''],
  ['rate', 0.5],
  ['rate', 61],
  ['rate', '10'],
  ['history', 0],
  ['history', NaN],
  ['delay', -1],
  ['isShown', 1],
  ['view', 'plots'],
])('the option %s must not be %o', (name, value) => {
  expect(() => completeOptions({ [name]: value })).toThrow(`showOverlay: ${name} must be`);
});

test('an overlay needs a source of records and a page', () => {
  expect(() => showOverlay({} as never)).toThrow('showOverlay: followed must be a Recorder');
  expect(() => showOverlay(null as never)).toThrow(TypeError);
  expect(() => showOverlay(new Recorder(), null as never)).toThrow('showOverlay: options must be an object');
  expect(() => showOverlay(new Recorder())).toThrow('must be called in a page');
});

test('settings of signals and triggers are checked, and undefined ones are left out', () => {
  expect(checkedSignal('signal n', { unit: undefined, smoothing: 0.5 })).toEqual({ smoothing: 0.5 });
  expect(() => checkedSignal('signal n', { smoothing: 1 })).toThrow('signal n: smoothing must be');
  expect(() => checkedSignal('signal n', { aggregate: 'median' as never })).toThrow('got');
  expect(() => checkedSignal('signal n', { unit: 1 as never })).toThrow(TypeError);
  expect(checkedTrigger({ level: 2, edge: undefined })).toEqual({ level: 2 });
  expect(() => checkedTrigger({ level: Infinity })).toThrow(RangeError);
  expect(() => checkedTrigger({ mode: 'twice' as never })).toThrow('trigger: mode must be one of once, auto');
  expect(() => checkedTrigger({ delay: -1 })).toThrow(RangeError);
});

test('options of parameters are checked', () => {
  const valid = { get: () => 1, set: () => {} };
  expect(() => checkParameter('n', valid)).not.toThrow();
  expect(() => checkParameter('', valid)).toThrow(TypeError);
  expect(() => checkParameter('n', { ...valid, get: 1 as never })).toThrow(
    'parameter n: get must be a function',
  );
  expect(() => checkParameter('n', { ...valid, min: 2, max: 1 })).toThrow('parameter n: max');
  expect(() => checkParameter('n', { ...valid, step: 0 })).toThrow('parameter n: step');
  expect(() => checkParameter('n', { ...valid, options: [] })).toThrow('parameter n: options');
});
