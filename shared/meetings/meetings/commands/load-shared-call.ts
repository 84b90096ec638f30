import type { MeetingId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Table, Write } from '#shared/foundation/core/table';
import { later } from '#shared/foundation/core/time';
import { type CallRows, callRows } from '#shared/meetings/meetings/lists-store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import {
  callOfBot,
  MOST_AT_CALL,
  reliesOnAnother,
  SAME_CALL_MS,
  type SharedCall,
  type TimedCall,
} from '#shared/meetings/meetings/rules/shared-call';
import { callHash, meetings, takeCall } from '#shared/meetings/meetings/store';
import type { HashedCall } from '#shared/meetings/settings/rules/propagation';

/** The rows of a call within a quarter of an hour; one query. */
export const loadCallRows = (table: Table, { call, ...place }: TimedCall): Promise<CallRows> =>
  loadHashedCall(table, { ...place, hash: callHash(call) });

/** The same for a call of which only the hash is known. */
export const loadHashedCall = (table: Table, { workspaceId, hash, at }: HashedCall): Promise<CallRows> =>
  callRows(table, workspaceId, hash, later(at, -SAME_CALL_MS), later(at, SAME_CALL_MS));

/** A shared call whose rows are known, without the meeting that asks for it. */
export async function sharedCallFrom(
  table: Table,
  place: TimedCall,
  { meetings: there, slots }: CallRows,
  except: MeetingId | undefined,
): Promise<SharedCall> {
  const ids = there.map(({ meetingId }) => meetingId).filter((id) => id !== except);
  const isCrowded = ids.length > MOST_AT_CALL;
  const loaded = await Promise.all(isCrowded ? [] : ids.map((id) => meetings.find(table, id)));
  return { place, others: loaded.flatMap((meeting) => meeting ?? []), isCrowded, slots };
}

/** Two round trips; undefined without a place. */
export async function loadSharedCall(
  table: Table,
  place: TimedCall | undefined,
  except: MeetingId,
): Promise<SharedCall | undefined> {
  return place && sharedCallFrom(table, place, await loadCallRows(table, place), except);
}

/**
 * What keeps one bot in a call, saved with a meeting: of two that take a call at the same time the second is refused and
 * decides again; a meeting that relies on another's bot notes that there, so that losing the bot is followed.
 */
export function callWrites(
  sharedCall: SharedCall | undefined,
  before: Meeting | undefined,
  after: Meeting,
): readonly (readonly Write[])[] {
  if (!sharedCall) return [];
  if (reliesOnAnother(after)) {
    const sharesCall = callHash(sharedCall.place.call);
    return sharedCall.others
      .filter(({ state }) => callOfBot(state) && state.sharesCall !== sharesCall)
      .map((other) => meetings.put(other, { ...other.state, sharesCall }));
  }
  const held = callOfBot(after);
  return held && !isSame(held, callOfBot(before)) ? [takeCall(held, sharedCall.slots)] : [];
}
