import type { Floats, Recording } from '../measure/recording.ts';
import type { Settings } from './settings.ts';

/** What the page leaves in `globalThis.report`: plain JSON. Times are in ms on the page's clock unless they say otherwise. */
export interface Report {
  readonly settings: Settings;
  /** Enemies in the world. */
  readonly enemies: number;
  /** Whether the page is isolated, which makes its clock step by 5 µs and not by 100. */
  readonly isolated: boolean;
  /** Undefined where the number of enemies was given. */
  readonly calibration: Calibration | undefined;
  /** Undefined where the page was only to calibrate. */
  readonly recording: Recording | undefined;
}

/** What this page on this machine can do. */
export interface Calibration {
  /** Enemies by load. */
  readonly easy: number;
  readonly medium: number;
  readonly hard: number;
  /** Milliseconds of the page's thread that a picture takes without simulation, the browser's own part included. */
  readonly picture: number;
  /** Milliseconds of it that drawing takes. */
  readonly drawing: number;
  /** Milliseconds of a step without enemies. */
  readonly step: number;
  /** Mean microseconds of an enemy's update, at about the medium load. */
  readonly update: number;
}

/** What the reference page leaves: where all entities are, by entity, in cells; one table for each time asked for. */
export interface ReferenceReport {
  readonly x: readonly Floats[];
  readonly y: readonly Floats[];
}
