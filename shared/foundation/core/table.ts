/** The primary key of a row. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A row: keys, then what every row may have. The entity itself is `state`: JSON text, deflated where it is long. */
export interface Item extends Key {
  readonly type: string;
  readonly revision?: number;
  readonly state?: string | Uint8Array;
  readonly find?: Readonly<Record<string, unknown>>;
  readonly list_pk?: string;
  readonly list_sk?: string;
  readonly order_pk?: string;
  readonly order_sk?: string;
  readonly due_pk?: string;
  readonly due_at?: number;
  /** Epoch seconds after which the table may drop it; readers check for themselves. */
  readonly ttl?: number;
  readonly [other: string]: unknown;
}

/** A condition, or a change, in the table's own language, with its names. */
export interface Expression {
  readonly text: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type Write =
  | { readonly put: Item; readonly when?: Expression }
  /** `bytes`: the size of the row, where it was read; it is what removing it is charged by. */
  | { readonly remove: Key; readonly when?: Expression; readonly bytes?: number }
  | { readonly update: Key; readonly set: Expression; readonly when?: Expression };

export interface Query {
  readonly index?: 'list' | 'order' | 'due';
  readonly where: Expression;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface QueryResult {
  readonly items: readonly Item[];
  readonly last: Readonly<Record<string, unknown>> | undefined;
}

/** What the stores use of the table. */
export interface Table {
  /** Strongly consistent. Reads of one turn of the event loop are sent as one request. */
  get(key: Key): Promise<Item | undefined>;
  /** Strongly consistent on the base table; an index may lag. */
  query(query: Query): Promise<QueryResult>;
  /** All or nothing; at most 100 writes, each on its own row. */
  transact(writes: readonly Write[]): Promise<void>;
  /** One write; false when its condition did not hold. */
  write(write: Write): Promise<boolean>;
  /** One update, and the row as it is afterwards; undefined when its condition did not hold. */
  update(key: Key, set: Expression, when?: Expression): Promise<Item | undefined>;
  /** Drops what a request's table has read (`cachingTable`), so that the next read is a new one. Of others nothing. */
  clearCache(): void;
}
