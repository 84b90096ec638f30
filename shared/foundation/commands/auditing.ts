import {
  type Actor,
  type AuditAction,
  type AuditEvent,
  objectOf,
  operatorActor,
} from '#shared/foundation/audit-events/rules/audit-event';
import type { Changes } from '#shared/foundation/commands/changes';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';

/** What an audit event says that only the operation itself tells. */
export interface Audited extends Partial<Pick<AuditEvent, 'before' | 'after'>>, Pick<AuditEvent, 'addressHash'> {
  readonly targetId: string;
  readonly workspaceId: WorkspaceId;
}

interface Auditing {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** Asked within each attempt, before it is saved: what it reads is what the attempt decided on. */
  audited(result: unknown): Promise<Audited>;
}

/**
 * A context whose commands write one audit event, in the transaction of the operation: the first save that changes
 * something and has a `result` or `audited`. Other saves write no audit event.
 */
export function auditing<Context extends Pick<CommandContext, 'changes' | 'ids'>>(
  context: Context,
  { action, actor, audited }: Auditing,
): Context {
  let isAudited = false;
  return { ...context, changes: { save } };

  async function save(changes: Changes): Promise<void> {
    if (isAudited || !isOperation(changes)) return context.changes.save(changes);
    const { targetId, workspaceId, addressHash, ...shown } = await audited(changes.result);
    const event: AuditEvent = {
      id: context.ids.make('aud'),
      workspaceId,
      action,
      actor,
      addressHash,
      target: { object: objectOf(action), id: targetId },
      before: null,
      after: null,
      ...shown,
      ...changes.audited,
      createdAt: changes.at,
    };
    await context.changes.save({ ...changes, audit: [...(changes.audit ?? []), event] });
    isAudited = true;
  }
}

/** The same for a command that the operator of the deployment runs: the context's AWS principal, no user, no address. */
export const auditingOperator = <Context extends Pick<CommandContext, 'changes' | 'ids' | 'operator'>>(
  context: Context,
  action: AuditAction,
  target: Pick<Audited, 'targetId' | 'workspaceId' | 'before' | 'after'>,
): Context =>
  auditing(context, {
    ...{ action, actor: operatorActor(context.operator) },
    audited: async () => ({ ...target, addressHash: null }),
  });

/** The same for what the service does by itself. */
export const auditingService = <Context extends Pick<CommandContext, 'changes' | 'ids'>>(
  context: Context,
  action: AuditAction,
  target: Pick<Audited, 'targetId' | 'workspaceId'>,
): Context =>
  auditing(context, { action, actor: { type: 'service' }, audited: async () => ({ ...target, addressHash: null }) });

const isOperation = (changes: Changes): boolean =>
  ('result' in changes || changes.audited !== undefined) && changesSomething(changes);

const changesSomething = ({ writes = [], jobs = [] }: Changes): boolean => writes.flat().length > 0 || jobs.length > 0;
