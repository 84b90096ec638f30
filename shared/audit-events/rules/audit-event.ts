import type { AuditEventId, UserId, WorkspaceId } from '#shared/core/ids';
import type { JsonObject } from '#shared/core/json';
import { DAY_MS, type Instant } from '#shared/core/time';

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
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it. Names and addresses of people are not kept: they would outlive an erasure. */
export type Actor =
  /** A user, with the API key whose last four characters these are. */
  { readonly type: 'user'; readonly userId: UserId; readonly keyLastFour: string };

/** From where something was asked for, and by whom. */
export interface AuditSource {
  readonly actor: Actor;
  /** Keyed hash of the address, comparable within a workspace; null where there is none. */
  readonly addressHash: string | null;
}

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
