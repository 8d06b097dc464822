import { test } from '@playwright/test';
import { conditions } from './measurements/conditions/conditions.ts';
import { measureChosen } from './measurements/conditions/measure-chosen.ts';

// All conditions take about seven hours.
test('a session with bulk data in many conditions of the network', () =>
  measureChosen({ conditions, transports: ['paceA', 'paceK'], seconds: 20, runs: 10 }));
