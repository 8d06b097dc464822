import type { Link } from '../transport/link.ts';
import { closeCode } from '../wire/close-code.ts';
import { cutReason } from '../wire/cut-reason.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import type { Closed } from './closing-handshake.ts';

/** Closes a connection that was opened after the end of its session. The peer is told how the session has ended, and ends it in the same way. */
export function closeLateLink(link: Link, { code, reason }: Closed): void {
  const writer = new FrameWriter();
  writer.terminate(code, cutReason(reason));
  link.send(writer.take());
  link.close(closeCode.terminated, '');
}
