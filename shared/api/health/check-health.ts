import { PARTS, type Part, type Probes } from '#shared/api/health/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';

/** How long a result is repeated: a flood of requests costs each environment one check in this time. */
export const CACHE_MS = 10 * SECOND_MS;

/** A part that takes longer does not answer: requests of callers would be as slow. */
const PROBE_MS = 3 * SECOND_MS;

export interface Health {
  readonly checkedAt: Instant;
  readonly parts: Readonly<Record<Part, 'ok' | 'unavailable'>>;
}

interface Needs {
  readonly probes: Probes;
  readonly clock: Clock;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly reportFailure: (part: Part, error: unknown) => void;
}

/** Asks every part at once, and repeats the result for ten seconds. Requests that come meanwhile wait for the same check. */
export function checkHealth(needs: Needs): () => Promise<Health> {
  let last: { readonly until: Instant; readonly health: Promise<Health> } | undefined;
  return () => {
    const now = needs.clock.now();
    if (!last || now >= last.until) last = { until: later(now, CACHE_MS), health: ask(needs, now) };
    return last.health;
  };
}

async function ask(needs: Needs, checkedAt: Instant): Promise<Health> {
  const answers = await Promise.all(PARTS.map(async (part) => [part, await answerOf(needs, part)] as const));
  return { checkedAt, parts: Object.fromEntries(answers) as Health['parts'] };
}

async function answerOf({ probes, pause, reportFailure }: Needs, part: Part): Promise<'ok' | 'unavailable'> {
  const late = pause(PROBE_MS).then(() => Promise.reject(new ProbeTimedOut(`No answer in ${PROBE_MS} ms.`)));
  // It ends after the answer, when no one waits for it.
  late.catch(() => undefined);
  try {
    await Promise.race([probes[part](), late]);
    return 'ok';
  } catch (error) {
    reportFailure(part, error);
    return 'unavailable';
  }
}

class ProbeTimedOut extends Error {
  override readonly name = 'ProbeTimedOut';
}
