import type { BotRequest } from '#shared/bots/rules/bot-request';
import { JOINS_WITHIN_MS } from '#shared/bots/rules/meeting-for-bot';
import type { CommandContext } from '#shared/commands/context';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import { DAY_MS, later } from '#shared/core/time';
import type { MeetingAtLink } from '#shared/events/ports/stores';
import { meetingStore } from '#shared/meetings/store';
import type { Member } from '#shared/members/rules/member';
import { memberStore, members } from '#shared/members/store';

/** What a request for a bot names in its workspace. */
export interface Candidates {
  /** Meetings at its link, around the time at which it joins. */
  readonly atLink: readonly MeetingAtLink[];
  readonly guardRevision: number;
  readonly member: Loaded<Member> | undefined;
  /** Members among the participants, by email. */
  readonly memberIds: ReadonlyMap<string, MemberId>;
}

/** A meeting that is live may have begun earlier: meetings of the last day are candidates. */
const LIVE_SINCE_MS = DAY_MS;

/** One round trip. It depends on the request alone, so that it can be prefetched. */
export async function loadCandidates(
  { table }: Pick<CommandContext, 'table'>,
  workspaceId: WorkspaceId,
  request: BotRequest,
): Promise<Candidates> {
  const { meetingUrl, memberId, participants = [] } = request;
  const at = request.joinAt ?? request.requestedAt;
  const emails = [...new Set(participants.flatMap(({ email }) => email ?? []))];
  const meetings = meetingStore(table);
  const [atLink, guardRevision, member, rows] = await Promise.all([
    meetings.byLink(workspaceId, meetingUrl, later(at, -LIVE_SINCE_MS), later(at, JOINS_WITHIN_MS)),
    meetings.linkGuard(workspaceId, meetingUrl),
    memberId && members.find(table, memberId),
    Promise.all(emails.map((email) => memberStore(table).byEmail(workspaceId, email))),
  ]);
  const memberIds = new Map(
    emails.flatMap((email, index) => (rows[index] ? [[email, rows[index].memberId] as const] : [])),
  );
  return { atLink, guardRevision, member, memberIds };
}
