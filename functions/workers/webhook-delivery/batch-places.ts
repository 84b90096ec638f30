import type { Founders } from '#shared/accounts/workspaces/founders-store';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import type { EndpointPlaces, PlacesOf } from '#shared/webhooks/delivery/endpoint-places';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';

interface Needs {
  readonly places: EndpointPlaces;
  readonly founders: Founders;
  readonly log: typeof writeLog;
}

/** A first attempt that an invocation is to make. */
interface FirstAttempt {
  readonly endpoint: AttemptGroup;
  readonly workspaceId: WorkspaceId;
  readonly queue: PlacesOf['queue'];
}

/** A place that this invocation has, or asked for. */
interface Held {
  readonly of: PlacesOf;
  readonly isTaken: Promise<boolean>;
  /** How many endpoints of the batch need it. */
  users: number;
}

const areTaken = async (held: readonly Held[]): Promise<boolean> =>
  (await Promise.all(held.map(({ isTaken }) => isTaken))).every(Boolean);

/**
 * The places that one invocation takes, one for each endpoint of its first attempts, and one for each of their workspaces and
 * founders: a batch occupies its invocation until its slowest request ends, however many requests it has. Best effort: where places
 * cannot be counted, messages are sent from the queue that they are in.
 */
export class BatchPlaces {
  readonly #needs: Needs;
  readonly #asked = new Map<AttemptGroup, Promise<boolean>>();
  readonly #held = new Map<PlacesOf['holder'], Held>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** False when other invocations hold all places of the endpoint, of its workspace or of its founder. */
  take(attempt: FirstAttempt): Promise<boolean> {
    const known = this.#asked.get(attempt.endpoint);
    if (known) return known;
    const taking = this.#takeAll(attempt);
    this.#asked.set(attempt.endpoint, taking);
    return taking;
  }

  /** Gives all places back, when the invocation ends. */
  async giveBack(): Promise<void> {
    await Promise.all([...this.#held.values()].map((held) => this.#return(held)));
  }

  /**
   * The founder's last, in a round trip more: what the endpoint or its workspace refuses takes none from other workspaces,
   * not for a moment. Where one is refused, the others are given back, unless the batch needs them for another endpoint.
   * The webhooks of a workspace's orders are no endpoint: they have the places of the workspace.
   */
  async #takeAll({ endpoint, workspaceId, queue }: FirstAttempt): Promise<boolean> {
    const founder = await this.#founderOf(workspaceId);
    const held = [...new Set([endpoint, workspaceId])].map((holder) => this.#hold({ holder, queue }));
    if (await areTaken(held)) {
      if (!founder) return true;
      const ofFounder = this.#hold({ holder: founder, queue });
      if (await ofFounder.isTaken) return true;
      held.push(ofFounder);
    }
    await Promise.all(held.map((one) => this.#letGo(one)));
    return false;
  }

  async #founderOf(workspaceId: WorkspaceId): Promise<UserId | undefined> {
    try {
      return await this.#needs.founders(workspaceId);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #hold(of: PlacesOf): Held {
    const held = this.#held.get(of.holder) ?? { of, users: 0, isTaken: this.#take(of) };
    held.users += 1;
    this.#held.set(of.holder, held);
    return held;
  }

  async #letGo(held: Held): Promise<void> {
    held.users -= 1;
    if (held.users > 0) return;
    this.#held.delete(held.of.holder);
    await this.#return(held);
  }

  async #take(of: PlacesOf): Promise<boolean> {
    try {
      return await this.#needs.places.take(of);
    } catch (error) {
      this.#failed(error);
      return true;
    }
  }

  async #return({ of, isTaken }: Held): Promise<void> {
    if (await isTaken) await this.#needs.places.giveBack(of).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): undefined {
    this.#needs.log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
  }
}
