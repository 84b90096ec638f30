import * as v from 'valibot';
import type { OutboxId } from '#shared/foundation/core/ids';
import { isJsonObject, isSame, type JsonObject } from '#shared/foundation/core/json';
import type { Item, Table } from '#shared/foundation/core/table';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { bytesOfRow } from '#shared/foundation/dynamodb/request-work';
import { partition } from '#shared/foundation/dynamodb/rows';

const object = v.custom<JsonObject>(isJsonObject);

/**
 * Rewrites the resource that is stored with an event, and deletes texts at older pins that would change with it: they are
 * made again from the resource when they are needed. May be repeated; nothing where there is no such event.
 */
export async function rewriteEvent(
  table: Table,
  id: OutboxId,
  rewrite: (resource: JsonObject) => JsonObject,
): Promise<void> {
  const rows = await partition(table, id);
  // The event first: from then on its texts are made of what was rewritten.
  for (const row of rows) if (row.type === 'event') await rewriteContent(table, row, rewrite);
  for (const row of rows) if (row.type === 'rendered') await dropChanged(table, row, rewrite);
}

async function rewriteContent(
  table: Table,
  { pk, sk, content }: Item,
  rewrite: (resource: JsonObject) => JsonObject,
): Promise<void> {
  const stored = objectIn(content);
  const before = v.parse(object, stored['snapshot']);
  const snapshot = rewrite(before);
  if (isSame(before, snapshot)) return;
  await table.write({
    update: { pk, sk },
    set: { text: 'SET content = :content', values: { ':content': deflated(JSON.stringify({ ...stored, snapshot })) } },
    when: { text: 'attribute_exists(pk)' },
  });
}

async function dropChanged(table: Table, row: Item, rewrite: (resource: JsonObject) => JsonObject): Promise<void> {
  const { pk, sk, text } = row;
  const before = objectIn(text);
  if (!isSame(before, rewrite(before))) await table.write({ remove: { pk, sk }, bytes: bytesOfRow(row) });
}

const objectIn = (bytes: unknown): JsonObject =>
  v.parse(object, JSON.parse(inflated(v.parse(v.instance(Uint8Array), bytes))));

/** Deletes an event with its texts. The event last, so that a second run finds the rest. */
export async function removeEvent(table: Table, id: OutboxId): Promise<void> {
  const rows = await partition(table, id);
  const inOrder = rows.toSorted((one, other) => Number(one.type === 'event') - Number(other.type === 'event'));
  for (const row of inOrder) await table.write({ remove: { pk: row.pk, sk: row.sk }, bytes: bytesOfRow(row) });
}
