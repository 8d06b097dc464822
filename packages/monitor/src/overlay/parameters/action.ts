import { messageOf } from '../message-of.ts';

/** A function of the application that the user calls with a button. */
export class Action {
  readonly name: string;
  #act: () => unknown;

  constructor(name: string, act: () => unknown) {
    this.name = name;
    this.#act = act;
  }

  /** Calls the function. Resolves to the message of its error or of its promise's rejection, otherwise to `undefined`. */
  async run(): Promise<string | undefined> {
    try {
      await this.#act();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
}
