import { maxReason } from './layout.ts';
import { utf8Length } from './payload.ts';

/** Shortens a reason to the limit of a close frame. */
export function cutReason(reason: string): string {
  let cut = reason.slice(0, maxReason); // each character has one byte at least
  while (utf8Length(cut) > maxReason) cut = cut.slice(0, -1);
  return cut;
}
