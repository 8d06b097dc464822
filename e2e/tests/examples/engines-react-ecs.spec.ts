import { expect, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { expectAnimation } from '../../tools/browsers/expect-animation.ts';

// Small frames are drawn faster.
test.use({ viewport: { width: 480, height: 300 } });

test('the list in React shows the results for the last letter in all rows, with DOHA and with a transition', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto('/examples/engines/react/?rows=600');
  const rows = page.locator('li');
  await expect(page.locator('#note-0')).toContainText('1');
  const search = page.getByRole('searchbox');
  const type = async (letter: string): Promise<void> => {
    await search.press('End');
    await search.press(letter);
  };
  await type('s');
  await expect(page.locator('#note-0')).toHaveAttribute('data-query', 'lamores');
  await expect(rows).toHaveCount(600);

  await page.getByRole('region', { name: 'Notes' }).press('End');
  await type('a');
  await expect(page.locator('#note-599')).toHaveAttribute('data-query', 'lamoresa');
  await expect(page.locator('#note-599')).toBeInViewport();

  await page.getByRole('radio', { name: 'React transition' }).check();
  await type('t');
  await expect(page.locator('li[data-query="lamoresat"]')).toHaveCount(600);
  expect(errors).toEqual([]);
});

test('the fireflies of bitECS are drawn with DOHA and without it', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/examples/engines/ecs/');
  for (const isOn of [true, false]) {
    await page.getByRole('checkbox').setChecked(isOn);
    expect((await expectAnimation(page)).length).toBeGreaterThan(10_000);
  }
  await expect(page.locator('output')).toHaveText(/^\d+ fps$/);
  expect(errors).toEqual([]);
});
