import { EventLoop, everyFrame, Frame, type Host, type Probe, Task, ThreadHost, Timer } from '@doha/loop';
import { type Game, stepsPerWindow } from '../game/game.ts';
import { importanceNear } from '../game/importance.ts';

/**
 * DOHA's loop. Players are updated in every step. Of the enemies, as many are updated as there is
 * time for. They are chosen by importance, which grows with the nearness and the waiting time, so
 * no enemy starves. The chosen enemies are updated in the order of the list.
 */
export function start(game: Game, host: Host = new ThreadHost()): () => void {
  const { probe } = game;
  const loop = new EventLoop({ host, probe: probeOf(game) });
  const frame = new Frame({
    always: game.players,
    entities: game.enemies,
    stepsPerWindow,
    beforeStep: () => {
      game.beginStep();
      for (const decoration of decorations) loop.submit(decoration, 1);
    },
    update: game.update,
    order: 'list', // neighbors in memory are updated together
    priority: importanceNear(game.players, game.weights),
    rankEvery: 3, // saves time: in a crowd of thousands most enemies wait anyway
    minRate: game.minRate,
    probe: probe?.frame,
  });
  const decorations = game.decorations.map((decorate) => new Task(decorate));
  loop.submit(new Timer(game.playNote, { every: game.beat }));
  const draw: Game['draw'] =
    probe === undefined ? game.draw : (alpha, time) => probe.span('draw', () => game.draw(alpha, time));
  everyFrame(loop, { simulate: frame, draw, maxLateness: 0.1 });

  // Chromium runs no tasks between a key event and the next frame, so the loop gets a turn with the event.
  const keys = new AbortController();
  for (const type of ['keydown', 'keyup']) {
    globalThis.addEventListener?.(type, () => loop.run({ budget: 8 }), keys);
  }

  return () => {
    keys.abort();
    loop.dispose();
  };
}

function probeOf({ probe, worked }: Game): Probe {
  if (probe === undefined) return { turned: worked };
  return {
    ...probe.loop,
    turned(from, to) {
      worked(from, to);
      probe.loop.turned?.(from, to);
    },
  };
}
