import { test } from '@playwright/test';
import { trialBar } from './measurements/conditions/condition-bars.ts';
import { measureConditions } from './measurements/conditions/measure-conditions.ts';
import { trials } from './measurements/conditions/trials/trials.ts';
import { inLab, log } from './measurements/in-lab.ts';
import type { Transport } from './programs/flow.ts';

const seconds = Number(process.env['DOHA_SECONDS'] ?? 8);
const runs = Number(process.env['DOHA_TURNS'] ?? 5);
const only = new RegExp(process.env['DOHA_ONLY'] ?? ''); // matches the names of the trials
const transports = (process.env['DOHA_TRANSPORTS'] ?? 'paceA').split(',') as Transport[]; // for example paceA,paceK
const link = { rate: 16, roundTrip: 30, congestionControl: 'cubic' } as const;

// All trials take about two hours.
test('sessions in conditions that violate assumptions of the latency controllers', async () => {
  await inLab((lab) =>
    measureConditions({
      lab,
      log,
      name: 'netlab-trials',
      link,
      conditions: trials.filter(({ name }) => only.test(name)),
      transports,
      barOf: trialBar,
      seconds,
      warmup: seconds / 4,
      runs,
    }),
  );
});
