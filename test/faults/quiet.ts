import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { accountOf, unless } from './ledger.ts';
import type { Told } from './partner.ts';

const LOOKS_EVERY_MS = 500;

/** Looks again until it holds, or the time is over; answers whether it did. */
export async function untilSo(holds: () => boolean | Promise<boolean>, withinSeconds: number): Promise<boolean> {
  const end = performance.now() + withinSeconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await wait(LOOKS_EVERY_MS);
  }
  return true;
}

/** Every endpoint has acknowledged every one of these. */
export const arrived = ({ partner }: Bench, told: readonly Told[], withinSeconds: number): Promise<boolean> =>
  untilSo(() => accountOf(partner, told).missing === 0, withinSeconds);

/** The path's own queues, and whatever anybody gave up; bots are none of ours. */
const isOurs = (name: string): boolean => /-(?:fanout|deliver-[a-z]+|dead-letters)$/.test(name);

/** A sweep that failed is repeated by the next: its dead letter is no loss, and says so in the runbook. */
const EXPLAINED = 'rapporteur-local-sweeper-dead-letters';

/**
 * What is left when all should be over; nothing where all is well. Waits for as long as anything is under way. Where the
 * API's own function was killed, the gateway can only say 5xx, once each time.
 */
export async function leftovers(bench: Bench, withinSeconds: number, killedApi = 0): Promise<readonly string[]> {
  let due = 0;
  let waiting: readonly (readonly [name: string, messages: number])[] = [];
  await untilSo(async () => {
    due = await bench.aws.due();
    waiting = [...(await bench.aws.depths())].filter(
      ([name, messages]) => messages > 0 && isOurs(name) && name !== EXPLAINED,
    );
    return due === 0 && waiting.length === 0;
  }, withinSeconds);
  const strange = [...bench.partner.answers].filter(([status]) => status >= 500 && status !== 503);
  const strangeTimes = strange.reduce((sum, [, times]) => sum + times, 0);
  return [
    ...unless(due === 0, `the due index holds ${due} rows`),
    ...waiting.map(([name, messages]) => `${name} holds ${messages} messages`),
    ...unless(strangeTimes <= killedApi, `callers were answered ${strange.map(([status]) => status).join(', ')}`),
  ];
}
