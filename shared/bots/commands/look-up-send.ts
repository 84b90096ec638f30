import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/core/time';
import type { MeetingAtLink, MeetingStore, MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';

/** A bot as it was asked for; what is undefined was left out. */
export interface SentBot {
  readonly meetingUrl: string;
  readonly joinAt: Instant | null;
  readonly memberId: MemberId | undefined;
  readonly participantEmails: readonly string[];
}

export interface SendLookUpNeeds {
  readonly meetings: MeetingStore;
  readonly members: MemberStore;
}

/** All that the request names, as it stands: one round trip. */
export interface SeenSend {
  readonly atLink: readonly MeetingAtLink[];
  readonly guardRevision: number;
  readonly member: Loaded<Member> | undefined;
  readonly memberIds: ReadonlyMap<string, MemberId>;
}

/** A bot joins a meeting whose start lies this close to `join_at`: docs/limits-and-rules.md#meeting-identity. */
export const JOINS_WITHIN_MS = 15 * MINUTE_MS;
/** A meeting that is live may have begun earlier; none is looked for that began more than a day ago. */
const LIVE_SINCE_MS = DAY_MS;

export async function lookUpSend(
  { meetings, members }: SendLookUpNeeds,
  workspaceId: WorkspaceId,
  sent: SentBot,
  now: Instant,
): Promise<SeenSend> {
  const at = sent.joinAt ?? now;
  const [atLink, guardRevision, member, rows] = await Promise.all([
    meetings.byLink(workspaceId, sent.meetingUrl, later(at, -LIVE_SINCE_MS), later(at, JOINS_WITHIN_MS)),
    meetings.linkGuard(workspaceId, sent.meetingUrl),
    sent.memberId && members.find(sent.memberId),
    Promise.all(sent.participantEmails.map((email) => members.byEmail(workspaceId, email))),
  ]);
  const memberIds = new Map(
    sent.participantEmails.flatMap((email, index) => (rows[index] ? [[email, rows[index].memberId] as const] : [])),
  );
  return { atLink, guardRevision, member, memberIds };
}
