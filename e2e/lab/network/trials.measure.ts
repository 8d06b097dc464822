import { test } from '@playwright/test';
import { trialBar } from './measurements/conditions/condition-bars.ts';
import { measureChosen } from './measurements/conditions/measure-chosen.ts';
import { trials } from './measurements/conditions/trials/trials.ts';

// All trials take more than two hours.
test('sessions in conditions that violate assumptions of the latency controllers', () =>
  measureChosen({
    name: 'netlab-trials',
    conditions: trials,
    transports: ['paceA'],
    barOf: trialBar,
    seconds: 8,
    runs: 5,
  }));
