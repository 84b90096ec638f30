import type { ReceiverConnection } from './receiver-connection.ts';

const MAX_PER_ORIGIN = 10;
const MAX_TOTAL = 200;

/** Idle connections, kept for the next request. Bounded, so that many receivers do not hold many sockets. */
export class ConnectionPool {
  /** By origin, the one that became idle last at the end. */
  readonly #idle = new Map<string, ReceiverConnection[]>();
  #count = 0;

  /** An idle connection that a request may still use. */
  acquire(origin: string): ReceiverConnection | undefined {
    const idle = this.#idle.get(origin);
    for (let connection = idle?.at(-1); connection; connection = idle?.at(-1)) {
      this.remove(connection);
      if (connection.isUsable) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Makes a connection available for the next request. */
  release(connection: ReceiverConnection): void {
    if (!connection.isUsable) {
      connection.destroy();
      return;
    }
    const { origin } = connection;
    const idle = this.#idle.get(origin) ?? [];
    if (idle.length >= MAX_PER_ORIGIN) idle[0]?.destroy();
    else if (this.#count >= MAX_TOTAL) this.#anyIdle()?.destroy();
    this.#idle.set(origin, idle);
    idle.push(connection);
    this.#count += 1;
  }

  /** Forgets a connection that is used or closed. */
  remove(connection: ReceiverConnection): void {
    const idle = this.#idle.get(connection.origin) ?? [];
    const at = idle.lastIndexOf(connection);
    if (at < 0) return;
    idle.splice(at, 1);
    this.#count -= 1;
    if (idle.length === 0) this.#idle.delete(connection.origin);
  }

  close(): void {
    for (let connection = this.#anyIdle(); connection; connection = this.#anyIdle()) connection.destroy();
  }

  /** The oldest of the origin that has had idle connections for longest. */
  #anyIdle(): ReceiverConnection | undefined {
    const [idle] = this.#idle.values();
    return idle?.[0];
  }
}
