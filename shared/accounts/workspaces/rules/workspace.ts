import type { MailStop } from '#shared/accounts/mail/rules/mail-reputation';
import type { LimitState, UsageLimits } from '#shared/accounts/usage/rules/usage-limits';
import type {
  AssignmentId,
  MembershipId,
  SettingsId,
  UserId,
  WebhookEndpointId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { Platform } from '#shared/foundation/core/platform';
import type { Role } from '#shared/foundation/core/roles';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { Subscription } from '#shared/foundation/events/rules/subscription';

export interface Workspace {
  readonly id: WorkspaceId;
  /** The nine-digit id that older integrations know it by. */
  readonly number: number;
  readonly name: string;
  readonly ownerId: UserId;
  readonly ownerEmail: string;
  /** Who made the workspace, where another owner is named since. */
  readonly founderId?: UserId;
  /** It is one of the active workspaces of its founder, whose number is limited; those of before, and of a sign-up, are not. */
  readonly isCounted?: true;
  /** Lower case; decides which meetings are external. */
  readonly emailDomains: readonly string[];
  readonly metadata: Metadata;
  readonly archivedAt: Instant | null;
  /** When its content is to be purged; none until it is archived. */
  readonly purgeAt?: Instant;
  /** Since when its automatic bots, polls and webhook deliveries wait; absent unless the operator paused it. */
  readonly pausedAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The assignments whose scope is the workspace: at most one for each category. */
  readonly choices: readonly AssignedSettings[];
  /** Its webhook endpoints, in short, so that every write knows whom to tell without another read. */
  readonly endpoints: readonly EndpointSubscription[];
  /** Whether orders of work of people are taken; the operator of the deployment allows them. */
  readonly humanTranscription?: boolean;
  readonly humanTranslation?: boolean;
  /** The operator of the deployment approved its mail to people whom it only named. */
  readonly mailApproved?: boolean;
  /** Domains that the operator verified, in lower case; that of the owner is not among them. */
  readonly verifiedDomains?: readonly string[];
  /** Its mail, or that to strangers, is stopped, until the operator lets it mail again. */
  readonly mailStop?: MailStop;
  /** What it may use in a month; the operator of the deployment sets it. */
  readonly usageLimits?: UsageLimits;
  readonly limitStates?: readonly LimitState[];
  /** Its own order of recorders; for other platforms that of the deployment. */
  readonly recorders?: WorkspaceRecorders;
  /** A person of it was erased: names and addresses that come in are compared with those who were. */
  readonly erasesPeople?: boolean;
}

/** Whose limits the workspace counts for: naming another owner gives it no new ones. */
export const founderOf = ({ founderId, ownerId }: Pick<Workspace, 'founderId' | 'ownerId'>): UserId =>
  founderId ?? ownerId;

/** The meetings that an assignment applies to. */
export type MeetingCategory = 'always' | 'external' | 'internal';

/** One assignment, seen from the workspace, member or meeting that it is for. */
export interface AssignedSettings {
  readonly category: MeetingCategory;
  readonly assignmentId: AssignmentId;
  readonly settingsId: SettingsId;
}

/** Names of recorders by platform, the first choice first. */
export type WorkspaceRecorders = Partial<Readonly<Record<Platform, readonly string[]>>>;

export interface EndpointSubscription extends Subscription {
  readonly id: WebhookEndpointId;
}

/** What a user may do in a workspace: what every request reads of a membership. */
export interface WorkspaceRole {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  readonly createdAt: Instant;
  /** The membership that gives the role; none where it was given before memberships had ids. */
  readonly membershipId?: MembershipId;
}

/** A person who signs in and owns one key. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly createdAt: Instant;
  /** Present while the user is disabled. */
  readonly disabledAt?: Instant;
  /** Sessions that began until then have ended. */
  readonly sessionsEndedAt?: Instant;
}

/** The one key of a user: its digest, by which requests are verified, and a sealed copy, which the handoff opens. */
export interface UserKey {
  readonly userId: UserId;
  readonly digest: string;
  /** Undefined for a key that was created before copies were kept. */
  readonly sealed: string | undefined;
  /** The version current when the key first called; null until then. */
  readonly pin: string | null;
  readonly createdAt: Instant;
}

/** Content is deleted this long after the archive: docs/limits-and-rules.md#retention. */
const PURGED_AFTER_MS = 30 * DAY_MS;

/** Webhook endpoints stay enabled this long after the archive, so that the events of the archive itself are delivered. */
export const ENDPOINTS_STAY_MS = 10 * MINUTE_MS;

/** The content of the jobs that end and purge a workspace. A type and not an interface, since it is stored as JSON. */
export type WorkspaceJob = { readonly workspaceId: WorkspaceId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** People are recorded in a workspace for the first time: those of its earlier meetings are to be, too. */
    'job.people_backfill': { readonly content: WorkspaceJob };
    /** The email domains of a workspace changed: they decide who belongs to a company. */
    'job.people_regrouping': { readonly content: WorkspaceJob };
    /** A workspace was archived: what goes on in it is to end. */
    'job.workspace_closing': { readonly content: WorkspaceJob };
    /** A paused workspace was resumed: what waited is to be caught up. */
    'job.workspace_resuming': { readonly content: WorkspaceJob };
    /** A workspace was archived thirty days ago: its content is to be deleted. */
    'job.workspace_purge': { readonly content: WorkspaceJob };
  }
}

/**
 * Archives a workspace permanently: requests that name it are refused, and its content is deleted 30 days later. A pause
 * ends with it, so that the events of the archive itself are delivered and nothing waits for a resumption.
 */
export const archive = ({ pausedAt: _, ...workspace }: Workspace, now: Instant): Workspace => ({
  ...workspace,
  archivedAt: now,
  updatedAt: now,
  purgeAt: later(now, PURGED_AFTER_MS),
});

/** When the content of an archived workspace may begin to be deleted; until then its archive can be taken back. */
export const restorableUntil = (archivedAt: Instant): Instant => later(archivedAt, PURGED_AFTER_MS);

/** Takes the archive of a workspace back; undefined for one that is not archived, and for one whose purge may have begun. */
export function unarchive(workspace: Workspace, now: Instant): Workspace | undefined {
  const { purgeAt: _, ...kept } = workspace;
  if (kept.archivedAt === null || now >= restorableUntil(kept.archivedAt)) return undefined;
  return { ...kept, archivedAt: null, updatedAt: now };
}

/** A purge that takes longer than this is started again. */
const PURGE_TAKES_MS = DAY_MS;

/** The workspace with its purge started; undefined if the purge is not due. */
export function startPurge(workspace: Workspace, now: Instant): Workspace | undefined {
  const { archivedAt, purgeAt } = workspace;
  if (archivedAt === null || purgeAt === undefined || purgeAt > now) return undefined;
  return { ...workspace, purgeAt: later(now, PURGE_TAKES_MS) };
}
