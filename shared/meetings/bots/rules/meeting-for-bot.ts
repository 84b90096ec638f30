import type { MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Platform } from '#shared/foundation/core/platform';
import { unprocessable } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later, MINUTE_MS, utcDateOf } from '#shared/foundation/core/time';
import type { BotRequest } from '#shared/meetings/bots/rules/bot-request';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { isCancelled, isLive } from '#shared/meetings/meetings/rules/phase';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';

/** A bot joins a meeting whose start lies this close to `join_at`: docs/limits-and-rules.md#meeting-identity. */
export const JOINS_WITHIN_MS = 15 * MINUTE_MS;

/** The meeting of its link that a bot joins: live, or starting close by, and not cancelled; the nearest wins. */
export function meetingToJoin(candidates: readonly Meeting[], at: Instant): Meeting | undefined {
  const distance = (meeting: Meeting): number => Math.abs(sortTimeOf(meeting) - at);
  return candidates
    .filter((meeting) => !isCancelled(meeting) && (isLive(meeting) || distance(meeting) <= JOINS_WITHIN_MS))
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** The start by which a bot sent by hand is measured: the meeting's own where that is scheduled and still to come. */
export const startFor = ({ source, startsAt }: Meeting, joinAt: Instant): Instant =>
  source === 'bot' || startsAt === null || startsAt < joinAt ? joinAt : startsAt;

/** The meeting with the member for whom a bot was sent. */
export const withBotMember = (meeting: Meeting, memberId: MemberId | undefined): Meeting =>
  memberId === undefined || meeting.botMembers.includes(memberId)
    ? meeting
    : { ...meeting, botMembers: [...meeting.botMembers, memberId] };

const NAMES: Readonly<Record<Platform, string>> = { meet: 'Google Meet', zoom: 'Zoom', teams: 'Microsoft Teams' };

interface NewMeeting {
  readonly id: MeetingId;
  readonly workspaceId: WorkspaceId;
  /** Members among the participants, by email. */
  readonly memberIds: ReadonlyMap<string, MemberId>;
  readonly now: Instant;
}

/** The meeting of a bot whose link no meeting has. Without a title it is named after its platform and day. */
export function meetingForBot(request: BotRequest, { id, workspaceId, memberIds, now }: NewMeeting): Meeting {
  const { title, joinAt, meetingUrl, participants = [] } = request;
  const platform = platformOf(meetingUrl) ?? 'meet';
  return {
    id,
    workspaceId,
    source: 'bot',
    title: title ?? `Meeting on ${NAMES[platform]}, ${utcDateOf(joinAt ?? now)}`,
    startsAt: joinAt,
    endsAt: null,
    meetingUrl,
    platform,
    organizer: null,
    invited: participants.map(({ name, email }) => ({
      name,
      email,
      memberId: (email === null ? undefined : memberIds.get(email)) ?? null,
    })),
    calendarEvent: null,
    carriers: [],
    botMembers: [],
    recordings: [],
    settings: DEFAULTS_ALONE,
    finishedAs: null,
    metadata: {},
    createdAt: now,
    updatedAt: now,
  };
}

/** How far `join_at` may lie in the past and in the future: docs/limits-and-rules.md#sizes. */
const LATEST_BACK_MS = 5 * MINUTE_MS;
const FURTHEST_AHEAD_MS = 365 * DAY_MS;

/** Refuses a join time in the past or more than a year ahead. */
export function refuseJoinTime(joinAt: Instant | null | undefined, now: Instant): void {
  if (joinAt === null || joinAt === undefined) return;
  if (joinAt < later(now, -LATEST_BACK_MS))
    throw unprocessable('join_at', 'invalid', 'join_at is more than five minutes in the past.');
  if (joinAt > later(now, FURTHEST_AHEAD_MS))
    throw unprocessable('join_at', 'invalid', 'join_at is more than a year in the future.');
}
