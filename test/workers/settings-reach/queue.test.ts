import { propagateToWorkspace } from '#shared/accounts/workspaces/rules/propagate-to-workspace';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type JobStep, jobWorker } from '#shared/foundation/events/job-worker';
import { jobRows } from '#shared/foundation/events/jobs';
import type { Outgoing, Received } from '#shared/foundation/events/ports';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A worker of jobs that each take some steps, with its queue. */
function aWorker({ steps = 1, timeLeftMs = 5 * MINUTE_MS, isLong = false } = {}) {
  const world = aWorld();
  const { context, clock, dynamo } = world;
  const sent: Outgoing<JobMessage>[] = [];
  const worked: unknown[] = [];
  const queue = { send: async (messages: readonly Outgoing<JobMessage>[]) => void sent.push(...messages) };
  const hidden: [Received, number][] = [];
  const visibility = { hideFor: async (...given: (typeof hidden)[number]) => void hidden.push(given) };
  const step: JobStep = async ({ content, cursor }) => {
    worked.push(content['workspaceId']);
    const at = Number(cursor?.['at'] ?? 0) + 1;
    return at === steps ? 'done' : { cursor: { at } };
  };
  const log = () => undefined;
  const handler = queuedJobs(context, {
    work: jobWorker(context, { steps: { 'job.reach': step }, worker: 'settings-reach', log }),
    ...{ queue, worker: 'settings-reach', log },
    visibility,
    ...(isLong && { isLong }),
  });
  let receives = 1;
  const records = (bodies: readonly unknown[]) =>
    bodies.map((body, nth) => ({
      messageId: `${nth}`,
      body: JSON.stringify(body),
      ...{ receiptHandle: `receipt-${nth}`, eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs' },
      attributes: { ApproximateReceiveCount: `${receives}` },
    }));
  return {
    ...world,
    sent,
    worked,
    hidden,
    receivedBefore: (times: number) => {
      receives = times + 1;
    },
    receive: (...bodies: readonly unknown[]) =>
      handler({ Records: records(bodies) } as never, { getRemainingTimeInMillis: () => timeLeftMs }),
    /** A job of a workspace, as the bus puts it into the queue. */
    async aJob(workspaceId: WorkspaceId = context.ids.make('wks')) {
      const before = new Set(dynamo.items().map(({ pk }) => pk?.S));
      await context.changes.save({ at: clock.now(), jobs: [propagateToWorkspace(workspaceId)] });
      const id = dynamo.items().flatMap(({ pk }) => (before.has(pk?.S) ? [] : (idOf('out', pk?.S) ?? [])))[0];
      if (!id) throw new Error('There is no job.');
      return { workspaceId, id, event: { 'detail-type': 'job.reach', detail: { id } } };
    },
    dueAt: (id: string) => dynamo.items().find(({ pk }) => pk?.S === id)?.['due_at']?.N,
  };
}

describe('a job from the bus', () => {
  it('is queued once more with its workspace as the message group, since the bus can set none', async () => {
    const { receive, aJob, sent, worked } = aWorker();
    const { event, id, workspaceId } = await aJob();

    await receive(event);

    const message = { job: { id, type: 'job.reach' }, workspaceId };
    expect(sent).toEqual([{ message, group: workspaceId }]);
    expect(worked).toEqual([]);
    await receive(message);
    expect(worked).toEqual([workspaceId]);
  });

  it.each(['finished', 'leased'] as const)('is dropped when it is %s', async (state) => {
    const { receive, aJob, sent, context, clock } = aWorker();
    const { event, id } = await aJob();
    const jobs = jobRows(context.table);
    if (state === 'finished') await jobs.finish({ id, type: 'job.reach' });
    else await jobs.take({ id, type: 'job.reach' }, clock.now(), later(clock.now(), MINUTE_MS));

    expect(await receive(event)).toEqual({ batchItemFailures: [] });

    expect(sent).toEqual([]);
  });
});

describe('a job in the queue', () => {
  it('is queued behind the others of its workspace when its time runs out, and the sweeper need not start it', async () => {
    const { receive, aJob, sent, worked, clock, dueAt } = aWorker({ steps: 2, timeLeftMs: 10 * SECOND_MS });
    const { id, workspaceId } = await aJob();
    const message = { job: { id, type: 'job.reach' }, workspaceId };

    await receive(message);

    expect(sent).toEqual([{ message, group: workspaceId }]);
    expect(Number(dueAt(id))).toBeGreaterThan(clock.now() + MINUTE_MS);
    await receive(message);
    expect(worked).toEqual([workspaceId, workspaceId]);
    expect(dueAt(id)).toBeUndefined();
  });

  it('returns alone to the queue when it fails', async () => {
    const { receive, aJob, worked } = aWorker();
    const [one, other] = [await aJob(), await aJob()];
    const message = ({ id, workspaceId }: typeof one, type: string) => ({ job: { id, type }, workspaceId });

    const answer = await receive(message(one, 'job.unknown'), message(other, 'job.reach'));

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
    expect(worked).toEqual([other.workspaceId]);
  });

  it.each([
    [1, 60],
    [2, 120],
    [4, 480],
    [5, 900],
    [9, 900],
  ])(
    'that fails for the %s. time returns after %s seconds, where the queue would hide it for longer',
    async (times, seconds) => {
      const { receive, receivedBefore, aJob, hidden } = aWorker({ isLong: true });
      const { id, workspaceId } = await aJob();
      receivedBefore(times - 1);

      await receive({ job: { id, type: 'job.unknown' }, workspaceId });

      expect(hidden).toEqual([[{ queue: 'jobs', receipt: 'receipt-0' }, seconds]]);
    },
  );

  it('that fails returns when the queue shows it again, where its worker is short', async () => {
    const { receive, aJob, hidden } = aWorker();
    const { id, workspaceId } = await aJob();

    await receive({ job: { id, type: 'job.unknown' }, workspaceId });

    expect(hidden).toEqual([]);
  });
});
