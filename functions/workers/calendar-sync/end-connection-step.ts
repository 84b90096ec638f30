import * as v from 'valibot';
import type {
  deleteGrant,
  endSources,
  returnGrant,
  stopSync,
} from '#shared/calendars/connections/commands/end-connection';
import type { ConnectionEnding } from '#shared/calendars/connections/rules/calendar-connection';
import { ProviderNotSetUp } from '#shared/calendars/consent/ports';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { ofCalendar } from '#shared/foundation/core/stored-calendar-id';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { roomAt } from '#shared/foundation/core/uses';
import { calendarId, id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep, Progress } from '#shared/foundation/events/job-worker';

const Content: v.GenericSchema<unknown, ConnectionEnding> = v.pipe(
  v.object({ workspaceId: id('wks'), memberId: id('mem'), connectionId: calendarId }),
  v.transform(ofCalendar),
);

const Cursor = v.variant('part', [
  v.object({ part: v.literal('sources') }),
  v.object({ part: v.literal('grant'), tries: v.number() }),
]);

interface Commands {
  readonly stopSync: ReturnType<typeof stopSync>;
  readonly endSources: ReturnType<typeof endSources>;
  readonly returnGrant: ReturnType<typeof returnGrant>;
  readonly deleteGrant: ReturnType<typeof deleteGrant>;
  readonly clock: Clock;
}

/** A lease ends by the clock of the function that took it. */
const CLOCKS_DIFFER_MS = 5 * SECOND_MS;
/** A day. After that the grant is deleted without revoking it, and the watch expires within a week. */
const MAX_TRIES = 96;
const BETWEEN_TRIES_MS = 15 * MINUTE_MS;

/** Ends a disconnected connection in steps: its sync runs, its calendar events, then the grant at the provider. */
export const endConnectionStep =
  (commands: Commands): JobStep =>
  async (job) => {
    const ending = v.parse(Content, job.content);
    const cursor = job.cursor && v.parse(Cursor, job.cursor);
    if (!cursor) return stopRuns(commands, ending);
    if (cursor.part === 'grant') return tryToReturnGrant(commands, ending, cursor.tries);
    return endSome(commands, ending);
  };

async function endSome({ endSources, clock }: Commands, ending: ConnectionEnding): Promise<Progress> {
  try {
    return (await endSources(ending)) === 'all'
      ? { cursor: { part: 'grant', tries: 0 } }
      : { cursor: { part: 'sources' } };
  } catch (error) {
    return { cursor: { part: 'sources' }, notBefore: roomAt(error, clock.now()) };
  }
}

async function stopRuns({ stopSync, clock }: Commands, ending: ConnectionEnding): Promise<Progress> {
  const overAt = await stopSync(ending);
  const cursor = { part: 'sources' };
  return overAt !== null && overAt > clock.now() ? { cursor, notBefore: later(overAt, CLOCKS_DIFFER_MS) } : { cursor };
}

async function tryToReturnGrant(commands: Commands, ending: ConnectionEnding, tries: number): Promise<Progress> {
  try {
    await commands.returnGrant(ending);
    return 'done';
  } catch (error) {
    const isProviderError = [ProviderDown, ProviderThrottled, ProviderNotSetUp].some((kind) => error instanceof kind);
    if (!isProviderError) throw error;
    if (tries + 1 < MAX_TRIES)
      return { cursor: { part: 'grant', tries: tries + 1 }, notBefore: later(commands.clock.now(), BETWEEN_TRIES_MS) };
    await commands.deleteGrant(ending);
    return 'done';
  }
}
