import type { MemberId } from '#shared/foundation/core/ids';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { afterPush, type SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { identifiedPush, type KnownMember, sourceOf } from '#shared/meetings/calendar-events/rules/push-identity';

/**
 * Whether a push would change nothing of an event that was found by its id. An event of another identity (member, source,
 * account, uid or original start) is not the one that the push means.
 */
export function isUnchangedBy(
  event: CalendarEvent,
  sent: SentPush,
  member: KnownMember,
  memberIds: ReadonlyMap<string, MemberId>,
): boolean {
  const { source, account } = sourceOf(sent);
  const isMeant =
    event.workspaceId === member.workspaceId &&
    event.memberId === member.id &&
    event.source === source &&
    event.account === account &&
    event.icalUid === sent.icalUid &&
    (!sent.recurring || event.originalStartsAt === sent.originalStartsAt);
  if (!isMeant) return false;
  const identity = { member, occurrence: undefined, inSeries: sent.recurring, hasSingles: false };
  const push = identifiedPush(sent, identity, member, memberIds);
  return afterPush(event, push, { id: event.id, meetingId: event.meetingId, now: event.updatedAt }) === event;
}
