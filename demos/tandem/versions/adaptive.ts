import { EventLoop, everyFrame, Frame, type Host, Task, ThreadHost, Timer } from '@doha/loop';
import { type Game, stepsPerWindow } from '../game/game.ts';
import { importanceNear } from '../game/importance.ts';
import { drawing, loopProbe } from '../game/loop-probe.ts';
import { watchKeys } from '../input/watch-keys.ts';

/**
 * DOHA's loop. Players are updated in every step. Of the enemies, as many are updated as there is
 * time for. They are chosen by importance, which grows with the nearness and the waiting time, so
 * no enemy starves. The chosen enemies are updated in the order of the list.
 *
 * `watch`: calls its argument when a key is pressed or released. Returns a function that ends the watch.
 */
export function start(game: Game, host: Host = new ThreadHost(), watch = watchKeys): () => void {
  const loop = new EventLoop({ host, probe: loopProbe(game) });
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
    probe: game.probe?.frame,
  });
  const decorations = game.decorations.map((decorate) => new Task(decorate));
  loop.submit(new Timer(game.playNote, { every: game.beat }));
  everyFrame(loop, { simulate: frame, draw: drawing(game), maxLateness: 0.1 });

  // Chromium runs no tasks between a key event and the next frame, so the loop gets a turn with the event.
  const unwatch = watch(() => loop.run({ budget: 8 }));

  return () => {
    unwatch();
    loop.dispose();
  };
}
