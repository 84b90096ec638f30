import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import type { OutboxId } from '#shared/core/ids';
import { isJsonObject, type JsonObject } from '#shared/core/json';
import type { Item, Table } from '#shared/core/table';
import { later, SECOND_MS } from '#shared/core/time';
import { unlessThere } from '#shared/dynamodb/conditions';
import { outboxKey, renderedKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';
import type { Outbox, OutboxEvent } from '#shared/events/ports/outbox';

const Content = v.object({
  type: v.string(),
  workspaceId: id('wks'),
  at: instant,
  endpoints: v.array(v.object({ id: id('whe'), types: v.array(v.string()), enabled: v.boolean(), pin: v.string() })),
  // By reference: customers may call a key of their metadata anything.
  snapshot: v.custom<JsonObject>(isJsonObject),
});

/** Reads what `putEvents` wrote, and keeps beside it what it was rendered to. */
export const outboxRows = (table: Table): Outbox => {
  const textOf = async (outboxId: OutboxId, pin: string): Promise<string | undefined> => {
    const item = await table.get(renderedKey(outboxId, pin));
    return item && inflated(item['text']);
  };
  return {
    async read(outboxId, type) {
      const item = await table.get(outboxKey(outboxId, type));
      return item && eventIn(outboxId, item);
    },

    text: textOf,

    async keepText(event, pin, text) {
      const first = await table.write({
        put: {
          ...renderedKey(event.id, pin),
          type: 'rendered',
          text: deflateRawSync(text),
          ttl: Math.ceil(later(event.at, EVENTS_KEPT_MS) / SECOND_MS),
        },
        when: unlessThere,
      });
      return first ? text : ((await textOf(event.id, pin)) ?? text);
    },

    async finish({ id: outboxId, type, subject }) {
      await table.write({
        update: outboxKey(outboxId, type, subject),
        set: { text: 'REMOVE due_pk, due_at' },
        when: { text: 'attribute_exists(pk)' },
      });
    },
  };
};

function eventIn(outboxId: OutboxId, item: Item): OutboxEvent {
  const content = v.parse(Content, JSON.parse(inflated(item['content'])));
  return { id: outboxId, ...content, unfinished: item.due_pk !== undefined };
}

const inflated = (bytes: unknown): string => inflateRawSync(v.parse(v.instance(Uint8Array), bytes)).toString('utf8');
