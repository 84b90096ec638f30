import * as v from 'valibot';
import { jobIn } from '#shared/foundation/events/job-worker';
import { outboxRefIn, putJob } from '#shared/foundation/events/outbox';
import { OwnMessage } from '#shared/foundation/events/queued-jobs';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const { ids } = aWorld().context;

/** One job of each kind of subject: what is not read from its key waits for the sweeper. */
const JOBS: readonly Job[] = [
  { type: 'bot.due', botId: ids.make('bot') },
  { type: 'calendar.due', calendarId: ids.make('cal') },
  { type: 'calendar.due', calendarId: ids.make('cfd') },
  { type: 'job.redelivery', deliveryId: ids.make('evt') },
];

describe('a job', () => {
  const jobs = JOBS.map((job) => {
    const ref = { id: ids.make('out'), type: job.type, subject: subjectOf(job) };
    return [JSON.stringify(job), job, ref] as const;
  });

  it.each(jobs)('is found by the key of its row: %s', (_, job, ref) => {
    const { pk, sk } = putJob(ref.id, job, noon);

    expect(outboxRefIn({ pk, sk })).toEqual(ref);
  });

  it.each(jobs)('is read from an event of the bus: %s', (_, job, ref) => {
    expect(jobIn({ 'detail-type': job.type, detail: { id: ref.id, subject: ref.subject } })).toEqual(ref);
  });

  it.each(jobs)('is read from a message of a queue: %s', (_, __, ref) => {
    const message = { job: ref, workspaceId: ids.make('wks') };

    expect(v.parse(OwnMessage, JSON.parse(JSON.stringify(message)))).toEqual(message);
  });
});

function subjectOf(job: Job): unknown {
  const [, subject] = Object.values(job);
  return subject;
}
