import type { RecordingLease } from '#shared/bots/commands/copy-recording';
import { processRecording } from '#shared/bots/commands/process-recording';
import type { CommandContext } from '#shared/commands/context';
import { type BotId, idOf } from '#shared/core/ids';
import {
  type Invocation,
  type JobEvent,
  type JobLease,
  type JobStep,
  jobIn,
  workOnJob,
} from '#shared/events/job-worker';
import { jobRows } from '#shared/events/jobs';
import type { FileStorage, MultipartStorage } from '#shared/files/ports';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/files/s3-multipart-storage';
import { s3Client } from '#shared/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { Transcriber } from '#shared/recorders/ports';
import { recorderTranscriber } from '#shared/recorders/recorder-transcriber';
import type { Recorders } from '#shared/recorders/registry/ports';
import { transcribersInOrder } from '#shared/recorders/transcribers-in-order';
import { resultsInFiles } from '#shared/results/load-results';
import type { Summarizer } from '#shared/summaries/ports';
import { recordersGiven } from '#shared/wiring/recorders';
import { speechGiven } from '#shared/wiring/speech';
import { summarizersGiven } from '#shared/wiring/summarizer';
import { worker } from '#shared/wiring/worker';
import { cursorIn } from './stored-cursor.ts';

interface Dependencies {
  readonly recorders: Pick<Recorders, 'named'>;
  /** Transcribes what the recorder did not. */
  readonly speech?: Transcriber;
  readonly files: FileStorage;
  readonly uploads: MultipartStorage;
  readonly deletesRecorderData: boolean;
  readonly summarizer: Summarizer;
  readonly summarizerStandIn: Summarizer;
  readonly log: (entry: Readonly<Record<string, unknown>>) => void;
}

/**
 * The next steps of one recording. The job is due until it is done, so a crash anywhere is taken up again: the copy of the
 * media at the part after the last that was saved.
 */
export function recordingProcessing(context: CommandContext, { log, ...dependencies }: Dependencies) {
  const { recorders, speech, files } = dependencies;
  const work = workOnJob({ jobs: jobRows(context.table), clock: context.clock });
  const process = processRecording({
    ...context,
    ...dependencies,
    transcriber: transcribersInOrder(recorderTranscriber({ recorders }), ...(speech ? [speech] : [])),
    results: resultsInFiles(files),
  });
  const stepOf =
    (botId: BotId): JobStep =>
    async (job, jobLease) => {
      const lease = recordingLease(job, jobLease);
      const processed = await process(botId, lease);
      return processed === 'done' ? 'done' : { cursor: lease.cursor(), notBefore: processed.lookAgainAt };
    };
  return async (event: JobEvent, invocation: Invocation): Promise<void> => {
    const job = jobIn(event);
    const botId = idOf('bot', job.subject);
    if (!botId) throw new Error('The job names no bot.');
    const outcome = await work(job, { step: stepOf(botId), timeLeft: () => invocation.getRemainingTimeInMillis() });
    log({ message: 'recording', botId, outcome });
  };
}

function recordingLease({ cursor: stored }: Parameters<JobStep>[0], lease: JobLease): RecordingLease {
  let cursor = cursorIn(stored);
  return {
    cursor: () => cursor,
    timeLeft: () => lease.timeLeft(),
    async save(next) {
      await lease.save(next);
      cursor = next;
    },
  };
}

export const handler = worker((context) => {
  const bucket = requiredEnv('filesBucket');
  const files = s3FileStorage(s3Client(), bucket, context.clock);
  const uploads = s3MultipartStorage(s3Client(), bucket);
  return recordingProcessing(context, {
    recorders: recordersGiven(context, files, __dirname),
    speech: speechGiven(context, files, uploads),
    files,
    uploads,
    ...summarizersGiven(),
    deletesRecorderData: envOr('keepRecorderData', '') === '',
    log: writeLog,
  });
});
