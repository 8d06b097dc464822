import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import type { Session } from '@doha/monitor/replay';

/** A program of 100 lines for recordings: birds that follow a target, which keys and answers of other threads move. */

interface Bird {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** Computes the center of some positions, in another thread or in this one. */
export type FindCenter = (positions: Float64Array) => Promise<readonly [number, number]>;

export interface Swarm {
  /** To be called when a key is pressed. */
  readonly press: (key: string) => void;
  /** A hash of all positions. */
  readonly hash: () => number;
  /** Number of steps so far. */
  readonly steps: () => number;
  readonly answers: () => number;
  readonly stop: () => void;
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

function mix(hash: number, value: number): number {
  number[0] = value;
  for (const word of words) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 13);
  return hash;
}

/** Starts the program. `findCenter` is not called in replays. */
export function swarm(session: Session, count: number, findCenter: FindCenter): Swarm {
  const birds = Array.from({ length: count }, (): Bird => ({
    x: session.random(),
    y: session.random(),
    vx: 0,
    vy: 0,
  }));
  const target = { x: 0.5, y: 0.5 };
  let [steps, answers, gusts] = [0, 0, 0];

  const loop = new EventLoop({ host: session.host(), probe: session.probe(), onError: () => gusts++ });
  const frame = new Frame({
    entities: birds,
    probe: session.frameProbe(),
    beforeStep: () => {
      steps++;
      if (steps % 3 === 0) loop.submit(new Task(askForCenter), 10);
    },
    priority: ({ x, y }) => -Math.hypot(x - target.x, y - target.y),
    update: (bird, elapsed) => {
      bird.vx += (target.x - bird.x) * elapsed * 1e-4 + (session.random() - 0.5) * 1e-3;
      bird.vy += (target.y - bird.y) * elapsed * 1e-4 + (session.random() - 0.5) * 1e-3;
      bird.x += bird.vx * elapsed * 1e-3;
      bird.y += bird.vy * elapsed * 1e-3;
    },
  });
  const stop = everyFrame(loop, { simulate: frame });
  const guess = new Task(lookAround, { expiresIn: 30 });
  loop.submit(new Timer(gust, { every: 7 }));

  async function askForCenter(): Promise<void> {
    const positions = Float64Array.from(birds.flatMap(({ x, y }) => [x, y]));
    const [x, y] = await session.call('center', () => findCenter(positions));
    answers++;
    target.x += (x - target.x) * 0.1;
    target.y += (y - target.y) * 0.1;
  }

  function gust(now: number): void {
    const strength = Math.sin(now) * 1e-3;
    for (const bird of birds) bird.vx += strength;
    loop.submit(guess, session.random());
    if (session.random() < 0.1) throw new Error('a strong gust');
  }

  function* lookAround(): Generator<undefined> {
    for (const bird of birds) {
      bird.vy += (session.random() - 0.5) * 1e-4;
      yield;
    }
  }

  const press = session.input('key', (key: string) => {
    if (key === 'ArrowLeft') target.x -= 0.1;
    if (key === 'ArrowRight') target.x += 0.1;
  });
  const hash = (): number =>
    [...birds, { ...target, vx: steps, vy: answers + 1000 * gusts }].reduce(
      (sum, { vx, vy, x, y }) => mix(mix(mix(mix(sum, x), y), vx), vy),
      1,
    );
  session.state(hash);
  return {
    press,
    hash,
    steps: () => steps,
    answers: () => answers,
    stop: () => {
      stop();
      loop.dispose();
    },
  };
}
