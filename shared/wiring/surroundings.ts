import type { AccessEntry, Edge } from '#shared/api/edge';
import { type Places, placesOf } from '#shared/api/places';
import { type Deployment, EVERYTHING_ON } from '#shared/domain/deployment';
import type { ApiKeys } from '#shared/ports/api-keys';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { RecorderDesk } from '#shared/ports/recorder-desk';
import type { Sealer } from '#shared/ports/sealer';
import { apiKeys } from '#shared/providers/api-keys';
import { hmacCursorSeal } from '#shared/providers/hmac-cursor-seal';
import { simulatorDesk } from '#shared/providers/simulator/simulator-desk';
import { cursorKey } from '#shared/storage/cursor-key';
import { keptAnswers } from '#shared/storage/kept-answers';
import { userStore } from '#shared/storage/users';
import { workspaceStore } from '#shared/storage/workspaces';
import type { Server } from '#shared/versions/version-change';
import { type Tools, type Workshop, workshop } from '#shared/wiring/workshop';

/** What differs between the cloud, a test and a benchmark. */
export interface Foundations extends Tools {
  readonly sealer: Sealer;
  readonly baseUrl: string;
  /** Root of the hosted pages. */
  readonly appUrl: string;
  readonly server: Server;
  /** How many proxies of ours stand in front of the gateway; none where absent. */
  readonly proxies?: number;
  /** Of the simulator, unless it says so. */
  readonly desk?: RecorderDesk;
  /** Where something is turned off, or enforced; nothing is unless it says so. */
  readonly deployment?: Deployment;
  /** Webhooks may go to localhost: local stacks only. */
  readonly allowLocalReceivers: boolean;
  readonly log: (entry: AccessEntry) => void;
}

/** What the endpoints of every group are made of. */
export interface Surroundings extends Foundations, Workshop {
  readonly edge: Edge;
  readonly places: Places;
  readonly apiKeys: ApiKeys;
  readonly seal: CursorSeal;
  readonly desk: RecorderDesk;
}

export function surroundings(foundations: Foundations): Surroundings {
  const { table, sealer, clock, randomBytes, baseUrl, server, log } = foundations;
  const { deployment = EVERYTHING_ON, desk = simulatorDesk, proxies = 0 } = foundations;
  const keys = apiKeys({ randomBytes });
  return {
    ...foundations,
    ...workshop(foundations),
    apiKeys: keys,
    edge: {
      users: userStore(table),
      apiKeys: keys,
      kept: keptAnswers(table),
      sealer,
      clock,
      baseUrl,
      server,
      proxies,
      log,
      deployment,
    },
    desk,
    places: placesOf(workspaceStore(table)),
    seal: hmacCursorSeal(cursorKey(table, sealer, randomBytes)),
  };
}
