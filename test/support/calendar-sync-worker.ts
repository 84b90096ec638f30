import { calendarSync } from '#functions/workers/calendar-sync/index';
import type { CalendarMessage } from '#functions/workers/calendar-sync/sync-calendars';
import { noteConnection } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import type { AppContext } from '#shared/api/http/ports';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { connected } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections, moveAccount } from '#shared/calendars/connections/store';
import { pollSlotOf } from '#shared/calendars/sync/rules/poll-slots';
import { granted } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { findSynced } from '#shared/calendars/sync/synced-connections';
import type { CalendarConnectionId, CalendarId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import type { Outgoing } from '#shared/foundation/events/ports';
import type { JobMessage } from '#shared/foundation/events/queued-jobs';
import { APP_URL, type World } from '#test/support/api';
import { type FakeCalendar, fakeCalendar } from '#test/support/fake-calendar';
import { type FakeFeed, fakeFeed } from '#test/support/fake-feed';

interface Given {
  readonly google?: FakeCalendar;
  readonly microsoft?: FakeCalendar;
  readonly feed?: FakeFeed;
  readonly context?: AppContext;
  /** Milliseconds left at each look: with none, a run does one page. */
  readonly timeLeft?: number;
}

type Entry = Readonly<Record<string, unknown>>;

/** The calendar sync worker on fake calendars, called directly. */
export function calendarSyncWorker(world: World, given: Given = {}) {
  const { clock, dynamo } = world;
  const context = given.context ?? world.context;
  const calendars = { google: given.google ?? fakeCalendar(), microsoft: given.microsoft ?? fakeCalendar() };
  const sent: Outgoing<CalendarMessage | JobMessage>[] = [];
  const givenUp: CalendarId[] = [];
  const log: Entry[] = [];
  const work = calendarSync(context, {
    providers: { ...calendars, feed: given.feed ?? fakeFeed(clock) },
    sealer: context.sealer,
    queue: { send: async (messages) => void sent.push(...messages) },
    givenUp: { send: async (messages) => void givenUp.push(...messages.map(({ message }) => message.connectionId)) },
    timeScale: { scaled: (milliseconds) => milliseconds },
    appUrl: APP_URL,
    stage: 'test',
    log: (entry) => void log.push(entry),
  });
  const findSync = (id: CalendarId) => calendarSyncs.find(world.context.table, id);
  const invocation = { getRemainingTimeInMillis: () => given.timeLeft ?? 2 * MINUTE_MS };

  const receive = (body: unknown) =>
    work(
      {
        Records: [
          {
            messageId: 'message',
            receiptHandle: 'receipt',
            body: JSON.stringify(body),
            attributes: { ApproximateReceiveCount: '1' },
            eventSourceARN: 'arn:aws:sqs:eu-west-1:1:calendars',
          },
        ],
      },
      invocation,
    );

  /** Pending jobs that end connections. */
  const endings = () =>
    dynamo.items().flatMap(({ pk, sk, due_pk, due_at }) => {
      const isOurs = sk?.S === 'EVENT#job.connection_ending' && due_pk !== undefined;
      return isOurs ? [{ id: String(pk?.S), dueAt: Number(due_at?.N) }] : [];
    });

  /** The bus brings the job, and then its queue. */
  const end = async (jobId: string): Promise<void> => {
    const known = sent.length;
    await receive({ 'detail-type': 'job.connection_ending', detail: { id: jobId } });
    for (const { message } of sent.splice(known)) await receive(message);
  };

  return {
    ...calendars,
    findSync,
    sent,
    givenUp,
    log,
    /** Handles one message of the queue; returns the failures. */
    receive,
    runSync: (calendarId: string) => receive({ connectionId: calendarId, workspaceId: WORKSPACE }),
    /** As the sweeper sends due calendars. */
    poll: (...calendarIds: readonly CalendarId[]) => receive({ connectionIds: calendarIds }),
    endings,
    end,
    /** Runs the pending jobs until none is left, and advances the clock between the steps. */
    async endAll(): Promise<void> {
      for (let step = 0; endings().length > 0; step += 1) {
        for (const { id } of endings()) await end(id);
        clock.advance(5 * MINUTE_MS);
        if (step > 400) throw new Error('The connections do not end.');
      }
    },
    sync: async (id: CalendarId) => {
      const found = await findSync(id);
      if (!found) throw new Error('There is no sync.');
      return found.state;
    },
    /** Advances the clock to the next due time, and runs the sync. */
    async whenDue(id: CalendarId): Promise<void> {
      const dueAt = (await findSync(id))?.state.dueAt ?? null;
      if (dueAt === null) throw new Error('Nothing is due.');
      clock.set(Math.max(dueAt, clock.now()) as Instant);
      await receive({ connectionId: id, workspaceId: WORKSPACE });
    },
    /** Advances the clock to the next due time. */
    async untilDue(id: CalendarId): Promise<void> {
      const dueAt = (await findSync(id))?.state.dueAt ?? null;
      if (dueAt === null) throw new Error('Nothing is due.');
      clock.set(Math.max(dueAt, clock.now()) as Instant);
    },
    /** Polls, and runs what the poll asks for. */
    async pollAndRun(id: CalendarId): Promise<void> {
      sent.splice(0);
      await receive({ connectionIds: [id] });
      for (const { message } of sent.splice(0)) await receive(message);
    },
    aDayLater: () => clock.advance(DAY_MS),
  };
}

/** A message that starts a run of a calendar, with its workspace as the group. */
export const aRunOf = (connectionId: CalendarId, workspaceId: WorkspaceId, delaySeconds = 0) => ({
  message: { connectionId, workspaceId },
  delaySeconds,
  group: workspaceId,
});

/** The message group of runs; the worker reads the row of the sync. */
const WORKSPACE = 'wks_01k0000000000000000000000a';

/** Polls at seven minutes past the quarter of an hour at which tests begin. */
const SLOT = 7;

/** A random id, of the same poll slot in every run. */
function aConnectionId({ context }: World): CalendarConnectionId {
  for (;;) {
    const id = context.ids.make('cal');
    if (pollSlotOf(id) === SLOT) return id;
  }
}

/** A connection as consent creates it. */
export async function aConnectedCalendar(
  world: World,
  given: {
    readonly workspaceId: WorkspaceId;
    readonly memberId: string;
    readonly provider?: 'google' | 'microsoft';
    readonly accountEmail?: string;
    readonly grant?: string;
  },
): Promise<CalendarConnection> {
  const { workspaceId, provider = 'google', accountEmail = 'ada@gmail.test', grant = 'first' } = given;
  const memberId = given.memberId as MemberId;
  const { context, clock } = world;
  const now = clock.now();
  const connectionId = aConnectionId(world);
  const { state } = connected({ id: connectionId, workspaceId, memberId, provider, accountEmail, createdAt: now });
  const member = await members.find(context.table, memberId);
  if (!member) throw new Error('The member is not there.');
  const sealedGrant = await context.sealer.seal(grant, { workspace: workspaceId, resource: connectionId });
  const sync = granted(
    undefined,
    { calendarId: connectionId, workspaceId, memberId, provider, accountEmail, sealedGrant },
    now,
  );
  await context.changes.save({
    at: now,
    writes: [
      calendarConnections.put(undefined, state),
      [moveAccount({ workspaceId, provider, email: accountEmail, before: undefined, after: connectionId })],
      calendarSyncs.put(undefined, sync),
      members.put(member, noteConnection(member.state, state, now)),
    ],
  });
  return state;
}

/** As partners read it. */
export const connectionOf = async ({ context }: World, id: CalendarConnectionId): Promise<CalendarConnection> => {
  const found = await findSynced(context.table, id);
  if (!found) throw new Error('There is no connection.');
  return found.state;
};
