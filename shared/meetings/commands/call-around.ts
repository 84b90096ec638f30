import type { MeetingId } from '#shared/core/ids';
import { isSame } from '#shared/core/json';
import type { Table, Write } from '#shared/core/table';
import { later } from '#shared/core/time';
import { type CallRows, callRows } from '#shared/meetings/lists-store';
import type { Meeting } from '#shared/meetings/rules/meeting';
import {
  type CallAround,
  type CallPlace,
  heldPlace,
  MOST_AT_CALL,
  reliesOnAnother,
  SAME_CALL_MS,
} from '#shared/meetings/rules/shared-call';
import { callHash, meetings, takeCall } from '#shared/meetings/store';
import type { HashedCall } from '#shared/settings/rules/propagation';

/** The rows of a call within a quarter of an hour; one query. */
export const loadCallRows = (table: Table, { call, ...place }: CallPlace): Promise<CallRows> =>
  loadHashedCall(table, { ...place, hash: callHash(call) });

/** The same for a call of which only the hash is known. */
export const loadHashedCall = (table: Table, { workspaceId, hash, at }: HashedCall): Promise<CallRows> =>
  callRows(table, workspaceId, hash, later(at, -SAME_CALL_MS), later(at, SAME_CALL_MS));

/** What is around a meeting at a call, of which the rows are known. */
export async function loadAround(
  table: Table,
  place: CallPlace,
  { meetings: there, slots }: CallRows,
  except: MeetingId | undefined,
): Promise<CallAround> {
  const ids = there.map(({ meetingId }) => meetingId).filter((id) => id !== except);
  const isCrowded = ids.length > MOST_AT_CALL;
  const loaded = await Promise.all(isCrowded ? [] : ids.map((id) => meetings.find(table, id)));
  return { place, others: loaded.flatMap((meeting) => meeting ?? []), isCrowded, slots };
}

/** Two round trips; undefined without a place. */
export async function loadCallAround(
  table: Table,
  place: CallPlace | undefined,
  except: MeetingId,
): Promise<CallAround | undefined> {
  return place && loadAround(table, place, await loadCallRows(table, place), except);
}

/**
 * What keeps one bot in a call, saved with a meeting: of two that take a call at the same time the second is refused and
 * decides again; a meeting that relies on another's bot notes that there, so that losing the bot is followed.
 */
export function callWrites(
  around: CallAround | undefined,
  before: Meeting | undefined,
  after: Meeting,
): readonly (readonly Write[])[] {
  if (!around) return [];
  if (reliesOnAnother(after)) {
    const sharesCall = callHash(around.place.call);
    return around.others
      .filter(({ state }) => heldPlace(state) && state.sharesCall !== sharesCall)
      .map((other) => meetings.put(other, { ...other.state, sharesCall }));
  }
  const held = heldPlace(after);
  return held && !isSame(held, heldPlace(before)) ? [takeCall(held, around.slots)] : [];
}
