import { calendarSync } from '#functions/workers/calendar-sync/index';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { connected } from '#shared/calendars/connections/rules/transitions';
import { calendarConnectionStore, calendarConnections, moveAccount } from '#shared/calendars/connections/store';
import { granted } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncStore, calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/core/time';
import type { Outgoing } from '#shared/events/ports/queue';
import type { AppContext } from '#shared/http/ports/app-context';
import { noteConnection } from '#shared/members/rules/note-connection';
import { memberStore, members } from '#shared/members/store';
import { type ACalendar, aCalendar } from '#test/support/a-calendar';
import { APP_URL, type World } from '#test/support/api';

interface Given {
  readonly google?: ACalendar;
  readonly microsoft?: ACalendar;
  readonly context?: AppContext;
  /** Milliseconds left at each look: with none, a run does one page. */
  readonly timeLeft?: number;
}

type Entry = Readonly<Record<string, unknown>>;

/** The worker that keeps calendars in step, driven by hand, over calendars in memory. */
export function calendarsAtWork(world: World, given: Given = {}) {
  const { clock, dynamo } = world;
  const context = given.context ?? world.context;
  const calendars = { google: given.google ?? aCalendar(), microsoft: given.microsoft ?? aCalendar() };
  const sent: Outgoing<{ readonly connectionId: CalendarConnectionId }>[] = [];
  const givenUp: CalendarConnectionId[] = [];
  const log: Entry[] = [];
  const work = calendarSync(context, {
    providers: calendars,
    sealer: context.sealer,
    queue: { send: async (messages) => void sent.push(...messages) },
    givenUp: { send: async (messages) => void givenUp.push(...messages.map(({ message }) => message.connectionId)) },
    pace: { scaled: (milliseconds) => milliseconds },
    appUrl: APP_URL,
    stage: 'test',
    note: (entry) => void log.push(entry),
  });
  const syncs = calendarSyncStore(world.context.table);
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

  /** Jobs that end connections and are left, as the stream or the sweeper tells of them. */
  const endings = () =>
    dynamo.items().flatMap(({ pk, sk, due_pk, due_at }) => {
      const isOurs = sk?.S === 'EVENT#job.connection_ending' && due_pk !== undefined;
      return isOurs ? [{ id: String(pk?.S), dueAt: Number(due_at?.N) }] : [];
    });

  return {
    ...calendars,
    syncs,
    sent,
    givenUp,
    log,
    /** As the queue brings it; what of it failed. */
    receive,
    pass: (connectionId: string) => receive({ connectionId }),
    endings,
    /** Ends what is to end, the clock moved on between the steps. */
    async endAll(): Promise<void> {
      for (let step = 0; endings().length > 0; step += 1) {
        for (const { id } of endings()) await receive({ 'detail-type': 'job.connection_ending', detail: { id } });
        clock.advance(5 * MINUTE_MS);
        if (step > 200) throw new Error('The connections do not end.');
      }
    },
    sync: async (id: CalendarConnectionId) => {
      const found = await syncs.find(id);
      if (!found) throw new Error('There is no sync.');
      return found.state;
    },
    /** To its next pass. */
    async whenDue(id: CalendarConnectionId): Promise<void> {
      const dueAt = (await syncs.find(id))?.state.dueAt ?? null;
      if (dueAt === null) throw new Error('Nothing is due.');
      clock.set(Math.max(dueAt, clock.now()) as Instant);
      await receive({ connectionId: id });
    },
    aDayLater: () => clock.advance(DAY_MS),
  };
}

/** A connection as a member's consent leaves it. */
export async function aConnectedCalendar(
  { context, clock }: World,
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
  const now = clock.now();
  const connectionId = context.ids.make('cal');
  const { state } = connected({ id: connectionId, workspaceId, memberId, provider, accountEmail, createdAt: now });
  const member = await memberStore(context.table).find(memberId);
  if (!member) throw new Error('The member is not there.');
  const sealedGrant = await context.sealer.seal(grant, { workspace: workspaceId, resource: connectionId });
  const sync = granted(undefined, { connectionId, workspaceId, memberId, provider, accountEmail, sealedGrant }, now);
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

export const connectionOf = async ({ context }: World, id: CalendarConnectionId): Promise<CalendarConnection> => {
  const found = await calendarConnectionStore(context.table).find(id);
  if (!found) throw new Error('There is no connection.');
  return found.state;
};
