import type { HandoffCodes, HandoffStore } from '#shared/agent-sessions/ports/handoffs';
import { handoffEndsAt } from '#shared/agent-sessions/rules/handoff';
import type { Clock } from '#shared/core/clock';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { unauthorized } from '#shared/core/refusal';
import type { Sealer } from '#shared/core/sealer';
import type { Instant } from '#shared/core/time';
import type { UserStore } from '#shared/events/ports/stores';
import type { ApiKeys } from '#shared/identity/ports/api-keys';

interface Needs {
  readonly users: UserStore;
  readonly apiKeys: ApiKeys;
  readonly handoffs: HandoffStore;
  readonly codes: HandoffCodes;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export interface ToHandOff {
  readonly userId: UserId;
  /** The user's key as it is: just made, or given by the user, since only its digest is kept. */
  readonly apiKey: string;
  /** Where the agent is to begin. */
  readonly workspaceId: WorkspaceId;
}

/** What a key is sealed as; the exchange opens nothing else. */
export const sealedAs = (workspaceId: WorkspaceId) => ({ workspace: workspaceId, resource: 'handoff' });

/** Makes a code that stands for a user's key for five minutes. Refuses a key that is not the user's own, or no more. */
export const handOff =
  ({ users, apiKeys, handoffs, codes, sealer, clock }: Needs) =>
  async ({
    userId,
    apiKey,
    workspaceId,
  }: ToHandOff): Promise<{ readonly code: string; readonly expiresAt: Instant }> => {
    const claim = apiKeys.read(apiKey);
    const kept = await users.key(userId);
    if (!kept || claim?.userId !== userId || !apiKeys.sameDigest(claim.digest, kept.digest)) throw unauthorized();
    const code = codes.make();
    const expiresAt = handoffEndsAt(clock.now());
    const sealedKey = await sealer.seal(apiKey, sealedAs(workspaceId));
    await handoffs.keep(code, { userId, workspaceId, sealedKey, expiresAt });
    return { code, expiresAt };
  };
