import * as v from 'valibot';
import { withRetry } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { IngestionId, WorkspaceId } from '#shared/core/ids';
import { LostRace } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import { ingestionPlacesKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/dynamodb/rows';

/** Files at URLs of others that are copied for a workspace at a time: docs/limits-and-rules.md. */
const MOST_INGESTIONS = 2;

interface IngestionPlace {
  readonly ingestionId: IngestionId;
  /** The end of the invocation that took it: a worker that dies blocks it for no longer. */
  readonly until: Instant;
}

const Row: v.GenericSchema<unknown, readonly IngestionPlace[]> = v.array(
  v.object({ ingestionId: id('ing'), until: instant }),
);

type Context = Pick<CommandContext, 'table' | 'clock' | 'backoff'>;

/** The workers of a workspace that take and release places at once are more than a command has attempts for. */
const ATTEMPTS = { attempts: 12, firstPause: 0 };

/** Takes a place for the copy of a file; false where all are taken. */
export const takeIngestionPlace = (context: Context, workspaceId: WorkspaceId, place: IngestionPlace) =>
  change(context, workspaceId, (places) => {
    const others = places.filter(({ ingestionId }) => ingestionId !== place.ingestionId);
    return others.length < MOST_INGESTIONS ? [...others, place] : undefined;
  });

export const releaseIngestionPlace = (context: Context, workspaceId: WorkspaceId, released: IngestionId) =>
  change(context, workspaceId, (places) => places.filter(({ ingestionId }) => ingestionId !== released));

/** Saves what is decided by the places that are taken now; false where that is nothing. */
const change = (
  context: Context,
  workspaceId: WorkspaceId,
  decide: (taken: readonly IngestionPlace[]) => readonly IngestionPlace[] | undefined,
): Promise<boolean> =>
  withRetry(
    context,
    async () => {
      const { table, clock } = context;
      const { state: places, revision } = loaded(Row, await table.get(ingestionPlacesKey(workspaceId))) ?? NONE;
      const after = decide(places.filter(({ until }) => clock.now() < until));
      if (!after) return false;
      const row = { type: 'ingestion_places', revision: revision + 1, state: storedState(after) };
      const put = { put: { ...ingestionPlacesKey(workspaceId), ...row }, when: unlessSavedSince(revision) };
      if (!(await table.write(put))) throw new LostRace('The places of ingestions were saved in between.');
      return true;
    },
    ATTEMPTS,
  );

const NONE = { state: [], revision: 0 } as const;
