import type { AuditAction, AuditEvent, AuditSource } from '#shared/audit-events/rules/audit-event';
import { objectOf } from '#shared/audit-events/rules/audit-event';
import type { Changes } from '#shared/commands/changes';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';

/** What an audit event says that only the result of the operation tells. */
export interface Audited extends Partial<Pick<AuditEvent, 'before' | 'after'>> {
  readonly targetId: string;
  readonly workspaceId: WorkspaceId;
}

interface Auditing extends AuditSource {
  readonly action: AuditAction;
  /** Asked within each attempt, before it is saved: what it reads is what the attempt decided on. */
  audited(result: unknown): Promise<Audited>;
}

/**
 * The context whose commands write an audit event in the transaction of what they change. The save that has a `result` is
 * the operation; what a command saves beside it, or a save that changes nothing, is not audited.
 */
export const auditing = <Context extends Pick<CommandContext, 'changes' | 'ids'>>(
  context: Context,
  { action, actor, addressHash, audited }: Auditing,
): Context => ({
  ...context,
  changes: {
    async save(changes: Changes) {
      if (!('result' in changes) || !changesSomething(changes)) return context.changes.save(changes);
      const { targetId, workspaceId, before = null, after = null } = await audited(changes.result);
      const event: AuditEvent = {
        id: context.ids.make('aud'),
        ...{ workspaceId, action, actor, addressHash },
        target: { object: objectOf(action), id: targetId },
        ...{ before, after },
        createdAt: changes.at,
      };
      return context.changes.save({ ...changes, audit: [...(changes.audit ?? []), event] });
    },
  },
});

const changesSomething = ({ writes = [], jobs = [] }: Changes): boolean => writes.flat().length > 0 || jobs.length > 0;
