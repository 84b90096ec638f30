import { HOUR_MS, later } from '#shared/core/time';
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

/** Passes of an invocation, as under load, with the gigabyte that it has. */
const BATCH = 10;
/** A token and a page, each asked of a provider on another continent; what the table takes is lost in it. */
const PASS_SECONDS = 0.8;
/** Every 15 minutes. */
const POLLS_A_MONTH = 30 * 24 * 4;
const PASSES_OVER_ALL_A_MONTH = 30;
/** Of a busy person, in the four weeks and a day of the window. */
const OCCURRENCES = 120;

/** Beside the table and the key: the message, its receiving and deleting, the function, its line in the log. */
const ONE_PASS: Usage = {
  'queue request': 3 / BATCH,
  'function request': 1 / BATCH,
  'function GB-second': PASS_SECONDS / BATCH,
  trace: 0.05 / BATCH,
  'log GB': 600 / BATCH / 1e9,
};

/** What a connected calendar uses in a month in which nothing changes in it, and for a change. */
export async function calendarUsage(
  onWrite?: (write: Write) => void,
): Promise<{ readonly idleMonth: Usage; readonly oneChange: Usage }> {
  let isMeasuring = false;
  const meter = new Meter((write) => isMeasuring && onWrite?.(write));
  const { work, calendar, id, world } = await aStandingCalendar(meter);
  const passed = async (): Promise<Usage> => {
    meter.read();
    isMeasuring = true;
    await work.whenDue(id);
    return sumOf(ONE_PASS, meter.read());
  };
  const poll = await passed();
  calendar.put(anOccurrence('event-7', { startsAt: later(world.clock.now(), 30 * HOUR_MS) }));
  const changed = await passed();
  work.aDayLater();
  const overAll = await passed();
  return {
    idleMonth: sumOf(times(poll, POLLS_A_MONTH - PASSES_OVER_ALL_A_MONTH), times(overAll, PASSES_OVER_ALL_A_MONTH)),
    oneChange: changed,
  };
}

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
    ...{ choices: [], connections: [], createdAt: now, updatedAt: now },
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
