/**
 * Runs all cases `runs` times. A turn is one run of each case, so changes of the machine over time
 * affect all cases equally. Resolves to the reports of each case, one for each turn.
 */
export async function inTurns<Case, Report>(
  cases: readonly Case[],
  runs: number,
  run: (one: Case, turn: number) => Promise<Report>,
): Promise<ReadonlyMap<Case, readonly Report[]>> {
  const reports = new Map<Case, Report[]>(cases.map((one) => [one, []]));
  for (let turn = 1; turn <= runs; turn++)
    for (const one of cases) reports.get(one)!.push(await run(one, turn));
  return reports;
}
