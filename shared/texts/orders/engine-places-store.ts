import * as v from 'valibot';
import { withRetry } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { LostRace } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { enginePlacesKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import type { EnginePlaces } from '#shared/texts/orders/ports';
import {
  type Asked,
  ENGINE_LIMITS,
  type EngineLimits,
  type EnginePlace,
  refuseEnginePlace,
  releaseEnginePlace,
  takeEnginePlace,
} from '#shared/texts/orders/rules/engine-places';

const Row: v.GenericSchema<unknown, readonly EnginePlace[]> = v.array(
  v.object({
    operationId: id('opr'),
    workspaceId: id('wks'),
    takenAt: instant,
    askedAt: v.optional(instant),
    servedAt: v.optional(instant),
    hasNone: v.optional(v.literal(true)),
    refusal: v.optional(v.object({ at: instant, running: v.number() })),
  }),
);

const find = async (table: Table) => loaded(Row, await table.get(enginePlacesKey()));

/** The operations that have a place now, or wait for one. */
export const takenEnginePlaces = async (table: Table): Promise<readonly EnginePlace[]> =>
  (await find(table))?.state ?? [];

type Context = Pick<CommandContext, 'table' | 'clock' | 'backoff'>;

/** Every worker of the deployment takes and releases places on this row: more attempts than a command has. */
const ATTEMPTS = { attempts: 12, firstPause: 0 };

/** One row for the deployment, saved unless another change was saved since it was read. */
export function enginePlaces(context: Context, limits: EngineLimits = ENGINE_LIMITS): EnginePlaces {
  const { table, clock } = context;
  const change = <Decision extends Pick<Asked, 'places'>>(
    decide: (places: readonly EnginePlace[]) => Decision,
  ): Promise<Decision> =>
    withRetry(
      context,
      async () => {
        const before = await find(table);
        const places = before?.state ?? [];
        const decision = decide(places);
        const after = decision.places;
        if (after === places) return decision;
        const revision = before?.revision ?? 0;
        const row = { type: 'engine_places', revision: revision + 1, state: storedState(after) };
        const put = { put: { ...enginePlacesKey(), ...row }, when: unlessSavedSince(revision) };
        if (!(await table.write(put))) throw new LostRace('The places of the engine were saved in between.');
        return decision;
      },
      ATTEMPTS,
    );
  return {
    async take(of) {
      const place = { ...of, takenAt: clock.now() };
      const { before } = await change((places) => takeEnginePlace(places, place, limits));
      return before === undefined ? 'taken' : { before };
    },
    async refuse(operationId) {
      const { before, running } = await change((places) => refuseEnginePlace(places, operationId, clock.now()));
      return running === 0 ? 'out of order' : { before };
    },
    async release(operationId) {
      await change((places) => ({ places: releaseEnginePlace(places, operationId) }));
    },
  };
}
