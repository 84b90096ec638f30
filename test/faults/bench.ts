import type { Stack } from '#bin/stack/stack-file';
import { killProcessesAt } from '#test/support/fault-proxy/kill-processes';
import { openFaultProxy } from '#test/support/fault-proxy/open-fault-proxy';
import type { Plan } from '#test/support/fault-proxy/plans';
import { routeThrough } from '#test/support/fault-proxy/route-through';
import { awsOf } from './aws.ts';
import { HOPS, SWEEPER_HOPS } from './hops.ts';
import { aPartner } from './partner.ts';

export type Bench = Awaited<ReturnType<typeof aBench>>;

const NOTHING: Plan = { strike: () => undefined, struck: () => 0 };
const ON_THE_PATH = new Set([...HOPS, ...SWEEPER_HOPS].map(({ worker }) => worker));

/** A running stack with the proxy between the functions of the event path and AWS, and a partner to tell. */
export async function aBench(stack: Stack) {
  let plan = NOTHING;
  const proxy = openFaultProxy({
    target: stack.endpoint_url,
    strike: (call) => plan.strike(call),
    kill: killProcessesAt,
  });
  const { lambda, back } = await routeThrough(stack, proxy, (worker) => ON_THE_PATH.has(worker));
  const partner = await aPartner(stack);
  const aws = awsOf(stack);
  return {
    partner,
    aws,
    lambda,
    /** From now on this strikes; nothing does where none is given. */
    spoil: (next: Plan = NOTHING) => {
      plan = next;
    },
    kill: async (worker: string) => killProcessesAt(await proxy.addressFor(worker)),
    /** Puts the stack back as it was. */
    close: async () => {
      plan = NOTHING;
      try {
        await back();
      } finally {
        await partner.close();
        await proxy.close();
        aws.close();
      }
    },
  };
}
