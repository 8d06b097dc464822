import type { Transport } from '../../programs/flow.ts';
import { inLab, log } from '../in-lab.ts';
import { type ConditionsOptions, measureConditions } from './measure-conditions.ts';

type Plan = Omit<ConditionsOptions, 'lab' | 'link' | 'log' | 'warmup'>;

/** The link, unless a condition says otherwise. */
const link = { rate: 16, roundTrip: 30, congestionControl: 'cubic' } as const;

/**
 * Measures conditions in a lab and writes the results. The environment can change the plan: `DOHA_ONLY` (a regular expression for the
 * names of conditions), `DOHA_TRANSPORTS` (for example paceA,paceK), `DOHA_SECONDS` and `DOHA_TURNS`.
 */
export async function measureChosen(plan: Plan): Promise<void> {
  const {
    DOHA_ONLY: only = '',
    DOHA_SECONDS: seconds = plan.seconds,
    DOHA_TRANSPORTS: transports = plan.transports.join(','),
    DOHA_TURNS: runs = plan.runs,
  } = process.env;
  const chosen = new RegExp(only);
  await inLab((lab) =>
    measureConditions({
      ...plan,
      lab,
      log,
      link,
      conditions: plan.conditions.filter(({ name }) => chosen.test(name)),
      transports: transports.split(',') as Transport[],
      seconds: Number(seconds),
      warmup: Number(seconds) / 4,
      runs: Number(runs),
    }),
  );
}
