/** Milliseconds that a round trip takes: the mean of so many, one after another. */
export async function timeRoundTrips(times: number, roundTrip: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < times; time++) await roundTrip();
  return (performance.now() - began) / times;
}
