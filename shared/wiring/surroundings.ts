import type { AccessEntry, Edge } from '#shared/api/edge';
import { type Places, placesOf } from '#shared/api/places';
import { snapshotOf } from '#shared/api/resources/event-snapshot';
import type { ApiKeys } from '#shared/ports/api-keys';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { Sealer } from '#shared/ports/sealer';
import { apiKeys } from '#shared/providers/api-keys';
import { hmacCursorSeal } from '#shared/providers/hmac-cursor-seal';
import { typeIds } from '#shared/providers/ids';
import { changeStore } from '#shared/storage/change-store';
import { cursorKey } from '#shared/storage/cursor-key';
import type { Table } from '#shared/storage/table';
import { userStore } from '#shared/storage/users';
import { workspaceStore } from '#shared/storage/workspaces';

/** What differs between the cloud, a test and a benchmark. */
export interface Foundations {
  readonly table: Table;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly baseUrl: string;
  /** Webhooks may go to localhost: local stacks only. */
  readonly allowLocalReceivers: boolean;
  readonly log: (entry: AccessEntry) => void;
}

/** What the endpoints of every group are made of. */
export interface Surroundings extends Foundations {
  readonly edge: Edge;
  readonly places: Places;
  readonly ids: IdMaker;
  readonly apiKeys: ApiKeys;
  readonly changes: ChangeStore;
  readonly seal: CursorSeal;
}

export function surroundings(foundations: Foundations): Surroundings {
  const { table, sealer, clock, randomBytes, baseUrl, log } = foundations;
  const ids = typeIds({ now: () => clock.now(), randomBytes });
  const keys = apiKeys({ randomBytes });
  return {
    ...foundations,
    ids,
    apiKeys: keys,
    edge: { users: userStore(table), apiKeys: keys, clock, baseUrl, log },
    places: placesOf(workspaceStore(table)),
    changes: changeStore(table, { ids, snapshot: snapshotOf }),
    seal: hmacCursorSeal(cursorKey(table, sealer, randomBytes)),
  };
}
