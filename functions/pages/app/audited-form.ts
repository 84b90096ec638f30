import { addressHash } from '#shared/api/page-kit/page-app';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { currentUser } from '#shared/api/page-kit/session';
import { type AuditAction, targetIn } from '#shared/foundation/audit-events/rules/audit-event';
import { type Audited, auditing } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { AppDependencies } from './dependencies.ts';

type Shown = Pick<Audited, 'before' | 'after'>;

interface FormAudit {
  readonly action: AuditAction;
  /** Absent where the target is the workspace. */
  readonly workspaceId?: WorkspaceId;
  /** Absent where the result of the command tells it. */
  readonly targetId?: string;
  /** Of roles: what was there before and after, by the result of the command. */
  // biome-ignore lint/suspicious/noExplicitAny: the command of the form says what its result is
  readonly shown?: (result: any) => Shown | Promise<Shown>;
}

/** What the commands of forms work with, where what they save has an audit event: as for the endpoint of the API. */
export function auditedForm(app: AppDependencies, c: PageContext, audit: FormAudit): AppDependencies & CommandContext {
  const { action } = audit;
  return auditing(app, {
    action,
    actor: { type: 'page', userId: currentUser(c).id },
    async audited(result) {
      const targetId = audit.targetId ?? targetIn(action, result);
      const workspaceId = audit.workspaceId ?? idOf('wks', targetId);
      if (targetId === undefined || workspaceId === undefined) throw new Error(`${action} names no target.`);
      const hashOf = await app.addressHashes();
      return {
        targetId,
        workspaceId,
        addressHash: hashOf(workspaceId, addressHash(c)),
        ...(await audit.shown?.(result)),
      };
    },
  });
}
