/** Runs all cases in turn, `runs` times, so that changes of the machine over time affect all cases equally. Resolves to the reports of each case. */
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
