import type { MediaFormat, StartTranscriptionJobRequest } from '@aws-sdk/client-transcribe';
import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { TranscriptionJob } from '#shared/meetings/recorders/ports';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import { languageRequest } from './transcribe-languages.ts';

/** https://docs.aws.amazon.com/general/latest/gr/transcribe.html: quotas of batch jobs that cannot be raised. */
const MAX_SECONDS = (4 * HOUR_MS) / SECOND_MS;
const MAX_BYTES = 2 * 1024 ** 3;

/** Speakers beyond the number that is asked for are merged into others, so it is the most that Transcribe takes. */
const MOST_SPEAKERS = 30;
const FEWEST_SPEAKERS = 2;

const FORMATS: readonly string[] = ['mp3', 'mp4', 'm4a', 'wav', 'flac', 'ogg', 'webm', 'amr'] satisfies MediaFormat[];

/** Why Transcribe would not take a recording: a sentence, and what callers may be told. */
interface Refusal {
  readonly refused: string;
  readonly reason: 'language_not_supported' | 'unsupported_media';
}

interface Place {
  readonly bucket: string;
  /** The KMS key of the bucket. */
  readonly keyArn: string;
  readonly name: string;
}

/** Where Transcribe puts the result of a recording: beside it. */
export const outputKeyOf = ({ audioKey }: Pick<TranscriptionJob, 'audioKey'>): string => `${audioKey}.transcribe.json`;

/** An empty file that Transcribe writes into the folder of the result, to see whether it may. */
export const accessCheckKeyOf = ({ audioKey }: Pick<TranscriptionJob, 'audioKey'>): string =>
  `${audioKey.slice(0, audioKey.lastIndexOf('/') + 1)}.write_access_check_file.temp`;

/** The request for a recording of that size, or the sentence why Transcribe would not take it. */
export function startRequest(
  job: TranscriptionJob,
  sizeBytes: number,
  { bucket, keyArn, name }: Place,
): StartTranscriptionJobRequest | Refusal {
  const MediaFormat = FORMATS.includes(job.format) ? (job.format as MediaFormat) : undefined;
  const language = languageRequest(job.language);
  if (!MediaFormat) return refusal('Amazon Transcribe does not take the format of the recording.');
  if (!language)
    return {
      refused: `Amazon Transcribe does not recognize the language ${job.language}.`,
      reason: 'language_not_supported',
    };
  if (sizeBytes > MAX_BYTES) return refusal('The recording is larger than the 2 GB that Amazon Transcribe takes.');
  if ((job.durationSeconds ?? 0) > MAX_SECONDS)
    return refusal('The recording is longer than the four hours that Amazon Transcribe takes.');
  return {
    TranscriptionJobName: name,
    Media: { MediaFileUri: `s3://${bucket}/${job.audioKey}` },
    MediaFormat,
    ...language,
    ...settingsOf(job.speakers ?? {}),
    OutputBucketName: bucket,
    OutputKey: outputKeyOf(job),
    OutputEncryptionKMSKeyId: keyArn,
  };
}

const refusal = (refused: string): Refusal => ({ refused, reason: 'unsupported_media' });

/** Channels exclude speaker labels. */
function settingsOf({ channels = false, count = MOST_SPEAKERS }: SpeakerHints) {
  if (channels) return { Settings: { ChannelIdentification: true } };
  if (count < FEWEST_SPEAKERS) return {};
  return { Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: Math.min(count, MOST_SPEAKERS) } };
}
