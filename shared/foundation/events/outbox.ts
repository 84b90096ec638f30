import * as v from 'valibot';
import { type IdMaker, idOf, type OutboxId } from '#shared/foundation/core/ids';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS, ttlAt } from '#shared/foundation/core/time';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { duePartition, outboxKey, renderedKey } from '#shared/foundation/dynamodb/keys';
import { id as idField, instant } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';
import { JOBS_KEPT_MS } from '#shared/foundation/events/jobs';
import type { EventSnapshot, FanoutSlot, OutboxEvent, OutboxRef } from '#shared/foundation/events/ports';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type OutboxSubject, subjectIn } from '#shared/foundation/events/rules/outbox-subject';
import type { Subscription } from '#shared/foundation/events/rules/subscription';
import { subscribersOf } from '#shared/foundation/events/rules/subscription';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/foundation/infrastructure-names';

/** How long events and their payloads are kept: docs/limits-and-rules.md#retention. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/**
 * The sweeper sends an event again by then, unless each of its deliveries is past its first attempt. A killed fan-out has
 * begun again by itself before.
 */
export const EVENT_OVERDUE_AFTER_MS = 45 * SECOND_MS;
/** Likewise for jobs, whose steps take longer. */
const JOB_OVERDUE_AFTER_MS = 2 * MINUTE_MS;

export interface OutboxContext {
  readonly ids: IdMaker;
  readonly snapshot: EventSnapshot;
}

/**
 * One row for each event that an endpoint subscribes to, for the transaction of the change; none for other events. An
 * event about an endpoint is not for that endpoint.
 */
export const putEvents = (
  { ids, snapshot }: OutboxContext,
  events: readonly DomainEvent[],
  subscriptions: readonly Subscription[],
  at: Instant,
): readonly Write[] =>
  events.flatMap((event) => {
    const subscribers = subscribersOf(event.type, subscriptions);
    if (subscribers.length === 0) return [];
    const { workspaceId, notFor, ...rest } = snapshot(event, at);
    const endpoints = subscribers.filter((one) => one.id !== notFor);
    if (endpoints.length === 0) return [];
    const id = ids.make('out');
    const content = { type: event.type, workspaceId, at, endpoints, ...rest };
    return [
      {
        put: {
          ...outboxKey(id, event.type),
          type: 'event',
          content: deflated(JSON.stringify(content)),
          due_pk: duePartition(id),
          due_at: later(at, EVENT_OVERDUE_AFTER_MS),
          ttl: ttlAt(later(at, EVENTS_KEPT_MS)),
        },
      },
    ];
  });

/** Jobs stay due until they are finished. `bot.due` and `calendar.due` have no due time: the bot or sync itself has one. */
export const putJobs = ({ ids }: OutboxContext, jobs: readonly Job[], at: Instant): readonly Write[] =>
  jobs.map((job) => ({ put: putJob(ids.make('out'), job, at) }));

export const putJob = (id: OutboxId, job: Job, at: Instant): Item => ({
  ...outboxKey(id, job.type, subjectOf(job)),
  type: 'job',
  ...('content' in job && { content: JSON.stringify(job.content) }),
  ...(!WITHOUT_DUE_TIME.has(job.type) && { due_pk: duePartition(id), due_at: later(at, JOB_OVERDUE_AFTER_MS) }),
  ttl: ttlAt(later(at, JOBS_KEPT_MS)),
});

const WITHOUT_DUE_TIME: ReadonlySet<Job['type']> = new Set(['bot.due', 'calendar.due']);

function subjectOf(job: Job): OutboxSubject | undefined {
  if ('botId' in job) return job.botId;
  if ('calendarId' in job) return job.calendarId;
  return 'deliveryId' in job ? job.deliveryId : undefined;
}

/** The parts of an outbox key: `EVENT#<type>`, or `EVENT#<type>#<subject>` for jobs with a subject. Undefined for other keys. */
export function outboxRefIn({ pk, sk }: Key): OutboxRef | undefined {
  const id = idOf('out', pk);
  if (id === undefined || !sk.startsWith(OUTBOX_SORT_KEY_PREFIX)) return undefined;
  const [type = '', subject] = sk.slice(OUTBOX_SORT_KEY_PREFIX.length).split('#');
  if (subject === undefined) return { id, type };
  const about = subjectIn(subject);
  return about && { id, type, subject: about };
}

