import type { Page } from '@playwright/test';

/**
 * Collects uncaught errors, console errors and console warnings of a page from now on. A complete Chromium asks each server for an icon, and a Chromium
 * that is made for tests does not, so a missing icon is no error.
 */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  return errors;
}
