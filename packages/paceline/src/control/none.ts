import type { LatencyController, Path } from './latency-controller.ts';

/** So much is committed at once. */
const burst = 2 ** 16;

/** No control: what waits is committed whenever the socket has taken all there was, as one does by hand with `bufferedAmount`. */
export function none(): LatencyController {
  return {
    name: 'none',
    looksAgain: 4,
    budget: ({ buffered }: Path) => (buffered === 0 ? burst : 0),
  };
}
