import { outboxRefIn, putJob } from '#shared/events/outbox';
import type { Job } from '#shared/events/rules/domain-event';
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

describe('the row of a job in the outbox', () => {
  it.each(JOBS.map((job) => [JSON.stringify(job), job] as const))('is found by its key: %s', (_, job) => {
    const outboxId = ids.make('out');
    const { pk, sk } = putJob(outboxId, job, noon);

    expect(outboxRefIn({ pk, sk })).toEqual({ id: outboxId, type: job.type, subject: subjectOf(job) });
  });
});

function subjectOf(job: Job): unknown {
  const [, subject] = Object.values(job);
  return subject;
}
