import type { Sealer } from '#shared/core/sealer';
import { keptAnswers } from '#shared/events/kept-answers';
import type { AccessEntry, Edge } from '#shared/http/edge';
import { type Places, placesOf } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { cursorKey } from '#shared/http/response/cursor-key';
import { hmacCursorSeal } from '#shared/http/response/hmac-cursor-seal';
import { apiKeys } from '#shared/identity/api-keys';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import { userStore } from '#shared/identity/store';
import type { RecorderDesk } from '#shared/recorders/ports/recorder-desk';
import { simulatorDesk } from '#shared/recorders/simulator/simulator-desk';
import { type Deployment, EVERYTHING_ON } from '#shared/settings/rules/deployment';
import type { Server } from '#shared/versions/version-change';
import { type Tools, type Workshop, workshop } from '#shared/wiring/workshop';
import { workspaceStore } from '#shared/workspaces/store';

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
