import { definition } from '../../../lib/definition.ts';
import { stepsPerWindow, type Threads } from '../../game/game.ts';
import type { GameStatistics } from '../../game/game-statistics.ts';
import { ThreadView } from './thread-view.ts';
import type { World } from '../../world/world.ts';

/** The data that the display shows. */
export interface HudSource {
  readonly world: World;
  readonly updates: Uint32Array;
  readonly statistics: GameStatistics;
  readonly threads?: Threads | undefined;
}

const bands = 10;
const sampled = 800;

/** The figures on top of the game. `refresh` updates them. */
export class Hud {
  #figures: Readonly<Record<Figure, HTMLElement>>;
  #bars: readonly HTMLElement[];
  #threads = new ThreadView();
  #last: Counts | undefined;

  /** Fills the element `root`. */
  constructor(root: HTMLElement) {
    const list = document.createElement('dl');
    const figure = (name: string): HTMLElement => {
      const [term, value] = definition(name);
      list.append(term, value);
      return value;
    };
    this.#figures = {
      steps: figure('steps'),
      frames: figure('frames'),
      jitter: figure('jitter, p95'),
      updated: figure('updates'),
      cancelled: figure('outdated work dropped'),
      drawing: figure('drawing'),
    };
    const chart = document.createElement('div');
    chart.className = 'bands';
    this.#bars = Array.from({ length: bands }, () => chart.appendChild(document.createElement('i')));
    const caption = Object.assign(document.createElement('p'), {
      textContent: 'updates per second, from near to far',
    });
    root.replaceChildren(list, chart, caption, this.#threads.root);
  }

  /** Shows the rates since the last call. `time` is in ms. */
  refresh({ world, updates, statistics, threads }: HudSource, time: number): void {
    this.#threads.show(threads);
    const counts = count(world, updates, statistics, time);
    const last = this.#last;
    this.#last = counts;
    if (last?.world !== world || last.steps > counts.steps || counts.time <= last.time) return;
    const seconds = (counts.time - last.time) / 1000;
    const perSecond = (now: number, before: number): number => (now - before) / seconds;
    const updated = perSecond(counts.updated, last.updated);
    const submitted = (perSecond(counts.steps, last.steps) / stepsPerWindow) * world.enemies.length;
    const frames = counts.frames - last.frames;
    const { jitter } = threads ?? statistics;
    this.#write({
      steps: `${perSecond(counts.steps, last.steps).toFixed(0)} Hz`,
      frames: `${perSecond(counts.frames, last.frames).toFixed(0)} Hz`,
      jitter: Number.isNaN(jitter) ? '–' : `${jitter.toFixed(jitter < 10 ? 2 : 0)} ms`,
      updated: `${thousands(updated)}/s`,
      cancelled: submitted > 0 ? `${Math.max(0, 100 * (1 - updated / submitted)).toFixed(0)} %` : '–',
      drawing: frames > 0 ? `${((counts.drawing - last.drawing) / frames).toFixed(1)} ms` : '–',
    });
    this.#drawBars(world, counts.updates, last.updates, seconds);
  }

  #write(texts: Readonly<Record<Figure, string>>): void {
    for (const name of Object.keys(texts) as Figure[]) this.#figures[name].textContent = texts[name];
  }

  #drawBars(world: World, now: Uint32Array, before: Uint32Array, seconds: number): void {
    const byDistance = sampleByDistance(world);
    for (let band = 0; band < bands; band++) {
      const members = byDistance.slice(
        Math.floor((band * byDistance.length) / bands),
        Math.floor(((band + 1) * byDistance.length) / bands),
      );
      const made = members.reduce((sum, index) => sum + now[index]! - before[index]!, 0);
      const rate = made / Math.max(1, members.length) / seconds;
      const bar = this.#bars[band]!;
      bar.style.setProperty('--rate', String(Math.min(1, rate / 30)));
      bar.title = `${rate.toFixed(1)} Hz`;
    }
  }
}

type Figure = 'steps' | 'frames' | 'jitter' | 'updated' | 'cancelled' | 'drawing';

interface Counts {
  readonly world: World;
  readonly time: number;
  readonly steps: number;
  readonly frames: number;
  readonly drawing: number;
  readonly updated: number;
  readonly updates: Uint32Array;
}

function count(world: World, updates: Uint32Array, statistics: GameStatistics, time: number): Counts {
  let updated = 0;
  for (let i = world.playerCount; i < updates.length; i++) updated += updates[i]!;
  const { steps, frames, drawing } = statistics;
  return { world, time, steps, frames, drawing, updated, updates: updates.slice() };
}

/**
 * Indices of a sample of the enemies, from near to far. The sample is small enough to be sorted
 * within a frame.
 */
function sampleByDistance({ enemies, players }: World): number[] {
  const stride = Math.ceil(enemies.length / sampled);
  const sample = enemies.filter((_, i) => i % stride === 0);
  const distances = sample.map(({ x, y }) =>
    Math.min(...players.map((player) => Math.hypot(player.x - x, player.y - y))),
  );
  const order = sample.map((_, i) => i).toSorted((one, other) => distances[one]! - distances[other]!);
  return order.map((i) => sample[i]!.index);
}

function thousands(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1000)} k` : value.toFixed(0);
}
