import type { Member } from '#shared/accounts/members/rules/member';
import { members as storedMembers } from '#shared/accounts/members/store';
import { addFeed } from '#shared/calendars/feeds/commands/add-feed';
import type { CalendarId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld } from '#test/support/api';
import { aConnectedCalendar, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, fakeCalendar } from '#test/support/fake-calendar';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import type { Meter } from './meter.ts';

/** Of a busy person, in the four weeks and a day of the window. */
const OCCURRENCES = 120;

/** A calendar that was synced, and what is done to it. */
export interface Standing {
  readonly work: ReturnType<typeof calendarSyncWorker>;
  readonly id: CalendarId;
  /** Its access token does not expire from now on. */
  readonly keepToken: () => void;
  readonly change: () => void;
}

/** People are counted and not limited: a feed is to change in one run. */
const UNLIMITED = { imported_people: Number.MAX_SAFE_INTEGER, user_imported_people: Number.MAX_SAFE_INTEGER };

/** A workspace with a member, on metered services. */
export async function aMeteredMember(meter: Meter) {
  const dynamo = inMemoryMainTable();
  Object.assign(dynamo, meter.watchTable({ send: dynamo.send }));
  const kms = meter.watch(inMemoryKms(), 'key request', { Decrypt: () => 1, Encrypt: () => 1 });
  const world = aWorld({ sealer: kmsSealer(kms, 'key'), useOf: useFactory(UNLIMITED) }, dynamo);
  const { workspaceId } = await world.anOwner();
  const { context, clock } = world;
  const now = clock.now();
  const member: Member = {
    ...{ id: context.ids.make('mem'), workspaceId, name: 'Ada', email: 'ada@acme.test', metadata: {} },
    ...{ choices: [], connections: [], feeds: [], createdAt: now, updatedAt: now },
  };
  await context.changes.save({ at: now, writes: [storedMembers.put(undefined, member)] });
  const startsOf = (nth: number) => later(now, 30 * HOUR_MS + nth * 5 * HOUR_MS);
  return { world, workspaceId, memberId: member.id, startsOf };
}

export async function aStandingCalendar(meter: Meter): Promise<Standing> {
  const { world, workspaceId, memberId, startsOf } = await aMeteredMember(meter);
  const calendar = fakeCalendar({ pageSize: 250 });
  const work = calendarSyncWorker(world, { google: calendar });
  const { id } = await aConnectedCalendar(world, { workspaceId, memberId });
  calendar.put(
    ...Array.from({ length: OCCURRENCES }, (_, nth) => anOccurrence(`event-${nth}`, { startsAt: startsOf(nth) })),
  );
  await work.whenDue(id);
  await work.whenDue(id);
  return {
    work,
    id,
    keepToken: () => {
      calendar.grant.accessUntil = later(world.clock.now(), 30 * DAY_MS);
    },
    change: () => {
      calendar.put(anOccurrence('event-7', { startsAt: later(world.clock.now(), 30 * HOUR_MS) }));
    },
  };
}

export async function aStandingFeed(meter: Meter): Promise<Standing> {
  const { world, workspaceId, memberId, startsOf } = await aMeteredMember(meter);
  const feed = fakeFeed(world.clock);
  const publish = (moved: number) =>
    feed.publish(
      ...Array.from({ length: OCCURRENCES }, (_, nth) =>
        anIcalEvent(`event-${nth}`, `DTSTART:${stampOf(startsOf(nth === moved ? nth + 1 : nth))}`, 'DURATION:PT30M'),
      ),
    );
  publish(-1);
  const work = calendarSyncWorker(world, { feed });
  const url = 'https://calendar.example.com/feed.ics';
  const { id } = (await addFeed(world.context)({ workspaceId, memberId, url })).feed;
  await work.whenDue(id);
  await work.whenDue(id);
  return { work, id, keepToken: () => undefined, change: () => publish(7) };
}

/** A time as iCalendar writes it. */
export const stampOf = (at: Instant): string => isoOf(at).replaceAll(/[-:]|\.000/g, '');
