import {
  BadRequestException,
  ConflictException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  LimitExceededException,
  StartTranscriptionJobCommand,
  type StartTranscriptionJobRequest,
  type TranscribeClient,
  type TranscriptionJob,
} from '@aws-sdk/client-transcribe';
import type { FileStorage } from '#shared/foundation/files/ports';
import { type InMemoryClient, inMemoryClient, on } from './in-memory-client.ts';

const refusal = { $metadata: { httpStatusCode: 400, attempts: 1 }, message: 'Refused.' };

/** One word of a result: the speaker's label, the text, and where it begins and ends, in seconds. */
export type SpokenWord = readonly [label: string, text: string, start: number, end: number];

interface InMemoryTranscribe extends InMemoryClient<TranscribeClient['send']> {
  /** Requests that began a job, in their order. */
  readonly started: readonly StartTranscriptionJobRequest[];
  /** Names of the jobs that there are. */
  readonly jobs: () => readonly string[];
  /** Jobs that may run at the same time from now on. */
  setQuota(jobs: number): void;
  /** Every job that runs ends with this result, or fails with a reason. */
  end(result: readonly SpokenWord[] | { readonly FailureReason: string }): Promise<void>;
}

/** Batch jobs of Amazon Transcribe, which write their results into a file storage. */
export function inMemoryTranscribe(files: Pick<FileStorage, 'put'>): InMemoryTranscribe {
  const jobs = new Map<string, TranscriptionJob & { readonly request: StartTranscriptionJobRequest }>();
  const started: StartTranscriptionJobRequest[] = [];
  let quota = 250;
  const running = () => [...jobs.values()].filter((job) => job.TranscriptionJobStatus === 'IN_PROGRESS');

  const client = inMemoryClient<TranscribeClient['send']>('Transcribe', [
    on(StartTranscriptionJobCommand, (request) => {
      const name = String(request.TranscriptionJobName);
      if (jobs.has(name)) throw new ConflictException(refusal);
      if (running().length >= quota) throw new LimitExceededException(refusal);
      const languages = [request.LanguageCode, request.IdentifyLanguage, request.IdentifyMultipleLanguages];
      if (languages.filter(Boolean).length !== 1) throw new BadRequestException(refusal);
      if (request.Settings?.ChannelIdentification && request.Settings.ShowSpeakerLabels)
        throw new BadRequestException(refusal);
      started.push(request);
      jobs.set(name, { TranscriptionJobName: name, TranscriptionJobStatus: 'IN_PROGRESS', request });
      return {};
    }),
    on(GetTranscriptionJobCommand, ({ TranscriptionJobName }) => {
      const job = jobs.get(String(TranscriptionJobName));
      if (!job) throw new BadRequestException(refusal);
      return { TranscriptionJob: job };
    }),
    on(DeleteTranscriptionJobCommand, ({ TranscriptionJobName }) => {
      if (!jobs.delete(String(TranscriptionJobName))) throw new BadRequestException(refusal);
      return {};
    }),
  ]);

  return {
    ...client,
    started,
    jobs: () => [...jobs.keys()],
    setQuota(most) {
      quota = most;
    },
    async end(result) {
      for (const job of running()) {
        const hasFailed = 'FailureReason' in result;
        jobs.set(String(job.TranscriptionJobName), {
          ...job,
          ...(hasFailed && result),
          LanguageCode: job.request.LanguageCode ?? 'en-US',
          TranscriptionJobStatus: hasFailed ? 'FAILED' : 'COMPLETED',
        });
        if (!hasFailed)
          await files.put(
            String(job.request.OutputKey),
            Buffer.from(JSON.stringify(outputOf(result))),
            'application/json',
          );
      }
    },
  };
}

/** A result as Transcribe writes it: numbers are texts, and a full stop is an item of its own. */
export const outputOf = (words: readonly SpokenWord[], results: object = {}) => ({
  jobName: 'job',
  accountId: '111122223333',
  status: 'COMPLETED',
  results: {
    transcripts: [{ transcript: words.map(([, text]) => text).join(' ') }],
    items: words.flatMap(([label, text, start, end]) => {
      const word = {
        type: 'pronunciation',
        start_time: String(start),
        end_time: String(end),
        speaker_label: label,
        alternatives: [{ confidence: '0.9', content: text.replace(/[.?,]$/, '') }],
      };
      const mark = /[.?,]$/.exec(text)?.[0];
      if (mark === undefined) return [word];
      return [
        word,
        { type: 'punctuation', speaker_label: label, alternatives: [{ confidence: '0.0', content: mark }] },
      ];
    }),
    ...results,
  },
});
