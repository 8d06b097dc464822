import type { Sample } from './sample.ts';

/** The options of a benchmark. */
export interface Plan {
  /** Seconds of each run in which frames and inputs are counted. */
  readonly seconds: number;
  readonly rounds: number;
  /** `page`: synthetic pointer events; `visitor`: real events. */
  readonly input: 'page' | 'visitor';
  /** Ids. */
  readonly scenes: readonly string[];
  readonly contestants: readonly string[];
}

/** The costs in a scene on this machine. */
export interface Calibration {
  readonly scene: string;
  readonly entities: number;
  /** The work in an update, in the unit of the scene. */
  readonly effort: number;
  /** The time in ms that drawing and the browser take in each frame. */
  readonly frame: number;
  /** The mean time of an update in µs. */
  readonly update: number;
  /** The time that all updates need, divided by the available time. */
  readonly load: number;
}

/** Where a benchmark ran, as far as a page can know. */
export interface Environment {
  /** The user agent string. */
  readonly browser: string;
  readonly cores: number;
  /** The renderer that WebGL names, or `unknown`. */
  readonly gpu: string;
  /** Hz. */
  readonly displayRate: number;
  /** Whether the page is cross-origin isolated, which gives it a more exact clock. */
  readonly isolated: boolean;
  /** Size of the canvas in pixels, such as `1280 × 960`. */
  readonly canvas: string;
}

/** All samples of a benchmark, with its conditions. */
export interface Report {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly environment: Environment;
  readonly plan: Plan;
  /** Contestants that this browser cannot run, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
  readonly calibrations: readonly Calibration[];
  /** In the order of the runs. */
  readonly samples: readonly Sample[];
}
