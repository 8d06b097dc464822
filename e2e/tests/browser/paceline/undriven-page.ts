import type { Browser, CDPSession } from '@playwright/test';

/** The answer to a command of the DevTools protocol. */
interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * A Chromium page that Playwright does not control. Pages under its control are always visible and focused. This one can be hidden and
 * frozen, as in a user's browser.
 */
export class UndrivenPage {
  #browser: CDPSession;
  #sessionId: string;
  #waiting: Map<number, (answer: Answer) => void> = new Map();
  #next = 0;

  private constructor(browser: CDPSession, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async open(browser: Browser, url: string): Promise<UndrivenPage> {
    const session = await browser.newBrowserCDPSession();
    const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new UndrivenPage(session, sessionId);
    await page.#send('Network.enable');
    await page.#send('Network.setBlockedURLs', { urls: ['*/@vite/client'] }); // the client would reload a frozen page
    await page.#send('Page.navigate', { url });
    return page;
  }

  /** Hides the page, if it is visible, and freezes it: no tasks run, and Chromium closes its WebSockets. */
  async freeze(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  /** Ends the freeze. The page stays hidden. */
  async unfreeze(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' });
  }

  /** The value of an expression, which must be JSON. It is also available while the page is frozen. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = (await this.#send('Runtime.evaluate', { expression, returnByValue: true })) as {
      readonly result: { readonly value: Value };
    };
    return result.value;
  }

  /** Sends a command of the DevTools protocol. Rejects if Chromium returns an error. */
  async #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#next;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { error, result } = await answered;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
