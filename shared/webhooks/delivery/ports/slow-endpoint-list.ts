import type { SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';

/** Which endpoints are slow, for all copies of the deliverer together. Best effort: no delivery depends on it. */
export interface SlowEndpointList {
  read(): Promise<SlowEndpoints>;
  /** Changes the newest list and answers what it is then. What changes nothing is not written. */
  change(change: (slow: SlowEndpoints) => SlowEndpoints): Promise<SlowEndpoints>;
}
