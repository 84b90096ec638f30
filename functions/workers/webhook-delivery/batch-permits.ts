import type { Founders } from '#shared/accounts/workspaces/founders-store';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import type { EndpointConcurrency, Permit } from '#shared/webhooks/delivery/endpoint-concurrency';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';

interface Needs {
  readonly concurrency: EndpointConcurrency;
  readonly founders: Founders;
  readonly log: typeof writeLog;
}

/** A first attempt that an invocation is to make. */
interface FirstAttempt {
  readonly endpoint: AttemptGroup;
  readonly workspaceId: WorkspaceId;
  readonly queue: Permit['queue'];
}

/** A permit that this invocation has, or asked for. */
interface Asked {
  readonly permit: Permit;
  readonly isAcquired: Promise<boolean>;
  /** How many endpoints of the batch need it. */
  users: number;
}

const areAcquired = async (asked: readonly Asked[]): Promise<boolean> =>
  (await Promise.all(asked.map(({ isAcquired }) => isAcquired))).every(Boolean);

/**
 * The permits that one invocation acquires, one for each endpoint of its first attempts, and one for each of their
 * workspaces and founders: a batch occupies its invocation until its slowest request ends, however many requests it has.
 * Best effort: where permits cannot be counted, messages are sent from the queue that they are in.
 */
export class BatchPermits {
  readonly #needs: Needs;
  readonly #attempts = new Map<AttemptGroup, Promise<boolean>>();
  readonly #asked = new Map<Permit['holder'], Asked>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** False when other invocations have all permits of the endpoint, of its workspace or of its founder. */
  acquire(attempt: FirstAttempt): Promise<boolean> {
    const known = this.#attempts.get(attempt.endpoint);
    if (known) return known;
    const acquiring = this.#acquireAll(attempt);
    this.#attempts.set(attempt.endpoint, acquiring);
    return acquiring;
  }

  /** Releases all permits, when the invocation ends. */
  async release(): Promise<void> {
    await Promise.all([...this.#asked.values()].map((asked) => this.#release(asked)));
  }

  /**
   * The founder's last, in a round trip more: what the endpoint or its workspace refuses takes none from other workspaces,
   * not for a moment. Where one is refused, the others are released, unless the batch needs them for another endpoint.
   * The webhooks of a workspace's orders are no endpoint: they have the permits of the workspace.
   */
  async #acquireAll({ endpoint, workspaceId, queue }: FirstAttempt): Promise<boolean> {
    const founder = await this.#founderOf(workspaceId);
    const asked = [...new Set([endpoint, workspaceId])].map((holder) => this.#ask({ holder, queue }));
    if (await areAcquired(asked)) {
      if (!founder) return true;
      const ofFounder = this.#ask({ holder: founder, queue });
      if (await ofFounder.isAcquired) return true;
      asked.push(ofFounder);
    }
    await Promise.all(asked.map((one) => this.#releaseUnused(one)));
    return false;
  }

  async #founderOf(workspaceId: WorkspaceId): Promise<UserId | undefined> {
    try {
      return await this.#needs.founders(workspaceId);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #ask(permit: Permit): Asked {
    const asked = this.#asked.get(permit.holder) ?? { permit, users: 0, isAcquired: this.#acquire(permit) };
    asked.users += 1;
    this.#asked.set(permit.holder, asked);
    return asked;
  }

  async #releaseUnused(asked: Asked): Promise<void> {
    asked.users -= 1;
    if (asked.users > 0) return;
    this.#asked.delete(asked.permit.holder);
    await this.#release(asked);
  }

  async #acquire(permit: Permit): Promise<boolean> {
    try {
      return await this.#needs.concurrency.acquire(permit);
    } catch (error) {
      this.#failed(error);
      return true;
    }
  }

  async #release({ permit, isAcquired }: Asked): Promise<void> {
    if (await isAcquired) await this.#needs.concurrency.release(permit).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): undefined {
    this.#needs.log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
  }
}
