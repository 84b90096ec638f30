import { type AuditEventId, type IdPrefix, idOf, type UserId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';

/** How long an audit event is kept: a year, and a day for a leap year. */
export const AUDIT_KEPT_MS = 366 * DAY_MS;

const CHANGES = ['created', 'updated', 'deleted'] as const;

/** What is audited, by the kind of the target as resources name it: what administers a workspace. `ids`: how its ids begin. */
const AUDITED = {
  settings: { ids: ['set'], actions: CHANGES },
  settings_assignment: { ids: ['asg'], actions: ['created', 'deleted'] },
  webhook_endpoint: { ids: ['whe'], actions: ['created', 'updated', 'deleted', 'secret_rotated'] },
  workspace: {
    ids: ['wks'],
    actions: [
      'created',
      'updated',
      'archived',
      'restored',
      'paused',
      'resumed',
      'mail_stopped',
      'limits_updated',
      'recorders_updated',
      'read',
      'dead_letter_dropped',
    ],
  },
  membership: { ids: ['mbr'], actions: ['invited', 'accepted', 'updated', 'deleted'] },
  member: { ids: ['mem'], actions: ['created', 'updated', 'deleted', 'erased'] },
  meeting: { ids: ['mtg'], actions: ['deleted', 'settings_updated', 'held', 'released', 'results_removed'] },
  person: { ids: ['per'], actions: ['erased'] },
  conversation: { ids: ['con'], actions: ['deleted', 'restored', 'corrected'] },
  export: { ids: ['exp'], actions: ['created'] },
  order: { ids: ['ord'], actions: ['retried'] },
  bot: { ids: ['bot'], actions: ['rerun'] },
  folder: { ids: ['fol'], actions: ['deleted'] },
  style_guide: { ids: ['sty'], actions: CHANGES },
  glossary: { ids: ['glo'], actions: CHANGES },
  // Of a member or a workspace.
  policy: { ids: ['mem', 'wks'], actions: ['updated'] },
  summary_template: { ids: ['tpl'], actions: CHANGES },
  brand_kit: { ids: ['brk'], actions: CHANGES },
  file: { ids: ['file'], actions: ['created', 'deleted'] },
  calendar_connection: { ids: ['cal'], actions: ['deleted'] },
  calendar_feed: { ids: ['cfd'], actions: ['created', 'deleted'] },
  calendar_connect_link: { ids: ['ccl'], actions: ['created'] },
  // A user, and what is of one: the id of the user, and that of an agent, which begins with it.
  api_key: { ids: ['usr'], actions: ['created', 'replaced', 'revoked', 'updated'] },
  handoff_code: { ids: ['usr'], actions: ['used'] },
  agent: { ids: ['usr'], actions: ['connected', 'ended'] },
  user: { ids: ['usr'], actions: ['disabled', 'enabled'] },
} as const satisfies Readonly<
  Record<string, { readonly ids: readonly IdPrefix[]; readonly actions: readonly string[] }>
>;

type Audited = typeof AUDITED;

/** `object.what_was_done` */
export type AuditAction = { [Name in keyof Audited]: `${Name}.${Audited[Name]['actions'][number]}` }[keyof Audited];

/** The kinds of which each creation, change and deletion is audited. */
export type ChangedResource = {
  [Name in keyof Audited]: Audited[Name]['actions'] extends typeof CHANGES ? Name : never;
}[keyof Audited];

export const AUDIT_ACTIONS = Object.entries(AUDITED).flatMap(([object, { actions }]) =>
  actions.map((action) => `${object}.${action}` as AuditAction),
);

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

/** How ids of targets begin, by the kind of the target. */
export const TARGET_PREFIXES: Readonly<Record<string, readonly IdPrefix[]>> = Object.fromEntries(
  Object.entries(AUDITED).map(([object, { ids }]) => [object, ids]),
);

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
