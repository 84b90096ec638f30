import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { EndpointPlaces, PlacesOf } from '#shared/webhooks/delivery/endpoint-places';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';

/**
 * The places that one invocation takes, one for each endpoint of its first attempts: a batch occupies its invocation
 * until its slowest request ends, however many requests it has. Best effort: where places cannot be counted, messages
 * are sent from the queue that they are in.
 */
export class BatchPlaces {
  readonly #places: EndpointPlaces;
  readonly #log: typeof writeLog;
  readonly #taken = new Map<AttemptGroup, { readonly of: PlacesOf; readonly taking: Promise<boolean> }>();

  constructor(places: EndpointPlaces, log: typeof writeLog) {
    this.#places = places;
    this.#log = log;
  }

  /** False when other invocations hold all places of the endpoint. */
  take(of: PlacesOf): Promise<boolean> {
    const known = this.#taken.get(of.endpoint);
    if (known) return known.taking;
    const taking = this.#places.take(of).catch((error: unknown) => this.#failed(error));
    this.#taken.set(of.endpoint, { of, taking });
    return taking;
  }

  /** Gives all places back, when the invocation ends. */
  async giveBack(): Promise<void> {
    await Promise.all(
      [...this.#taken.values()].map(async ({ of, taking }) => {
        if (await taking) await this.#places.giveBack(of).catch((error: unknown) => this.#failed(error));
      }),
    );
  }

  #failed(error: unknown): true {
    this.#log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
    return true;
  }
}
