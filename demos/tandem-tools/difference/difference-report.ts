import type { RecordingSummary, Shown, Vitals } from './messages.ts';

/** The report of the page in `globalThis.report`, once both loops are recorded: plain JSON. */
export interface DifferenceReport {
  /** The number of cores that the browser reports. */
  readonly cores: number;
  readonly enemies: number;
  readonly loops: Readonly<Record<Shown, RecordedLoop>>;
}

/** The recording of a loop. */
export type RecordedLoop = RecordingSummary & { readonly vitals: Vitals };

/** Leaves the report of complete recordings. */
export function leaveReport(
  recordings: Readonly<Record<Shown, RecordedLoop>>,
  about: Pick<DifferenceReport, 'cores' | 'enemies'>,
): void {
  (globalThis as { report?: DifferenceReport }).report = { ...about, loops: recordings };
}
