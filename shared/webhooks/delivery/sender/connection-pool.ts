import type { Destination } from './destination.ts';
import type { ReceiverConnection } from './receiver-connection.ts';

const MAX_PER_ORIGIN = 10;
const MAX_TOTAL = 200;

/** Idle connections, kept for the next request. Bounded, so that many receivers do not hold many sockets. */
export class ConnectionPool {
  readonly #idle = new Set<ReceiverConnection>();

  /** An idle connection to one of the addresses just validated, so that an address removed from DNS is not used again. */
  acquire({ origin, addresses }: Destination): ReceiverConnection | undefined {
    for (const connection of this.#idle) {
      if (connection.origin !== origin || !addresses.includes(connection.address ?? '')) continue;
      this.#idle.delete(connection);
      return connection;
    }
    return undefined;
  }

  /** Makes a connection available for the next request. */
  release(connection: ReceiverConnection): void {
    if (connection.closed) return;
    const sameOrigin = [...this.#idle].filter((other) => other.origin === connection.origin);
    if (sameOrigin.length >= MAX_PER_ORIGIN) sameOrigin[0]?.destroy();
    if (this.#idle.size >= MAX_TOTAL) this.#dropOldest();
    this.#idle.add(connection);
    connection.onClose(() => this.#idle.delete(connection));
  }

  close(): void {
    for (const connection of [...this.#idle]) connection.destroy();
  }

  #dropOldest(): void {
    const [oldest] = this.#idle;
    oldest?.destroy();
  }
}
