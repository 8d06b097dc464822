import { test } from '@playwright/test';
import { expectResults } from '../run-smoke.test.setup.ts';
import { loopbackFigures, smokeLoopbackScale } from './loopback-figures.ts';

// These tests do not judge the results. The figures themselves check that all messages arrive in order.
for (const { title, make } of loopbackFigures) {
  test(`the benchmark runs: ${title}`, async () => {
    expectResults(await make(undefined, smokeLoopbackScale));
  });
}
