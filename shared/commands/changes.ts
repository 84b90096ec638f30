import type { Bot } from '#shared/bots/rules/bot';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarAccount, CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { CalendarSource, CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import type { IdempotencyRecord } from '#shared/commands/idempotency-records';
import type {
  AssignmentId,
  BotId,
  CalendarConnectionId,
  FileId,
  MeetingId,
  UserId,
  WorkspaceId,
} from '#shared/core/ids';
import type { Use } from '#shared/core/limits';
import type { Loaded, Saved } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { DomainEvent, Job } from '#shared/events/rules/domain-event';
import type { StoredFile } from '#shared/files/rules/stored-file';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Member } from '#shared/members/rules/member';
import type { Settings, SettingsAssignment } from '#shared/settings/rules/settings';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { Membership, Subscription, User, UserKey, Workspace } from '#shared/workspaces/rules/workspace';

/** A calendar event, with the automatic bot of its meeting: whoever ends the event finds both at once. */
export interface SavedEvent extends Saved<CalendarEvent> {
  readonly botId: BotId | null;
}

/** Where an occurrence is found again: workspace, uid and original start lead to its meeting (decisions.md §7). */
export interface OccurrencePointer {
  readonly workspaceId: WorkspaceId;
  readonly icalUid: string;
  readonly originalStartsAt: Instant;
  readonly meetingId: MeetingId;
  /** Its automatic bot, so that a push finds it without asking the meeting first. */
  readonly botId: BotId | null;
  readonly isNew: boolean;
  /** Pushed without `recurring`, hence found by its uid alone. */
  readonly single: boolean;
}

/** Everything that one decision changes. It is saved in one transaction, with its events, or not at all. */
export interface Changes {
  readonly at: Instant;
  /** Of entities and other rows, as their stores make them. */
  readonly writes?: readonly (readonly Write[])[];
  /** Uses of limits; where one is reached, nothing is saved. */
  readonly limits?: readonly Use[];
  /** The workspace's webhook endpoints: events leave for those that subscribe to them. */
  readonly subscriptions?: readonly Subscription[];
  /** What the command returns. In a request with an Idempotency-Key, the answer made from it is recorded with the rest. */
  readonly result?: unknown;
  /** Replaced by `writes`, `limits`, `result` and `subscriptions`. */
  readonly users?: readonly Saved<User>[];
  readonly keys?: readonly UserKey[];
  /** Who users are where they sign in; refused where that person is somebody already. */
  readonly subjects?: readonly SubjectPointer[];
  readonly userEmails?: readonly UserEmail[];
  readonly workspaces?: readonly Saved<Workspace>[];
  readonly memberships?: readonly Membership[];
  readonly members?: readonly Saved<Member>[];
  readonly removedMembers?: readonly Loaded<Member>[];
  readonly meetings?: readonly Saved<Meeting>[];
  readonly calendarEvents?: readonly SavedEvent[];
  readonly calendarConnections?: readonly Saved<CalendarConnection>[];
  readonly accounts?: readonly AccountHolder[];
  readonly connectLinks?: readonly Saved<ConnectLink>[];
  readonly calendarSyncs?: readonly Saved<CalendarSync>[];
  readonly removedCalendarSyncs?: readonly Loaded<CalendarSync>[];
  readonly calendarSources?: readonly CalendarSource[];
  readonly removedCalendarSources?: readonly SourceName[];
  readonly seenSources?: readonly SeenOnPage[];
  readonly watchChannels?: readonly WatchChannel[];
  /** By their ids. */
  readonly removedWatchChannels?: readonly string[];
  readonly occurrences?: readonly OccurrencePointer[];
  readonly bots?: readonly Saved<Bot>[];
  /** Links for which a bot is being sent by hand: two such calls at once make one meeting. */
  readonly linkGuards?: readonly LinkGuard[];
  readonly settings?: readonly Saved<Settings>[];
  readonly removedSettings?: readonly Loaded<Settings>[];
  readonly assignments?: readonly Saved<SettingsAssignment>[];
  readonly removedAssignments?: readonly AssignmentId[];
  /** New ones: a file never changes. */
  readonly files?: readonly StoredFile[];
  readonly removedFiles?: readonly FileId[];
  readonly brandKits?: readonly Saved<BrandKit>[];
  readonly removedBrandKits?: readonly Loaded<BrandKit>[];
  readonly webhookEndpoints?: readonly Saved<WebhookEndpoint>[];
  readonly removedWebhookEndpoints?: readonly Loaded<WebhookEndpoint>[];
  readonly events?: readonly DomainEvent[];
  readonly jobs?: readonly Job[];
  /** What of it is limited; where a limit is reached, nothing is saved. */
  readonly uses?: readonly Use[];
  /** The answer to the request that makes these changes, where it is to be repeated. */
  readonly answer?: IdempotencyRecord | undefined;
  /** Whom events can be told to: the endpoints the workspace had when it was read. */
  readonly audience?: readonly Subscription[];
}

export interface SubjectPointer {
  /** `<issuer> <subject>` of the sign-in. */
  readonly subject: string;
  readonly userId: UserId;
}

/** By which address a user is found at their first sign-in. */
export interface UserEmail {
  /** Lower case. */
  readonly email: string;
  readonly userId: UserId;
  /** Refused where the address leads to somebody already; otherwise it leads to whom it was given last. */
  readonly onlyIfNew: boolean;
}

/** Which connection an account leads to: of two members who connect it at once, one is told that it is taken. */
export interface AccountHolder extends CalendarAccount {
  readonly before: CalendarConnectionId | undefined;
  readonly after: CalendarConnectionId | undefined;
}

export interface SourceName {
  readonly connectionId: CalendarConnectionId;
  readonly sourceId: string;
}

/** What one page of a full pass had: the pass may end in another invocation, and is to know then what it did not see. */
export interface SeenOnPage {
  readonly connectionId: CalendarConnectionId;
  /** From 0. */
  readonly page: number;
  readonly sourceIds: readonly string[];
}

/** Leads notifications to the connection that they are about. */
export interface WatchChannel {
  readonly id: string;
  readonly connectionId: CalendarConnectionId;
  readonly endsAt: Instant;
}

export interface LinkGuard {
  readonly workspaceId: WorkspaceId;
  readonly meetingUrl: string;
  readonly revision: number;
}

export interface ChangeStore {
  /**
   * Throws `LostRace` when anything it builds on was saved by somebody else, `Throttled` when the store is too busy,
   * `TooLarge` for a state that outgrows what the store keeps in one piece, `AnsweredMeanwhile` when a second request
   * like this one has been answered.
   */
  save(changes: Changes): Promise<void>;
}
