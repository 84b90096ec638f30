import { sealedAs } from '#shared/agent-sessions/commands/hand-off';
import type { HandoffCodes, HandoffStore } from '#shared/agent-sessions/ports/handoffs';
import { type Handoff, isOver } from '#shared/agent-sessions/rules/handoff';
import type { Clock } from '#shared/core/clock';
import { Refusal } from '#shared/core/refusal';
import type { Sealer } from '#shared/core/sealer';
import type { UserStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import type { Role, Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly users: UserStore;
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeys;
  readonly handoffs: HandoffStore;
  readonly codes: HandoffCodes;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export interface AgentSession {
  readonly apiKey: string;
  readonly workspace: Workspace;
}

/** The same words for a code that never was, one that is over and one that was used. */
const noSuchCode = () =>
  new Refusal('unauthenticated', [
    {
      code: 'unauthorized',
      message: 'The code is wrong, already used, or older than five minutes: ask the user for a new one.',
      field: 'token',
    },
  ]);

const WRITERS: readonly Role[] = ['owner', 'admin', 'member'];

/**
 * Gives the key behind a code to whoever comes first, and to nobody else: the code is gone before the key is shown. A
 * key that ended since, and a user who may no longer write to the workspace, are refused as a wrong code is. Nobody learns anything of a code before they are `admitted`.
 */
export const exchangeCode =
  (needs: Needs) =>
  async (pasted: string, admitted: Promise<void>): Promise<AgentSession> => {
    const code = needs.codes.read(pasted);
    const [handoff] = await Promise.all([code && needs.handoffs.find(code), admitted]);
    if (code === undefined || !handoff || isOver(handoff, needs.clock.now())) throw noSuchCode();

    const [isFirst, session] = await Promise.all([needs.handoffs.consume(code), behind(needs, handoff)]);
    if (!isFirst || !session) throw noSuchCode();
    return session;
  };

async function behind(needs: Needs, { userId, workspaceId, sealedKey }: Handoff): Promise<AgentSession | undefined> {
  const [apiKey, kept, workspace, membership] = await Promise.all([
    needs.sealer.open(sealedKey, sealedAs(workspaceId)),
    needs.users.key(userId),
    needs.workspaces.find(workspaceId),
    needs.workspaces.membership(userId, workspaceId),
  ]);
  const claim = needs.apiKeys.read(apiKey);
  const isCurrent = claim !== undefined && kept !== undefined && needs.apiKeys.sameDigest(claim.digest, kept.digest);
  const mayWrite = membership !== undefined && WRITERS.includes(membership.role);
  if (!isCurrent || !mayWrite || !workspace || workspace.state.archivedAt !== null) return undefined;
  return { apiKey, workspace: workspace.state };
}
