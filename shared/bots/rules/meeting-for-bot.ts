import type { MeetingId, WorkspaceId } from '#shared/core/ids';
import type { Person } from '#shared/core/people';
import type { Instant } from '#shared/core/time';
import { type Meeting, placeInTime } from '#shared/meetings/rules/meeting';
import { isCancelled, isLive } from '#shared/meetings/rules/phase';
import type { Platform } from '#shared/meetings/rules/platform';
import { DEFAULTS_ALONE } from '#shared/settings/rules/resolve-settings';

/** The meeting of its link that a bot joins: live, or starting close by, and not cancelled; the nearest wins. */
export function meetingToJoin(candidates: readonly Meeting[], at: Instant, withinMs: number): Meeting | undefined {
  const distance = (meeting: Meeting): number => Math.abs(placeInTime(meeting) - at);
  return candidates
    .filter((meeting) => !isCancelled(meeting) && (isLive(meeting) || distance(meeting) <= withinMs))
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** The start by which a bot sent by hand is measured: the meeting's own where that is scheduled and still to come. */
export const startFor = ({ source, startsAt }: Meeting, joinAt: Instant): Instant =>
  source === 'bot' || startsAt === null || startsAt < joinAt ? joinAt : startsAt;

const NAMES: Readonly<Record<Platform, string>> = { meet: 'Google Meet', zoom: 'Zoom', teams: 'Microsoft Teams' };

export interface BotMeeting {
  readonly id: MeetingId;
  readonly workspaceId: WorkspaceId;
  readonly title: string | undefined;
  readonly joinAt: Instant | null;
  readonly meetingUrl: string;
  readonly platform: Platform;
  readonly invited: readonly Person[];
}

/** A meeting that only a bot knows of. Without a title it is called by its platform and day. */
export const meetingForBot = (sent: BotMeeting, now: Instant): Meeting => ({
  id: sent.id,
  workspaceId: sent.workspaceId,
  source: 'bot',
  title: sent.title ?? `Meeting on ${NAMES[sent.platform]}, ${dayOf(sent.joinAt ?? now)}`,
  startsAt: sent.joinAt,
  endsAt: null,
  meetingUrl: sent.meetingUrl,
  platform: sent.platform,
  organizer: null,
  invited: sent.invited,
  calendarEvent: null,
  carriers: [],
  botMembers: [],
  recordings: [],
  settings: DEFAULTS_ALONE,
  finishedAs: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
