import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RefusalLog } from './refusal-log.ts';
import type { Refusal, RefusalReason } from './refusal.ts';

function refusal(reason: RefusalReason, message = 'why'): Refusal {
  return { reason, message, values: {}, request: new IncomingMessage(new Socket()) };
}

test('each reason is logged at most once a second, with the number of omitted refusals', () => {
  let now = 0;
  const lines: string[] = [];
  const log = new RefusalLog(
    () => now,
    (line) => lines.push(line),
  );
  for (let i = 0; i < 3; i++) log.add(refusal('origin', `origin ${i}`));
  log.add(refusal('host'));
  now = 999;
  log.add(refusal('origin'));
  now = 1000;
  log.add(refusal('origin', 'again'));
  now = 5000;
  log.add(refusal('origin', 'once more'));
  const line = (rest: string): string =>
    `@doha/paceline: refused a connection from an unknown address: ${rest}`;
  expect(lines).toEqual([
    line('origin: origin 0'),
    line('host: why'),
    line('origin: again (and 3 more before)'),
    line('origin: once more'),
  ]);
});

test.each(['closing', 'otherServer', 'unknownSession'] as const)(
  'a refusal of %s is not logged',
  (reason) => {
    const lines: string[] = [];
    const log = new RefusalLog(
      () => 0,
      (line) => lines.push(line),
    );
    log.add(refusal(reason));
    expect(lines).toEqual([]);
  },
);
