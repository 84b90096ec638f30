import { processRecording } from '#shared/commands/bots/process-recording';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { FileStorage } from '#shared/ports/file-storage';
import type { Recorder } from '#shared/ports/recorder';
import { extractiveSummarizer } from '#shared/providers/extractive-summarizer/extractive-summarizer';
import { recorderTranscriber } from '#shared/providers/recorder-transcriber';
import { resultsInFiles } from '#shared/providers/results-in-files';
import { s3FileStorage } from '#shared/providers/s3-file-storage';
import { botStore } from '#shared/storage/bots';
import { jobRows } from '#shared/storage/jobs';
import { meetingStore } from '#shared/storage/meetings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { workspaceStore } from '#shared/storage/workspaces';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { processRecordings } from './process-recordings.ts';

interface Players {
  readonly recorder: Recorder;
  readonly files: FileStorage;
  readonly note: (entry: Readonly<Record<string, unknown>>) => void;
}

export function recordingProcessing(around: Workshop, { recorder, files, note }: Players) {
  const { table } = around;
  const process = processRecording({
    ...around,
    bots: botStore(table),
    meetings: meetingStore(table),
    workspaces: workspaceStore(table),
    templates: summaryTemplateStore(table),
    recorder,
    transcriber: recorderTranscriber({ recorder }),
    summarizer: extractiveSummarizer(),
    files,
    results: resultsInFiles(files),
  });
  return processRecordings({ process, jobs: jobRows(table), log: note });
}

export const handler = worker((around) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), around.clock);
  return recordingProcessing(around, {
    recorder: recorderGiven(around, files, __dirname),
    files,
    note: writeLog,
  });
});
