import type { Scenario } from './scenario.ts';

const whole = 'whole view at the start';
const first = 'first chunk after a turn';
const all = 'whole view after a turn';

export const threeMeshes: Scenario = {
  description: 'load the view, turn around, and load the view again',
  figures: [whole, first, all],
  async run({ document }, stopwatch) {
    const count = (id: string): number => Number(document.querySelector(`#${id}`)!.textContent);
    const isComplete = (): boolean => count('waiting') === 0 && count('done') > 0;
    const flies = document.querySelector<HTMLInputElement>('#flies')!;
    if (flies.checked) flies.click();
    const untilWhole = await stopwatch.until(isComplete);

    const before = count('done');
    document.querySelector<HTMLButtonElement>('#turn')!.click();
    const untilFirst = await stopwatch.until(() => count('done') > before);
    const untilAll = untilFirst + (await stopwatch.until(isComplete));
    return { [whole]: untilWhole, [first]: untilFirst, [all]: untilAll };
  },
};
