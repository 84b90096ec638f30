import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import * as v from 'valibot';
import { findActiveAgent } from '#shared/accounts/oauth/agents-store';
import { modelsOf, REFRESH_KIND } from '#shared/accounts/oauth/models-store';
import type { Clock } from '#shared/foundation/core/clock';
import { LostRace } from '#shared/foundation/core/store';
import type { Key, Table, Write } from '#shared/foundation/core/table';
import { type Instant, later, MINUTE_MS, SECOND_MS, ttlAt } from '#shared/foundation/core/time';
import { oauthKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, storedState, unlessThere } from '#shared/foundation/dynamodb/rows';

/** For this long, a refresh token that was used answers the same pair again: its client may have lost the answer. */
const REPEATED_MS = MINUTE_MS;

/** The use of a refresh token by a client. */
export interface Refresh {
  readonly clientId: string;
  readonly token: string;
}

/** The answer to it: the pair as JSON, with the refresh token of the pair. */
interface Answer {
  readonly json: string;
  readonly next: string;
  /** Random bytes. */
  readonly nonce: Uint8Array;
}

/** What was answered, sealed by the refresh token that asked: who has only the table cannot read the pair. */
interface RefreshAnswer {
  readonly clientId: string;
  readonly grantId: string;
  readonly answeredAt: Instant;
  readonly sealed: string;
}

const AnswerRow: v.GenericSchema<unknown, RefreshAnswer> = v.object({
  clientId: v.string(),
  grantId: v.string(),
  answeredAt: instant,
  sealed: v.string(),
});

const TokenModel = v.object({ grantId: v.string() });

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
}

/** Answers to refresh tokens. The use of a token is saved with its answer, so that none is used without one. */
export function refreshAnswers({ table, clock }: Needs) {
  const load = async (token: string): Promise<RefreshAnswer | undefined> => {
    const item = await table.get(answerKey(token));
    const answer = item && stateOf(AnswerRow, item);
    return answer && clock.now() < later(answer.answeredAt, REPEATED_MS) ? answer : undefined;
  };
  return {
    /** Whether a token that was used may be used again: the one that followed it was not used since. */
    isRepeatable: async (token: string): Promise<boolean> => (await load(token)) !== undefined,

    /** The answer, as JSON, where the token was used within a minute and its agent has not ended. */
    async find({ clientId, token }: Refresh): Promise<string | undefined> {
      const answer = await load(token);
      if (answer?.clientId !== clientId) return undefined;
      const agent = await findActiveAgent(table, answer.grantId, clock.now());
      return agent && opened(answer.sealed, token);
    },

    /**
     * Marks a refresh token as used, with its answer, and ends the repetition of the one before it. False where another
     * request has used it in the same moment.
     */
    async keep({ clientId, token }: Refresh, { json, next, nonce }: Answer): Promise<boolean> {
      const now = clock.now();
      const model = await modelsOf({ table, clock }, REFRESH_KIND).find(token);
      if (!model) return false;
      const { grantId } = v.parse(TokenModel, model);
      const state = { clientId, grantId, answeredAt: now, sealed: sealed(json, token, nonce) };
      const key = answerKey(token);
      const before = (await table.get(tokenKey(token)))?.['answered_by'];
      const writes: readonly Write[] = [
        {
          put: { ...key, type: 'oauth', state: storedState(state), ttl: ttlAt(later(now, REPEATED_MS)) },
          when: unlessThere,
        },
        {
          update: tokenKey(token),
          set: { text: 'SET used_at = :now', values: { ':now': Math.floor(now / SECOND_MS) } },
          when: { text: 'attribute_exists(pk) AND attribute_not_exists(used_at)' },
        },
        { update: tokenKey(next), set: { text: 'SET answered_by = :pk', values: { ':pk': key.pk } } },
        ...(typeof before === 'string' ? [{ remove: { ...key, pk: before } }] : []),
      ];
      try {
        await table.transact(writes);
        return true;
      } catch (error) {
        if (error instanceof LostRace) return false;
        throw error;
      }
    },
  };
}

const tokenKey = (token: string): Key => oauthKey(REFRESH_KIND, token);
const answerKey = (token: string): Key => oauthKey('RefreshAnswer', token);

const CIPHER = 'aes-256-gcm';
/** Of random bytes. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A refresh token has 256 random bits. */
const keyFrom = (token: string): Uint8Array => new Uint8Array(hkdfSync('sha256', token, '', 'refresh answer', 32));

function sealed(text: string, token: string, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, keyFrom(token), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function opened(box: string, token: string): string {
  const bytes = Buffer.from(box, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyFrom(token), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
}
