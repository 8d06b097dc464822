import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Presses a key every 15 to 45 ms until `end` settles. The random times are independent of the frames of the page. */
export async function pressKeys(page: Page, end: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  const stop = (): void => {
    state.isOver = true;
  };
  end.then(stop, stop);
  while (!state.isOver) {
    await page.keyboard.press('a');
    await delay(15 + 30 * Math.random());
  }
}
