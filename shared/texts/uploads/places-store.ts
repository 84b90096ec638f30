import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UploadId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { limitReached } from '#shared/foundation/core/uses';
import { uploadPlaceKey, uploadPlacesOf } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';
import { LINK_LIFE_MS } from '#shared/texts/uploads/rules/upload';

const Row = v.object({ pk: v.string(), sk: v.string(), upload: id('upl'), until: instant });

/** Places beyond those that are taken, among which uploads at once are spread. */
const SPREAD = 16;

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly upload: UploadId;
  readonly now: Instant;
}

/**
 * Takes one of the places that a user has for unused uploads of a workspace, until an order names the upload or its link
 * ends. 429 where all are taken; of two who take the same one, the later loses the race.
 */
export async function takeUploadPlace(
  { table, useOf }: Pick<CommandContext, 'table' | 'useOf'>,
  { workspaceId, userId, upload, now }: Asked,
): Promise<readonly Write[]> {
  const limit = useOf('unused_uploads', workspaceId, now);
  const rows = (await partition(table, uploadPlacesOf(workspaceId), `${userId}#`)).map((row) => v.parse(Row, row));
  const taken = rows.filter(({ until }) => now < until);
  if (taken.length >= limit.most) {
    const firstEnd = Math.min(...taken.map(({ until }) => until)) as Instant;
    throw limitReached({ ...limit, windowEndsAt: firstEnd }, now);
  }
  // More than are taken, so that one is free; from one that the id draws, so that several at once seldom take the same.
  const places = Math.min(limit.most, taken.length + SPREAD);
  const first = upload.charCodeAt(upload.length - 1);
  const keys = Array.from({ length: places }, (_, nth) => uploadPlaceKey(workspaceId, userId, (first + nth) % places));
  const free = keys.find(({ sk }) => !taken.some((row) => row.sk === sk));
  if (!free) throw new Error('No place is free.');
  const until = later(now, LINK_LIFE_MS);
  return [
    {
      put: { ...free, type: 'upload_place', upload, until, ttl: ttlAt(until) },
      when: {
        text: 'attribute_not_exists(pk) OR #until <= :now',
        names: { '#until': 'until' },
        values: { ':now': now },
      },
    },
  ];
}

/** Gives back the place of an upload that an order names, in the transaction of the order. None where it has none. */
export async function freeUploadPlace(
  table: Table,
  { workspaceId, upload }: Pick<Asked, 'workspaceId' | 'upload'>,
): Promise<readonly Write[]> {
  const rows = (await partition(table, uploadPlacesOf(workspaceId))).map((row) => v.parse(Row, row));
  return rows
    .filter((row) => row.upload === upload)
    .map(({ pk, sk }) => ({
      remove: { pk, sk },
      when: { text: 'attribute_not_exists(pk) OR upload = :upload', values: { ':upload': upload } },
    }));
}
