import type { Clock } from '#shared/core/clock';
import type { Sealer } from '#shared/core/sealer';
import type { KeptAnswers } from '#shared/events/ports/kept-answers';
import type { UserStore } from '#shared/events/ports/stores';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import type { Deployment } from '#shared/settings/rules/deployment';
import type { Server } from '#shared/versions/version-change';

/** What every group of endpoints needs from its surroundings. */
export interface Edge extends OpenEdge {
  readonly users: UserStore;
  readonly apiKeys: ApiKeys;
  readonly kept: KeptAnswers;
  readonly sealer: Sealer;
  readonly deployment: Deployment;
}

/** What is left of that where nobody's key is looked at. */
export interface OpenEdge {
  readonly clock: Clock;
  /** Root of the API as callers see it, ending in /api/v1. */
  readonly baseUrl: string;
  readonly server: Server;
  /** How many proxies of ours stand in front of the gateway; none where absent. */
  readonly proxies?: number;
  readonly log: (entry: AccessEntry) => void;
}

/** One line for each request; only what is named here is ever written: no query, no header, no body. */
export interface AccessEntry {
  readonly message: 'request';
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly userId: string | undefined;
  readonly version: string;
  readonly durationMs: number;
  /** The defect behind a 500: its name and where it was thrown, never its message, which may quote input. */
  readonly defect?: string;
}
