import { Recording } from '@doha/monitor';
import { lateTimers } from '@doha/monitor/query';
import { expect, test } from 'vitest';
import { badMoments } from './bad-moments.ts';
import { aboutText } from './moment-list.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';

test('the callback that delayed a step is the first cause of the greatest delay', () => {
  const { recording } = recordedPlay((_, host) => host.spend(90));
  const [greatest, ...others] = badMoments(recording, 5);
  expect(greatest!.delay).toBeGreaterThan(50);
  expect(greatest!.causes[0]).toMatch(/^the browser or idle time \d+\.\d\u00A0ms$/);
  expect([greatest!, ...others].flatMap(({ causes }) => causes).join()).not.toContain('0.0');
  expect(others.every(({ delay }) => delay <= greatest!.delay)).toBe(true);
});

test('a session in time has no bad moments, and there are at most as many as asked for', () => {
  expect(badMoments(recordedPlay(() => {}).recording, 5)).toEqual([]);
  const { recording } = recordedPlay((_, host) => host.spend(90));
  expect(badMoments(recording, 0)).toEqual([]);
});

test('only steps of the game are listed, although the timer of the music is late as well', () => {
  const { recording } = recordedPlay((_, host) => host.spend(90));
  expect(lateTimers(recording, 8).map(({ name }) => name)).toContain('playNote');
  expect(new Set(badMoments(recording, 100).map(({ event }) => event.name))).toEqual(new Set(['makeStep']));
});

test('the list says which part of the session it covers if the recorder has not kept all of it', () => {
  const play = recordedPlay(() => {});
  expect(aboutText(play, 2)).toMatch(/^These steps/);
  expect(aboutText(play, 0)).toMatch(/^No step was more than 8\u00A0ms late\.$/);
  const covers = /^The list covers the last \d\u00A0s of the session: the recorder keeps no more\. /;
  expect(aboutText({ ...play, duration: play.duration + 5000, start: play.start - 5000 }, 2)).toMatch(covers);
  const { events } = play.recording;
  expect(aboutText({ ...play, recording: new Recording(events, 9) }, 0)).toMatch(covers);
});
