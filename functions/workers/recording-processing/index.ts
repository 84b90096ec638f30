import * as v from 'valibot';
import { handleTranscriptionEnd } from '#shared/capture/bots/commands/handle-transcription-end';
import { processRecording } from '#shared/capture/bots/commands/process-recording';
import { workUnderLease } from '#shared/capture/bots/commands/work-under-lease';
import { comparisonAllowance } from '#shared/capture/bots/comparison-allowance-store';
import { botOfJob } from '#shared/capture/recorders/amazon-transcribe/amazon-transcriber';
import { recorderTranscriber } from '#shared/capture/recorders/recorder-transcriber';
import type { CommandContext } from '#shared/foundation/commands/context';
import { type BotId, idOf } from '#shared/foundation/core/ids';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';
import { LeaseLost } from '#shared/foundation/core/store';
import { type JobEvent, type JobHandler, jobIn, jobWorker } from '#shared/foundation/events/job-worker';
import { type JobRef, jobRows } from '#shared/foundation/events/jobs';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { TRANSCRIBE_JOB_CHANGED, transcribeJobPrefix } from '#shared/foundation/infrastructure-names';
import { breaksOff } from '#shared/foundation/media/read-media';
import { mediaFilesClient, s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import { followRecording } from '#shared/texts/conversations/commands/follow-recording';
import { faultsInLog } from '#shared/wiring/fault-reports';
import { loggingRecorders } from '#shared/wiring/logged-recorders';
import { modelServersFromEnvironment } from '#shared/wiring/model-servers';
import { outcomesInLog } from '#shared/wiring/outcome-metrics';
import { personHashesFromEnvironment } from '#shared/wiring/person-hashes';
import { recordersFromEnvironment } from '#shared/wiring/recorders';
import { speechFromEnvironment } from '#shared/wiring/speech';
import { summarizersFromEnvironment } from '#shared/wiring/summarizer';
import { worker } from '#shared/wiring/worker';
import { recorderLeavingStep } from './recorder-leaving-step.ts';
import { removalStep } from './removal-step.ts';
import { summaryStep } from './summary-step.ts';
import { workspaceOfRecording } from './workspace-of-recording.ts';

interface Dependencies {
  readonly recorders: Pick<Recorders, 'named'>;
  /** Transcribes what the recorder did not. */
  readonly speech?: Transcriber;
  readonly files: FileStorage;
  readonly uploads: MultipartStorage;
  readonly deletesRecorderData: boolean;
  readonly summarizer: Summarizer;
  readonly fallbackSummarizer: Summarizer;
  readonly personHashes: PersonHashes;
  readonly stage: string;
  readonly log: typeof writeLog;
}

const WORKER = 'recording-processing';

const TranscribeJob = v.object({ TranscriptionJobName: v.string() });

/**
 * The next steps of one recording. A job is due until it is done, so a crash anywhere is taken up again: the copy of the
 * media at the part after the last that was saved. Of several jobs of one recording, one works at a time. An event of
 * Amazon Transcribe continues the recording that waits for it. Summaries of the texts of orders are made here as well: a
 * model may take longer than the other workers run. Recordings are removed here, since the recorders' copies go with them.
 */
export function recordingProcessing(
  context: CommandContext,
  { log, stage, ...dependencies }: Dependencies,
): JobHandler {
  const { speech, files, personHashes } = dependencies;
  const recorders = loggingRecorders(dependencies.recorders, { worker: WORKER, log });
  const results = strippingResults({ ...context, personHashes }, resultsInFiles(files));
  const jobs = jobRows(context.table);
  const lease = workUnderLease(context);
  const logged = { worker: WORKER, stage, clock: context.clock, log };
  const process = processRecording({
    ...context,
    ...dependencies,
    recorders,
    breaksOff,
    faults: faultsInLog(logged),
    followRecording: followRecording(context),
    outcomes: outcomesInLog(logged),
    comparisons: comparisonAllowance(context),
    transcribers: { recorder: recorderTranscriber({ recorders }), speech },
    results,
  });
  const work = async (job: JobRef, botId: BotId, timeLeft: () => number): Promise<'done' | 'later' | 'not_leased'> => {
    if (!(await jobs.isOpen(job))) return 'not_leased';
    const processed = await lease(botId, timeLeft, process).catch(ifLost);
    // The job of a lease that was lost stays due: whatever the next to take it leaves undone, it finds.
    if (processed === 'lost') return 'not_leased';
    if (processed === 'done') {
      await jobs.finish(job);
      return 'done';
    }
    const isBusy = 'busyUntil' in processed;
    await jobs.postpone(job, isBusy ? processed.busyUntil : processed.lookAgainAt);
    return isBusy ? 'not_leased' : 'later';
  };
  const inSteps = jobWorker(context, {
    steps: {
      'job.summary': summaryStep({ ...context, ...dependencies, results }),
      'job.recorder_leaving': recorderLeavingStep({ ...context, recorders, faults: faultsInLog(logged) }),
      'job.recordings_removal': removalStep({ ...context, files, recorders }),
    },
    worker: WORKER,
    log,
  });
  const handleEnd = handleTranscriptionEnd(context);
  const onTranscribeEvent = async ({ detail }: JobEvent): Promise<string> => {
    const { TranscriptionJobName: name } = v.parse(TranscribeJob, detail);
    const botId = botOfJob(transcribeJobPrefix(stage), name);
    const outcome = botId ? await handleEnd(botId) : 'not ours';
    log({ message: 'transcription ended', botId, outcome });
    return outcome;
  };
  return async (event, invocation, requeue) => {
    if (event['detail-type'] === TRANSCRIBE_JOB_CHANGED) return onTranscribeEvent(event);
    if (event['detail-type'] !== 'job.recording') return inSteps(event, invocation, requeue);
    const job = jobIn(event);
    const botId = idOf('bot', job.subject);
    if (!botId) throw new Error('The job names no bot.');
    const outcome = await work(job, botId, () => invocation.getRemainingTimeInMillis());
    log({ message: 'recording', botId, outcome });
    return outcome;
  };
}

function ifLost(error: unknown): 'lost' {
  if (error instanceof LeaseLost) return 'lost';
  throw error;
}

export const handler = worker((context) => {
  const bucket = requiredEnv('filesBucket');
  const files = s3FileStorage(s3Client(), bucket, context.clock);
  const uploads = s3MultipartStorage(mediaFilesClient(), bucket);
  const servers = modelServersFromEnvironment(context);
  const work = recordingProcessing(context, {
    recorders: recordersFromEnvironment(context, files, __dirname),
    speech: speechFromEnvironment({ servers, clock: context.clock, files, uploads }),
    files,
    uploads,
    ...summarizersFromEnvironment(servers),
    personHashes: personHashesFromEnvironment(context),
    deletesRecorderData: envOr('keepRecorderData', '') === '',
    stage: requiredEnv('stage'),
    log: writeLog,
  });
  const url = requiredEnv('jobQueueUrl');
  return queuedJobs(context, {
    work,
    workspaceOf: workspaceOfRecording(context),
    queue: sqsQueue(sqsClient(), url),
    visibility: sqsVisibility(sqsClient(), [url]),
    isLong: true,
    worker: WORKER,
    log: writeLog,
  });
});
