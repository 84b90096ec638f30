/**
 * The items that transactions are working on between the moment they are sent and their commit. DynamoDB lets one
 * transaction at a time have an item and refuses those that come meanwhile, instead of letting them wait.
 */
export class InFlight {
  readonly #taken = new Set<string>();

  has(key: string): boolean {
    return this.#taken.has(key);
  }

  take(keys: readonly string[]): void {
    for (const key of keys) this.#taken.add(key);
  }

  release(keys: readonly string[]): void {
    for (const key of keys) this.#taken.delete(key);
  }
}
