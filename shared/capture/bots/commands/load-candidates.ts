import type { Member } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import { DAY_MS, later } from '#shared/foundation/core/time';
import type { BotRequest } from '#shared/meetings/bots/rules/bot-request';
import { JOINS_WITHIN_MS } from '#shared/meetings/bots/rules/meeting-for-bot';
import { type CallRows, callRows } from '#shared/meetings/meetings/lists-store';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';
import { MOST_AT_CALL, SAME_CALL_MS, type TimedCall } from '#shared/meetings/meetings/rules/shared-call';
import { callHash } from '#shared/meetings/meetings/store';

/** What a request for a bot names in its workspace. */
export interface Candidates {
  /** Its call, at the time at which it joins. */
  readonly place: TimedCall;
  /** Meetings of the call around that time, the nearest of them where there are many, and the guard of its bots. */
  readonly atCall: CallRows;
  /** The bots of some meetings that share the call are not known, because there are too many. */
  readonly isCrowded: boolean;
  readonly member: Loaded<Member> | undefined;
}

/** Of a request for a bot: what `loadCandidates` reads by. */
export type NamedForBot = Pick<BotRequest, 'meetingUrl' | 'joinAt' | 'requestedAt' | 'memberId'>;

/** A meeting that is live may have begun earlier: meetings of the last day are candidates. */
const LIVE_SINCE_MS = DAY_MS;

/** One round trip. It depends on the request alone, so that it can start early. */
export async function loadCandidates(
  { table }: Pick<CommandContext, 'table'>,
  workspaceId: WorkspaceId,
  request: NamedForBot,
): Promise<Candidates> {
  const { meetingUrl, memberId } = request;
  const at = request.joinAt ?? request.requestedAt;
  const place = { workspaceId, call: callKeyOf(meetingUrl), at };
  const [rows, member] = await Promise.all([
    callRows(table, workspaceId, callHash(place.call), later(at, -LIVE_SINCE_MS), later(at, JOINS_WITHIN_MS)),
    memberId && members.find(table, memberId),
  ]);
  const away = (row: CallRows['meetings'][number]): number => Math.abs(row.at - at);
  const nearest = rows.meetings.toSorted((one, other) => away(one) - away(other));
  const isCrowded = rows.meetings.filter((row) => away(row) <= SAME_CALL_MS).length > MOST_AT_CALL;
  return { place, atCall: { ...rows, meetings: nearest.slice(0, MOST_AT_CALL) }, isCrowded, member };
}
