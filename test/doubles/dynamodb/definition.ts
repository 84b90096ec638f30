/** A key attribute and its type. */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N' | 'B';
}

export interface KeySchema {
  readonly partition: KeyAttribute;
  readonly sort?: KeyAttribute;
}

/** A global secondary index: its keys, and what it carries beside them and the table's keys. */
export interface IndexDefinition {
  readonly name: string;
  readonly key: KeySchema;
  readonly carries: 'ALL' | 'KEYS_ONLY' | readonly string[];
}

export interface TableDefinition {
  readonly key: KeySchema;
  readonly indexes: readonly IndexDefinition[];
}

export const attributesOf = ({ partition, sort }: KeySchema): readonly KeyAttribute[] =>
  sort ? [partition, sort] : [partition];

/** The names an index keeps of an item; nothing if it keeps all. */
export const namesCarried = (table: TableDefinition, index: IndexDefinition): ReadonlySet<string> | undefined => {
  if (index.carries === 'ALL') return undefined;
  const keys = [...attributesOf(table.key), ...attributesOf(index.key)].map(({ name }) => name);
  return new Set([...keys, ...(index.carries === 'KEYS_ONLY' ? [] : index.carries)]);
};
