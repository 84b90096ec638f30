import * as v from 'valibot';
import type {
  endPasses,
  endSources,
  forgetGrant,
  giveBack,
} from '#shared/calendars/connections/commands/end-connection';
import type { ConnectionEnding } from '#shared/calendars/connections/rules/connection-ending';
import { ProviderNotSetUp } from '#shared/calendars/consent/ports/consent-provider';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep, Progress } from '#shared/events/commands/work-on-job';

const Content: v.GenericSchema<unknown, ConnectionEnding> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  connectionId: id('cal'),
});

const Cursor = v.variant('part', [
  v.object({ part: v.literal('sources') }),
  v.object({ part: v.literal('grant'), tries: v.number() }),
]);

interface Parts {
  readonly endPasses: ReturnType<typeof endPasses>;
  readonly endSources: ReturnType<typeof endSources>;
  readonly giveBack: ReturnType<typeof giveBack>;
  readonly forgetGrant: ReturnType<typeof forgetGrant>;
  readonly clock: Clock;
}

/** A claim ends by the clock of whoever held it. */
const CLOCKS_DIFFER_MS = 5 * SECOND_MS;
/** A provider that is out of reach for a day gets nothing back: the watch ends by itself within a week. */
const MOST_TRIES = 96;
const BETWEEN_TRIES_MS = 15 * MINUTE_MS;

/** Ends a disconnected connection: first its passes, then what they brought, then what the provider granted. */
export const endingStep =
  (parts: Parts): JobStep =>
  async (job) => {
    const ending = v.parse(Content, job.content);
    const cursor = job.cursor && v.parse(Cursor, job.cursor);
    if (!cursor) return afterPasses(parts, ending);
    if (cursor.part === 'grant') return giveBackOnce(parts, ending, cursor.tries);
    return (await parts.endSources(ending)) === 'all'
      ? { cursor: { part: 'grant', tries: 0 } }
      : { cursor: { part: 'sources' } };
  };

async function afterPasses({ endPasses, clock }: Parts, ending: ConnectionEnding): Promise<Progress> {
  const overAt = await endPasses(ending);
  const cursor = { part: 'sources' };
  return overAt !== null && overAt > clock.now() ? { cursor, notBefore: later(overAt, CLOCKS_DIFFER_MS) } : { cursor };
}

async function giveBackOnce(parts: Parts, ending: ConnectionEnding, tries: number): Promise<Progress> {
  try {
    await parts.giveBack(ending);
    return 'done';
  } catch (error) {
    const isProviders = [ProviderDown, ProviderThrottled, ProviderNotSetUp].some((kind) => error instanceof kind);
    if (!isProviders) throw error;
    if (tries + 1 < MOST_TRIES)
      return { cursor: { part: 'grant', tries: tries + 1 }, notBefore: later(parts.clock.now(), BETWEEN_TRIES_MS) };
    await parts.forgetGrant(ending);
    return 'done';
  }
}
