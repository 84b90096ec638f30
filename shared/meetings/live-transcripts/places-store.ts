import * as v from 'valibot';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, ttlAt } from '#shared/foundation/core/time';
import { livePlaceKey, livePlacesOf } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, stateOf, storedState } from '#shared/foundation/dynamodb/rows';
import { type LivePlace, type TakenPlace, tooManyReaders } from '#shared/meetings/live-transcripts/rules/reader-limits';

export const PlaceRow = v.object({ id: v.string(), userId: id('usr'), meetingId: id('mtg') });
const TakenRow: v.GenericSchema<unknown, TakenPlace> = v.object({ ...PlaceRow.entries, endsAt: instant });

const placeRow = (place: TakenPlace): Item => ({
  ...livePlaceKey(place),
  type: 'live_place',
  state: storedState(place),
  list_pk: livePlacesOf(place.userId),
  // An index yields keys alone: the time is read off this one.
  list_sk: `${place.endsAt}#${place.id}`,
  ttl: ttlAt(place.endsAt),
});

/** Places of readers. The index, which counts those of a user in all meetings, may lag by about a second. */
export const livePlaces = {
  /**
   * Takes a place until then. It is written before all are counted: of several at once, the last one counts the others, so
   * that never too many stay. Throws the 429 where it is one too many.
   */
  async take(table: Table, place: LivePlace, endsAt: Instant, now: Instant): Promise<void> {
    await table.write({ put: placeRow({ ...place, endsAt }) });
    const [inMeeting, ofUser] = await Promise.all([inMeetingOf(table, place), endsOfUser(table, place)]);
    const refusal = tooManyReaders(place, { inMeeting, ofUser }, now);
    if (!refusal) return;
    await livePlaces.free(table, place);
    throw refusal;
  },

  /** The ticket became a connection. */
  async keep(table: Table, place: LivePlace, endsAt: Instant): Promise<void> {
    await table.write({ put: placeRow({ ...place, endsAt }) });
  },

  async free(table: Table, place: LivePlace): Promise<void> {
    await table.write({ remove: livePlaceKey(place) });
  },
};

async function inMeetingOf(table: Table, { meetingId }: LivePlace): Promise<readonly TakenPlace[]> {
  return (await partition(table, livePlacesOf(meetingId))).map((item) => stateOf(TakenRow, item));
}

async function endsOfUser(table: Table, { userId }: LivePlace): Promise<readonly Pick<TakenPlace, 'endsAt'>[]> {
  const where = { text: 'list_pk = :user', values: { ':user': livePlacesOf(userId) } };
  // A page holds some thousand keys, more than count.
  const { items } = await table.query({ index: 'list', where });
  return items.map(({ list_sk }) => ({ endsAt: v.parse(instant, Number(list_sk?.split('#')[0])) }));
}
