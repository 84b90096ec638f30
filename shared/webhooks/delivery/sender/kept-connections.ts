import type { Destination } from './destination.ts';
import type { ReceiverConnection } from './receiver-connection.ts';

const MOST_FOR_ONE_ORIGIN = 10;
const MOST_IN_ALL = 200;

/** Connections between two requests. Bounded, so that a thousand receivers do not hold a thousand sockets. */
export class KeptConnections {
  readonly #idle = new Set<ReceiverConnection>();

  /** One whose far end is among the addresses just judged: an address that left the name is not sent to again. */
  take({ origin, addresses }: Destination): ReceiverConnection | undefined {
    for (const connection of this.#idle) {
      if (connection.origin !== origin || !addresses.includes(connection.address ?? '')) continue;
      this.#idle.delete(connection);
      return connection;
    }
    return undefined;
  }

  keep(connection: ReceiverConnection): void {
    if (connection.closed) return;
    const alike = [...this.#idle].filter((other) => other.origin === connection.origin);
    if (alike.length >= MOST_FOR_ONE_ORIGIN) alike[0]?.destroy();
    if (this.#idle.size >= MOST_IN_ALL) this.#dropOldest();
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
