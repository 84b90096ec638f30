import { setTimeout as wait } from 'node:timers/promises';
import type { Plan } from '#test/support/fault-proxy/plans';
import type { Bench } from './bench.ts';
import type { NamedHop } from './hops.ts';
import { type Account, accountOf } from './ledger.ts';
import type { Told } from './partner.ts';
import { arrived, untilSo } from './quiet.ts';

export interface Case {
  readonly fault: string;
  readonly amount: string;
  readonly hop: Pick<NamedHop, 'name' | 'needs'>;
  readonly plan: Plan;
  readonly events: number;
  /** The fault ends after so many seconds; by itself, or with the case, where nothing is said. */
  readonly lastsSeconds?: number;
  /** Done when the first receiver is asked; it answers when that is over. */
  readonly whenAsked?: () => Promise<void>;
  /** How long the next case waits for what this one has told; 12 where nothing is said. */
  readonly timeoutSeconds?: number;
}

export interface Outcome extends Pick<Case, 'fault' | 'amount'> {
  readonly hop: string;
  readonly told: readonly Told[];
  readonly struck: number;
  /** As it stands now: what waits for the sweeper arrives later. */
  readonly account: () => Account;
}

/** What is not there by then comes by the sweeper; the next case need not wait for it. */
const TIMEOUT_SECONDS = 12;
/** A fault that strikes once ends with its case: until it has struck, the case goes on. */
const STRIKES_WITHIN_SECONDS = 90;
const AT_ONCE = 5;

let runs = 0;

/** Tells of some changes while the fault strikes. */
export async function runCase(bench: Bench, one: Case): Promise<Outcome> {
  runs += 1;
  const name = `case-${process.pid}-${runs}`;
  behave(bench, one);
  if (one.hop.needs === 'a process that knows no secret yet') await bench.kill('webhook-delivery');
  bench.spoil(one.plan);
  const ended = endOfFault(bench, one);
  const told = await pushAll(bench, name, one.events);
  const { fault, amount, hop, plan, timeoutSeconds = TIMEOUT_SECONDS } = one;
  if (amount === 'once') await untilSo(() => plan.struck() > 0, STRIKES_WITHIN_SECONDS);
  await Promise.all([ended, arrived(bench, told, timeoutSeconds)]);
  bench.spoil();
  bench.partner.behave();
  return { fault, amount, hop: hop.name, told, struck: plan.struck(), account: () => accountOf(bench.partner, told) };
}

function behave({ partner }: Bench, { hop, whenAsked }: Case): void {
  if (whenAsked) partner.behave(acceptingAfter(whenAsked));
  else if (hop.needs === 'a receiver that fails at first') partner.behave((attempt) => (attempt === 1 ? 500 : 204));
  else partner.behave();
}

/** A request that arrives before the work is done gets its 500 when the work is: its caller is gone by then. */
function acceptingAfter(work: () => Promise<void>): () => Promise<number> {
  let isDone = false;
  let working: Promise<void> | undefined;
  return async () => {
    if (isDone) return 204;
    working ??= work();
    await working;
    isDone = true;
    return 500;
  };
}

async function endOfFault(bench: Bench, { lastsSeconds }: Case): Promise<void> {
  if (lastsSeconds === undefined) return;
  await wait(lastsSeconds * 1_000);
  bench.spoil();
}

/** Tells of so many changes, each once it is known by what name. */
export async function pushAll({ partner }: Bench, name: string, events: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  let next = 0;
  const pushing = async () => {
    while (next < events) {
      next += 1;
      told.push(await partner.push(`${name}-${next}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, pushing));
  return told;
}
