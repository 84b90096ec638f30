import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '#shared/foundation/core/time';
import { ENDPOINTS, type Tenant, WORKSPACES } from '../benchmarks/delivery/tenants.ts';
import type { SoakLedger } from './soak-ledger.ts';

/** As tenants() names them. */
export const HOSTS = Array.from({ length: WORKSPACES }, (_, nth) => nth).flatMap((nth) =>
  Array.from({ length: ENDPOINTS }, (_, at) => `w${nth}-e${at}.partner.test`),
);

interface Load {
  /** Events a second, each to three endpoints. */
  readonly rate: number;
  readonly tenants: readonly Tenant[];
  readonly seconds: number;
  readonly random: () => number;
  readonly ledger: SoakLedger;
}

/** An open model, as in the load profiles: events come at their rate, and wait for nothing. */
export async function arrivals({ tenants: all, seconds, rate, random, ledger }: Load): Promise<void> {
  const startedAt = Date.now();
  const saving = new Set<Promise<void>>();
  for (let at = 0; at <= seconds * SECOND_MS; at += (-Math.log(1 - random()) / rate) * SECOND_MS) {
    const ahead = at - (Date.now() - startedAt);
    if (ahead > 1) await wait(ahead);
    const tenant = all[Math.floor(random() * all.length)];
    if (!tenant) continue;
    const saved = tenant.happens().then((subject) => ledger.committed(subject));
    saving.add(saved);
    void saved.then(() => saving.delete(saved));
  }
  await Promise.all(saving);
}

/** Resolves when it holds, or after this time. */
export async function until(holds: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!holds() && Date.now() < end) await wait(100);
}
