import type { EventBridgeEvent } from 'aws-lambda';
import * as v from 'valibot';
import type { processRecording } from '#shared/bots/commands/process-recording';
import { idOf } from '#shared/core/ids';
import type { JobRows } from '#shared/events/ports/job-rows';

interface Needs {
  readonly process: ReturnType<typeof processRecording>;
  readonly jobs: JobRows;
  readonly log: (entry: Readonly<Record<string, unknown>>) => void;
}

const Detail = v.object({ id: v.string(), subject: v.string() });

/** One recording's next steps. The job is due until this says it is done, so a crash anywhere is taken up again. */
export const processRecordings =
  ({ process, jobs, log }: Needs) =>
  async (event: Pick<EventBridgeEvent<string, unknown>, 'detail-type' | 'detail'>): Promise<void> => {
    const { id, subject } = v.parse(Detail, event.detail);
    const [jobId, botId] = [idOf('out', id), idOf('bot', subject)];
    if (!jobId || !botId) throw new Error('The job names no bot.');
    const job = { id: jobId, type: event['detail-type'], subject: botId };
    const processed = await process(botId);
    if (processed === 'done') await jobs.finish(job);
    else await jobs.postpone(job, processed.lookAgainAt);
    log({ message: 'recording', botId, done: processed === 'done' });
  };
