import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import type { Table } from '#shared/foundation/core/table';
import { SECOND_MS } from '#shared/foundation/core/time';
import { oauthKey } from '#shared/foundation/dynamodb/keys';
import { stateOf, storedState } from '#shared/foundation/dynamodb/rows';

/** A code, token, interaction or client as the authorization server's library has it: JSON, without its id. */
export type Model = Readonly<Record<string, unknown>>;

const ModelRow: v.GenericSchema<unknown, Model> = v.record(v.string(), v.unknown());

interface ModelsContext {
  readonly table: Table;
  readonly clock: Clock;
}

/** The kind of refresh tokens. */
export const REFRESH_KIND = 'RefreshToken';

/** Keeps models of one kind, under the digest of their id: the id of a token is the token. */
export const modelsOf = ({ table, clock }: ModelsContext, kind: string) => ({
  async save(id: string, model: Model, lifeSeconds: number): Promise<void> {
    const { jti: _, ...state } = model;
    const ttl = nowInSeconds(clock) + lifeSeconds;
    await table.write({ put: { ...oauthKey(kind, id), type: 'oauth', state: storedState(state), ttl } });
  },

  /** Undefined after its end. One that was used has the second, as `consumed`. */
  async find(id: string): Promise<Model | undefined> {
    const item = await table.get(oauthKey(kind, id));
    if (!item || (item.ttl ?? 0) <= nowInSeconds(clock)) return undefined;
    const consumed = item['used_at'];
    return { ...stateOf(ModelRow, item), ...(consumed !== undefined && { consumed }) };
  },

  /** Marks it as used; true for one caller only, however many try at once. */
  consume: (id: string): Promise<boolean> =>
    table.write({
      update: oauthKey(kind, id),
      set: { text: 'SET used_at = :now', values: { ':now': nowInSeconds(clock) } },
      when: { text: 'attribute_exists(pk) AND attribute_not_exists(used_at)' },
    }),

  async remove(id: string): Promise<void> {
    await table.write({ remove: oauthKey(kind, id) });
  },
});

const nowInSeconds = (clock: Clock): number => Math.floor(clock.now() / SECOND_MS);
