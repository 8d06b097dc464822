import { display } from './display.ts';

/** Throws a TypeError that says what a member is unless all members of a list are objects. */
export function checkMembers(member: string, list: readonly unknown[]): void {
  for (const one of list)
    if (typeof one !== 'object' || one === null)
      throw new TypeError(`${member} must be an object, got ${display(one)}`);
}
