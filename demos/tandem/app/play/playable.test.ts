import { expect, test } from 'vitest';
import { levelToAddress } from '../../game/levels/share.ts';
import { catalog } from '../../game/levels/catalog.ts';
import { runToAddress } from '../../game/replay/share.ts';
import { type Playable, playableFromAddress, playableFromFile } from './playable.ts';

const { source } = catalog[0]!;
const run = { source, seed: 1, tape: Uint8Array.from({ length: 99 }, (_, i) => i), hash: 7 };

const open = (hash: string, search = ''): Promise<Playable | undefined> =>
  playableFromAddress({ hash, search });

test('a whole link opens its level or run, and an address without a link opens nothing', async () => {
  expect(await open(await levelToAddress(source))).toEqual({ source, seed: 1 });
  expect(await open(await runToAddress(run))).toMatchObject({ source, replay: run });
  expect(await open('')).toBeUndefined();
  expect(await open('#')).toBeUndefined();
});

test('a link with a missing part or a changed character is reported as damaged', async () => {
  for (const link of [await levelToAddress(source), await runToAddress(run)]) {
    const damaged = [1, 7, 40].map((missing) => link.slice(0, -missing));
    for (let at = 1; at < link.length - 1; at += 13) {
      damaged.push(`${link.slice(0, at)}${link[at] === 'x' ? 'y' : 'x'}${link.slice(at + 1)}`);
    }
    for (const hash of damaged) {
      await expect(open(hash)).rejects.toThrow('This link is damaged');
    }
  }
});

test('the address of a level of the game opens the level, and an unknown one is reported', async () => {
  expect(await open('', '?level=03-give-me-a-lift')).toMatchObject({ index: 2, seed: 3 });
  await expect(open('', '?level=nowhere')).rejects.toThrow('There is no level “nowhere”');
});

test('a link with an invalid level names the error', async () => {
  const link = await levelToAddress('title: A\n\n####\n#12#\n####\n');
  await expect(open(link)).rejects.toThrow(
    'The level in this link has an error: line 3: a map must contain "!"',
  );
  await expect(open('#nothing')).rejects.toThrow('This link is damaged');
});

test('a damaged file of a run is reported as such', async () => {
  const file = new File(['not a run'], 'mine.run');
  await expect(playableFromFile(file)).rejects.toThrow('This file is damaged');
});
