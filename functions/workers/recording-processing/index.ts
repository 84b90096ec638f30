import { processRecording } from '#shared/bots/commands/process-recording';
import type { CommandContext } from '#shared/commands/context';
import { jobRows } from '#shared/events/jobs';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { Recorder } from '#shared/recorders/ports/recorder';
import { recorderTranscriber } from '#shared/recorders/recorder-transcriber';
import { resultsInFiles } from '#shared/results/results-in-files';
import { extractiveSummarizer } from '#shared/summaries/extractive-summarizer/extractive-summarizer';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import { processRecordings } from './process-recordings.ts';

interface Dependencies {
  readonly recorder: Recorder;
  readonly files: FileStorage;
  readonly note: (entry: Readonly<Record<string, unknown>>) => void;
}

export function recordingProcessing(context: CommandContext, { recorder, files, note }: Dependencies) {
  const process = processRecording({
    ...context,
    recorder,
    transcriber: recorderTranscriber({ recorder }),
    summarizer: extractiveSummarizer(),
    files,
    results: resultsInFiles(files),
  });
  return processRecordings({ process, jobs: jobRows(context.table), log: note });
}

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return recordingProcessing(context, {
    recorder: recorderGiven(context, files, __dirname),
    files,
    note: writeLog,
  });
});
