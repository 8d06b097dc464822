/** An average that keeps the share `alpha` of what it was (thesis §4.3.2). */
export function ewma(average: number, sample: number, alpha: number): number {
  return average * alpha + sample * (1 - alpha);
}

/** One that follows a rise at once and a fall slowly. */
export function upwards(average: number, sample: number, alpha: number): number {
  return sample > average ? sample : ewma(average, sample, alpha);
}

/** One that follows a fall at once and a rise slowly. */
export function downwards(average: number, sample: number, alpha: number): number {
  return sample < average ? sample : ewma(average, sample, alpha);
}
