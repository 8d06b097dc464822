import type { OverlayModel } from '../overlay-model.ts';
import type { OwnCost } from '../own-cost.ts';
import type { LatestRecording } from '../record/latest-recording.ts';
import { numberText } from '../view/number-text.ts';

/** The status line: an error of the source of the records, the cost of the overlay, and the data that is missing. `crossing`: that of the recording that is kept. */
export function statusText(
  { crossing, isFrozen, reader, signals }: OverlayModel,
  { perSecond, share }: OwnCost,
  { crossing: recorded }: LatestRecording,
): string {
  const missing = [
    [reader.lost, 'lost'],
    [reader.late, 'late'],
    [signals.refused, 'of too many signals'],
  ] as const;
  const counts = missing.filter(([count], i) => count > 0 || i < 2);
  const losses = counts.map(([count, text]) => `${numberText(count)} ${text}`);
  const cost = `cost ${numberText(perSecond)} ms/s, ${numberText(100 * share)} % of a frame`;
  const isRecorded = crossing !== undefined && crossing === recorded;
  const paused = isRecorded ? 'paused, see Record' : 'paused';
  const failure = reader.error === undefined ? [] : [`no records: ${reader.error}`];
  return [...failure, isFrozen ? paused : cost, ...losses].join(' · ');
}
