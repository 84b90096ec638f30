import * as v from 'valibot';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import type { World } from '#test/support/api';

/** A job or an order, and when the sweeper starts it. */
export interface Due {
  readonly id: string;
  readonly dueAt: number;
  readonly event: JobEvent;
  /** The operation that is worked on, or the order, or the conversation that is gone. */
  readonly subject: string;
}

const JOBS = ['job.order', 'job.translation', 'job.ingestion', 'job.transcription', 'job.conversation_deletion'];

/** The rows that are due at some time: jobs, and orders. */
export const dueIn = ({ dynamo }: World): readonly Due[] =>
  dynamo.items().flatMap(({ pk, sk, type, due_pk: duePk, due_at: dueAt, content }): readonly Due[] => {
    const id = String(pk?.S);
    if (!duePk) return [];
    const at = Number(dueAt?.N);
    if (type?.S === 'order')
      return [{ id, dueAt: at, subject: id, event: { 'detail-type': 'job.order_due', detail: { id } } }];
    const job = String(sk?.S).split('#')[1] ?? '';
    if (!JOBS.includes(job)) return [];
    const named = v.parse(Content, JSON.parse(String(content?.S)));
    const subject = named.operationId ?? named.orderId ?? named.conversationId ?? id;
    return [{ id, dueAt: at, subject, event: { 'detail-type': job, detail: { id } } }];
  });

const Content = v.object({
  orderId: v.optional(v.string()),
  operationId: v.optional(v.string()),
  conversationId: v.optional(v.string()),
});
