import type { ProgramWindow } from '../program-frame.ts';
import type { Scenario } from './scenario.ts';
import { spreadOf } from '../../lib/spread.ts';

const jumps = 4;
const screensPerFrame = 3;
const framesPerJump = 10;
const first = 'first visible row after scrolling';
const all = 'all visible rows after scrolling';

export const longList: Scenario = {
  description: `scroll past ${screensPerFrame * framesPerJump} screens in ${framesPerJump} frames, ${jumps} times`,
  figures: [first, all],
  async run(program, stopwatch) {
    const isFilled = (item: Element): boolean => item.matches('.filled');
    await stopwatch.until(() => visibleRows(program).length > 0 && visibleRows(program).every(isFilled));
    const [firsts, alls]: [number[], number[]] = [[], []];
    for (let jump = 0; jump < jumps; jump++) {
      for (let frame = 0; frame < framesPerJump; frame++) {
        program.scrollBy(0, screensPerFrame * program.innerHeight);
        await stopwatch.frame();
      }
      const untilFirst = await stopwatch.until(() => visibleRows(program).some(isFilled));
      firsts.push(untilFirst);
      alls.push(untilFirst + (await stopwatch.until(() => visibleRows(program).every(isFilled))));
    }
    return { [first]: spreadOf(firsts)!.median, [all]: spreadOf(alls)!.median };
  },
};

function visibleRows({ document, innerHeight }: ProgramWindow): Element[] {
  return [...document.querySelectorAll('li')].filter((item) => {
    const { bottom, height, top } = item.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}
