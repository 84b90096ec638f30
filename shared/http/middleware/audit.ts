import { auditing } from '#shared/commands/auditing';
import type { Caller, Endpoint } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import type { Incoming } from '#shared/http/request/incoming';
import { readAuthorization } from '#shared/http/request/read-authorization';
import type { WorkspaceAccess } from '#shared/workspaces/access';

interface Authorized extends Partial<WorkspaceAccess> {
  readonly context: AppContext | undefined;
  readonly caller: Caller;
  readonly address: string;
  readonly params: unknown;
}

/** The context in which the commands of a contract that `audits` write its audit event in their own transaction. */
export function auditedContext(
  { contract, options }: Endpoint,
  request: Authorized,
  incoming: Incoming,
): AppContext | undefined {
  const { context, caller, workspace, address } = request;
  if (!context || !contract.audits) return context;
  const { audits: action } = contract;
  const workspaceId = workspace?.state.id;
  if (!workspaceId) throw new Error(`${action} is audited in a workspace, and the contract names none.`);
  return {
    ...context,
    changes: {
      async save(changes) {
        const source = {
          actor: { type: 'user', userId: caller.userId, keyLastFour: lastFourOf(incoming) } as const,
          addressHash: (await context.addressHashes())(workspaceId, address),
        };
        const audited = async (result: unknown) => ({
          workspaceId,
          targetId: idIn(result) ?? idIn(request.params) ?? unnamed(action),
          ...(await options.audited?.(result, request as never)),
        });
        await auditing(context, { action, ...source, audited }).changes.save(changes);
      },
    },
  };
}

const lastFourOf = ({ headers }: Incoming): string => {
  const sent = readAuthorization(headers['authorization']);
  return typeof sent === 'string' ? '' : sent.key.slice(-4);
};

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function unnamed(action: string): never {
  throw new Error(`The result of ${action} names no target.`);
}
