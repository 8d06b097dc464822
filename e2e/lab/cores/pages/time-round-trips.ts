/**
 * Milliseconds that a round trip takes: the mean of so many, one after another. Each must bring back as many bytes as went: a browser reads a
 * message only where somebody looks at it.
 */
export async function timeRoundTrips(
  times: number,
  bytes: number,
  roundTrip: (payload: Uint8Array) => Promise<Uint8Array>,
): Promise<number> {
  const payload = new Uint8Array(bytes);
  const began = performance.now();
  for (let time = 0; time < times; time++) {
    const { length } = await roundTrip(payload);
    if (length !== bytes) throw new Error(`a round trip must bring back ${bytes} bytes, got ${length}`);
  }
  return (performance.now() - began) / times;
}
