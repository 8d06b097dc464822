import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

const game = '/demos/tandem/';
/** Buttons in the standard mapping of the Gamepad specification. */
const Button = { bottom: 0, right: 1, top: 3, start: 9, up: 12, down: 13, padLeft: 14 } as const;
type Button = (typeof Button)[keyof typeof Button];

interface Robot {
  readonly x: number;
  readonly y: number;
  readonly held: number;
}

/** The parts of the page that tests read and write. */
interface Globals {
  readonly tandem: {
    readonly play: {
      readonly world: {
        readonly players: readonly { readonly x: number; readonly y: number }[];
        readonly robots: readonly { readonly held: number }[];
      };
    };
  };
  readonly pad: { axes: number[]; readonly buttons: { pressed: boolean }[] };
}

function robot(page: Page, index: number): Promise<Robot> {
  return page.evaluate((i) => {
    const { players, robots } = (globalThis as unknown as Globals).tandem.play.world;
    return { x: players[i]!.x, y: players[i]!.y, held: robots[i]!.held };
  }, index);
}

test('a gamepad plays the whole game: it chooses in menus, steers, pauses and changes settings', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false }));
    const pad = { connected: true, index: 0, mapping: 'standard', axes: [0, 0, 0, 0], buttons };
    Object.assign(globalThis, { pad });
    Object.defineProperty(Navigator.prototype, 'getGamepads', { value: () => [null, pad] });
  });
  const hold = (button: Button, isDown: boolean): Promise<void> =>
    page.evaluate(
      async ([index, pressed]) => {
        (globalThis as unknown as Globals).pad.buttons[index]!.pressed = pressed;
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      },
      [button, isDown] as const,
    );
  const press = async (button: Button): Promise<void> => {
    await hold(button, true);
    await hold(button, false);
  };
  await page.goto(game);
  await expect(page.locator('#menu-play')).toBeFocused();

  await press(Button.down);
  await expect(page.locator('#menu [data-open=levels]')).toBeFocused();
  await press(Button.up);
  await hold(Button.bottom, true);
  await expect(page.locator('#menu')).toBeHidden();
  expect((await robot(page, 1)).held).toBe(0); // the press in the menu is no jump
  await hold(Button.bottom, false);

  const { y } = await robot(page, 1);
  await hold(Button.bottom, true);
  await expect.poll(async () => (await robot(page, 1)).y).toBeLessThan(y - 0.5);
  await hold(Button.bottom, false);
  const { x } = await robot(page, 0);
  await page.evaluate(() => ((globalThis as unknown as Globals).pad.axes = [1, 0, 0, 0]));
  await expect.poll(async () => (await robot(page, 0)).x).toBeGreaterThan(x + 1);
  await page.evaluate(() => ((globalThis as unknown as Globals).pad.axes = [0, 0, 0, 0]));
  await press(Button.top);
  await expect(page.locator('#bar-hands')).toHaveText('1');

  await press(Button.start);
  await expect(page.locator('#resume')).toBeFocused();
  await page.locator('#paused [data-open=settings]').focus();
  await press(Button.bottom);
  const volume = page.locator('[name=volume]');
  await volume.focus();
  const before = Number(await volume.inputValue());
  await press(Button.padLeft);
  await expect.poll(async () => Number(await volume.inputValue())).toBeLessThan(before);
  await press(Button.right);
  await expect(page.locator('#paused')).toBeVisible();
  await press(Button.start);
  await expect(page.locator('#paused')).toBeHidden();
  expect(errors).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('thumbs steer both robots, or one robot at a time, and buttons are large enough for them', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(`${game}?level=01-side-by-side`);
    await expect(page.locator('#turn')).toBeVisible();
    const pause = page.locator('#open-pause');
    const { height, width } = (await pause.boundingBox())!;
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);

    const fingers = new Fingers(await page.context().newCDPSession(page));
    const { x } = await robot(page, 0);
    await fingers.touch({ x: 90, y: 500 });
    await fingers.touch({ x: 130, y: 500 });
    await expect.poll(async () => (await robot(page, 0)).x).toBeGreaterThan(x + 1);
    await expect(page.locator('.ring.first')).toHaveCount(1);
    await expect(page.locator('#thumb-first')).toBeHidden();
    await expect(page.locator('#turn')).toBeHidden();
    await fingers.touch();
    await expect(page.locator('.ring')).toHaveCount(0);
    await expect(page.locator('#switch')).toBeHidden();

    // A second finger pauses while the first one steers. Browsers report no click of it.
    const corner = (await pause.boundingBox())!;
    await fingers.touch({ x: 90, y: 500 });
    await fingers.touch({ x: 90, y: 500 }, { x: corner.x + 20, y: corner.y + 20 });
    await fingers.touch();
    await expect(page.locator('#paused')).toBeVisible();
    await page.locator('#steer-one').tap();
    await page.locator('#resume').tap();
    await expect(page.locator('#thumb-second')).toHaveText('Right thumb: touch to jump');
    const { y } = await robot(page, 0);
    await fingers.touch({ x: 270, y: 500 });
    await expect.poll(async () => (await robot(page, 0)).y).toBeLessThan(y - 0.5);
    await fingers.touch();

    // A second finger switches while the first one makes the robot crouch, which then stays so.
    const crouch = 8;
    await fingers.touch({ x: 90, y: 500 });
    await fingers.touch({ x: 90, y: 540 });
    await expect.poll(async () => (await robot(page, 0)).held).toBe(crouch);
    const target = (await page.locator('#switch').boundingBox())!;
    await fingers.touch({ x: 90, y: 540 }, { x: target.x + 20, y: target.y + 20 });
    await fingers.touch();
    await expect(page.locator('#switch')).toHaveText('⇄ 1');
    await expect.poll(async () => (await robot(page, 1)).held).toBe(0);
    expect((await robot(page, 0)).held).toBe(crouch);

    await page.setViewportSize({ width: 740, height: 360 });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator('#turn')).toBeVisible();
    expect(errors).toEqual([]);
  });
});

/** The fingers on the screen. */
class Fingers {
  #devtools: CDPSession;
  #count = 0;

  constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  /** Moves the fingers to these points, in CSS pixels; without points, lifts all of them. */
  async touch(...points: { x: number; y: number }[]): Promise<void> {
    const type = points.length > this.#count ? 'touchStart' : points.length > 0 ? 'touchMove' : 'touchEnd';
    this.#count = points.length;
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
