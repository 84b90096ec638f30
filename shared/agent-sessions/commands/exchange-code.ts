import { sealContext } from '#shared/agent-sessions/commands/hand-off';
import { type Handoff, isExpired } from '#shared/agent-sessions/rules/handoff';
import { parseHandoffCode } from '#shared/agent-sessions/rules/handoff-code';
import { consumeHandoff, findHandoff } from '#shared/agent-sessions/store';
import { Refusal } from '#shared/core/refusal';
import type { AppContext } from '#shared/http/ports/app-context';
import { isCurrentKey } from '#shared/identity/commands/current-key';
import { userStore } from '#shared/identity/store';
import { mayAct } from '#shared/workspaces/rules/access-level';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaceStore, workspaces } from '#shared/workspaces/store';

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
 * since, and a user who may no longer write to the workspace, are refused like a wrong code. Every attempt counts
 * towards the limit of its address.
 */
export const exchangeCode =
  (context: AppContext) =>
  async (pasted: string, address: string): Promise<AgentSession> => {
    const { table, clock, useOf, limitCounter } = context;
    const now = clock.now();
    const code = parseHandoffCode(pasted);
    const [handoff] = await Promise.all([
      code && findHandoff(table, code),
      limitCounter.take(useOf('handoffs', address, now)),
    ]);
    if (code === undefined || !handoff || isExpired(handoff, now)) throw invalidCode();
    const [isFirst, session] = await Promise.all([consumeHandoff(table, code), openSession(context, handoff)]);
    if (!isFirst || !session) throw invalidCode();
    return session;
  };

async function openSession(context: AppContext, handoff: Handoff): Promise<AgentSession | undefined> {
  const { table, sealer, apiKeys } = context;
  const { userId, workspaceId, sealedKey } = handoff;
  const [apiKey, storedKey, workspace, membership] = await Promise.all([
    sealer.open(sealedKey, sealContext(workspaceId)),
    userStore(table).key(userId),
    workspaces.find(table, workspaceId),
    workspaceStore(table).membership(userId, workspaceId),
  ]);
  if (!isCurrentKey(apiKeys, apiKey, storedKey)) return undefined;
  if (!membership || !mayAct(membership.role, 'participate')) return undefined;
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  return { apiKey, workspace: workspace.state };
}
