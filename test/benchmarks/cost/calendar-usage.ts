import { DAY_MS, HOUR_MS, later } from '#shared/core/time';
import type { Member } from '#shared/members/rules/member';
import { members as storedMembers } from '#shared/members/store';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld } from '#test/support/api';
import { aConnectedCalendar, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, fakeCalendar } from '#test/support/fake-calendar';
import { Meter, type Write } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Connections whose cost is printed. They share the invocations of a minute, as in a deployment of that size. */
export const CALENDARS = 1_000;
const MINUTES_BETWEEN_POLLS = 15;
/** Every 15 minutes. */
const POLLS_A_MONTH = 30 * 24 * 4;
const PASSES_OVER_ALL_A_MONTH = 30;
/** An access token lasts an hour. */
const TOKENS_A_MONTH = 30 * 24;
/** Of a busy person, in the four weeks and a day of the window. */
const OCCURRENCES = 120;

/** Of the worker (lib/constructs/calendar-sync.ts), which has one core. */
const MEMORY_GB = 1_769 / 1_024;
/** A token and a page, each asked of a provider on another continent; what the table takes is lost in it. */
const WAITS_SECONDS = 0.8;
/** At least what `npm run bench:calendars` measures for a poll without changes and one with; the run over everything is a guess. */
const PROCESSOR_SECONDS = { poll: 0.007, change: 0.03, overAll: 0.2 } as const;

/** An invocation for so many passes at once: its message, the function and its line in the log. */
const invocation = (passes: number, processorSeconds: number): Usage => ({
  'queue request': 3,
  'function request': 1,
  'function GB-second': (WAITS_SECONDS + passes * processorSeconds) * MEMORY_GB,
  trace: 0.05,
  'log GB': 600 / 1e9,
});

/** Messages of an invocation, as under load. */
const CHANGES_AT_ONCE = 10;

const POLLS_A_MINUTE = CALENDARS / MINUTES_BETWEEN_POLLS;
const onePoll = times(invocation(POLLS_A_MINUTE, PROCESSOR_SECONDS.poll), 1 / POLLS_A_MINUTE);

export interface CalendarUsage {
  /** Of one calendar, by what is done. */
  readonly idleMonth: Readonly<Record<'polls' | 'access tokens' | 'daily runs over everything', Usage>>;
  readonly oneChange: Usage;
}

/** What a connected calendar uses in a month in which nothing changes in it, and for a change. */
export async function calendarUsage(onWrite?: (write: Write) => void): Promise<CalendarUsage> {
  let isMeasuring = false;
  const meter = new Meter((write) => isMeasuring && onWrite?.(write));
  const { work, calendar, id, world } = await aStandingCalendar(meter);
  const passed = async (): Promise<Usage> => {
    await work.untilDue(id);
    meter.read();
    isMeasuring = true;
    await work.pollAndRun(id);
    isMeasuring = false;
    return meter.read();
  };
  const withToken = await passed();
  calendar.grant.accessUntil = later(world.clock.now(), 30 * DAY_MS);
  await passed();
  const poll = await passed();
  calendar.put(anOccurrence('event-7', { startsAt: later(world.clock.now(), 30 * HOUR_MS) }));
  const changed = await passed();
  work.aDayLater();
  const overAll = await passed();
  const oneToken = difference(withToken, poll);
  const run = invocation(1, PROCESSOR_SECONDS.overAll);
  return {
    idleMonth: {
      polls: times(sumOf(onePoll, poll), POLLS_A_MONTH - PASSES_OVER_ALL_A_MONTH),
      'access tokens': times(oneToken, TOKENS_A_MONTH),
      'daily runs over everything': times(sumOf(onePoll, run, overAll), PASSES_OVER_ALL_A_MONTH),
    },
    oneChange: sumOf(times(invocation(CHANGES_AT_ONCE, PROCESSOR_SECONDS.change), 1 / CHANGES_AT_ONCE), changed),
  };
}

const difference = (one: Usage, other: Usage): Usage =>
  Object.fromEntries(Object.entries(one).map(([unit, amount]) => [unit, amount - (other[unit] ?? 0)]));

async function aStandingCalendar(meter: Meter) {
  const dynamo = inMemoryMainTable();
  Object.assign(dynamo, meter.watchTable({ send: dynamo.send }));
  const kms = meter.watch(inMemoryKms(), 'key request', { Decrypt: () => 1, Encrypt: () => 1 });
  const world = aWorld({ sealer: kmsSealer(kms, 'key') }, dynamo);
  const { workspaceId } = await world.anOwner();
  const { context, clock } = world;
  const now = clock.now();
  const member: Member = {
    ...{ id: context.ids.make('mem'), workspaceId, name: 'Ada', email: 'ada@acme.test', metadata: {} },
    ...{ choices: [], connections: [], feeds: [], createdAt: now, updatedAt: now },
  };
  await context.changes.save({ at: now, writes: [storedMembers.put(undefined, member)] });
  const calendar = fakeCalendar({ pageSize: 250 });
  const work = calendarSyncWorker(world, { google: calendar });
  const { id } = await aConnectedCalendar(world, { workspaceId, memberId: member.id });
  const spread = (nth: number) => later(now, 30 * HOUR_MS + nth * 5 * HOUR_MS);
  calendar.put(
    ...Array.from({ length: OCCURRENCES }, (_, nth) => anOccurrence(`event-${nth}`, { startsAt: spread(nth) })),
  );
  await work.whenDue(id);
  await work.whenDue(id);
  return { work, calendar, id, world };
}
