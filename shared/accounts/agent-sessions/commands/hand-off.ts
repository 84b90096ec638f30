import { expiresAt } from '#shared/accounts/agent-sessions/rules/handoff';
import { newHandoffCode } from '#shared/accounts/agent-sessions/rules/handoff-code';
import { saveHandoff } from '#shared/accounts/agent-sessions/store';
import { userKey } from '#shared/accounts/identity/credentials-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';

export interface KeyToHandOff {
  readonly userId: UserId;
  /** The workspace that the agent starts in. */
  readonly workspaceId: WorkspaceId;
}

export interface CreatedCode {
  readonly code: string;
  readonly expiresAt: Instant;
}

/** Creates a code that stands for a user's key for five minutes. 429 over the limit, 409 for a key without a sealed copy. */
export const handOff =
  (context: CommandContext) =>
  async ({ userId, workspaceId }: KeyToHandOff): Promise<CreatedCode> => {
    const { table, clock, randomBytes, useOf, limitCounter } = context;
    const [key] = await Promise.all([
      userKey(table, userId),
      limitCounter.take(useOf('handoff_codes', userId, clock.now())),
    ]);
    if (key?.sealed === undefined) throw conflict('There is no copy of your API key that an agent could get.');
    const created = { code: newHandoffCode(randomBytes), expiresAt: expiresAt(clock.now()) };
    const handoff = { userId, workspaceId, keyDigest: key.digest, expiresAt: created.expiresAt };
    await saveHandoff(table, created.code, handoff);
    return created;
  };
