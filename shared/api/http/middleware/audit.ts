import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { Caller, Endpoint } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { targetIn } from '#shared/foundation/audit-events/rules/audit-event';
import { auditing } from '#shared/foundation/commands/auditing';
import { idOf } from '#shared/foundation/core/ids';
import type { Incoming } from '#shared/foundation/http/request/incoming';
import { readAuthorization } from '#shared/foundation/http/request/read-authorization';

interface Authorized extends Partial<WorkspaceAccess> {
  readonly context: AppContext;
  readonly caller: Caller;
  readonly address: string;
  readonly params: unknown;
}

/** The context in which the commands of a contract that `audits` write its audit event in their own transaction. */
export function auditedContext({ contract, options }: Endpoint, request: Authorized, incoming: Incoming): AppContext {
  const { context, caller, workspace, address } = request;
  if (!contract.audits) return context;
  const { audits: action } = contract;
  const audited = async (result: unknown) => {
    const own = (await options.audited?.(result, request as never)) ?? {};
    const targetId = own.targetId ?? targetIn(action, result, request.params) ?? unnamed(action);
    const workspaceId = workspace?.state.id ?? idOf('wks', targetId) ?? unnamed(action);
    const addressHash = (await context.addressHashes())(workspaceId, address);
    return { workspaceId, targetId, addressHash, ...own };
  };
  const actor = { type: 'user', userId: caller.userId, keyLastFour: lastFourOf(incoming) } as const;
  return auditing(context, { action, actor, audited });
}

const lastFourOf = ({ headers }: Incoming): string => {
  const sent = readAuthorization(headers['authorization']);
  return typeof sent === 'string' ? '' : sent.key.slice(-4);
};

function unnamed(action: string): never {
  throw new Error(`The result of ${action} names no target.`);
}
