import type { Scenario } from './scenario.ts';

const maxRadius = 20;
const first = 'first tile';
const all = 'all tiles';
const cancelled = 'cancelling, with a radius of 20';

export const imageFilter: Scenario = {
  description: 'filter the image; then filter it with the greatest radius, and cancel',
  figures: [first, all, cancelled],
  async run({ document }, stopwatch) {
    const start = document.querySelector<HTMLButtonElement>('#start')!;
    const progress = document.querySelector('progress')!;
    const status = document.querySelector('output')!;
    await stopwatch.until(() => !start.disabled);
    start.click();
    const untilFirst = await stopwatch.until(() => progress.value > 0);
    const untilAll = untilFirst + (await stopwatch.until(() => status.value.startsWith('done')));

    document.querySelector<HTMLInputElement>('#radius')!.valueAsNumber = maxRadius;
    start.click();
    await stopwatch.until(() => progress.value > 2);
    document.querySelector<HTMLButtonElement>('#cancel')!.click();
    const untilCancelled = await stopwatch.until(() => status.value.startsWith('cancelled'));
    return { [first]: untilFirst, [all]: untilAll, [cancelled]: untilCancelled };
  },
};
