import { EventLoop, everyFrame } from '@doha/loop';
import { MultiProc } from '@doha/multiproc';
import { Paceline, type Session } from '@doha/paceline';
import { cell, columns, isWall } from './field.ts';
import type { paths } from './field.worker.ts';
import { Game } from './game.ts';

const canvas = document.querySelector('canvas')!;
const context = canvas.getContext('2d')!;
const game = new Game();
const others = new Map<number, { x: number; y: number }>(); // other players

// The game: 60 steps per second, and as many updates of enemies as there is time for.
everyFrame(new EventLoop(), { simulate: game.frame, draw });
addEventListener('keydown', ({ code }) => game.steer(code));
addEventListener('keyup', () => game.steer(''));

// Other players, if the server runs.
const status = document.querySelector('#status')!;
const address = new URLSearchParams(location.search).get('server') ?? 'ws://localhost:8080';
Paceline.connect(address).then(share, () => (status.textContent = 'You play alone: no server runs.'));

// A worker computes the enemies' way to the player.
const pool = await MultiProc.start<typeof paths.functions>({
  spawn: () => new Worker(new URL('./field.worker.ts', import.meta.url), { type: 'module' }),
  inThread: () => import('./field.worker.ts').then((module) => module.paths),
});
for (;;) {
  game.field = await pool.run('field', [game.player.x, game.player.y]);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

function share(session: Session): void {
  status.textContent = 'You play with others.';
  session.onMessage((data) => {
    const { player, x, y } = JSON.parse(String(data)) as { player: number; x: number; y: number };
    others.set(player, { x, y });
  });
  const send = (): unknown => session.latest('position', JSON.stringify(game.player));
  const timer = setInterval(send, 50);
  void session.closed.then(() => clearInterval(timer));
}

function draw(): void {
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#4a5480';
  for (let i = 0; i < columns ** 2; i++)
    if (isWall(i)) context.fillRect((i % columns) * cell, Math.floor(i / columns) * cell, cell, cell);
  context.fillStyle = '#8fa3ff';
  for (const { x, y } of game.enemies) context.fillRect(x, y, 2, 2);
  context.fillStyle = '#ffd27a';
  for (const { x, y } of [game.player, ...others.values()]) context.fillRect(x - 5, y - 5, 10, 10);
}
