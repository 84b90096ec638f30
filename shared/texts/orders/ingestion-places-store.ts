import * as v from 'valibot';
import { withRetry } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { IngestionId, WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import type { Item, Key } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { ingestionPlacesKey, longIngestionsKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { jsonOfState, loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import {
  type IngestionPlace,
  type IngestionTurn,
  type LongIngestion,
  type LongIngestions,
  type StoredPlace,
  takeLongIngestion as withLongIngestion,
} from '#shared/texts/orders/rules/long-ingestions';

/** Files at URLs of others that are copied for a workspace at a time: docs/limits-and-rules.md. */
const MOST_INGESTIONS = 2;

const Row: v.GenericSchema<unknown, readonly StoredPlace[]> = v.array(
  v.object({
    ...{ ingestionId: id('ing'), until: instant },
    ...{ workspaceId: v.exactOptional(id('wks')), founderId: v.exactOptional(id('usr')) },
  }),
);

const Turns: v.GenericSchema<unknown, readonly IngestionTurn[]> = v.array(
  v.object({
    founderId: id('usr'),
    servedAt: v.optional(instant),
    waits: v.optional(v.object({ since: instant, lookedAt: instant })),
  }),
);

type Context = Pick<CommandContext, 'table' | 'clock' | 'backoff'>;

/** Workers that take and release places at once are more than a command has attempts for. */
const ATTEMPTS = { attempts: 12, firstPause: 0 };

/** Takes a place for the copy of a file; false where all are taken. */
export const takeIngestionPlace = async (
  context: Context,
  workspaceId: WorkspaceId,
  place: IngestionPlace,
): Promise<boolean> => (await change(context, ofWorkspace(workspaceId), withPlace(place, MOST_INGESTIONS))).isTaken;

export const releaseIngestionPlace = (context: Context, workspaceId: WorkspaceId, released: IngestionId) =>
  change(context, ofWorkspace(workspaceId), withoutPlace(released));

/**
 * Takes one of so many places of the deployment for downloads that cannot be continued, or files that are slow to read, and
 * hold a worker for longer than a turn; false where none is free for it (`rules/long-ingestions.ts`). Who has one already
 * keeps it.
 */
export const takeLongIngestion = async (context: Context, place: LongIngestion, most: number): Promise<boolean> =>
  (await change(context, LONG_INGESTIONS, (ingestions, now) => withLongIngestion(ingestions, place, { now, most })))
    .isTaken;

export const releaseLongIngestion = (context: Context, released: IngestionId) =>
  change(context, LONG_INGESTIONS, withoutPlace(released));

interface PlacesRow {
  readonly key: Key;
  readonly type: string;
}

const ofWorkspace = (id: WorkspaceId): PlacesRow => ({ key: ingestionPlacesKey(id), type: 'ingestion_places' });
/** Its key and type are those of rows that were written when only downloads were counted. */
const LONG_INGESTIONS: PlacesRow = { key: longIngestionsKey(), type: 'long_downloads' };

type Decision = LongIngestions & { readonly isTaken: boolean };

/** What is decided by the places that are taken at a moment; the row is saved where it differs. */
type Decide = (taken: LongIngestions, now: Instant) => Decision;

const withPlace =
  (place: StoredPlace, most: number): Decide =>
  (taken) => {
    const others = taken.places.filter(({ ingestionId }) => ingestionId !== place.ingestionId);
    return others.length < most
      ? { ...taken, places: [...others, place], isTaken: true }
      : { ...taken, isTaken: false };
  };

const withoutPlace =
  (released: IngestionId): Decide =>
  (taken) => {
    const others = taken.places.filter(({ ingestionId }) => ingestionId !== released);
    return { ...taken, places: others.length < taken.places.length ? others : taken.places, isTaken: false };
  };

const change = (context: Context, { key, type }: PlacesRow, decide: Decide): Promise<Decision> =>
  withRetry(
    context,
    async () => {
      const { table, clock } = context;
      const now = clock.now();
      const row = await table.get(key);
      const { state, revision } = loaded(Row, row) ?? NONE;
      const before = { places: state.filter(({ until }) => now < until), turns: turnsIn(row) };
      const after = decide(before, now);
      if (after.places === before.places && after.turns === before.turns) return after;
      const turns = after.turns.length > 0 && { turns: storedState(after.turns) };
      const put = {
        put: { ...key, type, revision: revision + 1, state: storedState(after.places), ...turns },
        when: unlessSavedSince(revision),
      };
      if (!(await table.write(put))) throw new LostRace('The places of ingestions were saved in between.');
      return after;
    },
    ATTEMPTS,
  );

const NONE = { state: [], revision: 0 } as const;

/** Beside the state: releases that know no turns read the row as well. */
const turnsIn = (row: Item | undefined): readonly IngestionTurn[] =>
  row?.['turns'] === undefined ? [] : v.parse(Turns, jsonOfState(v.parse(StoredText, row['turns'])));

const StoredText = v.union([v.string(), v.instance(Uint8Array)]);
