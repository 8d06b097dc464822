import { test } from '@playwright/test';
import { conditions } from './measurements/conditions/conditions.ts';
import { inLab, log } from './measurements/in-lab.ts';
import { measureConditions } from './measurements/conditions/measure-conditions.ts';

const seconds = Number(process.env['DOHA_SECONDS'] ?? 20);
const runs = Number(process.env['DOHA_TURNS'] ?? 10);
const only = new RegExp(process.env['DOHA_ONLY'] ?? ''); // matches the names of the conditions
const chosen = conditions.filter(({ name }) => only.test(name));
const transports = ['paceA', 'paceK'] as const;
const link = { rate: 16, roundTrip: 30, congestionControl: 'cubic' } as const;

// All conditions take about seven hours.
test('a session with bulk data in many conditions of the network', async () => {
  await inLab((lab) =>
    measureConditions({
      lab,
      log,
      link,
      conditions: chosen,
      transports,
      seconds,
      warmup: seconds / 4,
      runs,
    }),
  );
});
