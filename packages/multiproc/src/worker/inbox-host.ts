import { ThreadHost } from '@doha/loop';

/** The host of a worker's loop: while a message is read it asks for no turn, since the loop works right after that. */
export class InboxHost extends ThreadHost {
  #reading = false;

  override wake(delay: number): void {
    if (!this.#reading) super.wake(delay);
  }

  /** Calls `read`; wake-ups that are asked for meanwhile are left out. */
  while(read: () => void): void {
    this.#reading = true;
    try {
      read();
    } finally {
      this.#reading = false;
    }
  }
}
