import { expect, type Page } from '@playwright/test';

/** Waits until the image of the page's canvas changes. Returns its first image, as a data URL. */
export async function expectAnimation(page: Page, message?: string): Promise<string> {
  const image = (): Promise<string> => page.evaluate(() => document.querySelector('canvas')!.toDataURL());
  const first = await image();
  await expect.poll(image, message).not.toBe(first);
  return first;
}
