import { expiresAt } from '#shared/agent-sessions/rules/handoff';
import { newHandoffCode } from '#shared/agent-sessions/rules/handoff-code';
import { saveHandoff } from '#shared/agent-sessions/store';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { unauthorized } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AppContext } from '#shared/http/ports/app-context';
import { isCurrentKey } from '#shared/identity/commands/current-key';
import { userStore } from '#shared/identity/store';

export interface KeyToHandOff {
  readonly userId: UserId;
  /** Just created, or entered by the user, since only its digest is stored. */
  readonly apiKey: string;
  /** The workspace that the agent starts in. */
  readonly workspaceId: WorkspaceId;
}

export interface CreatedCode {
  readonly code: string;
  readonly expiresAt: Instant;
}

/** The context that the key is sealed with. */
export const sealContext = (workspaceId: WorkspaceId) => ({ workspace: workspaceId, resource: 'handoff' });

/** Creates a code that stands for a user's key for five minutes. Refuses a key that is not the user's current one. */
export const handOff =
  (context: AppContext) =>
  async ({ userId, apiKey, workspaceId }: KeyToHandOff): Promise<CreatedCode> => {
    const { table, clock, sealer, apiKeys, randomBytes } = context;
    if (!isCurrentKey(apiKeys, apiKey, await userStore(table).key(userId))) throw unauthorized();
    const created = { code: newHandoffCode(randomBytes), expiresAt: expiresAt(clock.now()) };
    const sealedKey = await sealer.seal(apiKey, sealContext(workspaceId));
    await saveHandoff(table, created.code, { userId, workspaceId, sealedKey, expiresAt: created.expiresAt });
    return created;
  };
