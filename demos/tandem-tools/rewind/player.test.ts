import { Replay } from '@doha/monitor/replay';
import { expect, test, vi } from 'vitest';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { type Scene, tandemProgram, type TandemSession } from '../session/tandem-program.ts';
import { type Move, Player } from './player.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';
import type { RecordedPlay } from './session-file.ts';

interface Played {
  readonly player: Player;
  /** The moves of the player at its changes. */
  readonly moves: readonly (Move | undefined)[];
  /** Whether the stage showed each frame that was drawn. */
  readonly shown: readonly boolean[];
  /** Resolves when a command has ended. */
  readonly ended: () => Promise<void>;
}

function played({ log, seed, source, start }: RecordedPlay, act?: (player: Player) => void): Played {
  const stage = { isShown: true };
  const [moves, shown]: [(Move | undefined)[], boolean[]] = [[], []];
  const scene = (): Scene => ({
    renderer: { draw: () => shown.push(stage.isShown) },
    decorations: [],
    observer: { stepped: () => {}, drawn: () => {}, worked: () => {} },
  });
  const program = tandemProgram({ level: levelOf(source), seed, scene });
  const replay = new Replay<TandemSession>(log, program);
  const player = new Player(replay, stage, start, () => {
    moves.push(player.move);
    act?.(player);
  });
  const ended = (): Promise<void> =>
    vi.waitFor(() => {
      expect(moves.length).toBeGreaterThan(0);
      expect(moves.at(-1)).toBeUndefined();
    });
  return { player, moves, shown, ended };
}

test('a move shows its progress, and a frame now and then', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 300)); // each entry of the log takes 300 ms
  try {
    const { ended, moves, player, shown } = played(recordedPlay(() => {}));
    player.seek(300);
    await ended();
    expect(player.time).toBeGreaterThanOrEqual(300);
    const done = moves.flatMap((move) => move?.done ?? []);
    expect(done[0]).toBe(0);
    expect(done.at(-1)).toBeGreaterThan(0.9);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    expect(shown.filter(Boolean).length).toBe(done.length); // one for each progress, and one at the end
    expect(moves.every((move) => move === undefined || move.target === 300)).toBe(true);
  } finally {
    clock.mockRestore();
  }
});

test('a move that is cancelled ends where it is', async () => {
  const { ended, player } = played(
    recordedPlay(() => {}),
    ({ move }) => move && player.pause(),
  );
  player.seek(300);
  await ended();
  expect(player.time).toBeLessThan(300);
  expect(player.outcome).toBeUndefined();
});

test('a move that is disposed of draws nothing afterwards', async () => {
  const { ended, player, shown } = played(
    recordedPlay(() => {}),
    ({ move }) => move && player.dispose(),
  );
  player.seek(300);
  await ended();
  expect(player.time).toBeLessThan(300);
  expect(shown).not.toContain(true);
});

test('the outcome says whether the replay has come to the recorded state', async () => {
  const play = recordedPlay(() => {});
  const whole = played(play);
  whole.player.seek(play.duration + 1);
  await whole.ended();
  expect(whole.player.outcome).toMatch('in the same state as the recording');

  const cut = played({
    ...play,
    log: [Uint8Array.from(play.log.flatMap((part) => [...part])).slice(0, -100)],
  });
  cut.player.seek(play.duration + 1);
  await cut.ended();
  expect(cut.player.outcome).toMatch('is missing');
});
