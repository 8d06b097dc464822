/**
 * Returns the mean milliseconds of `times` successive round trips. The length of each returned payload is read, because a browser deserializes
 * a message only at the first access to its data.
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
