import { deflateRawSync } from 'node:zlib';
import type { IdMaker } from '#shared/core/id-maker';
import type { OutboxId, WorkspaceId } from '#shared/core/ids';
import type { Item, Write } from '#shared/core/table';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { duePartition, outboxKey } from '#shared/dynamodb/keys';
import type { EventSnapshot } from '#shared/events/ports/event-snapshot';
import type { OutboxSubject } from '#shared/events/ports/outbox';
import type { DomainEvent, Job } from '#shared/events/rules/domain-event';
import { subscribersOf } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { Subscription } from '#shared/workspaces/rules/workspace';

/** How long events and their payloads are kept: docs/limits-and-rules.md#retention. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** A row that nobody finished by then is sent again by the sweeper. */
const OVERDUE_AFTER_MS = 2 * MINUTE_MS;
const JOBS_KEPT_MS = 7 * DAY_MS;

export interface OutboxNeeds {
  readonly ids: IdMaker;
  readonly snapshot: EventSnapshot;
}

/** One row for each event that somebody subscribes to, in the transaction that makes it happen; none for the others. */
export const putEvents = (
  { ids, snapshot }: OutboxNeeds,
  events: readonly DomainEvent[],
  audience: readonly Subscription[],
  at: Instant,
): readonly Write[] =>
  events.flatMap((event) => {
    const endpoints = subscribersOf(event.type, audience);
    if (endpoints.length === 0) return [];
    const id = ids.make('out');
    const content = { type: event.type, workspaceId: workspaceOf(event), at, endpoints, snapshot: snapshot(event, at) };
    return [
      {
        put: {
          ...outboxKey(id, event.type),
          type: 'event',
          content: deflateRawSync(JSON.stringify(content)),
          due_pk: duePartition(id),
          due_at: later(at, OVERDUE_AFTER_MS),
          ttl: secondsOf(later(at, EVENTS_KEPT_MS)),
        },
      },
    ];
  });

/** The due moment of the bot or sync itself is the safety of `bot.due` and `calendar.due`; other jobs stay due until they are done, and keep what they carry. */
export const putJobs = ({ ids }: OutboxNeeds, jobs: readonly Job[], at: Instant): readonly Write[] =>
  jobs.map((job) => ({ put: putJob(ids.make('out'), job, at) }));

export const putJob = (id: OutboxId, job: Job, at: Instant): Item => ({
  ...outboxKey(id, job.type, subjectOf(job)),
  type: 'job',
  ...('content' in job && { content: JSON.stringify(job.content) }),
  ...(!OF_WHAT_IS_DUE.has(job.type) && { due_pk: duePartition(id), due_at: later(at, OVERDUE_AFTER_MS) }),
  ttl: secondsOf(later(at, JOBS_KEPT_MS)),
});

const OF_WHAT_IS_DUE: ReadonlySet<Job['type']> = new Set(['bot.due', 'calendar.due']);

function subjectOf(job: Job): OutboxSubject | undefined {
  if ('botId' in job) return job.botId;
  if ('connectionId' in job) return job.connectionId;
  return 'deliveryId' in job ? job.deliveryId : undefined;
}

const secondsOf = (at: Instant): number => Math.ceil(at / SECOND_MS);

function workspaceOf(event: DomainEvent): WorkspaceId {
  if ('meeting' in event) return event.meeting.workspaceId;
  return 'bot' in event ? event.bot.workspaceId : event.connection.workspaceId;
}
