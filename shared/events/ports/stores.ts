import type { Bot, BotStatus } from '#shared/bots/rules/bot';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';
import type { CalendarAccount, CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type {
  BotId,
  BrandKitId,
  CalendarConnectionId,
  MeetingId,
  MemberId,
  UserId,
  WebhookEndpointId,
  WorkspaceId,
} from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Meeting, MeetingSource } from '#shared/meetings/rules/meeting';
import type { Phase } from '#shared/meetings/rules/phase';
import type { Platform } from '#shared/meetings/rules/platform';
import type { Member } from '#shared/members/rules/member';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { AssignedSettings, Membership, User, UserKey, Workspace } from '#shared/workspaces/rules/workspace';

/** Reads by id are strongly consistent; those asked for at the same moment travel as one request. */
export interface UserStore {
  find(id: UserId): Promise<Loaded<User> | undefined>;
  key(id: UserId): Promise<UserKey | undefined>;
  /** Puts another key in its place, the pin untouched; false where the user has none. */
  replaceKey(id: UserId, digest: string, at: Instant): Promise<boolean>;
  /** Puts another key in the place of the one that was seen, or a first one; false where that is not what is there. */
  changeKey(id: UserId, seen: UserKey | undefined, digest: string, at: Instant): Promise<boolean>;
  /** Pins a key to the version of its first call; a second first call changes nothing. */
  pinKey(id: UserId, pin: string): Promise<void>;
  /** Pins a key to another version; false where the user has no key. */
  movePin(id: UserId, pin: string): Promise<boolean>;
}

export interface WorkspaceStore {
  find(id: WorkspaceId): Promise<Loaded<Workspace> | undefined>;
  idOfNumber(number: number): Promise<WorkspaceId | undefined>;
  membership(user: UserId, workspace: WorkspaceId): Promise<Membership | undefined>;
  membershipsOf(user: UserId, page: PageRequest): Promise<Page<Membership>>;
  membersCount(id: WorkspaceId): Promise<number>;
}

export interface MemberStore {
  find(id: MemberId): Promise<Loaded<Member> | undefined>;
  byEmail(workspace: WorkspaceId, email: string): Promise<MemberByEmail | undefined>;
  page(workspace: WorkspaceId, page: PageRequest): Promise<Page<Member>>;
}

export interface MemberByEmail {
  readonly memberId: MemberId;
  readonly choices: readonly AssignedSettings[];
}

export interface MeetingFilter {
  readonly workspaceId: WorkspaceId;
  /** Undefined leaves out the cancelled ones alone. */
  readonly phase?: Phase | undefined;
  readonly startsAfter?: Instant | undefined;
  readonly startsBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly memberId?: MemberId | undefined;
  readonly source?: MeetingSource | undefined;
  readonly platform?: Platform | undefined;
  readonly participantEmail?: string | undefined;
}

export interface MeetingStore {
  find(id: MeetingId): Promise<Loaded<Meeting> | undefined>;
  page(filter: MeetingFilter, now: Instant, page: PageRequest): Promise<Page<Meeting>>;
  /**
   * Meetings of a workspace or a member that are not surely over, cancelled ones included, soonest first. From the
   * index alone: one may be missing that was written a moment ago.
   */
  ahead(part: MeetingPart, now: Instant, page: PageRequest): Promise<Page<MeetingId>>;
  /** Ids of the meetings, past and cancelled ones included, with a person whose email may have this mark. */
  marked(workspace: WorkspaceId, mark: string, page: PageRequest): Promise<Page<MeetingId>>;
  /** Meetings of the workspace that carry this link and start in the given span, both ends included. */
  byLink(workspace: WorkspaceId, link: string, from: Instant, to: Instant): Promise<readonly MeetingAtLink[]>;
  linkGuard(workspace: WorkspaceId, link: string): Promise<number>;
}

export type MeetingPart = { readonly workspaceId: WorkspaceId } | { readonly memberId: MemberId };

export interface MeetingAtLink {
  readonly meetingId: MeetingId;
  readonly at: Instant;
}

export interface ConnectionFilter {
  readonly workspaceId: WorkspaceId;
  readonly memberId?: MemberId | undefined;
  readonly status?: CalendarConnection['status'] | undefined;
}

export interface CalendarConnectionStore {
  find(id: CalendarConnectionId): Promise<Loaded<CalendarConnection> | undefined>;
  /** The connection that an account of the workspace leads to; a disconnected one is led to no more. */
  idOfAccount(account: CalendarAccount): Promise<CalendarConnectionId | undefined>;
  page(filter: ConnectionFilter, page: PageRequest): Promise<Page<CalendarConnection>>;
}

export interface BotFilter {
  readonly workspaceId: WorkspaceId;
  readonly meetingId?: MeetingId | undefined;
  readonly status?: BotStatus | undefined;
}

export interface BotStore {
  find(id: BotId): Promise<Loaded<Bot> | undefined>;
  page(filter: BotFilter, page: PageRequest): Promise<Page<Bot>>;
  /** Ids of those that have not left their call, as the list has them: it may lag by about a second. */
  cancellable(workspace: WorkspaceId, page: PageRequest): Promise<Page<BotId>>;
}

export interface BrandKitStore {
  find(id: BrandKitId): Promise<Loaded<BrandKit> | undefined>;
}

export interface WebhookEndpointStore {
  find(id: WebhookEndpointId): Promise<Loaded<WebhookEndpoint> | undefined>;
  page(workspace: WorkspaceId, page: PageRequest): Promise<Page<WebhookEndpoint>>;
}
