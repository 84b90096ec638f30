import type {
  BotId,
  CalendarEventId,
  ConversationId,
  MeetingId,
  MemberId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { Person } from '#shared/foundation/core/people';
import type { Platform } from '#shared/foundation/core/platform';
import type { Instant } from '#shared/foundation/core/time';
import { type BotResults, type BotStatus, isOnItsWay, isUnfinished } from '#shared/meetings/bots/rules/bot';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { SettingsBlock } from '#shared/meetings/settings/rules/resolve-settings';

export type MeetingSource = 'calendar_connection' | 'calendar_sync' | 'bot';

/** One real-world occurrence in one workspace, shared by the calendar events of all its members. */
export interface Meeting {
  readonly id: MeetingId;
  readonly workspaceId: WorkspaceId;
  /** Of its first event, or `bot`. */
  readonly source: MeetingSource;
  readonly title: string | null;
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly meetingUrl: string | null;
  readonly platform: Platform | null;
  readonly organizer: Person | null;
  /** Given with the bot. A calendar meeting's people are its shown event's attendees: see `peopleOf`. */
  readonly invited: readonly Person[];
  /** The organizer's event if there is one, else the oldest. */
  readonly calendarEvent: CalendarEvent | null;
  /** Every calendar event that is linked to it. */
  readonly carriers: readonly LinkedEvent[];
  /** Members for whom a bot was sent. */
  readonly botMembers: readonly MemberId[];
  /** Each bot sent to it, oldest first. */
  readonly recordings: readonly Recording[];
  /** Effective values as of the last write; frozen once it is no longer upcoming. */
  readonly settings: SettingsBlock;
  /** The whole status that `meeting.finished` was last sent for. */
  readonly finishedAs: 'ready' | 'failed' | null;
  /** When its automatic bot joins instead of three minutes ahead: its own choice, until its start changes. */
  readonly chosenJoinAt?: Instant;
  /**
   * The hash of the call where another meeting of it relies on this one's bot: that one is looked at again when the bot
   * is lost.
   */
  readonly sharesCall?: string;
  /** Its conversation, from the first transcript on. */
  readonly conversationId?: ConversationId;
  /** When results of it were removed last; absent while none were. */
  readonly resultsRemovedAt?: Instant;
  /** Since when it is under a legal hold, which keeps everything of it; absent unless it is. */
  readonly heldAt?: Instant;
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What a meeting stores of each calendar event that is linked to it. */
export interface LinkedEvent {
  readonly eventId: CalendarEventId;
  readonly memberId: MemberId;
  readonly source: 'calendar_connection' | 'calendar_sync';
  readonly organizes: boolean;
  readonly declined: boolean;
  readonly cancelled: boolean;
  readonly since: Instant;
}

/** What a meeting stores of each bot, so that its phase and results need no other row. */
export interface Recording {
  readonly botId: BotId;
  readonly automatic: boolean;
  readonly status: BotStatus;
  /** It was sent to the recorder, also where it was cancelled afterwards. */
  readonly dispatched: boolean;
  /** When it joins; when it was created for a bot that joins at once. */
  readonly scheduledAt: Instant;
  /** The call that it was sent to; absent while it is queued, and for bots that were sent before this was stored. */
  readonly call?: string;
  /** When it began to record; null while it has not. */
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** It left the call with media, also where processing them failed. */
  readonly hasMedia: boolean;
  readonly results: BotResults;
}

/** Everyone on the invite, or named when the bot was sent. */
export const peopleOf = (meeting: Meeting): readonly Person[] => meeting.calendarEvent?.attendees ?? meeting.invited;

/** A bot of the meeting has not left its call yet, or has not joined. */
export const hasUnfinishedBot = ({ recordings }: Pick<Meeting, 'recordings'>): boolean =>
  recordings.some(({ status }) => isUnfinished(status));

/** A bot of the meeting is to join its call, or is in it. */
export const hasBotOnItsWay = ({ recordings }: Pick<Meeting, 'recordings'>): boolean =>
  recordings.some(({ status }) => isOnItsWay(status));

/** What lists sort by: its start, or its creation where it has no start (docs/limits-and-rules.md#lists). */
export const sortTimeOf = (meeting: Pick<Meeting, 'startsAt' | 'createdAt'>): Instant =>
  meeting.startsAt ?? meeting.createdAt;
