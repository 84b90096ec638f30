import * as v from 'valibot';
import type { BotId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { circuitBreakerKey, recorderBotKey, recorderRegistryKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import { RECORDER_KINDS, type RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import type { CircuitBreaker } from '#shared/meetings/recorders/rules/circuit-breaker';

const names = v.array(v.string());

const RegistryRow: v.GenericSchema<unknown, RecorderRegistry> = v.object({
  recorders: v.array(
    v.object({ name: v.string(), kind: v.picklist(RECORDER_KINDS), baseUrl: v.string(), sealed: v.string() }),
  ),
  order: v.object({ meet: names, zoom: names, teams: names }),
});

/** The registry of the deployment: one row, so that a dispatch reads it in one request. */
export const recorderRegistry = {
  find: async (table: Table): Promise<Loaded<RecorderRegistry> | undefined> =>
    loaded(RegistryRow, await table.get(recorderRegistryKey())),

  /** False where another change was saved since `before` was read. */
  save: (table: Table, before: Loaded<RecorderRegistry> | undefined, after: RecorderRegistry): Promise<boolean> => {
    const revision = before?.revision ?? 0;
    const row = { type: 'recorder_registry', revision: revision + 1, state: storedState(after) };
    return table.write({ put: { ...recorderRegistryKey(), ...row }, when: unlessSavedSince(revision) });
  },
};

const CircuitRow: v.GenericSchema<unknown, CircuitBreaker> = v.object({
  failures: v.number(),
  openUntil: v.nullable(instant),
});

/** One row a recorder, absent until its first failure. */
export const circuitBreakers = {
  find: async (table: Table, name: string): Promise<Loaded<CircuitBreaker> | undefined> =>
    loaded(CircuitRow, await table.get(circuitBreakerKey(name))),

  /** False where another change was saved since `before` was read. */
  save: (
    table: Table,
    name: string,
    before: Loaded<CircuitBreaker> | undefined,
    after: CircuitBreaker,
  ): Promise<boolean> => {
    const revision = before?.revision ?? 0;
    const row = { type: 'circuit_breaker', revision: revision + 1, state: storedState(after) };
    return table.write({ put: { ...circuitBreakerKey(name), ...row }, when: unlessSavedSince(revision) });
  },
};

/** Longer than any recorder repeats a webhook. */
const KEPT_MS = 60 * DAY_MS;

const BotOfRecorder = v.object({ bot_id: id('bot') });

/** The bot that a recorder knows by an id of its own. */
export const recorderBots = {
  find: async (table: Table, name: string, externalId: string): Promise<BotId | undefined> => {
    const item = await table.get(recorderBotKey(name, externalId));
    return item && v.parse(BotOfRecorder, item).bot_id;
  },

  put: (name: string, externalIds: readonly string[], botId: BotId, now: Instant): readonly Write[] =>
    [...new Set(externalIds)].map((externalId) => ({
      put: {
        ...recorderBotKey(name, externalId),
        type: 'recorder_bot',
        bot_id: botId,
        ttl: ttlAt(later(now, KEPT_MS)),
      },
    })),
};
