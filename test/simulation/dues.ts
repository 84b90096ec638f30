import { DELIVERED_DUE } from '#shared/foundation/dynamodb/keys';

type Row = Readonly<Record<string, { readonly S?: string | undefined; readonly N?: string | undefined } | undefined>>;

/**
 * When a row is due. Undefined where it is not, and for the sums of delivered webhooks: a workspace has them every two
 * weeks for ever, and no story waits for them.
 */
export const dueAtOf = (row: Row | undefined): number | undefined =>
  row?.['due_pk'] && row['sk']?.S !== DELIVERED_DUE ? Number(row['due_at']?.N) : undefined;

/** When each row is due, as the table has it: what a sweep would find once the index has caught up. */
export class Dues {
  readonly #moments = new Map<string, number>();
  #earliest = Number.POSITIVE_INFINITY;

  /** Told of every write. */
  note(name: string, dueAt: number | undefined): void {
    const before = this.#moments.get(name);
    if (dueAt === undefined) this.#moments.delete(name);
    else this.#moments.set(name, dueAt);
    if (dueAt !== undefined && dueAt <= this.#earliest) this.#earliest = dueAt;
    else if (before === this.#earliest) this.#earliest = Math.min(...this.#moments.values());
  }

  /** Infinity where nothing is due. */
  get earliest(): number {
    return this.#earliest;
  }
}
