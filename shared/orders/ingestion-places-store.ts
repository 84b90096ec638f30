import * as v from 'valibot';
import { withRetry } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { IngestionId, UserId, WorkspaceId } from '#shared/core/ids';
import { LostRace } from '#shared/core/store';
import type { Key } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { ingestionPlacesKey, longDownloadsKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/dynamodb/rows';

/** Files at URLs of others that are copied for a workspace at a time: docs/limits-and-rules.md. */
const MOST_INGESTIONS = 2;

interface IngestionPlace {
  readonly ingestionId: IngestionId;
  /** The end of the invocation that took it: a worker that dies blocks it for no longer. */
  readonly until: Instant;
}

interface LongDownload extends IngestionPlace {
  readonly workspaceId: WorkspaceId;
  /** Of the workspace: a user makes many. */
  readonly founderId: UserId;
}

type StoredPlace = IngestionPlace & Partial<Pick<LongDownload, 'workspaceId' | 'founderId'>>;

const Row: v.GenericSchema<unknown, readonly StoredPlace[]> = v.array(
  v.object({
    ...{ ingestionId: id('ing'), until: instant },
    ...{ workspaceId: v.exactOptional(id('wks')), founderId: v.exactOptional(id('usr')) },
  }),
);

type Context = Pick<CommandContext, 'table' | 'clock' | 'backoff'>;

/** Workers that take and release places at once are more than a command has attempts for. */
const ATTEMPTS = { attempts: 12, firstPause: 0 };

/** Takes a place for the copy of a file; false where all are taken. */
export const takeIngestionPlace = (context: Context, workspaceId: WorkspaceId, place: IngestionPlace) =>
  change(context, ofWorkspace(workspaceId), withPlace(place, MOST_INGESTIONS));

export const releaseIngestionPlace = (context: Context, workspaceId: WorkspaceId, released: IngestionId) =>
  change(context, ofWorkspace(workspaceId), withoutPlace(released));

/**
 * Takes one of so many places of the deployment for downloads that cannot be continued and hold a worker for longer than a
 * turn; false where all are taken, one by another file of the workspace, or half of them by workspaces of its founder. Who
 * has one already keeps it.
 */
export const takeLongDownload = (context: Context, place: LongDownload, most: number) =>
  change(context, LONG_DOWNLOADS, (places) => {
    const others = places.filter(({ ingestionId }) => ingestionId !== place.ingestionId);
    const isOfWorkspace = others.some(({ workspaceId }) => workspaceId === place.workspaceId);
    const ofFounder = others.filter(({ founderId }) => founderId === place.founderId).length;
    return isOfWorkspace || ofFounder >= Math.max(1, Math.floor(most / 2)) ? undefined : withPlace(place, most)(places);
  });

export const releaseLongDownload = (context: Context, released: IngestionId) =>
  change(context, LONG_DOWNLOADS, withoutPlace(released));

interface PlacesRow {
  readonly key: Key;
  readonly type: string;
}

const ofWorkspace = (id: WorkspaceId): PlacesRow => ({ key: ingestionPlacesKey(id), type: 'ingestion_places' });
const LONG_DOWNLOADS: PlacesRow = { key: longDownloadsKey(), type: 'long_downloads' };

/** What is decided by the places that are taken; undefined: nothing. */
type Decide = (taken: readonly StoredPlace[]) => readonly StoredPlace[] | undefined;

const withPlace =
  (place: StoredPlace, most: number): Decide =>
  (places) => {
    const others = places.filter(({ ingestionId }) => ingestionId !== place.ingestionId);
    return others.length < most ? [...others, place] : undefined;
  };

const withoutPlace =
  (released: IngestionId): Decide =>
  (places) => {
    const others = places.filter(({ ingestionId }) => ingestionId !== released);
    return others.length < places.length ? others : undefined;
  };

/** Saves what is decided by the places that are taken now; false where that is nothing. */
const change = (context: Context, { key, type }: PlacesRow, decide: Decide): Promise<boolean> =>
  withRetry(
    context,
    async () => {
      const { table, clock } = context;
      const { state: places, revision } = loaded(Row, await table.get(key)) ?? NONE;
      const after = decide(places.filter(({ until }) => clock.now() < until));
      if (!after) return false;
      const row = { type, revision: revision + 1, state: storedState(after) };
      const put = { put: { ...key, ...row }, when: unlessSavedSince(revision) };
      if (!(await table.write(put))) throw new LostRace('The places of ingestions were saved in between.');
      return true;
    },
    ATTEMPTS,
  );

const NONE = { state: [], revision: 0 } as const;