const Content = v.object({
  type: v.string(),
  workspaceId: idField('wks'),
  at: instant,
  endpoints: v.array(
    v.object({
      id: v.union([idField('whe'), idField('ord')]),
      types: v.array(v.string()),
      enabled: v.boolean(),
      pin: v.string(),
    }),
  ),
  version: v.string(),
  // By reference: customers may call a key of their metadata anything.
  snapshot: v.custom<JsonObject>(isJsonObject),
});

/** Outbox rows of events, with the payloads that were rendered from them. */
export const outboxRows = (table: Table) => {
  const textOf = async (outboxId: OutboxId, pin: string): Promise<string | undefined> => {
    const item = await table.get(renderedKey(outboxId, pin));
    return item && textIn(item['text']);
  };
  return {
    async read(outboxId: OutboxId, type: string): Promise<OutboxEvent | undefined> {
      const item = await table.get(outboxKey(outboxId, type));
      return item && eventIn(outboxId, item);
    },

    /** The stored JSON of an event's resource at one pin. */
    text: textOf,

    /** Stores a payload and returns the stored one: the first wins, so that every attempt sends the same bytes. */
    async keepText(event: Pick<OutboxEvent, 'id' | 'at'>, pin: string, text: string): Promise<string> {
      const first = await table.write({
        put: {
          ...renderedKey(event.id, pin),
          type: 'rendered',
          text: deflated(text),
          ttl: ttlAt(later(event.at, EVENTS_KEPT_MS)),
        },
        when: unlessThere,
      });
      return first ? text : ((await textOf(event.id, pin)) ?? text);
    },

    /**
     * The row waits until then, and that is no lack of progress. It is kept for a week from then on. A finished row stays
     * finished.
     */
    async putOff({ id: outboxId, type, subject }: OutboxRef, to: Instant): Promise<void> {
      await table.write({
        update: outboxKey(outboxId, type, subject),
        set: {
          text: 'SET due_at = :to, #ttl = :ttl REMOVE moves, since',
          names: { '#ttl': 'ttl' },
          values: { ':to': to, ':ttl': ttlAt(later(to, JOBS_KEPT_MS)) },
        },
        when: { text: 'attribute_exists(due_pk)' },
      });
    },

    /**
     * The event waits until its slot, and the sweeper sends it again. Of two messages that give it a slot in
     * place of the one that they read, one does.
     */
    async waitForSlot({ id: outboxId, type, slot: before }: OutboxRef & Pick<OutboxEvent, 'slot'>, slot: FanoutSlot) {
      const isAsRead = before ? 'slot_at = :before' : 'attribute_not_exists(slot_at)';
      await table.write({
        update: outboxKey(outboxId, type),
        set: {
          text: 'SET due_at = :slot, slot_at = :slot, slot_in = :in, slot_weight = :weight, slot_webhooks = :webhooks REMOVE moves, since',
          values: { ':slot': slot.at, ':in': slot.in, ':weight': slot.weight, ':webhooks': slot.webhooks ?? 1 },
        },
        when: {
          text: `attribute_exists(due_pk) AND ${isAsRead}`,
          ...(before && { values: { ':before': before.at } }),
        },
      });
    },

    /** Acknowledges the row end to end: the sweeper does not send it again. Idempotent. */
    async finish({ id: outboxId, type, subject }: OutboxRef): Promise<void> {
      await table.write({
        update: outboxKey(outboxId, type, subject),
        set: { text: 'REMOVE due_pk, due_at' },
        when: { text: 'attribute_exists(pk)' },
      });
    },
  };
};

function eventIn(outboxId: OutboxId, item: Item): OutboxEvent {
  const content = v.parse(Content, JSON.parse(textIn(item['content'])));
  return { id: outboxId, ...content, slot: slotIn(item), unfinished: item.due_pk !== undefined };
}

const Slot = v.object({
  slot_at: instant,
  // One of before founders had slots: it was counted in both.
  slot_in: v.optional(v.picklist(['workspace', 'founder']), 'founder'),
  slot_weight: v.optional(v.number(), 1),
  slot_webhooks: v.exactOptional(v.number()),
});

/** Of the row of an event. */
export function slotIn(item: Item): FanoutSlot | undefined {
  if (item['slot_at'] === undefined) return undefined;
  const { slot_at: at, slot_in: level, slot_weight: weight, slot_webhooks: webhooks } = v.parse(Slot, item);
  return { in: level, at, weight, ...(webhooks !== undefined && { webhooks }) };
}

const textIn = (bytes: unknown): string => inflated(v.parse(v.instance(Uint8Array), bytes));
