import { expect, test } from 'vitest';
import { levelToAddress } from '../game/levels/share.ts';
import { catalog } from '../game/levels/catalog.ts';
import { runToAddress } from '../game/replay/share.ts';
import { playableFromAddress, playableFromFile } from './playable.ts';

const { source } = catalog[0]!;
const run = { source, seed: 1, tape: Uint8Array.from({ length: 99 }, (_, i) => i), hash: 7 };

test('a whole link opens its level or run, and an address without a link opens nothing', async () => {
  expect(await playableFromAddress(await levelToAddress(source))).toEqual({ source, seed: 1 });
  expect(await playableFromAddress(await runToAddress(run))).toMatchObject({ source, replay: run });
  expect(await playableFromAddress('')).toBeUndefined();
  expect(await playableFromAddress('#')).toBeUndefined();
});

test('a link with a missing part or a changed character is reported as damaged', async () => {
  for (const link of [await levelToAddress(source), await runToAddress(run)]) {
    const damaged = [1, 7, 40].map((missing) => link.slice(0, -missing));
    for (let at = 1; at < link.length - 1; at += 13) {
      damaged.push(`${link.slice(0, at)}${link[at] === 'x' ? 'y' : 'x'}${link.slice(at + 1)}`);
    }
    for (const hash of damaged) {
      await expect(playableFromAddress(hash), hash).rejects.toThrow('This link is damaged');
    }
  }
});

test('a damaged file of a run is reported as such', async () => {
  const file = new File(['not a run'], 'mine.run');
  await expect(playableFromFile(file)).rejects.toThrow('This file is damaged');
});
