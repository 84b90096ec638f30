import { type AuditEventId, type IdPrefix, idOf, type UserId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';

/** How long an audit event is kept: a year, and a day for a leap year. */
export const AUDIT_KEPT_MS = 366 * DAY_MS;

/** What is audited: what administers a workspace. `object.what_was_done`; the object is the kind of the target. */
export const AUDIT_ACTIONS = [
  'settings.created',
  'settings.updated',
  'settings.deleted',
  'settings_assignment.created',
  'settings_assignment.deleted',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'workspace.created',
  'workspace.updated',
  'workspace.archived',
  'workspace.restored',
  'workspace.paused',
  'workspace.resumed',
  'workspace.mail_stopped',
  'workspace.limits_updated',
  'workspace.recorders_updated',
  'workspace.read',
  'workspace.dead_letter_dropped',
  'membership.invited',
  'membership.accepted',
  'membership.updated',
  'membership.deleted',
  'member.created',
  'member.updated',
  'member.deleted',
  'member.erased',
  'meeting.deleted',
  'meeting.settings_updated',
  'meeting.held',
  'meeting.released',
  'meeting.results_removed',
  'person.erased',
  'conversation.deleted',
  'conversation.restored',
  'conversation.corrected',
  'export.created',
  'order.retried',
  'bot.rerun',
  'folder.deleted',
  'style_guide.created',
  'style_guide.updated',
  'style_guide.deleted',
  'glossary.created',
  'glossary.updated',
  'glossary.deleted',
  'policy.updated',
  'summary_template.created',
  'summary_template.updated',
  'summary_template.deleted',
  'brand_kit.created',
  'brand_kit.updated',
  'brand_kit.deleted',
  'file.created',
  'file.deleted',
  'calendar_connection.deleted',
  'calendar_feed.created',
  'calendar_feed.deleted',
  'calendar_connect_link.created',
  'api_key.created',
  'api_key.replaced',
  'api_key.revoked',
  'api_key.updated',
  'handoff_code.used',
  'agent.connected',
  'agent.ended',
  'user.disabled',
  'user.enabled',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it. Names and addresses of people are not kept: they would outlive an erasure. */
export type Actor =
  /** A user, with the API key whose last four characters these are. */
  | { readonly type: 'user'; readonly userId: UserId; readonly keyLastFour: string }
  /** A signed-in user, on a page of the app. */
  | { readonly type: 'page'; readonly userId: UserId }
  /** A program of a user, without a key: it exchanged a code, or ended its own access. */
  | { readonly type: 'agent'; readonly userId: UserId }
  /** The operator of the deployment, by a command of this repository; `principal` is the ARN of who ran it at AWS. */
  | { readonly type: 'command'; readonly principal?: string }
  /** The service itself. */
  | { readonly type: 'service' };

export const ACTOR_TYPES = ['user', 'page', 'agent', 'command', 'service'] as const satisfies readonly Actor['type'][];

/** The user who acted; null for an operator, who has no account of the service, and for the service itself. */
export const userOf = (actor: Actor): UserId | null => ('userId' in actor ? actor.userId : null);

/** From where something was asked for, and by whom. */
export interface AuditSource {
  readonly actor: Actor;
  /** Keyed hash of the address, comparable within a workspace; null where there is none. */
  readonly addressHash: string | null;
}

/** The source of what is of a user and of no one workspace: the hash of the address is another one in each. */
export interface UserAuditSource extends Pick<AuditSource, 'actor'> {
  readonly addressHash: (workspace: WorkspaceId) => string | null;
}

/** The operator of the deployment, by a command that a principal of AWS ran. Events before 2026-11-29 have no principal. */
export const operatorActor = (principal: string | undefined): Actor => ({
  type: 'command',
  ...(principal !== undefined && { principal }),
});

/** The source of what an operator does for a user: no user who acted, and no address. */
export const byOperator = ({ operator }: { readonly operator?: string | undefined } = {}): UserAuditSource => ({
  actor: operatorActor(operator),
  addressHash: () => null,
});

export interface AuditTarget {
  /** As resources name it in `object`. */
  readonly object: string;
  readonly id: string;
}

/** One administering operation, written in its own transaction and never changed. */
export interface AuditEvent extends AuditSource {
  readonly id: AuditEventId;
  readonly workspaceId: WorkspaceId;
  readonly action: AuditAction;
  readonly target: AuditTarget;
  /** Of settings and roles: what was there before, and after. Null for everything else, and where there was nothing. */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly createdAt: Instant;
}

/** The kind of resource that an action is about. */
export const objectOf = (action: AuditAction): string => action.slice(0, action.indexOf('.'));

/** How ids of targets begin, by the kind of the target; `policy` has the id of a member or a workspace. */
export const TARGET_PREFIXES: Readonly<Record<string, readonly IdPrefix[]>> = {
  settings: ['set'],
  settings_assignment: ['asg'],
  webhook_endpoint: ['whe'],
  workspace: ['wks'],
  membership: ['mbr'],
  member: ['mem'],
  meeting: ['mtg'],
  person: ['per'],
  conversation: ['con'],
  export: ['exp'],
  order: ['ord'],
  bot: ['bot'],
  folder: ['fol'],
  style_guide: ['sty'],
  glossary: ['glo'],
  policy: ['mem', 'wks'],
  summary_template: ['tpl'],
  brand_kit: ['brk'],
  file: ['file'],
  calendar_connection: ['cal'],
  calendar_feed: ['cfd'],
  calendar_connect_link: ['ccl'],
  // A user, and what is of one: the id of the user, and that of an agent, which begins with it.
  api_key: ['usr'],
  handoff_code: ['usr'],
  agent: ['usr'],
  user: ['usr'],
};

/**
 * The id of the target in what an operation returned, or else in what names it in the path: its own `id`, or that of one
 * of its parts, as in `{ member, isNew }`. Undefined where there is none of that kind.
 */
export function targetIn(action: AuditAction, ...places: readonly unknown[]): string | undefined {
  const prefixes = TARGET_PREFIXES[objectOf(action)] ?? [];
  const isTarget = (id: unknown): id is string => prefixes.some((prefix) => idOf(prefix, id) !== undefined);
  const parts = places.flatMap((place) => (isRecord(place) ? [place, ...Object.values(place).filter(isRecord)] : []));
  return parts.map(({ id }) => id).find(isTarget);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
