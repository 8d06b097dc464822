import type { RefusalReason } from './refusal.ts';

const statuses: Readonly<Partial<Record<RefusalReason, number>>> = {
  path: 404,
  protocol: 400,
  handshake: 400,
  host: 403,
  origin: 403,
  notAuthenticated: 401,
  closing: 503,
  internalError: 503,
  timeout: 503,
};

/** The HTTP status that refuses a WebSocket before its upgrade. */
export function statusOf(reason: RefusalReason): number {
  return statuses[reason] ?? 400;
}
