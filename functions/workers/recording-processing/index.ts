import { processRecording } from '#shared/bots/commands/process-recording';
import type { CommandContext } from '#shared/commands/context';
import { idOf } from '#shared/core/ids';
import { type JobEvent, jobIn } from '#shared/events/job-worker';
import { jobRows } from '#shared/events/jobs';
import type { FileStorage } from '#shared/files/ports';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { recorderTranscriber } from '#shared/recorders/recorder-transcriber';
import type { Recorders } from '#shared/recorders/registry/ports';
import { resultsInFiles } from '#shared/results/load-results';
import { extractiveSummarizer } from '#shared/summaries/extractive-summarizer/extractive-summarizer';
import { recordersGiven } from '#shared/wiring/recorders';
import { worker } from '#shared/wiring/worker';

interface Dependencies {
  readonly recorders: Pick<Recorders, 'named'>;
  readonly files: FileStorage;
  readonly log: (entry: Readonly<Record<string, unknown>>) => void;
}

/** One recording's next steps. The job is due until this says it is done, so a crash anywhere is taken up again. */
export function recordingProcessing(context: CommandContext, { recorders, files, log }: Dependencies) {
  const jobs = jobRows(context.table);
  const process = processRecording({
    ...context,
    recorders,
    transcriber: recorderTranscriber({ recorders }),
    summarizer: extractiveSummarizer(),
    files,
    results: resultsInFiles(files),
  });
  return async (event: JobEvent): Promise<void> => {
    const job = jobIn(event);
    const botId = idOf('bot', job.subject);
    if (!botId) throw new Error('The job names no bot.');
    const processed = await process(botId);
    if (processed === 'done') await jobs.finish(job);
    else await jobs.postpone(job, processed.lookAgainAt);
    log({ message: 'recording', botId, done: processed === 'done' });
  };
}

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return recordingProcessing(context, {
    recorders: recordersGiven(context, files, __dirname),
    files,
    log: writeLog,
  });
});
