import {
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  StartTranscriptionJobCommand,
  type TranscribeClient,
  type TranscriptionJob as TranscribeJob,
} from '@aws-sdk/client-transcribe';
import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { hasErrorName } from '#shared/foundation/core/error-name';
import { type BotId, idOf } from '#shared/foundation/core/ids';
import { parsedJson } from '#shared/foundation/core/json';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';
import type { AudioStart } from '#shared/foundation/media/ports';
import {
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/meetings/recorders/ports';
import { readTranscribeOutput, TranscribeOutput } from './transcribe-output.ts';
import { accessCheckKeyOf, outputKeyOf, startRequest } from './transcribe-request.ts';

export interface AmazonTranscribe {
  readonly client: Pick<TranscribeClient, 'send'>;
  readonly files: Pick<FileStorage, 'get' | 'remove'> & Pick<MultipartStorage, 'sizeOf' | 'readRange'>;
  readonly audioStart: AudioStart;
  /** The bucket of `files`. */
  readonly bucket: string;
  /** The KMS key of that bucket. */
  readonly keyArn: string;
  /** What the names of jobs begin with: they are unique in an account of AWS. */
  readonly namePrefix: string;
  readonly clock: Clock;
}

/** An event tells when a job has ended. It is delivered at best effort, so the job is looked at as well. */
const POLL_MS = 5 * MINUTE_MS;

/** The bot that a job of ours is about. Undefined for any other name. */
export const botOfJob = (namePrefix: string, name: string): BotId | undefined =>
  name.startsWith(namePrefix) ? idOf('bot', name.slice(namePrefix.length)) : undefined;

/**
 * Amazon Transcribe, batch jobs: one for each bot and each operation of an order, by whose id it is named, so that a repeated start finds the first. It
 * reads the recording from our bucket and writes its result there. No custom vocabulary is used, since an account has a
 * hundred of them. Throws `TranscriberUnavailable` where the account has no job left, is throttled, or lacks a permission.
 */
export function amazonTranscriber(aws: AmazonTranscribe): Transcriber {
  return {
    start: async (job) => (job.track === undefined ? start(aws, job) : ONE_TRACK),
    check: async (job) => (job.track === undefined ? ((await findJob(aws, job)) ?? start(aws, job)) : ONE_TRACK),
    deleteData: (job) => deleteData(aws, job),
  };
}

/** An order of tracks is refused where Amazon Transcribe is configured, which may be so after it was made. */
const ONE_TRACK: Transcription = {
  ...{ status: 'failed', detail: 'Amazon Transcribe hears one track of a file.', reason: 'provider_unavailable' },
};

async function start(aws: AmazonTranscribe, job: TranscriptionJob): Promise<Transcription> {
  const sizeBytes = job.audioKey === '' ? undefined : await aws.files.sizeOf(job.audioKey);
  if (sizeBytes === undefined) return { status: 'failed', detail: 'There is no audio to transcribe.' };
  const request = startRequest(job, sizeBytes, { ...aws, name: nameOf(aws, job) });
  if ('refused' in request) return { status: 'failed', detail: request.refused, reason: request.reason };
  try {
    await aws.client.send(new StartTranscriptionJobCommand(request));
  } catch (error) {
    if (hasErrorName(error, 'ConflictException')) return (await findJob(aws, job)) ?? running(aws);
    if (isRefusal(error)) return { status: 'failed', detail: 'Amazon Transcribe refused the recording.' };
    throw unavailable(error);
  }
  return running(aws);
}

/** The state of the job. Undefined where there is none. */
async function findJob(aws: AmazonTranscribe, job: TranscriptionJob): Promise<Transcription | undefined> {
  const found = await find(aws, nameOf(aws, job));
  switch (found?.TranscriptionJobStatus) {
    case undefined:
      return undefined;
    case 'COMPLETED':
      return { status: 'done', transcript: await resultOf(aws, job, found?.LanguageCode ?? null) };
    case 'FAILED':
      return { status: 'failed', detail: `Amazon Transcribe could not transcribe the recording${reasonOf(found)}.` };
    default:
      return running(aws);
  }
}

async function find(aws: AmazonTranscribe, TranscriptionJobName: string): Promise<TranscribeJob | undefined> {
  try {
    return (await aws.client.send(new GetTranscriptionJobCommand({ TranscriptionJobName }))).TranscriptionJob;
  } catch (error) {
    if (isUnknownJob(error)) return undefined;
    throw unavailable(error);
  }
}

async function resultOf({ files, audioStart }: AmazonTranscribe, job: TranscriptionJob, language: string | null) {
  const bytes = await files.get(outputKeyOf(job));
  const output = bytes && v.safeParse(TranscribeOutput, parsedJson(Buffer.from(bytes).toString('utf8')));
  if (!output?.success) throw new TranscriberUnavailable('The result of Amazon Transcribe cannot be read.');
  const { audioKey } = job;
  const sizeBytes = await files.sizeOf(audioKey);
  const read = (firstByte: number, endByte: number) => files.readRange(audioKey, firstByte, endByte - 1);
  // Transcribe counts from the first sound, and the file may begin before it.
  const startSeconds = sizeBytes === undefined ? 0 : await audioStart({ sizeBytes, read });
  return readTranscribeOutput(output.output, { language, startSeconds });
}

/** The transcript is stored: the job and its result are not needed any more. Transcribe would keep the job for 90 days. */
async function deleteData(aws: AmazonTranscribe, job: TranscriptionJob): Promise<void> {
  await Promise.all([outputKeyOf(job), accessCheckKeyOf(job)].map((key) => aws.files.remove(key)));
  try {
    await aws.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: nameOf(aws, job) }));
  } catch (error) {
    if (!isUnknownJob(error)) throw unavailable(error);
  }
}

const nameOf = ({ namePrefix }: AmazonTranscribe, { name }: TranscriptionJob): string => `${namePrefix}${name}`;

const running = ({ clock }: AmazonTranscribe): Transcription => ({
  status: 'running',
  lookAgainAt: later(clock.now(), POLL_MS),
});

/** A sentence such as `Unsupported media format`. Any other text, which may hold a link, is left out. */
const reasonOf = ({ FailureReason = '' }: TranscribeJob): string => {
  const [, reason] = /^([\w ,:']{1,100})\.?$/.exec(FailureReason) ?? [];
  return reason === undefined ? '' : ` (${reason})`;
};

/** An unknown name is a bad request, or not found, depending on the operation. */
const isUnknownJob = (error: unknown): boolean => hasErrorName(error, 'BadRequestException', 'NotFoundException');

/** A bad request is one for good, unless it is our bucket that Transcribe may not use: an operator corrects that. */
const isRefusal = (error: unknown): boolean =>
  hasErrorName(error, 'BadRequestException') && error instanceof Error && !error.message.includes('be accessed');

/** Only the name of an error is passed on: its message may hold the name of a file. */
const unavailable = (error: unknown): TranscriberUnavailable =>
  new TranscriberUnavailable(
    `Amazon Transcribe is not available (${error instanceof Error ? error.name : 'unknown'}).`,
  );
