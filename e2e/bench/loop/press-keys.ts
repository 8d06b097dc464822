import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Presses a key every 15 to 45 ms, at moments that keep no step with the page's frames, until `end` settles. */
export async function pressKeys(page: Page, end: Promise<unknown>): Promise<void> {
  const pressing = { over: false };
  const stop = (): void => {
    pressing.over = true;
  };
  end.then(stop, stop);
  while (!pressing.over) {
    await page.keyboard.press('a');
    await delay(15 + 30 * Math.random());
  }
}
