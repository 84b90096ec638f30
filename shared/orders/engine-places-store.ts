import * as v from 'valibot';
import { withRetry } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import { LostRace } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { enginePlacesKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/dynamodb/rows';
import type { EnginePlaces } from '#shared/orders/ports';
import {
  ENGINE_LIMITS,
  type EngineLimits,
  type EnginePlace,
  releaseEnginePlace,
  takeEnginePlace,
} from '#shared/orders/rules/engine-places';

const Row: v.GenericSchema<unknown, readonly EnginePlace[]> = v.array(
  v.object({ operationId: id('opr'), workspaceId: id('wks'), takenAt: instant }),
);

const find = async (table: Table) => loaded(Row, await table.get(enginePlacesKey()));

/** The operations that have a place now. */
export const takenEnginePlaces = async (table: Table): Promise<readonly EnginePlace[]> =>
  (await find(table))?.state ?? [];

type Context = Pick<CommandContext, 'table' | 'clock' | 'backoff'>;

/** Every worker of the deployment takes and releases places on this row: more attempts than a command has. */
const ATTEMPTS = { attempts: 8, firstPause: 0 };

/** One row for the deployment, saved unless another change was saved since it was read. */
export function enginePlaces(context: Context, limits: EngineLimits = ENGINE_LIMITS): EnginePlaces {
  const { table, clock } = context;
  const change = (
    decide: (places: readonly EnginePlace[]) => readonly EnginePlace[] | 'full',
  ): Promise<'saved' | 'full'> =>
    withRetry(
      context,
      async () => {
        const before = await find(table);
        const places = before?.state ?? [];
        const after = decide(places);
        if (after === 'full') return 'full';
        if (after === places) return 'saved';
        const revision = before?.revision ?? 0;
        const row = { type: 'engine_places', revision: revision + 1, state: storedState(after) };
        const put = { put: { ...enginePlacesKey(), ...row }, when: unlessSavedSince(revision) };
        if (!(await table.write(put))) throw new LostRace('The places of the engine were saved in between.');
        return 'saved';
      },
      ATTEMPTS,
    );
  return {
    async take(of) {
      const place = { ...of, takenAt: clock.now() };
      return (await change((places) => takeEnginePlace(places, place, limits))) === 'saved' ? 'taken' : 'full';
    },
    async release(operationId) {
      await change((places) => releaseEnginePlace(places, operationId));
    },
  };
}
