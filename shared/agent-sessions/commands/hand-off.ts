import { expiresAt } from '#shared/agent-sessions/rules/handoff';
import { newHandoffCode } from '#shared/agent-sessions/rules/handoff-code';
import { saveHandoff } from '#shared/agent-sessions/store';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AppContext } from '#shared/http/ports';
import { userKey } from '#shared/identity/credentials-store';

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
  (context: AppContext) =>
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
