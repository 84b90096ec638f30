import { workspaceOfRecording } from '#functions/workers/recording-processing/workspace-of-recording';
import { type BotId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import { jobRows } from '#shared/foundation/events/jobs';
import type { Outgoing } from '#shared/foundation/events/ports';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { aWorld } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { describe, expect, it } from '#test/support/jest';

/** The queue of recordings, whose work is written down. */
async function aQueueOfRecordings() {
  const world = aWorld();
  const { context, clock, dynamo } = world;
  const story = await aBotStory(world);
  const { id, workspace_id } = (await story.send()).body;
  const sent: Outgoing<JobMessage>[] = [];
  const worked: JobEvent[] = [];
  const handler = queuedJobs(context, {
    work: async (event) => {
      worked.push(event);
      return 'done';
    },
    workspaceOf: workspaceOfRecording(context),
    queue: { send: async (messages) => void sent.push(...messages) },
    worker: 'recording-processing',
    log: () => undefined,
  });
  return {
    ...{ context, sent, worked, botId: id as BotId, workspaceId: workspace_id as WorkspaceId },
    /** A job, as the bus puts it into the queue. */
    async aJob(job: Job) {
      const before = new Set(dynamo.items().map(({ pk }) => pk?.S));
      await context.changes.save({ at: clock.now(), jobs: [job] });
      const outboxId = dynamo.items().flatMap(({ pk }) => (before.has(pk?.S) ? [] : (idOf('out', pk?.S) ?? [])))[0];
      if (!outboxId) throw new Error('There is no job.');
      const subject = 'botId' in job ? job.botId : undefined;
      const ref = { id: outboxId, type: job.type, ...(subject && { subject }) };
      return { ref, event: { 'detail-type': job.type, detail: ref } };
    },
    receive: (body: unknown) => {
      const record = { messageId: 'm', body: JSON.stringify(body) };
      return handler({ Records: [record] } as never, { getRemainingTimeInMillis: () => 15 * MINUTE_MS });
    },
  };
}

describe('the job of a recording', () => {
  it('is queued once more with the workspace of its bot as the message group, then processed', async () => {
    const { aJob, receive, sent, worked, botId, workspaceId } = await aQueueOfRecordings();
    const { ref, event } = await aJob({ type: 'job.recording', botId });

    await receive(event);

    expect(sent).toEqual([{ message: { job: ref, workspaceId }, group: workspaceId }]);
    expect(worked).toEqual([]);
    await receive(sent[0]?.message);
    expect(worked).toEqual([event]);
  });

  it('is dropped when it is finished', async () => {
    const { aJob, receive, sent, context, botId } = await aQueueOfRecordings();
    const { ref, event } = await aJob({ type: 'job.recording', botId });
    await jobRows(context.table).finish(ref);

    await receive(event);

    expect(sent).toEqual([]);
  });

  it('is finished when its bot is gone', async () => {
    const { aJob, receive, sent, context } = await aQueueOfRecordings();
    const { ref, event } = await aJob({ type: 'job.recording', botId: context.ids.make('bot') });

    await receive(event);

    expect(sent).toEqual([]);
    expect(await jobRows(context.table).isOpen(ref)).toBe(false);
  });
});

it('a removal of recordings has its workspace in its row, and is queued once more with it', async () => {
  const { aJob, receive, sent, workspaceId } = await aQueueOfRecordings();
  const content = { workspaceId, parts: [], recordings: [] };
  const { ref, event } = await aJob({ type: 'job.recordings_removal', content });

  await receive(event);

  expect(sent).toEqual([{ message: { job: ref, workspaceId }, group: workspaceId }]);
});

it('the end of a job of Amazon Transcribe is handled at once', async () => {
  const { receive, sent, worked } = await aQueueOfRecordings();
  const event = { 'detail-type': 'Transcribe Job State Change', detail: { TranscriptionJobName: 'rapporteur-test-1' } };

  await receive({ ...event, source: 'aws.transcribe' });

  expect(sent).toEqual([]);
  expect(worked).toEqual([expect.objectContaining(event)]);
});
