import { checkCallback, checkNumber, checkOptions } from '@doha/loop/options';
import { checkFollowed, type Followed, type Follower } from '../recording/follower.ts';
import { grouped } from '../recording/grouped.ts';
import { guardedFollower } from '../recording/guarded-follower.ts';
import { unref } from '../callbacks/unref.ts';
import { AnimationFrames } from './animation-frames.ts';
import { callGuarded } from '../callbacks/call-guarded.ts';
import type { LongSection } from './long-section.ts';
import { SectionFinder } from './section-finder.ts';

/** Options of {@link watchLongSections}. An option that is `undefined` counts as absent. */
export interface LongSectionsOptions {
  /** Receives each section once. Its errors are printed on the console. */
  found: (section: LongSection) => unknown;
  /** The shortest duration of a section in ms, 1 to 60,000. Default 50. */
  limit?: number | undefined;
  /** Time in ms between two looks at the records, 1 to 10,000. Default 100. */
  interval?: number | undefined;
}

/**
 * Finds long sections (Goel 2003, §3.2.1): times in which a thread did not come round, because a callback took long, because many callbacks of one turn did
 * together, or because other scripts or the browser did. The last two need the long-animation-frame entries of Chromium, and a recorder in the main thread of
 * the page whose clock is `performance`. A section is reported after one to two intervals.
 *
 * `followed`: a recorder or a collector. Returns a function that reports the last sections and stops. Throws a TypeError or RangeError if an argument is
 * invalid.
 */
export function watchLongSections(followed: Followed, options: LongSectionsOptions): () => void {
  checkFollowed('watchLongSections: followed', followed);
  checkOptions('watchLongSections', options, [
    'found',
    'interval',
    'limit',
  ] satisfies readonly (keyof LongSectionsOptions)[]);
  const { found, interval = 100, limit = 50 } = options;
  checkCallback('watchLongSections: found', found);
  checkNumber('watchLongSections: limit', limit, { min: 1, max: 60_000 });
  checkNumber('watchLongSections: interval', interval, { min: 1, max: 10_000 });

  const watch = new Watch(followed, limit);
  const report = (sections: readonly LongSection[]): void => {
    for (const section of sections) callGuarded(found, section);
  };
  const timer = setInterval(() => report(watch.look()), interval);
  unref(timer);
  let isStopped = false;
  return () => {
    if (isStopped) return;
    isStopped = true;
    clearInterval(timer);
    report(watch.stop());
  };
}

/** The finders of all threads. */
class Watch {
  #follower: Follower;
  #finders: Map<string, SectionFinder> = new Map();
  #frames: AnimationFrames | undefined;
  #ownThread: string | undefined;
  #limit: number;

  constructor(followed: Followed, limit: number) {
    this.#follower = guardedFollower(followed);
    this.#limit = limit;
    const own = followed.ownThread;
    if (own?.clock !== performance) return; // otherwise the times of frames cannot be compared with those of callbacks
    this.#ownThread = own.name;
    this.#frames = new AnimationFrames();
  }

  /** Returns the sections that are complete since the last look. */
  look(): readonly LongSection[] {
    const records = grouped(this.#follower.take(), ({ thread }) => thread);
    const frames = this.#frames?.take() ?? [];
    const threads = new Set([...records.keys(), ...this.#finders.keys()]);
    if (frames.length > 0) threads.add(this.#ownThread!);
    return [...threads].flatMap((thread) => {
      const finder = this.#finders.get(thread) ?? new SectionFinder(thread, this.#limit);
      const sections = finder.look(records.get(thread) ?? [], thread === this.#ownThread ? frames : []);
      if (finder.isEmpty) this.#finders.delete(thread);
      else this.#finders.set(thread, finder);
      return sections;
    });
  }

  /** Returns all sections that have not been returned. */
  stop(): readonly LongSection[] {
    const sections = this.look();
    this.#frames?.stop();
    return [...sections, ...[...this.#finders.values()].flatMap((finder) => finder.finish())];
  }
}
