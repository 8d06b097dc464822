/** Runs all cases one after another, and that so often: what changes with time changes for all. Resolves to the reports of each. */
export async function inTurns<Case, Report>(
  cases: readonly Case[],
  goes: number,
  run: (one: Case, go: number) => Promise<Report>,
): Promise<ReadonlyMap<Case, readonly Report[]>> {
  const reports = new Map<Case, Report[]>(cases.map((one) => [one, []]));
  for (let go = 1; go <= goes; go++) for (const one of cases) reports.get(one)!.push(await run(one, go));
  return reports;
}
