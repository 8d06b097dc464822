import { checkObject } from './check-object.ts';

/** Throws a TypeError that names `member` unless all members of a list are objects. */
export function checkMembers(member: string, list: readonly unknown[]): void {
  for (const one of list) checkObject(member, one);
}
