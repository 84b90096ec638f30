import { type Handoff, isExpired } from '#shared/accounts/agent-sessions/rules/handoff';
import { parseHandoffCode } from '#shared/accounts/agent-sessions/rules/handoff-code';
import { consumeHandoff, findHandoff } from '#shared/accounts/agent-sessions/store';
import { saveAudited } from '#shared/accounts/identity/commands/audit-user';
import { keySealContext } from '#shared/accounts/identity/commands/new-key';
import { userKey } from '#shared/accounts/identity/credentials-store';
import type { KeyContext } from '#shared/accounts/identity/ports';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import type { UserAuditSource } from '#shared/foundation/audit-events/rules/audit-event';
import type { CommandContext } from '#shared/foundation/commands/context';
import { Refusal } from '#shared/foundation/core/refusal';
import { mayAct } from '#shared/foundation/core/roles';
import type { AddressHashes } from '#shared/foundation/http/ports';

interface Needs extends CommandContext, KeyContext {
  readonly addressHashes: () => Promise<AddressHashes>;
}

export interface AgentSession {
  readonly apiKey: string;
  readonly workspace: Workspace;
}

/** The same answer for a wrong, an expired and a used code. */
const invalidCode = () =>
  new Refusal('unauthenticated', [
    {
      code: 'unauthorized',
      message: 'The code is wrong, already used, or older than five minutes: ask the user for a new one.',
      field: 'token',
    },
  ]);

/**
 * Exchanges a code for the key behind it, once: the code is deleted before the key is returned. A key that was replaced
 * since, and a user who may no longer write to the workspace, are refused like a wrong code. An exchange is carried
 * out, and counts towards the limit of its address, when its code is tried, whatever becomes of it: the limit is one on
 * guesses. A request without a code, and one over the limit, do not count.
 */
export const exchangeCode =
  (context: Needs) =>
  async (pasted: string, address: string): Promise<AgentSession> => {
    const { table, clock, useOf, limitCounter } = context;
    const now = clock.now();
    const code = parseHandoffCode(pasted);
    const [handoff] = await Promise.all([
      code && findHandoff(table, code),
      limitCounter.take(useOf('handoffs', address, now)),
    ]);
    if (code === undefined || !handoff || isExpired(handoff, now)) throw invalidCode();
    const [isFirst, session, hashOf] = await Promise.all([
      consumeHandoff(table, code),
      openSession(context, handoff),
      context.addressHashes(),
    ]);
    if (!isFirst || !session) throw invalidCode();
    // Before the key is returned: none is handed out without its event.
    await auditExchange(context, handoff, (workspace) => hashOf(workspace, address));
    return session;
  };

async function auditExchange(
  context: CommandContext,
  { userId, workspaceId }: Handoff,
  addressHash: UserAuditSource['addressHash'],
): Promise<void> {
  const actor = { type: 'agent', userId } as const;
  const at = context.clock.now();
  const audit = {
    actor,
    addressHash,
    userId,
    workspaceIds: [workspaceId],
    action: 'handoff_code.used',
    targetId: userId,
    at,
  } as const;
  await saveAudited(context, [], audit);
}

async function openSession(context: Needs, handoff: Handoff): Promise<AgentSession | undefined> {
  const { table, sealer, apiKeys } = context;
  const { userId, workspaceId, keyDigest } = handoff;
  const [key, workspace, membership] = await Promise.all([
    userKey(table, userId),
    workspaces.find(table, workspaceId),
    roleOf(table, userId, workspaceId),
  ]);
  if (key?.sealed === undefined || !apiKeys.sameDigest(key.digest, keyDigest)) return undefined;
  if (!membership || !mayAct(membership.role, 'participate')) return undefined;
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  return { apiKey: await sealer.open(key.sealed, keySealContext(userId)), workspace: workspace.state };
}
